package mutant

import (
	"fmt"
	"strings"
)

// equality are faults in the comparison of tokens.
var equality = []fault{{
	name: "equality-ignores-quote", fails: wrongEquality, witness: requests{equal("K", "K'")},
	bug:    `Equality compares the PIN tokens, which lack the derivation marker.`,
	fix:    `Compare the derivation flag too.`,
	inject: equalBy(func(m *model, p *piece) string { return m.pin(p) }),
}, {
	name: "equality-ignores-case", fails: wrongEquality, witness: requests{equal("K", "k")},
	bug:    `Equality ignores case, so pieces of both sides are equal.`,
	fix:    `Compare the side too.`,
	inject: equalBy(func(m *model, p *piece) string { return strings.ToLower(m.text(p)) }),
}, {
	name: "equality-by-identity", fails: wrongEquality, witness: requests{equal("K", "K")},
	bug: `Equality compares object identity, and each parse returns a new object.`,
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
	bug: `Equality is always true, for example because the parser returns one static buffer.`,
	fix: `Return a new value from each call, and compare all attributes.`,
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
	bug:    `Equality ignores the state.`,
	fix:    `Compare the state too.`,
	inject: equalBy(func(_ *model, p *piece) string { return p.letter + p.caret + p.quote }),
}, {
	name: "equality-ignores-caret", fails: wrongEquality.onlyCurrent(), witness: requests{equal("K", "K^")},
	bug:    `Equality ignores the terminal status.`,
	fix:    `Compare the terminal status too.`,
	inject: equalBy(func(_ *model, p *piece) string { return p.sign + p.letter + p.quote }),
}, {
	name: "equality-by-name", fails: wrongEquality, witness: requests{equal("K", "+k'")},
	bug:    `Equality compares only the Piece Name.`,
	fix:    `Compare all attributes.`,
	inject: equalBy(func(m *model, p *piece) string { return m.pieceName(p) }),
}, {
	name: "equality-by-prefix", fails: wrongEquality, witness: requests{equal("K'", "K")},
	bug: `Equality compares only as many characters as the second token has.`,
	fix: `Compare the lengths too.`,
	in:  fixes{"c": `Use strcmp, not strncmp with the length of one side.`},
	inject: func(m *model) {
		m.equal = func(a, b *piece) bool { return strings.HasPrefix(m.text(a), m.text(b)) }
	},
}, {
	name: "equality-of-the-first-bytes", fails: wrongEquality.onlyCurrent(),
	witness: requests{equal("+K^'", "+K^")},
	bug:     `Equality compares only the first 3 characters.`,
	fix:     `Compare all characters.`,
	inject:  equalBy(func(m *model, p *piece) string { return m.text(p)[:min(3, len(m.text(p)))] }),
}, {
	name: "equality-by-comparison", fails: wrongEquality, witness: requests{equal("K", "K")},
	bug: `A three-way comparison is used as a condition, so 0 for equal counts as false.`,
	fix: `Compare its result with 0.`,
	in: fixes{
		"c":   `Write strcmp(a, b) == 0.`,
		"php": `Write strcmp($a, $b) === 0, or $a === $b.`,
	},
	inject: func(m *model) {
		m.equal = func(a, b *piece) bool { return strings.Compare(m.text(a), m.text(b)) != 0 }
	},
}, {
	name: "equality-by-interned-identity", fails: wrongEquality, witness: requests{equal("+K", "+K")},
	bug: `Equality compares identity, which works only for interned strings of one letter.`,
	fix: `Define equality by value.`,
	in: fixes{
		"python": `Use ==, not is.`,
		"java":   `Use equals, not ==.`,
		"ruby":   `Use ==, not equal?.`,
	},
	inject: func(m *model) {
		m.equal = func(a, b *piece) bool { return len(m.text(a)) == 1 && m.text(a) == m.text(b) }
	},
}, {
	name: "equality-of-overlapping-bits", fails: wrongEquality, witness: requests{equal("+K", "k")},
	bug: `Equality compares packed attributes, and the bit of the enhanced state is also that of the case.`,
	fix: `Give each attribute bits of its own.`,
	inject: equalBy(func(_ *model, p *piece) string {
		letter := p.letter[0]
		if enhanced(p) {
			letter ^= 'a' ^ 'A'
		}
		return strings.TrimPrefix(p.sign, "+") + string(rune(letter)) + p.caret + p.quote
	}),
}, {
	name: "equality-by-sum-of-bytes", fails: wrongEquality, witness: requests{equal("+I", "-G")},
	bug: `Equality compares hash codes, and the hash code is the sum of the bytes.`,
	fix: `Compare all attributes: equal hash codes prove nothing.`,
	in:  fixes{"java": `Let equals compare all attributes, not hashCode.`},
	inject: equalBy(func(m *model, p *piece) string {
		sum := 0
		for _, b := range []byte(m.text(p)) {
			sum += int(b)
		}
		return fmt.Sprint(sum)
	}),
}}
