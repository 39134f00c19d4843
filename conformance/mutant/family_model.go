package mutant

import (
	"fmt"
	"iter"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// modelMembers are, for each attribute of few values, every other function from its
// values to its values; for the Piece Name, every constant, rotation and exchange of
// two letters and the reversal of the alphabet; for the two texts, every other
// sequence of their parts, and the other ways with case.
func modelMembers(edition epin.Edition) iter.Seq[Member] {
	var asked []conformance.Request
	for _, token := range tokensOf(edition) {
		asked = append(asked, parse(token))
	}
	return func(yield func(Member) bool) {
		different("model", edition, func(yield func(variant) bool) {
			_ = attributes(edition, yield) && names(yield) &&
				textFunctions("token", edition, func(m *model, text func(*piece) string) { m.text = text }, yield) &&
				textFunctions("pin", edition, func(m *model, text func(*piece) string) { m.pin = text }, yield)
		}, asked, yield)
	}
}

// attributes are the functions of side, state and the three flags.
func attributes(edition epin.Edition, yield func(variant) bool) bool {
	return eachFunction([]string{"first", "second"}, func(name string, of map[string]string) bool {
		return yield(variant{"side-" + name, func(m *model) {
			m.side = func(p *piece) string { return of[side(p)] }
		}})
	}) && eachFunction([]string{"normal", "enhanced", "diminished"}, func(name string, of map[string]string) bool {
		return yield(variant{"state-" + name, func(m *model) {
			m.state = func(p *piece) string { return of[state(p)] }
		}})
	}) && flags("native", func(m *model) *func(*piece) bool { return &m.native }, yield) &&
		flags("derived", func(m *model) *func(*piece) bool { return &m.derived }, yield) &&
		flags("terminal", func(m *model) *func(*piece) bool { return &m.terminal }, func(v variant) bool {
			// Nothing is terminal in the initial edition, so that the contrary is yes.
			return edition == epin.Initial && v.name == "terminal-inverted" || yield(v)
		})
}

// eachFunction calls yield for each function from some values to themselves, with a
// name that says what becomes of each.
func eachFunction(values []string, yield func(name string, of map[string]string) bool) bool {
	functions := 1
	for range values {
		functions *= len(values)
	}
	for n := range functions {
		of := map[string]string{}
		var becomes []string
		for _, v := range values {
			of[v] = values[n%len(values)]
			becomes = append(becomes, of[v])
			n /= len(values)
		}
		if !yield(strings.Join(becomes, "-"), of) {
			return false
		}
	}
	return true
}

// flags are the other functions of an attribute that is true or false.
func flags(name string, of func(m *model) *func(*piece) bool, yield func(variant) bool) bool {
	return yield(variant{name + "-always", func(m *model) { *of(m) = func(*piece) bool { return true } }}) &&
		yield(variant{name + "-never", func(m *model) { *of(m) = func(*piece) bool { return false } }}) &&
		yield(variant{name + "-inverted", func(m *model) {
			flag := *of(m)
			*of(m) = func(p *piece) bool { return !flag(p) }
		}})
}

// names are the functions of the Piece Name.
func names(yield func(variant) bool) bool {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	name := func(what string, of func(place int) int) bool {
		return yield(variant{"name-" + what, func(m *model) {
			m.pieceName = func(p *piece) string {
				return string(alphabet[of(strings.Index(alphabet, strings.ToUpper(p.letter)))])
			}
		}})
	}
	for i, letter := range alphabet {
		if !name("always-"+strings.ToLower(string(letter)), func(int) int { return i }) {
			return false
		}
	}
	for by := 1; by < len(alphabet); by++ {
		if !name(fmt.Sprintf("rotated-by-%d", by), func(place int) int { return (place + by) % len(alphabet) }) {
			return false
		}
	}
	for i, a := range strings.ToLower(alphabet) {
		for j, b := range strings.ToLower(alphabet[:i]) {
			if !name(fmt.Sprintf("%c-for-%c", b, a), func(place int) int {
				switch place {
				case i:
					return j
				case j:
					return i
				}
				return place
			}) {
				return false
			}
		}
	}
	return name("reversed", func(place int) int { return len(alphabet) - 1 - place })
}

// textFunctions are the functions of a text.
func textFunctions(name string, edition epin.Edition, set func(m *model, text func(*piece) string), yield func(variant) bool) bool {
	parts := map[string]func(p *piece) string{
		"sign":   func(p *piece) string { return p.sign },
		"letter": func(p *piece) string { return p.letter },
		"quote":  func(p *piece) string { return p.quote },
		"caret":  func(p *piece) string { return p.caret },
	}
	of := []string{"sign", "letter", "quote"}
	if edition != epin.Initial {
		of = append(of, "caret")
	}
	text := func(what string, text func(p *piece) string) bool {
		return yield(variant{name + "-" + what, func(m *model) { set(m, text) }})
	}
	right := newModel("", edition, func(*model) {})
	write := right.text
	if name == "pin" {
		write = right.pin
	}
	return eachSequence(of, nil, func(sequence []string) bool {
		what := strings.Join(sequence, "-")
		if what == "" {
			what = "empty"
		}
		sequence = append([]string(nil), sequence...)
		return text(what, func(p *piece) string {
			var b strings.Builder
			for _, part := range sequence {
				b.WriteString(parts[part](p))
			}
			return b.String()
		})
	}) &&
		text("in-upper-case", func(p *piece) string { return strings.ToUpper(write(p)) }) &&
		text("in-lower-case", func(p *piece) string { return strings.ToLower(write(p)) }) &&
		text("in-swapped-case", func(p *piece) string {
			other := deepCopy(p)
			flip(other)
			return write(other)
		})
}

// eachSequence calls yield for each sequence of some values that has none twice,
// after those that are chosen already. The slice is valid until yield returns.
func eachSequence(values, chosen []string, yield func([]string) bool) bool {
	if !yield(chosen) {
		return false
	}
	for i, v := range values {
		var rest []string
		rest = append(append(rest, values[:i]...), values[i+1:]...)
		if !eachSequence(rest, append(chosen, v), yield) {
			return false
		}
	}
	return true
}
