package result

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/epin"
)

// Learned is the language that an implementation accepts: the automaton whose verdicts are
// those of the implementation, as far as was tested, which is on every string of the layers,
// and on the complete test suite of that automaton itself for Extra extra states. What
// crashes is not accepted.
type Learned struct {
	Way           string                `json:"way"`           // the operation that was requested
	States        int                   `json:"states"`        // of its minimal automaton; 0 where none was found
	Why           printable.Text        `json:"why"`           // why none was found, or empty
	Expression    string                `json:"expression"`    // a regular expression over bytes; empty where none is short enough
	Specification string                `json:"specification"` // that of the specification
	TooMany       List[printable.Token] `json:"tooMany"`       // the shortest that it accepts and that are not valid
	Missing       List[printable.Token] `json:"missing"`       // the shortest valid tokens that it does not accept
	Automaton     []State               `json:"automaton,omitempty"`

	Machine  *automaton.DFA        `json:"-"` // what Automaton says; nil where none was found, and in a report that was read
	Unstable bool                  `json:"-"` // whether none was found because a verdict changes
	Edition  string                `json:"-"` // where Machine is the other edition's automaton, that edition
	Crashed  List[printable.Token] `json:"-"` // the shortest strings on which it crashed; more than these were tested
	Extra    int                   `json:"-"`
	Asked    int                   `json:"-"` // words, beside those of the layers
}

// Specification returns the automaton of an edition.
func Specification(edition epin.Edition) *automaton.DFA {
	return automaton.Tokens(edition.HasTerminal())
}

// Same reports whether the implementation accepts what the specification says. It may have
// crashed on what it does not accept: see Crashed.
func (l Learned) Same() bool { return l.States > 0 && len(l.TooMany)+len(l.Missing) == 0 }

// SetMachine sets the automaton that was found, and what it accepts, against the
// specification's, of which n strings in either difference are shown.
func (l *Learned) SetMachine(machine, specification *automaton.DFA, n int) {
	l.Machine, l.States, l.Automaton = machine, machine.States(), StatesOf(machine)
	l.Expression, _ = machine.ExpressionAgainst(specification)
	l.TooMany = printable.Tokens(automaton.Without(machine, specification).First(n))
	l.Missing = printable.Tokens(automaton.Without(specification, machine).First(n))
}

// State is a state of an automaton, by its place among the states; the first is the
// start.
type State struct {
	Accepts bool `json:"accepts"`
	// To says to which state each byte leads: ranges of bytes in hexadecimal, each byte
	// once and in order, such as "00-2a:5 2b:1 2c-ff:5".
	To string `json:"to"`
}

// StatesOf returns the states of an automaton, in its order.
func StatesOf(d *automaton.DFA) []State {
	states := make([]State, d.States())
	for s := range states {
		at := automaton.State(s)
		var ranges []string
		for first := 0; first < 256; {
			to, last := d.Step(at, byte(first)), first
			for last < 255 && d.Step(at, byte(last+1)) == to {
				last++
			}
			bytes := fmt.Sprintf("%02x", first)
			if last > first {
				bytes += fmt.Sprintf("-%02x", last)
			}
			ranges = append(ranges, fmt.Sprintf("%s:%d", bytes, to))
			first = last + 1
		}
		states[s] = State{d.Accepting(at), strings.Join(ranges, " ")}
	}
	return states
}

// Read returns the automaton, minimal and with the order of bytes of the
// specification's; nil where none was found, and where the report has none, as those of
// the first versions. An error says what is no automaton.
func (l Learned) Read(specification *automaton.DFA) (*automaton.DFA, error) {
	if len(l.Automaton) == 0 {
		return nil, nil
	}
	next := make([][256]automaton.State, len(l.Automaton))
	for s, state := range l.Automaton {
		expected := 0
		for r := range strings.SplitSeq(state.To, " ") {
			bytes, number, _ := strings.Cut(r, ":")
			low, high, isRange := strings.Cut(bytes, "-")
			if !isRange {
				high = low
			}
			first, err1 := strconv.ParseUint(low, 16, 8)
			last, err2 := strconv.ParseUint(high, 16, 8)
			to, err3 := strconv.ParseUint(number, 10, 31)
			if err1 != nil || err2 != nil || err3 != nil || int(first) != expected || last < first || int(to) >= len(next) {
				return nil, fmt.Errorf("state %d of an automaton with %d states leads %q", s, len(next), r)
			}
			for b := first; b <= last; b++ {
				next[s][b] = automaton.State(to)
			}
			expected = int(last) + 1
		}
		if expected != 256 {
			return nil, fmt.Errorf("state %d of an automaton leads nowhere by byte %02x", s, expected)
		}
	}
	return automaton.Build(automaton.State(0),
		func(s automaton.State, b byte) automaton.State { return next[s][b] },
		func(s automaton.State) bool { return l.Automaton[s].Accepts },
	).Prefer(specification.Order()).Minimise(), nil
}

// Nothing reports whether it accepts no string at all, which nobody reads off its expression.
func (l Learned) Nothing() bool { return l.Expression == automaton.Nothing }
