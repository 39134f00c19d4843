package mutant

import (
	"strings"
)

// values are faults in the accessors and the string form of a parsed token.
var values = []fault{{
	// Attributes.
	name: "side-inverted", witness: requests{parse("K")},
	fails:  each("epin/7.1/side", "epin-initial/attributes").and(requirements{initial: []string{"pin-initial/mapping"}}),
	bug:    `Upper case is taken for the second side.`,
	fix:    `Map upper case to first, and lower case to second.`,
	inject: func(m *model) { m.side = replaced(side, "first", "second", "second", "first") },
}, {
	name: "state-swapped", fails: each("epin/7.1/state", "epin-initial/attributes"), witness: requests{parse("+K")},
	bug:    `Plus is taken for diminished and minus for enhanced.`,
	fix:    `Map + to enhanced, and - to diminished.`,
	inject: func(m *model) { m.state = replaced(state, "enhanced", "diminished", "diminished", "enhanced") },
}, {
	name: "state-lost", witness: requests{parse("+K")},
	fails:  each("epin/7.1/state", "epin-initial/attributes").and(wrongText),
	bug:    `The parser reads over the state modifier and forgets to keep it.`,
	fix:    `Keep the state in the value.`,
	inject: makes(normalize),
}, {
	name: "terminal-lost", fails: current("epin/7.1/terminal", "epin/9.2/canonical"),
	witness: requests{parse("K^")},
	bug:     `The parser reads over the terminal marker and forgets to keep it.`,
	fix:     `Keep the terminal status in the value.`,
	inject:  makes(unmark),
}, {
	name: "derivation-lost", witness: requests{parse("K'")},
	fails:  wrongDerivation.and(wrongText).and(current("epin/9.2/no-context")),
	bug:    `In a game of one style the derivation marker looks redundant, and the parser drops it.`,
	fix:    `Keep the flag; a context that does not want it removes it as a step of its own.`,
	inject: makes(native),
}, {
	name: "pin-keeps-the-quote", fails: wrongPIN, witness: requests{parse("K'")},
	bug:    `The accessor for the PIN token gives the whole token.`,
	fix:    `Leave the derivation marker out.`,
	inject: func(m *model) { m.pin = m.text },
}, {
	name: "native-and-derived", witness: requests{parse("K'")},
	fails:  each("epin/9.3/is-native", "epin-initial/accessors").and(wrongDerivation),
	bug:    `Every piece has a native style, so that the accessor for native always says yes, even of a derived piece.`,
	fix:    `Let native be the contrary of derived.`,
	inject: func(m *model) { m.native = func(*piece) bool { return true } },
}, {
	name: "derived-by-letter", witness: requests{parse("K'")},
	fails:  each("epin/9.3/is-derived", "epin-initial/accessors").and(wrongDerivation),
	bug:    `The accessor for derived compares the letter with its upper case, as if only the second side had derived pieces.`,
	fix:    `Let derived be whether the marker is there.`,
	inject: func(m *model) { m.derived = func(p *piece) bool { return p.letter != strings.ToUpper(p.letter) } },
}, {
	// The string form.
	name: "text-without-sign", fails: wrongText, witness: requests{parse("-K")},
	bug:    `The string form is put together without the state modifier.`,
	fix:    `Write the state modifier first.`,
	inject: func(m *model) { m.text = func(p *piece) string { return p.letter + p.caret + p.quote } },
}, {
	name: "text-without-quote", witness: requests{parse("K'")},
	fails:  wrongText.and(current("epin/9.2/no-context")),
	bug:    `The string form is that of the PIN library underneath, which knows no derivation marker.`,
	fix:    `Append the marker to the string form of the PIN token.`,
	inject: func(m *model) { m.text = m.pin },
}, {
	name: "text-reordered", fails: current("epin/9.2/canonical"), witness: requests{parse("K^'")},
	bug:    `The string form writes the derivation marker before the terminal marker.`,
	fix:    `Write the derivation marker last.`,
	inject: func(m *model) { m.text = func(p *piece) string { return p.sign + p.letter + p.quote + p.caret } },
}, {
	name: "text-in-upper-case", fails: wrongText, witness: requests{parse("k")},
	bug: `The string form is made from the Piece Name, which is in upper case, and the side is forgotten.`,
	fix: `Write the letter in the case of the side.`,
	inject: func(m *model) {
		m.text = func(p *piece) string { return p.sign + strings.ToUpper(p.letter) + p.caret + p.quote }
	},
}, {
	// Name and side.
	name: "name-with-sign", fails: wrongAttributes("epin/7.1/name"), witness: requests{parse("+K")},
	bug: `The Piece Name is everything in front of the markers, the sign too.`,
	fix: `Give the letter alone.`,
	inject: func(m *model) {
		m.pieceName = func(p *piece) string { return p.sign + strings.ToUpper(p.letter) }
	},
}, {
	name: "name-in-turkish-upper-case", fails: wrongAttributes("epin/7.1/name"), witness: requests{parse("i")},
	bug: `The Piece Name is raised by the rules of the user's locale, and in Turkish the i keeps its dot.`,
	fix: `Name the root locale.`,
	in:  fixes{"java": `Write toUpperCase(Locale.ROOT).`, "c#": `Write ToUpperInvariant().`},
	inject: func(m *model) {
		m.pieceName = func(p *piece) string { return strings.ToUpper(strings.Replace(p.letter, "i", "\u0130", 1)) }
	},
}, {
	name: "letter-in-four-bits", fails: wrongAttributes("epin/7.1/name").and(wrongText),
	witness: requests{parse("Q")},
	bug:     `The letter is packed into four bits, and from the seventeenth on they begin at A again.`,
	fix:     `Give it five bits.`,
	inject: makes(func(p *piece) {
		first := p.letter[0]&0x20 | 'A'
		p.letter = string(first + (p.letter[0]-first)%16)
	}),
}, {
	name: "side-as-a-colour", fails: wrongAttributes("epin/7.1/side"), witness: requests{parse("K")},
	bug:    `The sides are named white and black, as in chess.`,
	fix:    `Name them first and second.`,
	inject: func(m *model) { m.side = replaced(side, "first", "white", "second", "black") },
}, {
	name: "side-of-the-whole-token", fails: wrongAttributes("epin/7.1/side"), witness: requests{parse("+K")},
	bug: `The side is first where the token begins with a capital letter, and a sign is not a letter.`,
	fix: `Look at the letter.`,
	inject: func(m *model) {
		m.side = func(p *piece) string {
			if p.sign != "" {
				return "second"
			}
			return side(p)
		}
	},
}, {
	// State and terminal status.
	name: "state-knows-only-plus", fails: wrongAttributes("epin/7.1/state"), witness: requests{parse("-K")},
	bug:    `A piece counts as enhanced or normal, and the third state was forgotten in the accessor.`,
	fix:    `Map - to diminished.`,
	inject: func(m *model) { m.state = replaced(state, "diminished", "normal") },
}, {
	name: "state-as-written", fails: wrongAttributes("epin/7.1/state"), witness: requests{parse("K")},
	bug:    `The accessor for the state gives the sign.`,
	fix:    `Map the sign to the name of the state.`,
	inject: func(m *model) { m.state = func(p *piece) string { return p.sign } },
}, {
	name: "minus-one-unsigned", fails: wrongAttributes("epin/7.1/state").and(wrongText),
	witness: requests{parse("-K")},
	bug:     `The state is a number from -1 to 1 in a field without a sign, where -1 is more than 0, and so enhanced.`,
	fix:     `Give the field a sign, or use an enumeration.`,
	inject:  makes(either(diminished, enhance, nothing)),
}, {
	name: "terminal-inverted", fails: wrongAttributes("epin/7.1/terminal"), witness: requests{parse("K")},
	bug:    `The accessor for terminal gives whether the marker is missing.`,
	fix:    `Take the negation away.`,
	inject: func(m *model) { m.terminal = func(p *piece) bool { return !terminal(p) } },
}, {
	name: "terminal-by-name", fails: wrongAttributes("epin/7.1/terminal"), witness: requests{parse("K")},
	bug:    `A king is held to be terminal and everything else not to be, whatever the token says.`,
	fix:    `Let terminal be whether the marker is there.`,
	inject: func(m *model) { m.terminal = func(p *piece) bool { return strings.EqualFold(p.letter, "k") } },
}, {
	name: "terminal-off-by-one", fails: current("epin/7.1/terminal"), witness: requests{parse("K^")},
	bug: `The place at which the marker was found is compared with 1 by > rather than >=.`,
	fix: `Ask whether it was found.`,
	inject: func(m *model) {
		m.terminal = func(p *piece) bool { return strings.Index(p.sign+p.letter+p.caret, "^") > 1 }
	},
}, {
	name: "switch-falls-through", fails: current("epin/7.2/derivation", "epin/9.2/canonical"),
	witness: requests{parse("K^")},
	bug:     `The case of the terminal marker has no break, and falls through into that of the derivation marker.`,
	fix:     `End each case.`,
	inject:  makes(either(terminal, derive, nothing)),
}, {
	// Derivation and PIN.
	name: "native-and-derived-swapped", fails: wrongDerivation, witness: requests{parse("K")},
	bug:    `The marker is taken for that of native pieces.`,
	fix:    `Take it for that of derived ones.`,
	inject: func(m *model) { m.native, m.derived = m.derived, m.native },
}, {
	name: "marker-at-a-fixed-place", fails: wrongDerivation, witness: requests{parse("K'")},
	bug: `Whether a piece is derived is read from the third byte, where the marker stands behind one sign or one caret only.`,
	fix: `Look at the last byte.`,
	inject: func(m *model) {
		m.derived = func(p *piece) bool { return p.quote != "" && len(p.sign+p.letter+p.caret) == 2 }
		m.native = func(p *piece) bool { return !m.derived(p) }
	},
}, {
	name: "native-only-without-marks", witness: requests{parse("+K")},
	fails:  each("epin/9.3/is-native", "epin-initial/accessors").and(wrongDerivation),
	bug:    `Native is taken for plain, and a piece with a sign or a caret is neither native nor derived.`,
	fix:    `Let native be the contrary of derived.`,
	inject: func(m *model) { m.native = func(p *piece) bool { return p.sign+p.caret+p.quote == "" } },
}, {
	name: "pin-without-caret", fails: wrongPIN.onlyCurrent(), witness: requests{parse("K^")},
	bug:    `The PIN token is made by a library of the first PIN, which knows no terminal marker.`,
	fix:    `Keep the terminal marker.`,
	inject: func(m *model) { m.pin = func(p *piece) string { return p.sign + p.letter } },
}, {
	name: "pin-without-sign", fails: wrongPIN, witness: requests{parse("+K")},
	bug:    `The PIN token is cut out from the letter on.`,
	fix:    `Keep the sign.`,
	inject: func(m *model) { m.pin = func(p *piece) string { return p.letter + p.caret } },
}, {
	name: "pin-in-upper-case", fails: wrongPIN, witness: requests{parse("k")},
	bug: `The PIN token is made from the Piece Name, which is in upper case.`,
	fix: `Make it from the letter.`,
	inject: func(m *model) {
		m.pin = func(p *piece) string { return p.sign + strings.ToUpper(p.letter) + p.caret }
	},
}, {
	name: "pin-chopped", fails: wrongPIN, witness: requests{parse("K")},
	bug: `The PIN token is the token without its last character, derived or not.`,
	fix: `Remove the derivation marker alone, where there is one.`,
	in:  fixes{"perl": `Write s/'\z// rather than chop.`, "ruby": `Write delete_suffix("'") rather than chop.`},
	inject: func(m *model) {
		m.pin = func(p *piece) string {
			text := p.sign + p.letter + p.caret + p.quote
			return text[:len(text)-1]
		}
	},
}, {
	name: "text-without-caret", fails: wrongText.onlyCurrent(), witness: requests{parse("K^")},
	bug:    `The string form is put together without the terminal marker, which was added later.`,
	fix:    `Write the terminal marker behind the letter.`,
	inject: func(m *model) { m.text = func(p *piece) string { return p.sign + p.letter + p.quote } },
}, {
	name: "text-with-caret-in-front", fails: wrongText.onlyCurrent(), witness: requests{parse("K^")},
	bug:    `The string form writes the terminal marker with the sign, in front of the letter.`,
	fix:    `Write it behind the letter.`,
	inject: func(m *model) { m.text = func(p *piece) string { return p.sign + p.caret + p.letter + p.quote } },
}, {
	name: "text-with-sign-behind", fails: wrongText, witness: requests{parse("+K")},
	bug:    `The string form appends the parts in the order in which they were introduced, the sign behind the letter.`,
	fix:    `Write the sign first.`,
	inject: func(m *model) { m.text = func(p *piece) string { return p.letter + p.sign + p.caret + p.quote } },
}, {
	name: "text-escaped-for-a-query", fails: wrongText, witness: requests{parse("K'")},
	bug:    `The string form is escaped for a query, and doubles the apostrophe.`,
	fix:    `Escape where the query is made.`,
	inject: writes(strings.NewReplacer("'", "''").Replace),
}, {
	name: "text-escaped-for-a-page", fails: wrongText, witness: requests{parse("K'")},
	bug:    `The string form is escaped for a page, and the apostrophe becomes a character reference.`,
	fix:    `Escape where the page is made.`,
	inject: writes(strings.NewReplacer("'", "&#39;").Replace),
}, {
	name: "text-with-a-typographic-apostrophe", fails: wrongText, witness: requests{parse("K'")},
	bug:    `The string form is written for the eye, with the apostrophe of word processors.`,
	fix:    `Write U+0027.`,
	inject: writes(strings.NewReplacer("'", "\u2019").Replace),
}, {
	name: "text-for-debugging", fails: wrongText, witness: requests{parse("K")},
	bug:    `The string form is the one for debugging, in quotation marks.`,
	fix:    `Define the string form beside it.`,
	in:     fixes{"python": `Define __str__ beside __repr__.`, "ruby": `Define to_s beside inspect.`, "rust": `Implement Display beside Debug.`, "elixir": `Implement String.Chars beside Inspect.`},
	inject: writes(func(text string) string { return `"` + text + `"` }),
}, {
	name: "text-with-a-line-end", fails: wrongText, witness: requests{parse("K")},
	bug:    `The string form is what the command prints, its line ending included.`,
	fix:    `Add the line ending where it is printed.`,
	inject: writes(func(text string) string { return text + "\n" }),
}, {
	name: "text-padded", fails: wrongText, witness: requests{parse("K")},
	bug:    `The string form is padded with blanks, to stand well in a diagram.`,
	fix:    `Pad where the diagram is drawn.`,
	inject: writes(func(text string) string { return text + strings.Repeat(" ", max(0, 4-len(text))) }),
}, {
	name: "text-in-four-bytes", fails: wrongText.onlyCurrent(), witness: requests{parse("+K^'")},
	bug:    `The string form is written to a buffer of four bytes, and one of them is for the zero at its end.`,
	fix:    `Make room for five.`,
	in:     fixes{"c": `Declare the buffer char text[5], and compare what snprintf returns with its size.`},
	inject: writes(func(text string) string { return text[:min(len(text), 3)] }),
}, {
	name: "text-with-swapped-case", fails: wrongText, witness: requests{parse("K")},
	bug: `The string form chooses the case by a comparison that is the wrong way round.`,
	fix: `Write upper case for the first side.`,
	inject: func(m *model) {
		m.text = func(p *piece) string {
			flipped := deepCopy(p)
			flip(flipped)
			return flipped.sign + flipped.letter + flipped.caret + flipped.quote
		}
	},
}, {
	name: "text-by-a-turkish-locale", fails: wrongText, witness: requests{parse("i")},
	bug:    `The string form lowers the letter by the rules of the user's locale, and in Turkish I loses its dot.`,
	fix:    `Name the root locale.`,
	in:     fixes{"java": `Write toLowerCase(Locale.ROOT).`, "c#": `Write ToLowerInvariant().`},
	inject: writes(strings.NewReplacer("i", "\u0131").Replace),
}}

// wrongAttributes returns the requirements of an incorrect accessor of an inherited attribute.
func wrongAttributes(id string) requirements { return each(id, "epin-initial/attributes") }
