package mutant

import "strings"

var wrongEquality = each("epin/9.3/equivalent", "epin-initial/equivalent")

// equality are faults in which tokens are held equal.
var equality = []fault{
	{
		name:   "equality-ignores-quote",
		bug:    `Equality is inherited from the PIN library underneath, which knows no derivation marker.`,
		mend:   `Compare the derivation flag as well.`,
		fails:  wrongEquality,
		killer: requests{equal("K", "K'")},
		inject: func(m *model) {
			m.equal = func(a, b *piece) bool { return m.pin(a) == m.pin(b) }
		},
	},
	{
		name:   "equality-ignores-case",
		bug:    `Pieces are compared by name, state and markers, and the side is forgotten.`,
		mend:   `Compare the side as well.`,
		fails:  wrongEquality,
		killer: requests{equal("K", "k")},
		inject: func(m *model) {
			m.equal = func(a, b *piece) bool { return strings.EqualFold(m.text(a), m.text(b)) }
		},
	},
	{
		name:   "equality-by-identity",
		bug:    `No equality is defined, so that the language compares identity, and every parse makes a new object.`,
		mend:   `Define equality by value.`,
		fails:  wrongEquality,
		killer: requests{equal("K", "K")},
		inject: func(m *model) {
			m.equal = func(a, b *piece) bool { return a == b }
		},
	},
	{
		name:   "equality-of-one-buffer",
		bug:    `The parser returns a static variable, so that the second token parsed overwrites the first.`,
		mend:   `Return a value of its own for each call.`,
		fails:  wrongEquality,
		killer: requests{equal("K", "Q")},
		inject: func(m *model) {
			parse := m.parse
			var static piece
			m.parse = func(token string) (*piece, bool) {
				p, ok := parse(token)
				if !ok {
					return nil, false
				}
				static = *p
				return &static, true
			}
		},
	},
}
