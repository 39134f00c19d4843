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
	type place struct{ form, at int } // at is the number of fields so far
	var places []place
	order := ""
	starts := []State{}
	for f, form := range edition.Forms {
		starts = append(starts, State(len(places)))
		for at := range len(form) + 1 {
			places = append(places, place{f, at})
		}
		for _, field := range form {
			order += string(set(field.Bytes).minus(set(order))) // no byte twice
		}
	}
	step := func(to []State, from State, b byte) []State {
		p := places[from]
		for i, field := range edition.Forms[p.form][p.at:] {
			if strings.IndexByte(field.Bytes, b) >= 0 {
				return append(to, from+State(i)+1)
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
	return determinise(order, starts, step, func(from State) bool {
		p := places[from]
		return !slices.ContainsFunc(edition.Forms[p.form][p.at:], func(f notation.Field) bool { return !f.Optional })
	})
}
