package mutant

import "strings"

// grammar are faults in the parts of a token and their order.
func grammar() []Mutant {
	return []Mutant{
		// The state modifier.
		fault("sign-range", accepts, parse(";K"),
			`In [+-^], the hyphen makes a range from + to ^.`,
			`Put the hyphen first or last in the class: [-+].`, rewrite(`[-+]`, `[+-^]`)),
		fault("sign-comma", accepts, parse(",K"),
			`The class [+,-] also contains the comma.`,
			`Write [-+].`, rewrite(`[-+]`, `[+,-]`)),
		fault("sign-star", accepts.and(doubleState), parse("++K"),
			`The state modifier has the quantifier *, so it may be repeated.`,
			`Use the quantifier ? instead of *.`, rewrite(`[-+]?`, `[-+]*`)),
		fault("sign-mandatory", rejects.and(requirements{{"epin/3/pin-superset", "epin-initial/pin-inheritance"}}),
			parse("K"),
			`The state modifier has no quantifier, so tokens without a sign are rejected.`,
			`Make the sign optional with the quantifier ?.`, rewrite(`[-+]?`, `[-+]`)),
		fault("sign-behind", accepts.and(rejects), parse("K+"),
			`The pattern has the state modifier after the letter.`,
			`Put the state modifier before the letter.`,
			rewrite(`(?<sign>[-+]?)(?<letter>[A-Za-z])`, `(?<letter>[A-Za-z])(?<sign>[-+]?)`)),
		// The letter.
		fault("letter-range-a-to-z", accepts, parse("_"),
			`The range [A-z] also contains the six characters between Z and a.`,
			`Write [A-Za-z].`, letter(`[A-z]`)),
		fault("letter-plus", accepts, parse("KK"),
			`The letter has the quantifier +, so several letters are accepted.`,
			`Remove the quantifier: a token has exactly one letter.`, letter(`[A-Za-z]+`)),
		fault("letter-optional", ofNothing, parse(""),
			`Every part of the pattern is optional, so the empty string is accepted.`,
			`Make the letter mandatory.`, letter(`[A-Za-z]?`)),
		fault("letter-word-class", ofLetters, parse("1"),
			`The letter is matched by \w, which also matches digits and the underscore.`,
			`Write [A-Za-z].`, letter(`\w`)),
		fault("only-upper-case", rejects, parse("k"),
			`The pattern lacks lower-case letters, so tokens of the second side are rejected.`,
			`Write [A-Za-z].`, letter(`[A-Z]`)),
		// The markers.
		fault("caret-unescaped", rejects.onlyCurrent(), parse("K^"),
			`The caret in the pattern is not escaped, so it is an anchor.`,
			`Write \^.`, rewrite(`\^?`, `^?`)),
		fault("caret-star", accepts.onlyCurrent().and(doubleTerminal), parse("K^^"),
			`The terminal marker has the quantifier *, so it may be repeated.`,
			`Use the quantifier ? instead of *.`, rewrite(`\^?`, `\^*`)),
		fault("caret-first", accepts.and(rejects).onlyCurrent().and(caretFirst), parse("^K"),
			`The pattern has the terminal marker before the letter.`,
			`Put the terminal marker after the letter.`,
			rewrite(`(?<letter>[A-Za-z])(?<caret>\^?)`, `(?<caret>\^?)(?<letter>[A-Za-z])`)),
		fault("quote-before-caret", accepts.and(rejects).onlyCurrent().and(markerLast),
			parse("K'^"),
			`The pattern has the derivation marker before the terminal marker.`,
			`Put the derivation marker last.`, rewrite(`(?<caret>\^?)(?<quote>'?)`, `(?<quote>'?)(?<caret>\^?)`)),
		fault("quote-refused", rejects.and(requirements{{"examples/single-style/accept-both", "-"}}), parse("K'"),
			`The pattern lacks the derivation marker, so derived tokens are rejected.`,
			`Accept both forms; an application may remove the marker as a separate step.`, rewrite(`'?`, ``)),
		fault("quote-star", ofMarkers, parse("K''"),
			`The derivation marker has the quantifier *, so it may be repeated.`,
			`Use the quantifier ? instead of *.`, rewrite(`'?`, `'*`)),
		// Missing letters.
		fault("only-lower-case", rejects, parse("K"),
			`The pattern lacks upper-case letters, so tokens of the first side are rejected.`,
			`Write [A-Za-z].`, letter(`[a-z]`)),
		fault("only-chess-letters", rejects, parse("A"),
			`Only the letters of the chess pieces are accepted.`,
			`Accept every letter; the game decides which letters it uses.`, letter(`[BKNPQRbknpqr]`)),
		fault("upper-case-without-a", rejects, parse("A"),
			`Off by one: the letter is compared with > 'A' instead of >= 'A'.`,
			`Write >= 'A'.`, letter(`[B-Za-z]`)),
		fault("upper-case-without-z", rejects, parse("Z"),
			`Off by one: the range of upper-case letters ends before Z.`,
			`Include Z in the range.`, letter(`[A-Ya-z]`),
			in("python", `Write range(ord("A"), ord("Z") + 1): range excludes its end.`),
			in("rust", `Write 'A'..='Z', not 'A'..'Z'.`),
			in("ruby", `Write 'A'..'Z', not 'A'...'Z'.`)),
		fault("lower-case-without-a", rejects, parse("a"),
			`Off by one: the letter is compared with > 'a' instead of >= 'a'.`,
			`Write >= 'a'.`, letter(`[A-Zb-z]`)),
		fault("lower-case-without-z", rejects, parse("z"),
			`Off by one: the letter is compared with < 'z' instead of <= 'z'.`,
			`Write <= 'z'.`, letter(`[A-Za-y]`)),
		fault("alphabet-without-w", rejects, parse("W"),
			`The letter W is missing from a hand-written alphabet.`,
			`Compare with the ranges A-Z and a-z.`, letter(`[A-VX-Za-z]`)),
		fault("posix-class-in-no-brackets", accepts.and(rejects), parse(":"),
			`The class [:alpha:] lacks outer brackets, so it matches only the characters : a h l p.`,
			`Write [A-Za-z].`, letter(`[:alph]`)),
		// Neighbours of the letters.
		fault("at-sign-for-a-letter", ofLetters, parse("@"),
			`Off by one: the upper-case range begins at @, the character before A.`,
			`Begin the range at A.`, letter(`[@-Za-z]`)),
		fault("bracket-for-a-letter", accepts, parse("["),
			`Off by one: the upper-case range ends at [, the character after Z.`,
			`End the range at Z.`, letter(`[A-\[a-z]`)),
		fault("grave-accent-for-a-letter", accepts, parse("`"),
			`Off by one: the lower-case range begins at the grave accent, the character before a.`,
			`Begin the range at a.`, letter(`[A-Z\x60-z]`)),
		fault("brace-for-a-letter", accepts, parse("{"),
			`Off by one: the lower-case range ends at {, the character after z.`,
			`End the range at z.`, letter(`[A-Za-{]`)),
		fault("distance-not-unsigned", ofLetters, parse("1"),
			`The test (c | 32) - 'a' < 26 is signed, so characters before the letters pass as negative numbers.`,
			`Use unsigned arithmetic, or compare with both ends of the range.`, letter(`[\x00-Z\x60-z]`),
			in("c", `Write (unsigned)((c | 32) - 'a') < 26.`),
			in("java", `Compare with both ends of the range: Java's int is signed.`)),
		// Letters of other alphabets.
		fault("is-alpha", ofLetters, parse("é"),
			`The letter is tested with a function such as isalpha, which accepts all letters of Unicode.`,
			`Accept only A-Z and a-z.`, letter(`\p{L}`), ofUnicode,
			in("python", `Test c in string.ascii_letters, or c.isascii() and c.isalpha().`),
			in("go", `Compare with 'A' to 'Z' and 'a' to 'z' instead of calling unicode.IsLetter.`),
			in("rust", `Use is_ascii_alphabetic, not is_alphabetic.`),
			in("java", `Compare with 'A' to 'Z' and 'a' to 'z' instead of calling Character.isLetter.`),
			in("c#", `Use char.IsAsciiLetter, not char.IsLetter.`),
			in("javascript", `Write [A-Za-z], not \p{L}.`),
			in("ruby", `Write [A-Za-z], not [[:alpha:]] or \p{L}.`)),
		fault("is-alpha-in-utf-16", ofLetters, parse("é"),
			`A function such as Java's Character.isLetter tests each UTF-16 unit and accepts letters of all scripts.`,
			`Accept only A-Z and a-z.`, all(letter(`\p{L}`), ofBMP), ofUnicode,
			in("java", `Compare with 'A' to 'Z' and 'a' to 'z' instead of calling Character.isLetter.`),
			in("c#", `Use char.IsAsciiLetter, not char.IsLetter.`)),
		fault("unicode-word-class", ofLetters, parse("\u0663"),
			`The letter is matched by Unicode's \w, which matches letters and digits of all scripts.`,
			`Write [A-Za-z].`, letter(`[\p{L}\p{N}_]`), ofUnicode,
			in("python", `Write [A-Za-z]: in a str, \w matches Unicode letters and digits.`)),
		fault("unicode-word-class-with-marks", ofLetters, parse("\u0301"),
			`The letter is matched by Unicode's \w, which matches letters, digits and combining marks of all scripts.`,
			`Write [A-Za-z].`,
			// The \w of Unicode Technical Standard 18: alphabetic characters (some are symbols), marks,
			// decimal digits, connectors and joiners.
			letter(`[\p{L}\p{Nl}\p{M}\p{Nd}\p{Pc}\x{200c}\x{200d}`+
				`\x{24b6}-\x{24e9}\x{1f130}-\x{1f149}\x{1f150}-\x{1f169}\x{1f170}-\x{1f189}]`),
			ofUnicode,
			in("perl", `Write [A-Za-z]: in Perl, \w matches Unicode letters, digits and marks.`),
			in("ruby", `Write [A-Za-z], not [[:word:]].`),
			in("rust", `Write [A-Za-z]: in the crate regex, \w matches Unicode letters, digits and marks.`)),
		fault("word-class-in-utf-16", ofLetters, parse("é"),
			`The letter is matched by .NET's \w, which matches letters and digits of all scripts up to U+FFFF.`,
			`Write [A-Za-z].`, all(letter(`[\p{L}\p{Mn}\p{Nd}\p{Pc}]`), ofBMP), ofUnicode,
			in("c#", `Write [A-Za-z]: in .NET, \w matches Unicode letters and digits.`)),
		fault("collation-range", ofLetters, parse("ü"),
			`The range a-z follows the collation of a locale, which contains accented letters.`,
			`Match in the locale C, or compare bytes.`, letter(`[A-Za-zÀ-ÖØ-öø-ÿ]`),
			in("c", `Call setlocale(LC_ALL, "C") before regcomp, or compare bytes.`)),
		fault("ctype-latin-1", accepts, parse("\xe9"),
			`The byte is tested with isalpha in a Latin-1 locale, where most bytes from 0xC0 on are letters.`,
			`Accept only A-Z and a-z.`, readsAsK(func(b byte) bool { return b >= 0xc0 && b != 0xd7 && b != 0xf7 }),
			in("c", `Compare with 'A' to 'Z' and 'a' to 'z' instead of calling isalpha.`)),
		fault("signed-char", accepts, parse("\x80"),
			`Bytes from 0x80 on are negative, and the letter test has only an upper bound.`,
			`Convert the byte to an unsigned type before comparing.`, readsAsK(func(b byte) bool { return b >= 0x80 }),
			in("c", `Convert the char to unsigned char before comparing.`),
			in("java", `Write b & 0xff before comparing: byte is signed.`)),
		fault("python-ignore-case", accepts, parse("\u0131"),
			`With re.IGNORECASE, [a-z] also matches four letters beyond ASCII, such as U+0131.`,
			`Write [A-Za-z], without ignoring case.`, letter(`[A-Za-z\x{130}\x{131}\x{17f}\x{212a}]`),
			in("python", `Remove re.IGNORECASE and write [A-Za-z], or add re.ASCII.`)),
		// Signs and markers.
		fault("minus-refused", rejects, parse("-K"),
			`The minus sign is missing from the pattern.`,
			`Write [-+] for the sign.`, rewrite(`[-+]?`, `\+?`)),
		fault("sign-behind-too", accepts, parse("K+"),
			`The state modifier is also accepted after the letter, as in an older notation.`,
			`Accept it only before the letter; convert older notations first.`, accepting(matching(`\A[A-Za-z][-+]\z`))),
		fault("sign-alone", accepts, parse("-"),
			`A sign without a letter is accepted, because the state after it is accepting.`,
			`Make only the states after the letter accepting.`, accepting(is("+", "-"))),
		fault("caret-any-character", accepts.onlyCurrent().and(doubleMarker), parse("Kx"),
			`A dot in place of the terminal marker matches any character.`,
			`Write \^.`, rewrite(`\^?`, `.?`)),
		fault("caret-only-on-a-king", rejects.onlyCurrent(), parse("Q^"),
			`The terminal marker is accepted only on K and k, as in chess.`,
			`Accept it on every letter; the game decides which pieces are terminal.`,
			rejecting(matching(`\A[^Kk]*\^[^Kk]*\z`))),
		fault("caret-or-quote", rejects.onlyCurrent(), parse("K^'"),
			`The two markers are alternatives in the pattern, so a token cannot have both.`,
			`Write \^?'? for the markers.`, rewrite(`(?<caret>\^?)(?<quote>'?)`, `(?:(?<caret>\^?)|(?<quote>'?))`)),
		fault("sign-or-caret", rejects.onlyCurrent(), parse("+K^"),
			`The parser rejects a token with both a sign and the terminal marker.`,
			`Accept both together: state and terminal status are independent.`, rejecting(matching(`\A[-+].\^`))),
		fault("sign-or-quote", rejects, parse("+K'"),
			`The parser rejects a token with both a sign and the derivation marker.`,
			`Accept both together: state and derivation are independent.`, rejecting(matching(`\A[-+].*'`))),
		fault("quotation-mark", accepts.and(rejects), parse(`K"`),
			`The pattern has a double quote in place of the apostrophe.`,
			`Write the apostrophe, U+0027.`, rewrite(`'?`, `"?`)),
		fault("two-quotes", ofMarkers, parse("K''"),
			`The quantifier of the derivation marker allows two.`,
			`Use the quantifier ?, which allows at most one.`, rewrite(`'?`, `'{0,2}`)),
		// The order of the parts.
		fault("markers-in-any-order", accepts.onlyCurrent().and(markerLast), parse("K'^"),
			`The two markers are accepted in either order.`,
			`Accept the terminal marker first and the derivation marker last.`,
			anyOf(nil, []string{`(?<caret>\^?)(?<quote>'?)`, `(?<quote>'?)(?<caret>\^?)`})),
		fault("markers-in-one-class", ofMarkers.and(doubleTerminal, markerOrder).onlyCurrent(),
			parse("K^'^'"),
			`The class [\^']* matches both markers, in any order and number.`,
			`Write \^?'? for the markers.`, accepting(matching(`\A[-+]?[A-Za-z][\^']*\z`))),
		fault("number-not-checked", ofMarkers.and(doubleTerminal, doubleState), parse("++K''"),
			`Each sign and marker is read in a loop, so it may be repeated.`,
			`Read each sign and marker at most once.`, rewrite(`[-+]?`, `[-+]*`, `'?`, `'*`, `\^?`, `\^*`)),
		fault("order-not-checked", accepts.and(caretFirst, markerLast), parse("'K+"),
			`Each character sets a flag, and the order of the characters is not checked.`,
			`Check that each part is in its place.`, func(m *model) {
				accepting(func(token string) bool {
					p := skim(token)
					parts := p.sign + p.letter + p.caret + p.quote
					return p.letter != "" && len(parts) == len(token) && (p.caret == "" || m.edition.Method("mark") != nil)
				})(m)
			}),
		fault("marks-stripped", accepts.and(caretFirst, markerLast), parse("''K--"),
			`All signs and markers are stripped from both ends, and one letter must remain.`,
			`Check that each part is in its place.`, func(m *model) {
				accepting(func(token string) bool {
					letter := strings.Trim(token, m.edition.Marks())
					return len(letter) == 1 && isLetter(letter[0])
				})(m)
			},
			in("python", `Do not parse with strip("+-^'"), which strips these characters from both ends.`)),
		fault("quote-removed-anywhere", ofMarkers.and(markerLast), parse("+'K"),
			`All apostrophes are removed, wherever they are, and the rest is parsed as PIN.`,
			`Remove one apostrophe, and only at the end.`, withFlag("'", derive),
			in("python", `Use endswith and removesuffix, not in and replace.`),
			in("ruby", `Use end_with? and delete_suffix, not include? and delete.`)),
		fault("caret-removed-anywhere", accepts.onlyCurrent().and(doubleTerminal, caretFirst, markerOrder),
			parse("+^K"),
			`All carets are removed, wherever they are, and the rest is parsed without them.`,
			`Remove one caret, and only after the letter.`, withFlag("^", mark)),
		fault("split-at-the-quote", unanchored.and(doubleMarker, markerOrder), parse("K'Q"),
			`The input is split at the apostrophe, and the text after it is ignored.`,
			`Check that nothing follows the apostrophe.`, substitutes(`(?s)'.*`, `'`)),
		fault("not-anchored-before-the-quote", unanchored, parse("!K'"),
			`Derived tokens have a pattern of their own, which has no start anchor.`,
			`Use one pattern for all tokens, anchored at both ends.`, anyOf(nil, []string{`\A`, ``, `'?`, `'`})),
		fault("tokens-repeated", unanchored, parse("K'Q"),
			`The whole pattern has a quantifier, so a sequence of tokens is accepted.`,
			`Match exactly one token.`, func(m *model) {
				accepting(matching(rewritten(m.expression, `\A`, `\A(?:`, `\z`, `)+\z`)))(m)
			}),
		fault("sign-and-minus-cancel", accepts, parse("+-K"),
			`The sequences +- and -+ are removed, as if the signs cancelled out.`,
			`Accept at most one sign.`, takesFor("+-", "", "-+", "")),
	}
}

// ofBMP is the part of a language whose characters are UTF-16 units in the fault of a class: no class
// contains a surrogate, so characters beyond the BMP are rejected.
var ofBMP = rejecting(matching(`[\x{10000}-\x{10ffff}]`))

// readsAsK returns the fault of taking some bytes for the letter K.
func readsAsK(is func(b byte) bool) func(m *model) {
	return readsBytes(func(b byte) byte {
		if is(b) {
			return 'K'
		}
		return b
	})
}

// withFlag returns the fault of removing a marker from any place, and applying the change if
// there was one.
func withFlag(marker string, change func(p *piece)) func(m *model) {
	return parses(func(parse parser, token string) *piece {
		p := parse(strings.ReplaceAll(token, marker, ""))
		if p != nil && strings.Contains(token, marker) {
			change(p)
		}
		return p
	})
}
