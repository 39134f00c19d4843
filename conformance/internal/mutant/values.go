package mutant

import (
	"strings"
)

// values are faults in the accessors and the string form of a parsed token.
func values() []Mutant {
	return []Mutant{
		// Attributes.
		fault("side-inverted", wrongAttributes("epin/7.1/side").and(requirements{initial: []string{"pin-initial/mapping"}}),
			requests{parse("K")},
			`Upper case is mapped to second, and lower case to first.`,
			`Map upper case to first, and lower case to second.`,
			sideBy(replaced(side, "first", "second", "second", "first"))),
		fault("state-swapped", wrongAttributes("epin/7.1/state"), requests{parse("+K")},
			`The states are swapped: + is mapped to diminished, and - to enhanced.`,
			`Map + to enhanced, and - to diminished.`,
			func(m *model) { m.state = replaced(state, "enhanced", "diminished", "diminished", "enhanced") }),
		fault("state-lost", wrongAttributes("epin/7.1/state").and(wrongText), requests{parse("+K")},
			`The parser reads the state modifier but does not store it.`,
			`Store the state in the value.`, makes(normalize)),
		fault("terminal-lost", current("epin/7.1/terminal", "epin/9.2/canonical"), requests{parse("K^")},
			`The parser reads the terminal marker but does not store it.`,
			`Store the terminal status in the value.`, makes(unmark)),
		fault("derivation-lost", wrongDerivation.and(wrongText).and(current("epin/9.2/no-context")), requests{parse("K'")},
			`The parser reads the derivation marker but does not store it.`,
			`Store the derivation flag in the value; the application may ignore it.`, makes(native)),
		fault("pin-keeps-the-quote", wrongPIN, requests{parse("K'")},
			`The accessor pin returns the token with the derivation marker.`,
			`Return the token without the derivation marker.`, func(m *model) { m.pin = m.text }),
		fault("native-and-derived", each("epin/9.3/is-native", "epin-initial/accessors").and(wrongDerivation),
			requests{parse("K'")},
			`The accessor native always returns true, even for a derived piece.`,
			`Return the negation of derived.`, func(m *model) { m.native = func(*piece) bool { return true } }),
		fault("derived-by-letter", each("epin/9.3/is-derived", "epin-initial/accessors").and(wrongDerivation),
			requests{parse("K'")},
			`The accessor derived tests the case of the letter instead of the derivation marker.`,
			`Test whether the derivation marker is present.`,
			func(m *model) { m.derived = func(p *piece) bool { return p.letter != strings.ToUpper(p.letter) } }),
		// The string form.
		fault("text-without-sign", wrongText, requests{parse("-K")},
			`The string form lacks the state modifier.`,
			`Write the state modifier first.`, textBy(func(p *piece) string { return p.letter + p.caret + p.quote })),
		fault("text-without-quote", wrongText.and(current("epin/9.2/no-context")), requests{parse("K'")},
			`The string form is the PIN token, so it lacks the derivation marker.`,
			`Append the derivation marker.`, func(m *model) { m.text = m.pin }),
		fault("text-reordered", current("epin/9.2/canonical"), requests{parse("K^'")},
			`The string form has the derivation marker before the terminal marker.`,
			`Write the derivation marker last.`,
			textBy(func(p *piece) string { return p.sign + p.letter + p.quote + p.caret })),
		fault("text-in-upper-case", wrongText, requests{parse("k")},
			`The string form is always in upper case, so it loses the side.`,
			`Write the letter in the case of its side.`,
			textBy(func(p *piece) string { return p.sign + strings.ToUpper(p.letter) + p.caret + p.quote })),
		// Name and side.
		fault("name-with-sign", wrongAttributes("epin/7.1/name"), requests{parse("+K")},
			`The accessor name returns the sign together with the letter.`,
			`Return the letter alone.`, nameBy(func(p *piece) string { return p.sign + strings.ToUpper(p.letter) })),
		fault("name-in-turkish-upper-case", wrongAttributes("epin/7.1/name"), requests{parse("i")},
			`The accessor name upper-cases by the user's locale, where in Turkish i becomes U+0130.`,
			`Upper-case by the root locale.`,
			nameBy(func(p *piece) string { return strings.ToUpper(strings.Replace(p.letter, "i", "\u0130", 1)) }),
			in("java", `Call toUpperCase(Locale.ROOT).`),
			in("c#", `Call ToUpperInvariant().`)),
		fault("letter-in-four-bits", wrongAttributes("epin/7.1/name").and(wrongText), requests{parse("Q")},
			`The letter is stored in 4 bits and overflows: Q becomes A.`,
			`Store the letter in 5 bits or more.`, makes(func(p *piece) {
				first := p.letter[0]&0x20 | 'A'
				p.letter = string(first + (p.letter[0]-first)%16)
			})),
		fault("side-as-a-colour", wrongAttributes("epin/7.1/side"), requests{parse("K")},
			`The accessor side returns white and black, as in chess.`,
			`Return first and second.`, sideBy(replaced(side, "first", "white", "second", "black"))),
		fault("side-of-the-whole-token", wrongAttributes("epin/7.1/side"), requests{parse("+K")},
			`The accessor side tests the first character of the token, which can be the sign.`,
			`Test the letter.`, sideBy(func(p *piece) string {
				if p.sign != "" {
					return "second"
				}
				return side(p)
			})),
		// State and terminal status.
		fault("state-knows-only-plus", wrongAttributes("epin/7.1/state"), requests{parse("-K")},
			`The accessor state returns normal for a minus sign.`,
			`Return diminished for a minus sign.`, func(m *model) { m.state = replaced(state, "diminished", "normal") }),
		fault("state-as-written", wrongAttributes("epin/7.1/state"), requests{parse("K")},
			`The accessor state returns the sign itself.`,
			`Return enhanced, diminished or normal.`, func(m *model) { m.state = func(p *piece) string { return p.sign } }),
		fault("minus-one-unsigned", wrongAttributes("epin/7.1/state").and(wrongText), requests{parse("-K")},
			`The state -1 is stored in an unsigned field, where it overflows and counts as enhanced.`,
			`Use a signed field or an enumeration.`, makes(either(diminished, enhance, nothing))),
		fault("terminal-inverted", wrongAttributes("epin/7.1/terminal"), requests{parse("K")},
			`The accessor terminal returns the opposite of the terminal status.`,
			`Return true if the terminal marker is present.`,
			func(m *model) { m.terminal = func(p *piece) bool { return !terminal(p) } }),
		fault("terminal-by-name", wrongAttributes("epin/7.1/terminal"), requests{parse("K")},
			`The accessor terminal tests for the letter K instead of the terminal marker.`,
			`Test whether the terminal marker is present.`,
			func(m *model) { m.terminal = func(p *piece) bool { return strings.EqualFold(p.letter, "k") } }),
		fault("terminal-off-by-one", current("epin/7.1/terminal"), requests{parse("K^")},
			`Off by one: the index of the terminal marker is compared with > 1 instead of >= 1.`,
			`Test whether the marker is found.`, func(m *model) {
				m.terminal = func(p *piece) bool { return strings.Index(p.sign+p.letter+p.caret, "^") > 1 }
			}),
		fault("switch-falls-through", current("epin/7.2/derivation", "epin/9.2/canonical"), requests{parse("K^")},
			`The case of ^ has no break and falls through, so it also sets the derivation flag.`,
			`End each case with a break.`, makes(either(terminal, derive, nothing))),
		// Derivation and PIN.
		fault("native-and-derived-swapped", wrongDerivation, requests{parse("K")},
			`The accessors native and derived are swapped.`,
			`Return derived if the derivation marker is present, and native otherwise.`,
			func(m *model) { m.native, m.derived = m.derived, m.native }),
		fault("marker-at-a-fixed-place", wrongDerivation, requests{parse("K'")},
			`The accessor derived tests only the third character, but the marker can be elsewhere.`,
			`Test the last character.`, func(m *model) {
				m.derived = func(p *piece) bool { return p.quote != "" && len(p.sign+p.letter+p.caret) == 2 }
				m.native = func(p *piece) bool { return !m.derived(p) }
			}),
		fault("native-only-without-marks", each("epin/9.3/is-native", "epin-initial/accessors").and(wrongDerivation),
			requests{parse("+K")},
			`The accessor native returns false for a piece with a sign or the terminal marker.`,
			`Return the negation of derived.`,
			func(m *model) { m.native = func(p *piece) bool { return p.sign+p.caret+p.quote == "" } }),
		fault("pin-without-caret", wrongPIN.onlyCurrent(), requests{parse("K^")},
			`The accessor pin omits the terminal marker, as in the first version of PIN.`,
			`Keep the terminal marker.`, pinBy(func(p *piece) string { return p.sign + p.letter })),
		fault("pin-without-sign", wrongPIN, requests{parse("+K")},
			`The accessor pin omits the sign.`,
			`Keep the sign.`, pinBy(func(p *piece) string { return p.letter + p.caret })),
		fault("pin-in-upper-case", wrongPIN, requests{parse("k")},
			`The accessor pin returns the letter in upper case.`,
			`Keep the case of the letter.`,
			pinBy(func(p *piece) string { return p.sign + strings.ToUpper(p.letter) + p.caret })),
		fault("pin-chopped", wrongPIN, requests{parse("K")},
			`The accessor pin removes the last character even if it is not the derivation marker.`,
			`Remove only the derivation marker.`, pinBy(func(p *piece) string {
				text := p.sign + p.letter + p.caret + p.quote
				return text[:len(text)-1]
			}),
			in("perl", `Write s/'\z//, not chop.`),
			in("ruby", `Write delete_suffix("'"), not chop.`)),
		fault("text-without-caret", wrongText.onlyCurrent(), requests{parse("K^")},
			`The string form lacks the terminal marker.`,
			`Write the terminal marker after the letter.`,
			textBy(func(p *piece) string { return p.sign + p.letter + p.quote })),
		fault("text-with-caret-in-front", wrongText.onlyCurrent(), requests{parse("K^")},
			`The string form has the terminal marker before the letter.`,
			`Write the terminal marker after the letter.`,
			textBy(func(p *piece) string { return p.sign + p.caret + p.letter + p.quote })),
		fault("text-with-sign-behind", wrongText, requests{parse("+K")},
			`The string form has the sign after the letter.`,
			`Write the sign first.`, textBy(func(p *piece) string { return p.letter + p.sign + p.caret + p.quote })),
		fault("text-escaped-for-a-query", wrongText, requests{parse("K'")},
			`The string form is escaped for SQL, so the apostrophe is doubled.`,
			`Escape where the query is built.`, writes(strings.NewReplacer("'", "''").Replace)),
		fault("text-escaped-for-a-page", wrongText, requests{parse("K'")},
			`The string form is escaped for HTML, so the apostrophe becomes &#39;.`,
			`Escape where the HTML is written.`, writes(strings.NewReplacer("'", "&#39;").Replace)),
		fault("text-with-a-typographic-apostrophe", wrongText, requests{parse("K'")},
			`The string form has the typographic apostrophe U+2019.`,
			`Write U+0027.`, writes(strings.NewReplacer("'", "\u2019").Replace)),
		fault("text-for-debugging", wrongText, requests{parse("K")},
			`The string form is the debug form, in quotation marks.`,
			`Define a string form without quotation marks.`, writes(func(text string) string { return `"` + text + `"` }),
			in("python", `Define __str__, which returns the token, in addition to __repr__.`),
			in("ruby", `Define to_s, which returns the token, in addition to inspect.`),
			in("rust", `Implement Display, which writes the token, in addition to Debug.`),
			in("elixir", `Implement String.Chars, which returns the token, in addition to Inspect.`)),
		fault("text-with-a-line-end", wrongText, requests{parse("K")},
			`The string form ends in a newline.`,
			`Add the newline where the string form is printed.`, writes(func(text string) string { return text + "\n" })),
		fault("text-padded", wrongText, requests{parse("K")},
			`The string form is padded with spaces to 4 characters.`,
			`Pad where the diagram is drawn.`,
			writes(func(text string) string { return text + strings.Repeat(" ", max(0, 4-len(text))) })),
		fault("text-in-four-bytes", wrongText.onlyCurrent(), requests{parse("+K^'")},
			`Off by one: the string form has a buffer of 4 bytes, without space for the terminating NUL.`,
			`Use a buffer of 5 bytes.`, writes(func(text string) string { return text[:min(len(text), 3)] }),
			in("c", `Declare char text[5], and compare the result of snprintf with its size.`)),
		fault("text-with-swapped-case", wrongText, requests{parse("K")},
			`The string form has the case swapped: lower case for first, upper case for second.`,
			`Write upper case for first, and lower case for second.`, textBy(func(p *piece) string {
				flipped := deepCopy(p)
				flip(flipped)
				return flipped.sign + flipped.letter + flipped.caret + flipped.quote
			})),
		fault("text-by-a-turkish-locale", wrongText, requests{parse("i")},
			`The string form lower-cases by the user's locale, where in Turkish I becomes U+0131.`,
			`Lower-case by the root locale.`, writes(strings.NewReplacer("i", "\u0131").Replace),
			in("java", `Call toLowerCase(Locale.ROOT).`),
			in("c#", `Call ToLowerInvariant().`)),
	}
}

// wrongAttributes returns the requirements of an incorrect accessor of an inherited attribute.
func wrongAttributes(id string) requirements { return each(id, "epin-initial/attributes") }
