package mutant

import (
	"strings"
)

// values are faults in the accessors and the string form of a parsed token.
var values = []fault{{
	// Attributes.
	name: "side-inverted", witness: requests{parse("K")},
	fails:  each("epin/7.1/side", "epin-initial/attributes").and(requirements{initial: []string{"pin-initial/mapping"}}),
	bug:    `Upper case is mapped to second, and lower case to first.`,
	fix:    `Map upper case to first, and lower case to second.`,
	inject: func(m *model) { m.side = replaced(side, "first", "second", "second", "first") },
}, {
	name: "state-swapped", fails: each("epin/7.1/state", "epin-initial/attributes"), witness: requests{parse("+K")},
	bug:    `The states are swapped: + is mapped to diminished, and - to enhanced.`,
	fix:    `Map + to enhanced, and - to diminished.`,
	inject: func(m *model) { m.state = replaced(state, "enhanced", "diminished", "diminished", "enhanced") },
}, {
	name: "state-lost", witness: requests{parse("+K")},
	fails:  each("epin/7.1/state", "epin-initial/attributes").and(wrongText),
	bug:    `The parser reads the state modifier but does not store it.`,
	fix:    `Store the state in the value.`,
	inject: makes(normalize),
}, {
	name: "terminal-lost", fails: current("epin/7.1/terminal", "epin/9.2/canonical"),
	witness: requests{parse("K^")},
	bug:     `The parser reads the terminal marker but does not store it.`,
	fix:     `Store the terminal status in the value.`,
	inject:  makes(unmark),
}, {
	name: "derivation-lost", witness: requests{parse("K'")},
	fails:  wrongDerivation.and(wrongText).and(current("epin/9.2/no-context")),
	bug:    `The parser reads the derivation marker but does not store it.`,
	fix:    `Store the derivation flag in the value; the application may ignore it.`,
	inject: makes(native),
}, {
	name: "pin-keeps-the-quote", fails: wrongPIN, witness: requests{parse("K'")},
	bug:    `The accessor pin returns the token with the derivation marker.`,
	fix:    `Return the token without the derivation marker.`,
	inject: func(m *model) { m.pin = m.text },
}, {
	name: "native-and-derived", witness: requests{parse("K'")},
	fails:  each("epin/9.3/is-native", "epin-initial/accessors").and(wrongDerivation),
	bug:    `The accessor native always returns true, even for a derived piece.`,
	fix:    `Return the negation of derived.`,
	inject: func(m *model) { m.native = func(*piece) bool { return true } },
}, {
	name: "derived-by-letter", witness: requests{parse("K'")},
	fails:  each("epin/9.3/is-derived", "epin-initial/accessors").and(wrongDerivation),
	bug:    `The accessor derived tests the case of the letter instead of the derivation marker.`,
	fix:    `Test whether the derivation marker is present.`,
	inject: func(m *model) { m.derived = func(p *piece) bool { return p.letter != strings.ToUpper(p.letter) } },
}, {
	// The string form.
	name: "text-without-sign", fails: wrongText, witness: requests{parse("-K")},
	bug:    `The string form lacks the state modifier.`,
	fix:    `Write the state modifier first.`,
	inject: func(m *model) { m.text = func(p *piece) string { return p.letter + p.caret + p.quote } },
}, {
	name: "text-without-quote", witness: requests{parse("K'")},
	fails:  wrongText.and(current("epin/9.2/no-context")),
	bug:    `The string form is the PIN token, so it lacks the derivation marker.`,
	fix:    `Append the derivation marker.`,
	inject: func(m *model) { m.text = m.pin },
}, {
	name: "text-reordered", fails: current("epin/9.2/canonical"), witness: requests{parse("K^'")},
	bug:    `The string form has the derivation marker before the terminal marker.`,
	fix:    `Write the derivation marker last.`,
	inject: func(m *model) { m.text = func(p *piece) string { return p.sign + p.letter + p.quote + p.caret } },
}, {
	name: "text-in-upper-case", fails: wrongText, witness: requests{parse("k")},
	bug: `The string form is always in upper case, so it loses the side.`,
	fix: `Write the letter in the case of its side.`,
	inject: func(m *model) {
		m.text = func(p *piece) string { return p.sign + strings.ToUpper(p.letter) + p.caret + p.quote }
	},
}, {
	// Name and side.
	name: "name-with-sign", fails: wrongAttributes("epin/7.1/name"), witness: requests{parse("+K")},
	bug: `The accessor name returns the sign together with the letter.`,
	fix: `Return the letter alone.`,
	inject: func(m *model) {
		m.pieceName = func(p *piece) string { return p.sign + strings.ToUpper(p.letter) }
	},
}, {
	name: "name-in-turkish-upper-case", fails: wrongAttributes("epin/7.1/name"), witness: requests{parse("i")},
	bug: `The accessor name upper-cases by the user's locale, where in Turkish i becomes U+0130.`,
	fix: `Upper-case by the root locale.`,
	in: fixes{
		"java": `Call toUpperCase(Locale.ROOT).`,
		"c#":   `Call ToUpperInvariant().`,
	},
	inject: func(m *model) {
		m.pieceName = func(p *piece) string { return strings.ToUpper(strings.Replace(p.letter, "i", "\u0130", 1)) }
	},
}, {
	name: "letter-in-four-bits", fails: wrongAttributes("epin/7.1/name").and(wrongText),
	witness: requests{parse("Q")},
	bug:     `The letter is stored in 4 bits and overflows: Q becomes A.`,
	fix:     `Store the letter in 5 bits or more.`,
	inject: makes(func(p *piece) {
		first := p.letter[0]&0x20 | 'A'
		p.letter = string(first + (p.letter[0]-first)%16)
	}),
}, {
	name: "side-as-a-colour", fails: wrongAttributes("epin/7.1/side"), witness: requests{parse("K")},
	bug:    `The accessor side returns white and black, as in chess.`,
	fix:    `Return first and second.`,
	inject: func(m *model) { m.side = replaced(side, "first", "white", "second", "black") },
}, {
	name: "side-of-the-whole-token", fails: wrongAttributes("epin/7.1/side"), witness: requests{parse("+K")},
	bug: `The accessor side tests the first character of the token, which can be the sign.`,
	fix: `Test the letter.`,
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
	bug:    `The accessor state returns normal for a minus sign.`,
	fix:    `Return diminished for a minus sign.`,
	inject: func(m *model) { m.state = replaced(state, "diminished", "normal") },
}, {
	name: "state-as-written", fails: wrongAttributes("epin/7.1/state"), witness: requests{parse("K")},
	bug:    `The accessor state returns the sign itself.`,
	fix:    `Return enhanced, diminished or normal.`,
	inject: func(m *model) { m.state = func(p *piece) string { return p.sign } },
}, {
	name: "minus-one-unsigned", fails: wrongAttributes("epin/7.1/state").and(wrongText),
	witness: requests{parse("-K")},
	bug:     `The state -1 is stored in an unsigned field, where it overflows and counts as enhanced.`,
	fix:     `Use a signed field or an enumeration.`,
	inject:  makes(either(diminished, enhance, nothing)),
}, {
	name: "terminal-inverted", fails: wrongAttributes("epin/7.1/terminal"), witness: requests{parse("K")},
	bug:    `The accessor terminal returns the opposite of the terminal status.`,
	fix:    `Return true if the terminal marker is present.`,
	inject: func(m *model) { m.terminal = func(p *piece) bool { return !terminal(p) } },
}, {
	name: "terminal-by-name", fails: wrongAttributes("epin/7.1/terminal"), witness: requests{parse("K")},
	bug:    `The accessor terminal tests for the letter K instead of the terminal marker.`,
	fix:    `Test whether the terminal marker is present.`,
	inject: func(m *model) { m.terminal = func(p *piece) bool { return strings.EqualFold(p.letter, "k") } },
}, {
	name: "terminal-off-by-one", fails: current("epin/7.1/terminal"), witness: requests{parse("K^")},
	bug: `Off by one: the index of the terminal marker is compared with > 1 instead of >= 1.`,
	fix: `Test whether the marker is found.`,
	inject: func(m *model) {
		m.terminal = func(p *piece) bool { return strings.Index(p.sign+p.letter+p.caret, "^") > 1 }
	},
}, {
	name: "switch-falls-through", fails: current("epin/7.2/derivation", "epin/9.2/canonical"),
	witness: requests{parse("K^")},
	bug:     `The case of ^ has no break and falls through, so it also sets the derivation flag.`,
	fix:     `End each case with a break.`,
	inject:  makes(either(terminal, derive, nothing)),
}, {
	// Derivation and PIN.
	name: "native-and-derived-swapped", fails: wrongDerivation, witness: requests{parse("K")},
	bug:    `The accessors native and derived are swapped.`,
	fix:    `Return derived if the derivation marker is present, and native otherwise.`,
	inject: func(m *model) { m.native, m.derived = m.derived, m.native },
}, {
	name: "marker-at-a-fixed-place", fails: wrongDerivation, witness: requests{parse("K'")},
	bug: `The accessor derived tests only the third character, but the marker can be elsewhere.`,
	fix: `Test the last character.`,
	inject: func(m *model) {
		m.derived = func(p *piece) bool { return p.quote != "" && len(p.sign+p.letter+p.caret) == 2 }
		m.native = func(p *piece) bool { return !m.derived(p) }
	},
}, {
	name: "native-only-without-marks", witness: requests{parse("+K")},
	fails:  each("epin/9.3/is-native", "epin-initial/accessors").and(wrongDerivation),
	bug:    `The accessor native returns false for a piece with a sign or the terminal marker.`,
	fix:    `Return the negation of derived.`,
	inject: func(m *model) { m.native = func(p *piece) bool { return p.sign+p.caret+p.quote == "" } },
}, {
	name: "pin-without-caret", fails: wrongPIN.onlyCurrent(), witness: requests{parse("K^")},
	bug:    `The accessor pin omits the terminal marker, as in the first version of PIN.`,
	fix:    `Keep the terminal marker.`,
	inject: func(m *model) { m.pin = func(p *piece) string { return p.sign + p.letter } },
}, {
	name: "pin-without-sign", fails: wrongPIN, witness: requests{parse("+K")},
	bug:    `The accessor pin omits the sign.`,
	fix:    `Keep the sign.`,
	inject: func(m *model) { m.pin = func(p *piece) string { return p.letter + p.caret } },
}, {
	name: "pin-in-upper-case", fails: wrongPIN, witness: requests{parse("k")},
	bug: `The accessor pin returns the letter in upper case.`,
	fix: `Keep the case of the letter.`,
	inject: func(m *model) {
		m.pin = func(p *piece) string { return p.sign + strings.ToUpper(p.letter) + p.caret }
	},
}, {
	name: "pin-chopped", fails: wrongPIN, witness: requests{parse("K")},
	bug: `The accessor pin removes the last character even if it is not the derivation marker.`,
	fix: `Remove only the derivation marker.`,
	in: fixes{
		"perl": `Write s/'\z//, not chop.`,
		"ruby": `Write delete_suffix("'"), not chop.`,
	},
	inject: func(m *model) {
		m.pin = func(p *piece) string {
			text := p.sign + p.letter + p.caret + p.quote
			return text[:len(text)-1]
		}
	},
}, {
	name: "text-without-caret", fails: wrongText.onlyCurrent(), witness: requests{parse("K^")},
	bug:    `The string form lacks the terminal marker.`,
	fix:    `Write the terminal marker after the letter.`,
	inject: func(m *model) { m.text = func(p *piece) string { return p.sign + p.letter + p.quote } },
}, {
	name: "text-with-caret-in-front", fails: wrongText.onlyCurrent(), witness: requests{parse("K^")},
	bug:    `The string form has the terminal marker before the letter.`,
	fix:    `Write the terminal marker after the letter.`,
	inject: func(m *model) { m.text = func(p *piece) string { return p.sign + p.caret + p.letter + p.quote } },
}, {
	name: "text-with-sign-behind", fails: wrongText, witness: requests{parse("+K")},
	bug:    `The string form has the sign after the letter.`,
	fix:    `Write the sign first.`,
	inject: func(m *model) { m.text = func(p *piece) string { return p.letter + p.sign + p.caret + p.quote } },
}, {
	name: "text-escaped-for-a-query", fails: wrongText, witness: requests{parse("K'")},
	bug:    `The string form is escaped for SQL, so the apostrophe is doubled.`,
	fix:    `Escape where the query is built.`,
	inject: writes(strings.NewReplacer("'", "''").Replace),
}, {
	name: "text-escaped-for-a-page", fails: wrongText, witness: requests{parse("K'")},
	bug:    `The string form is escaped for HTML, so the apostrophe becomes &#39;.`,
	fix:    `Escape where the HTML is written.`,
	inject: writes(strings.NewReplacer("'", "&#39;").Replace),
}, {
	name: "text-with-a-typographic-apostrophe", fails: wrongText, witness: requests{parse("K'")},
	bug:    `The string form has the typographic apostrophe U+2019.`,
	fix:    `Write U+0027.`,
	inject: writes(strings.NewReplacer("'", "\u2019").Replace),
}, {
	name: "text-for-debugging", fails: wrongText, witness: requests{parse("K")},
	bug: `The string form is the debug form, in quotation marks.`,
	fix: `Define a string form without quotation marks.`,
	in: fixes{
		"python": `Define __str__, which returns the token, in addition to __repr__.`,
		"ruby":   `Define to_s, which returns the token, in addition to inspect.`,
		"rust":   `Implement Display, which writes the token, in addition to Debug.`,
		"elixir": `Implement String.Chars, which returns the token, in addition to Inspect.`,
	},
	inject: writes(func(text string) string { return `"` + text + `"` }),
}, {
	name: "text-with-a-line-end", fails: wrongText, witness: requests{parse("K")},
	bug:    `The string form ends in a newline.`,
	fix:    `Add the newline where the string form is printed.`,
	inject: writes(func(text string) string { return text + "\n" }),
}, {
	name: "text-padded", fails: wrongText, witness: requests{parse("K")},
	bug:    `The string form is padded with spaces to 4 characters.`,
	fix:    `Pad where the diagram is drawn.`,
	inject: writes(func(text string) string { return text + strings.Repeat(" ", max(0, 4-len(text))) }),
}, {
	name: "text-in-four-bytes", fails: wrongText.onlyCurrent(), witness: requests{parse("+K^'")},
	bug:    `Off by one: the string form has a buffer of 4 bytes, without space for the terminating NUL.`,
	fix:    `Use a buffer of 5 bytes.`,
	in:     fixes{"c": `Declare char text[5], and compare the result of snprintf with its size.`},
	inject: writes(func(text string) string { return text[:min(len(text), 3)] }),
}, {
	name: "text-with-swapped-case", fails: wrongText, witness: requests{parse("K")},
	bug: `The string form has the case swapped: lower case for first, upper case for second.`,
	fix: `Write upper case for first, and lower case for second.`,
	inject: func(m *model) {
		m.text = func(p *piece) string {
			flipped := deepCopy(p)
			flip(flipped)
			return flipped.sign + flipped.letter + flipped.caret + flipped.quote
		}
	},
}, {
	name: "text-by-a-turkish-locale", fails: wrongText, witness: requests{parse("i")},
	bug: `The string form lower-cases by the user's locale, where in Turkish I becomes U+0131.`,
	fix: `Lower-case by the root locale.`,
	in: fixes{
		"java": `Call toLowerCase(Locale.ROOT).`,
		"c#":   `Call ToLowerInvariant().`,
	},
	inject: writes(strings.NewReplacer("i", "\u0131").Replace),
}}

// wrongAttributes returns the requirements of an incorrect accessor of an inherited attribute.
func wrongAttributes(id string) requirements { return each(id, "epin-initial/attributes") }
