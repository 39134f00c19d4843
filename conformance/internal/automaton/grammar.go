package automaton

import (
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance/notation"
)

// Of returns the automaton of the tokens of an edition. That of EPIN has 6 states: the start;
// after a sign; after the letter; after ^; after '; the sink. Words prefer the bytes of a field in its
// order, which decides the words of the suites.
func Of(edition *notation.Edition) *DFA {
	fields, order := edition.Fields, ""
	for _, field := range fields {
		order += field.Bytes
	}
	step := func(to []State, at State, b byte) []State { // at is the number of fields so far
		for i, field := range fields[at:] {
			if strings.IndexByte(field.Bytes, b) >= 0 {
				return append(to, at+State(i)+1)
			}
			if !field.Optional {
				break
			}
		}
		return to
	}
	if !slices.ContainsFunc([]byte(order), func(b byte) bool { return len(step(nil, 0, b)) == 0 }) {
		order += "#" // else NUL, which no argument of a program has, would be the word for the sink
	}
	return determinise(order, []State{0}, step, func(at State) bool {
		return !slices.ContainsFunc(fields[at:], func(f notation.Field) bool { return !f.Optional })
	})
}
