package mutant

import (
	"strings"

	"github.com/epin-conformance/harness/conformance"
)

// rewrite returns the fault of writing the expression otherwise: in each pair, the
// second text where the first should stand. It panics, when injected, where the
// first text does not stand exactly once: such a fault would be none, or two.
func rewrite(pairs ...string) func(m *model) {
	return func(m *model) {
		for i := 0; i < len(pairs); i += 2 {
			if strings.Count(m.expression, pairs[i]) != 1 {
				panic("mutant: " + pairs[i] + " does not stand once in " + m.expression)
			}
			m.expression = strings.Replace(m.expression, pairs[i], pairs[i+1], 1)
		}
	}
}

// reads returns the fault of judging something else than the token: what change
// makes of it.
func reads(change func(token string) string) func(m *model) {
	return func(m *model) {
		parse := m.parse
		m.parse = func(token string) (*piece, bool) { return parse(change(token)) }
	}
}

// parses returns the fault of parsing a token to something else than it says: to
// what change makes of the value.
func parses(change func(p *piece)) func(m *model) {
	return func(m *model) {
		parse := m.parse
		m.parse = func(token string) (*piece, bool) {
			p, ok := parse(token)
			if ok {
				change(p)
			}
			return p, ok
		}
	}
}

// does returns the fault of a method that does something else.
func does(method conformance.Method, change func(p *piece)) func(m *model) {
	return func(m *model) { m.methods[method] = change }
}
