package mutant

import (
	"iter"
	"maps"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// transformationMembers are, for each method, nothing, every other method, and every
// two methods in a row, as far as they do something else to some token than the
// method does, and than the members before do.
func transformationMembers(edition epin.Edition) iter.Seq[Member] {
	return func(yield func(Member) bool) {
		methods := conformance.MethodsOf(edition)
		right := newModel("", edition, func(*model) {})
		tokens := tokensOf(edition)
		does := maps.Clone(right.methods)
		// results are what a change makes of all tokens, each on a line.
		results := func(change func(p *piece)) string {
			var b strings.Builder
			for _, p := range piecesOf(edition) {
				change(p)
				b.WriteString(right.text(p))
				b.WriteByte('\n')
			}
			return b.String()
		}
		for _, method := range methods {
			wanted := results(does[method])
			seen := map[string]bool{wanted: true}
			member := func(name string, change func(p *piece)) bool {
				got := results(change)
				if seen[got] {
					return true
				}
				seen[got] = true
				killer := requests{apply(tokens[firstDifference(wanted, got)], method)}
				return yield(newMember("transformations/"+string(method)+"-as-"+name, edition, killer, func(m *model) {
					m.methods[method] = change
				}))
			}
			if !member("nothing", func(*piece) {}) {
				return
			}
			for _, other := range methods {
				if !member(string(other), does[other]) {
					return
				}
			}
			for _, first := range methods {
				for _, second := range methods {
					if !member(string(first)+"-then-"+string(second), func(p *piece) {
						does[first](p)
						does[second](p)
					}) {
						return
					}
				}
			}
		}
	}
}

// firstDifference returns the number of the first line that differs.
func firstDifference(a, b string) int {
	linesB := strings.Split(b, "\n")
	for i, line := range strings.Split(a, "\n") {
		if line != linesB[i] {
			return i
		}
	}
	panic("mutant: the texts are the same")
}

// eraser is an attribute that equality can ignore: what makes it the same for all.
type eraser struct {
	name  string
	erase func(p *piece)
	value func(p *piece) string
}

func erasersOf(edition epin.Edition) []eraser {
	erasers := []eraser{
		{"side", func(p *piece) { p.letter = strings.ToUpper(p.letter) }, side},
		{"name", func(p *piece) { p.letter = string(p.letter[0]&0x20 | 'A') }, func(p *piece) string { return strings.ToLower(p.letter) }},
		{"state", func(p *piece) { p.sign = "" }, state},
		{"derivation", func(p *piece) { p.quote = "" }, func(p *piece) string { return "quote" + p.quote }},
	}
	if edition != epin.Initial {
		erasers = append(erasers, eraser{"terminal-status", func(p *piece) { p.caret = "" }, func(p *piece) string { return "caret" + p.caret }})
	}
	return erasers
}

// equalityMembers are: ignoring each set of attributes (all of them is equality
// always), never equal, the contrary, equal up to one attribute, ignoring an
// attribute on the left side only, and not equal to itself for each value of each
// attribute. The killer is the first of all pairs that shows the difference, of a token
// and itself where there is one.
func equalityMembers(edition epin.Edition) iter.Seq[Member] {
	return func(yield func(Member) bool) {
		right := newModel("", edition, func(*model) {})
		pieces := piecesOf(edition)
		member := func(name string, equals func(a, b *piece) bool) bool {
			differs := func(a, b *piece) bool { return equals(a, b) != right.equal(a, b) }
			found := func(a, b *piece) bool {
				killer := requests{equal(right.text(a), right.text(b))}
				return yield(newMember("equality/"+name, edition, killer, func(m *model) { m.equal = equals }))
			}
			for _, a := range pieces {
				if differs(a, a) {
					return found(a, a)
				}
			}
			for _, a := range pieces {
				for _, b := range pieces {
					if differs(a, b) {
						return found(a, b)
					}
				}
			}
			return true
		}
		_ = member("never", func(a, b *piece) bool { return false }) &&
			member("contrary", func(a, b *piece) bool { return !right.equal(a, b) }) &&
			ignoring(edition, right.equal, member) && notReflexive(edition, right.equal, member)
	}
}

// ignoring are the equalities that ignore attributes.
func ignoring(edition epin.Edition, equal func(a, b *piece) bool, member func(string, func(a, b *piece) bool) bool) bool {
	erasers := erasersOf(edition)
	for set := 1; set < 1<<len(erasers); set++ {
		var ignored []eraser
		name := "ignoring"
		for i, e := range erasers {
			if set&(1<<i) != 0 {
				ignored = append(ignored, e)
				name += "-" + e.name
			}
		}
		erased := func(p *piece) *piece {
			p = deepCopy(p)
			for _, e := range ignored {
				e.erase(p)
			}
			return p
		}
		if !member(name, func(a, b *piece) bool { return equal(erased(a), erased(b)) }) {
			return false
		}
		if len(ignored) == 1 && !member(name+"-on-the-left", func(a, b *piece) bool { return equal(a, b) || equal(erased(a), b) }) {
			return false
		}
	}
	return member("up-to-one-attribute", func(a, b *piece) bool {
		differences := 0
		for _, e := range erasers {
			if e.value(a) != e.value(b) {
				differences++
			}
		}
		return differences <= 1
	})
}

// notReflexive are the equalities by which the pieces with one value of an attribute
// do not equal themselves.
func notReflexive(edition epin.Edition, equal func(a, b *piece) bool, member func(string, func(a, b *piece) bool) bool) bool {
	for _, e := range erasersOf(edition) {
		done := map[string]bool{}
		for _, p := range piecesOf(edition) {
			value := e.value(p)
			if done[value] {
				continue
			}
			done[value] = true
			name := strings.NewReplacer("quote'", "derived", "quote", "native", "caret^", "terminal", "caret", "not-terminal").Replace(value)
			if !member("not-reflexive-for-"+name, func(a, b *piece) bool { return equal(a, b) && e.value(a) != value }) {
				return false
			}
		}
	}
	return true
}
