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
		name: "equality-by-identity",
		bug:  `No equality is defined, so that the language compares identity, and every parse makes a new object.`,
		mend: `Define equality by value.`,
		in: mends{
			"python":     `Define __eq__ and __hash__.`,
			"ruby":       `Define ==, eql? and hash.`,
			"java":       `Override equals and hashCode.`,
			"javascript": `Offer a method equals: === compares identity.`,
			"lua":        `Set __eq in the metatable.`,
			"c#":         `Override Equals and GetHashCode, or use a record.`,
		},
		fails:  wrongEquality,
		killer: requests{equal("K", "K")},
		inject: func(m *model) {
			m.equal = func(a, b *piece) bool { return a == b }
		},
	},
	{
		name:   "equality-of-one-buffer",
		bug:    `The parser returns a static variable, so that the second token parsed overwrites the first, or equality asks only whether both are pieces.`,
		mend:   `Return a value of its own for each call, and compare all attributes.`,
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
	{
		name:   "equality-ignores-state",
		bug:    `Pieces are compared by what they are on the board when the game begins, where all are in their normal state.`,
		mend:   `Compare the state as well.`,
		fails:  wrongEquality,
		killer: requests{equal("K", "+K")},
		inject: func(m *model) {
			m.equal = func(a, b *piece) bool { return a.letter == b.letter && *a.suffix == *b.suffix }
		},
	},
	{
		name:   "equality-ignores-caret",
		bug:    `Equality was defined before there was a terminal marker, and not extended.`,
		mend:   `Compare the terminal status as well.`,
		fails:  wrongEquality.onlyCurrent(),
		killer: requests{equal("K", "K^")},
		inject: func(m *model) {
			m.equal = func(a, b *piece) bool { return a.sign+a.letter+a.quote == b.sign+b.letter+b.quote }
		},
	},
	{
		name:   "equality-by-name",
		bug:    `Pieces are equal if they are of the same kind, whatever has become of them.`,
		mend:   `Compare all attributes.`,
		fails:  wrongEquality,
		killer: requests{equal("K", "+k'")},
		inject: func(m *model) {
			m.equal = func(a, b *piece) bool { return m.pieceName(a) == m.pieceName(b) }
		},
	},
	{
		name:   "equality-by-prefix",
		bug:    `Equality compares as many bytes as the second token has, so that a native piece equals its derived one from one side.`,
		mend:   `Compare the lengths too.`,
		in:     mends{"c": `Use strcmp rather than strncmp with the length of one side.`},
		fails:  wrongEquality,
		killer: requests{equal("K'", "K")},
		inject: func(m *model) {
			m.equal = func(a, b *piece) bool { return strings.HasPrefix(m.text(a), m.text(b)) }
		},
	},
	{
		name:   "equality-of-the-first-bytes",
		bug:    `Equality compares a fixed number of bytes, which were enough before there was ^.`,
		mend:   `Compare all bytes.`,
		fails:  wrongEquality.onlyCurrent(),
		killer: requests{equal("+K^'", "+K^")},
		inject: func(m *model) {
			const n = 3
			first := func(p *piece) string { return m.text(p)[:min(n, len(m.text(p)))] }
			m.equal = func(a, b *piece) bool { return first(a) == first(b) }
		},
	},
	{
		name:   "equality-by-comparison",
		bug:    `A comparison that gives zero for equal is used as a condition, and zero counts as no.`,
		mend:   `Compare its result with zero.`,
		in:     mends{"c": `Write strcmp(a, b) == 0.`, "php": `Write strcmp($a, $b) === 0, or $a === $b.`},
		fails:  wrongEquality,
		killer: requests{equal("K", "K")},
		inject: func(m *model) {
			m.equal = func(a, b *piece) bool { return strings.Compare(m.text(a), m.text(b)) != 0 }
		},
	},
	{
		name:   "equality-by-interned-identity",
		bug:    `Identity is compared, which works for single letters, because the language keeps one object for each of them.`,
		mend:   `Define equality by value.`,
		in:     mends{"python": `Write == rather than is.`, "java": `Write equals rather than ==.`, "ruby": `Write == rather than equal?.`},
		fails:  wrongEquality,
		killer: requests{equal("+K", "+K")},
		inject: func(m *model) {
			m.equal = func(a, b *piece) bool { return len(m.text(a)) == 1 && m.text(a) == m.text(b) }
		},
	},
}
