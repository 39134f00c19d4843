package mutant

import (
	"fmt"
	"strings"
)

// equality are faults in the comparison of tokens.
func equality() []Mutant {
	return []Mutant{
		fault("equality-ignores-quote", wrongEquality, equal("K", "K'"),
			`Equality compares the PIN tokens, which lack the derivation marker.`,
			`Compare the derivation flag too.`, equalBy(func(m *model, p *piece) string { return m.read["pin"](p) })),
		fault("equality-ignores-case", wrongEquality, equal("K", "k"),
			`Equality ignores case, so pieces of both sides are equal.`,
			`Compare the side too.`, equalBy(func(m *model, p *piece) string { return strings.ToLower(m.text(p)) })),
		fault("equality-by-identity", wrongEquality, equal("K", "K"),
			`Equality compares object identity, and each parse returns a new object.`,
			`Define equality by value.`, func(m *model) { m.equal = func(a, b *piece) bool { return a == b } },
			in("python", `Define __eq__ and __hash__.`),
			in("ruby", `Define ==, eql? and hash.`),
			in("java", `Override equals and hashCode.`),
			in("javascript", `Offer a method equals: === compares identity.`),
			in("lua", `Set __eq in the metatable.`),
			in("c#", `Override Equals and GetHashCode, or use a record.`)),
		fault("equality-of-one-buffer", wrongEquality, equal("K", "Q"),
			`Equality is always true, for example because the parser returns one static buffer.`,
			`Return a new value from each call, and compare all attributes.`,
			remembersValues(func(static *piece, _ string, p *piece) *piece {
				*static = *p
				return static
			})),
		fault("equality-ignores-state", wrongEquality, equal("K", "+K"),
			`Equality ignores the state.`,
			`Compare the state too.`, equalBy(func(_ *model, p *piece) string { return p.letter + p.caret + p.quote })),
		fault("equality-ignores-caret", wrongEquality.onlyCurrent(), equal("K", "K^"),
			`Equality ignores the terminal status.`,
			`Compare the terminal status too.`,
			equalBy(func(_ *model, p *piece) string { return p.sign + p.letter + p.quote })),
		fault("equality-by-name", wrongEquality, equal("K", "+k'"),
			`Equality compares only the Piece Name.`,
			`Compare all attributes.`, equalBy(func(m *model, p *piece) string { return m.read["name"](p) })),
		fault("equality-by-prefix", wrongEquality, equal("K'", "K"),
			`Equality compares only as many characters as the second token has.`,
			`Compare the lengths too.`,
			func(m *model) { m.equal = func(a, b *piece) bool { return strings.HasPrefix(m.text(a), m.text(b)) } },
			in("c", `Use strcmp, not strncmp with the length of one side.`)),
		fault("equality-of-the-first-bytes", wrongEquality.onlyCurrent(), equal("+K^'", "+K^"),
			`Equality compares only the first 3 characters.`,
			`Compare all characters.`,
			equalBy(func(m *model, p *piece) string { return first(3, m.text(p)) })),
		fault("equality-by-comparison", wrongEquality, equal("K", "K"),
			`A three-way comparison is used as a condition, so 0 for equal counts as false.`,
			`Compare its result with 0.`,
			func(m *model) { m.equal = func(a, b *piece) bool { return strings.Compare(m.text(a), m.text(b)) != 0 } },
			in("c", `Write strcmp(a, b) == 0.`),
			in("php", `Write strcmp($a, $b) === 0, or $a === $b.`)),
		fault("equality-by-interned-identity", wrongEquality, equal("+K", "+K"),
			`Equality compares identity, which works only for interned strings of one letter.`,
			`Define equality by value.`, func(m *model) {
				m.equal = func(a, b *piece) bool { return len(m.text(a)) == 1 && m.text(a) == m.text(b) }
			},
			in("python", `Use ==, not is.`),
			in("java", `Use equals, not ==.`),
			in("ruby", `Use ==, not equal?.`)),
		fault("equality-of-overlapping-bits", wrongEquality, equal("+K", "k"),
			`Equality compares packed attributes, and the bit of the enhanced state is also that of the case.`,
			`Give each attribute bits of its own.`, equalBy(func(_ *model, p *piece) string {
				letter := p.letter[0]
				if enhanced(p) {
					letter ^= 'a' ^ 'A'
				}
				return strings.TrimPrefix(p.sign, "+") + string(rune(letter)) + p.caret + p.quote
			})),
		fault("equality-by-sum-of-bytes", wrongEquality, equal("+I", "-G"),
			`Equality compares hash codes, and the hash code is the sum of the bytes.`,
			`Compare all attributes: equal hash codes prove nothing.`,
			equalBy(func(m *model, p *piece) string { return fmt.Sprint(sumOf(m.text(p))) }),
			in("java", `Let equals compare all attributes, not hashCode.`)),
	}
}
