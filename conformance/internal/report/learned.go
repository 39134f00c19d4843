package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// Learned is the language that an implementation accepts whose verdicts were wrong, as
// far as was asked: see suite.Learned.
type Learned struct {
	Way           string  `json:"way"`
	States        int     `json:"states"`        // of its minimal automaton; 0 where none was found
	Why           string  `json:"why"`           // why none was found, or empty
	Expression    string  `json:"expression"`    // a regular expression over bytes; empty where none is short enough
	Specification string  `json:"specification"` // that of the specification
	TooMany       []Token `json:"tooMany"`       // the shortest that it accepts and that are no tokens
	Missing       []Token `json:"missing"`       // the shortest tokens that it does not accept
	Automaton     []State `json:"automaton,omitempty"`
}

// State is a state of an automaton, by its place among the states; the first is the
// start.
type State struct {
	Accepts bool `json:"accepts"`
	// To says to which state each byte leads: ranges of bytes in hexadecimal, each byte
	// once and in order, such as "00-2a:5 2b:1 2c-ff:5".
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

// Machine returns the automaton, minimal and with the order of bytes of the
// specification's; nil where none was found, and where the report has none, as those of
// the first versions. An error says what is no automaton.
func (l Learned) Machine(specification *automaton.DFA) (*automaton.DFA, error) {
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

func learnedOf(l *suite.Learned) *Learned {
	if l == nil {
		return nil
	}
	specification, _ := l.Specification.Expression()
	out := &Learned{
		Way: l.Way, Why: Said(l.Why), Expression: l.Expression, Specification: specification,
		TooMany: tokensOf(l.TooMany), Missing: tokensOf(l.Missing),
	}
	if l.Machine != nil {
		out.States, out.Automaton = l.Machine.States(), statesOf(l.Machine)
	}
	return out
}

func tokensOf(words []string) []Token {
	tokens := []Token{}
	for _, word := range words {
		tokens = append(tokens, tokenOf(word))
	}
	return tokens
}

// longestExpression is how long an expression is that people still read.
const longestExpression = 200

// Nothing reports whether it accepts no string at all, which nobody reads off its expression.
func (l Learned) Nothing() bool { return l.Expression == automaton.Nothing }

// accepts is the expression, or words where nobody would read them off it.
func (l Learned) accepts() string {
	if l.Nothing() {
		return "no string at all"
	}
	return l.Expression
}

// learned says what language it is that the implementation accepts.
func (w *textWriter) learned(l *Learned) {
	if l == nil {
		return
	}
	if l.States == 0 {
		w.printf("\nWhat it accepts by %s was not found out: %s.\n", l.Way, strings.TrimSuffix(l.Why, "."))
		return
	}
	w.printf("\nWhat it accepts by %s, as learned from its verdicts (`epin learn` draws it)", l.Way)
	switch {
	case l.Expression == l.Specification:
		w.printf(", is what the specification says: on what was judged wrongly, its verdicts change.\n")
		return
	case l.Expression != "" && len(l.Expression) <= longestExpression:
		w.printf(":\n  %s\n  %s  (the specification)\n", w.paint(bold, l.accepts()), l.Specification)
	default:
		w.printf(", is the language of an automaton with %s; the specification's is %s\n", number.Counted(l.States, "state"), l.Specification)
	}
	w.words("accepted too much", l.TooMany)
	w.words("not accepted", l.Missing)
}

func (w *textWriter) words(label string, tokens []Token) {
	if len(tokens) == 0 {
		return
	}
	shown := make([]string, len(tokens))
	for i, token := range tokens {
		shown[i] = token.Shown()
	}
	w.printf("  %s, shortest first: %s\n", label, strings.Join(shown, " "))
}
