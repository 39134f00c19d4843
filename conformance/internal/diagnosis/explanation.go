package diagnosis

import (
	"cmp"
	"slices"

	"github.com/epin-conformance/harness/conformance/internal/mutant"
)

// Explanation is a likely cause: one bug or two, which no response contradicts.
type Explanation struct {
	Bugs      []Bug // one or two
	Explained int   // explained incorrect responses: all, or a part for one bug
	Checks    int   // failed checks with these responses
}

// Bug explains some of the incorrect responses. Its responses to all other requests of the
// run are correct.
type Bug struct {
	Explained int             // explained incorrect responses
	Checks    int             // failed checks with these responses
	Guesses   []mutant.Mutant // at most MostGuesses, the most specific first
	Alike     int             // how many mutants have the same responses, including Guesses
}

// explanations returns the explanations of the incorrect responses, the best first: one
// group before two, complete ones before parts.
func explanations(groups [][]*suspect, wrong []incorrect) []Explanation {
	for _, g := range groups {
		if g[0].count == len(wrong) {
			return []Explanation{explanationOf(wrong, g)}
		}
	}
	if pairs := pairsOf(groups); len(pairs) > 0 {
		var all []Explanation
		for _, pair := range pairs[:min(len(pairs), MostExplanations)] {
			all = append(all, explanationOf(wrong, pair[0], pair[1]))
		}
		return all
	}
	slices.SortStableFunc(groups, func(a, b []*suspect) int {
		return cmp.Or(-cmp.Compare(a[0].count, b[0].count), cmp.Compare(a[0].reach, b[0].reach))
	})
	var parts []Explanation
	var shown [][]bool
	for _, g := range groups {
		// A part of a better explanation adds nothing.
		if len(parts) < MostExplanations && !slices.ContainsFunc(shown, func(of []bool) bool { return within(g[0].explained, of) }) {
			shown = append(shown, g[0].explained)
			parts = append(parts, explanationOf(wrong, g))
		}
	}
	if togetherIn(shown)*2 < len(wrong) {
		return nil // so few responses can agree by coincidence
	}
	return parts
}

// togetherIn returns the number of responses in the union of parts.
func togetherIn(parts [][]bool) int {
	n := 0
	for i := range slices.MaxFunc(append(parts, nil), func(a, b []bool) int { return cmp.Compare(len(a), len(b)) }) {
		if slices.ContainsFunc(parts, func(part []bool) bool { return part[i] }) {
			n++
		}
	}
	return n
}

// pairsOf returns the pairs of groups that explain everything between them, the most
// specific first.
func pairsOf(groups [][]*suspect) [][2][]*suspect {
	var pairs [][2][]*suspect
	for i, a := range groups {
		for _, b := range groups[i+1:] {
			if together(a[0].explained, b[0].explained) {
				pairs = append(pairs, [2][]*suspect{a, b})
			}
		}
	}
	reach := func(p [2][]*suspect) int { return p[0][0].reach + p[1][0].reach }
	slices.SortStableFunc(pairs, func(p, q [2][]*suspect) int { return cmp.Compare(reach(p), reach(q)) })
	return pairs
}

// together reports whether the union of a and b is complete.
func together(a, b []bool) bool {
	for i := range a {
		if !a[i] && !b[i] {
			return false
		}
	}
	return true
}

// within reports whether a is a subset of b.
func within(a, b []bool) bool {
	for i := range a {
		if a[i] && !b[i] {
			return false
		}
	}
	return true
}

func explanationOf(wrong []incorrect, groups ...[]*suspect) Explanation {
	var e Explanation
	for _, g := range groups {
		b := Bug{Explained: g[0].count, Alike: len(g)}
		for _, s := range g[:min(len(g), MostGuesses)] {
			b.Guesses = append(b.Guesses, s.mutant)
		}
		e.Bugs = append(e.Bugs, b)
	}
	for i, w := range wrong {
		any := false
		for j, g := range groups {
			if g[0].explained[i] {
				e.Bugs[j].Checks += w.failed
				any = true
			}
		}
		if any {
			e.Explained++
			e.Checks += w.failed
		}
	}
	return e
}
