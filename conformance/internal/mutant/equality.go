package mutant

import "strings"

// equality are faults in the comparison of tokens.
var equality = []fault{{
	name: "equality-ignores-quote", fails: wrongEquality, witness: requests{equal("K", "K'")},
	bug:    `Equality is inherited from the PIN library underneath, which knows no derivation marker.`,
	fix:    `Compare the derivation flag as well.`,
	inject: equalBy(func(m *model, p *piece) string { return m.pin(p) }),
}, {
	name: "equality-ignores-case", fails: wrongEquality, witness: requests{equal("K", "k")},
	bug:    `Pieces are compared by name, state and markers, and the side is forgotten.`,
	fix:    `Compare the side as well.`,
	inject: equalBy(func(m *model, p *piece) string { return strings.ToLower(m.text(p)) }),
}, {
	name: "equality-by-identity", fails: wrongEquality, witness: requests{equal("K", "K")},
	bug: `No equality is defined, so that the language compares identity, and every parse makes a new object.`,
	fix: `Define equality by value.`,
	in: fixes{
		"python":     `Define __eq__ and __hash__.`,
		"ruby":       `Define ==, eql? and hash.`,
		"java":       `Override equals and hashCode.`,
		"javascript": `Offer a method equals: === compares identity.`,
		"lua":        `Set __eq in the metatable.`,
		"c#":         `Override Equals and GetHashCode, or use a record.`,
	},
	inject: func(m *model) { m.equal = func(a, b *piece) bool { return a == b } },
}, {
	name: "equality-of-one-buffer", fails: wrongEquality, witness: requests{equal("K", "Q")},
	bug: `The parser returns a static variable, so that the second token parsed overwrites the first, or equality asks only whether both are pieces.`,
	fix: `Return a value of its own for each call, and compare all attributes.`,
	inject: remembers(func(parse parser) parser {
		var static piece
		return func(token string) (*piece, bool) {
			p, ok := parse(token)
			if ok {
				static = *p
			}
			return &static, ok
		}
	}),
}, {
	name: "equality-ignores-state", fails: wrongEquality, witness: requests{equal("K", "+K")},
	bug:    `Pieces are compared by what they are on the board when the game begins, where all are in their normal state.`,
	fix:    `Compare the state as well.`,
	inject: equalBy(func(_ *model, p *piece) string { return p.letter + p.caret + p.quote }),
}, {
	name: "equality-ignores-caret", fails: wrongEquality.onlyCurrent(), witness: requests{equal("K", "K^")},
	bug:    `Equality was defined before there was a terminal marker, and not extended.`,
	fix:    `Compare the terminal status as well.`,
	inject: equalBy(func(_ *model, p *piece) string { return p.sign + p.letter + p.quote }),
}, {
	name: "equality-by-name", fails: wrongEquality, witness: requests{equal("K", "+k'")},
	bug:    `Pieces are equal if they are of the same kind, whatever has become of them.`,
	fix:    `Compare all attributes.`,
	inject: equalBy(func(m *model, p *piece) string { return m.pieceName(p) }),
}, {
	name: "equality-by-prefix", fails: wrongEquality, witness: requests{equal("K'", "K")},
	bug: `Equality compares as many bytes as the second token has, so that a native piece equals its derived one from one side.`,
	fix: `Compare the lengths too.`,
	in:  fixes{"c": `Use strcmp rather than strncmp with the length of one side.`},
	inject: func(m *model) {
		m.equal = func(a, b *piece) bool { return strings.HasPrefix(m.text(a), m.text(b)) }
	},
}, {
	name: "equality-of-the-first-bytes", fails: wrongEquality.onlyCurrent(),
	witness: requests{equal("+K^'", "+K^")},
	bug:     `Equality compares a fixed number of bytes, which were enough before there was ^.`,
	fix:     `Compare all bytes.`,
	inject:  equalBy(func(m *model, p *piece) string { return m.text(p)[:min(3, len(m.text(p)))] }),
}, {
	name: "equality-by-comparison", fails: wrongEquality, witness: requests{equal("K", "K")},
	bug: `A comparison that gives zero for equal is used as a condition, and zero counts as no.`,
	fix: `Compare its result with zero.`,
	in:  fixes{"c": `Write strcmp(a, b) == 0.`, "php": `Write strcmp($a, $b) === 0, or $a === $b.`},
	inject: func(m *model) {
		m.equal = func(a, b *piece) bool { return strings.Compare(m.text(a), m.text(b)) != 0 }
	},
}, {
	name: "equality-by-interned-identity", fails: wrongEquality, witness: requests{equal("+K", "+K")},
	bug: `Identity is compared, which works for single letters, because the language keeps one object for each of them.`,
	fix: `Define equality by value.`,
	in:  fixes{"python": `Write == rather than is.`, "java": `Write equals rather than ==.`, "ruby": `Write == rather than equal?.`},
	inject: func(m *model) {
		m.equal = func(a, b *piece) bool { return len(m.text(a)) == 1 && m.text(a) == m.text(b) }
	},
}}
