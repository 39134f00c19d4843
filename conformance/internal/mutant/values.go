package mutant

import "strings"

// values are faults in what a parsed token says of itself.
var values = []fault{
	// Attributes.
	{
		name:   "side-inverted",
		bug:    `Upper case is taken for the second side.`,
		mend:   `Map upper case to first, and lower case to second.`,
		fails:  each("epin/7.1/side", "epin-initial/attributes").and(requirements{initial: []string{"pin-initial/mapping"}}),
		killer: requests{parse("K")},
		inject: func(m *model) {
			m.side = func(p *piece) string {
				if side(p) == "first" {
					return "second"
				}
				return "first"
			}
		},
	},
	{
		name:   "state-swapped",
		bug:    `Plus is taken for diminished and minus for enhanced.`,
		mend:   `Map + to enhanced, and - to diminished.`,
		fails:  each("epin/7.1/state", "epin-initial/attributes"),
		killer: requests{parse("+K")},
		inject: func(m *model) {
			m.state = func(p *piece) string {
				switch p.sign {
				case "+":
					return "diminished"
				case "-":
					return "enhanced"
				}
				return "normal"
			}
		},
	},
	{
		name:   "state-lost",
		bug:    `The parser reads over the state modifier and forgets to keep it.`,
		mend:   `Keep the state in the value.`,
		fails:  each("epin/7.1/state", "epin-initial/attributes").and(each("epin/9.2/canonical", "epin-initial/canonical")),
		killer: requests{parse("+K")},
		inject: parses(func(p *piece) { p.sign = "" }),
	},
	{
		name:   "terminal-lost",
		bug:    `The parser reads over the terminal marker and forgets to keep it.`,
		mend:   `Keep the terminal status in the value.`,
		fails:  current("epin/7.1/terminal", "epin/9.2/canonical"),
		killer: requests{parse("K^")},
		inject: parses(func(p *piece) { p.caret = "" }),
	},
	{
		name: "derivation-lost",
		bug:  `In a game of one style the derivation marker looks redundant, and the parser drops it.`,
		mend: `Keep the flag; a context that does not want it removes it as a step of its own.`,
		fails: each("epin/7.2/derivation", "epin-initial/derivation").
			and(each("epin/9.2/canonical", "epin-initial/canonical")).
			and(current("epin/9.2/no-context")),
		killer: requests{parse("K'")},
		inject: parses(func(p *piece) { p.quote = "" }),
	},
	{
		name:   "pin-keeps-the-quote",
		bug:    `The accessor for the PIN token gives the whole token.`,
		mend:   `Leave the derivation marker out.`,
		fails:  each("epin/9.3/pin", "epin-initial/accessors"),
		killer: requests{parse("K'")},
		inject: func(m *model) { m.pin = m.text },
	},
	{
		name:   "native-and-derived",
		bug:    `Every piece has a native style, so that the accessor for native always says yes, even of a derived piece.`,
		mend:   `Let native be the contrary of derived.`,
		fails:  each("epin/9.3/is-native", "epin-initial/accessors").and(each("epin/7.2/derivation", "epin-initial/derivation")),
		killer: requests{parse("K'")},
		inject: func(m *model) { m.native = func(*piece) bool { return true } },
	},

	{
		name:   "derived-by-letter",
		bug:    `The accessor for derived compares the letter with its upper case, as if only the second side had derived pieces.`,
		mend:   `Let derived be whether the marker is there.`,
		fails:  each("epin/9.3/is-derived", "epin-initial/accessors").and(each("epin/7.2/derivation", "epin-initial/derivation")),
		killer: requests{parse("K'")},
		inject: func(m *model) { m.derived = func(p *piece) bool { return p.letter != strings.ToUpper(p.letter) } },
	},

	// The string form.
	{
		name:   "text-without-sign",
		bug:    `The string form is put together without the state modifier.`,
		mend:   `Write the state modifier first.`,
		fails:  each("epin/9.2/canonical", "epin-initial/canonical"),
		killer: requests{parse("-K")},
		inject: func(m *model) { m.text = func(p *piece) string { return p.letter + p.caret + p.quote } },
	},
	{
		name:   "text-without-quote",
		bug:    `The string form is that of the PIN library underneath, which knows no derivation marker.`,
		mend:   `Append the marker to the string form of the PIN token.`,
		fails:  each("epin/9.2/canonical", "epin-initial/canonical").and(current("epin/9.2/no-context")),
		killer: requests{parse("K'")},
		inject: func(m *model) { m.text = m.pin },
	},
	{
		name:   "text-reordered",
		bug:    `The string form writes the derivation marker before the terminal marker.`,
		mend:   `Write the derivation marker last.`,
		fails:  current("epin/9.2/canonical"),
		killer: requests{parse("K^'")},
		inject: func(m *model) { m.text = func(p *piece) string { return p.sign + p.letter + p.quote + p.caret } },
	},
	{
		name:   "text-in-upper-case",
		bug:    `The string form is made from the Piece Name, which is in upper case, and the side is forgotten.`,
		mend:   `Write the letter in the case of the side.`,
		fails:  each("epin/9.2/canonical", "epin-initial/canonical"),
		killer: requests{parse("k")},
		inject: func(m *model) {
			m.text = func(p *piece) string { return p.sign + strings.ToUpper(p.letter) + p.caret + p.quote }
		},
	},
}
