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
	const sink = -1
	fields, order := edition.Fields, ""
	for _, field := range fields {
		order += field.Bytes
	}
	step := func(at int, b byte) int { // at is the number of fields so far
		if at == sink {
			return sink
		}
		for i, field := range fields[at:] {
			if strings.IndexByte(field.Bytes, b) >= 0 {
				return at + i + 1
			}
			if !field.Optional {
				break
			}
		}
		return sink
	}
	if !slices.ContainsFunc([]byte(order), func(b byte) bool { return step(0, b) == sink }) {
		order += "#" // else NUL, which no argument of a program has, would be the word for the sink
	}
	return Build(order, 0, step,
		func(at int) bool {
			return at != sink && !slices.ContainsFunc(fields[at:], func(f notation.Field) bool { return !f.Optional })
		})
}
