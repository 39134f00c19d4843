package result

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
)

// Learned is the learned language of an implementation, as an automaton. The automaton agrees
// with the implementation on every string of the layers, and on the complete test suite of the
// automaton itself for Extra extra states. A crash counts as not accepted.
type Learned struct {
	Op            string            `json:"op"`            // the operation
	States        int               `json:"states"`        // of the minimal automaton; 0 if none was found
	Why           printable.Text    `json:"why"`           // why no automaton was found, or empty
	Expression    string            `json:"expression"`    // a regular expression over bytes; empty if none is short enough
	Specification string            `json:"specification"` // the regular expression of the specification
	TooMany       []printable.Token `json:"tooMany"`       // the shortest invalid strings that it accepts
	Missing       []printable.Token `json:"missing"`       // the shortest valid tokens that it does not accept
	Automaton     []State           `json:"automaton,omitempty"`

	Learning `json:"-"`
}

// Learning is the part of [Learned] that a report does not have.
type Learning struct {
	Machine  *automaton.DFA    // Automaton in another form; nil if none was found
	Unstable bool              // whether none was found because a verdict changed
	Edition  string            // the other edition, if Machine is its automaton
	Crashed  []printable.Token // the shortest strings on which it crashed; there may be more
	Partial  bool              // whether it was not compared with all incorrect responses, which were too many
	Extra    int
	Words    int // number of tested words beside those of the layers
}

// Same reports whether the implementation accepts exactly the valid tokens. It may crash on
// invalid strings: see Crashed.
func (l Learned) Same() bool { return l.States > 0 && len(l.TooMany)+len(l.Missing) == 0 }

// SetMachine sets the learned automaton and the fields that follow from it. TooMany and Missing
// get up to n strings each from the difference to the automaton of the specification.
func (l *Learned) SetMachine(machine, specification *automaton.DFA, n int) {
	l.Machine, l.States, l.Automaton = machine, machine.States(), statesOf(machine)
	l.Expression = machine.Expression(specification)
	l.TooMany = printable.Tokens(automaton.Without(machine, specification).First(n))
	l.Missing = printable.Tokens(automaton.Without(specification, machine).First(n))
}

// State is a state of an automaton. Its number is its index; state 0 is the start.
type State struct {
	Accepts bool `json:"accepts"`
	// To is the transition function: ranges of bytes in hexadecimal, each with the next state,
	// such as "00-2a:5 2b:1 2c-ff:5". Each byte occurs once, in order.
	To string `json:"to"`
}

func statesOf(d *automaton.DFA) []State {
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

// Read returns the automaton, with the order of bytes of specification. It returns nil
// if none was found. An error means that Automaton is malformed.
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
	return automaton.Build(specification.Order(), 0,
		func(s automaton.State, b byte) automaton.State { return next[s][b] },
		func(s automaton.State) bool { return l.Automaton[s].Accepts },
	), nil
}

// Nothing reports whether the implementation accepts no string: its expression is hard to read.
func (l Learned) Nothing() bool { return l.Expression == automaton.Nothing }

// Accepts describes the language: by an expression of up to longest bytes, or else by its automaton.
func (l Learned) Accepts(longest int) string {
	switch {
	case l.Nothing():
		return "no string at all"
	case l.Expression == "" || len(l.Expression) > longest:
		return "the language of an automaton with " + number.Counted(l.States, "state") + " (epin learn draws it)"
	}
	return l.Expression
}
