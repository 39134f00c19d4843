package mutant

import (
	"strings"
)

// grammar are faults in the parts of a token and their order.
var grammar = []fault{{
	// The state modifier.
	name: "sign-range", fails: accepts, witness: requests{parse(";K")},
	bug:    `In [+-^], the hyphen makes a range from + to ^.`,
	fix:    `Put the hyphen first or last in the class: [-+].`,
	inject: rewrite(`[-+]`, `[+-^]`),
}, {
	name: "sign-comma", fails: accepts, witness: requests{parse(",K")},
	bug:    `The class [+,-] also contains the comma.`,
	fix:    `Write [-+].`,
	inject: rewrite(`[-+]`, `[+,-]`),
}, {
	name: "sign-star", fails: accepts.and(current("epin/9.4/double-state")), witness: requests{parse("++K")},
	bug:    `The state modifier has the quantifier *, so it may be repeated.`,
	fix:    `Use the quantifier ? instead of *.`,
	inject: rewrite(`[-+]?`, `[-+]*`),
}, {
	name: "sign-mandatory", fails: rejects.and(each("epin/3/pin-superset", "epin-initial/pin-inheritance")),
	witness: requests{parse("K")},
	bug:     `The state modifier has no quantifier, so tokens without a sign are rejected.`,
	fix:     `Make the sign optional with the quantifier ?.`,
	inject:  rewrite(`[-+]?`, `[-+]`),
}, {
	name: "sign-behind", fails: accepts.and(rejects), witness: requests{parse("K+")},
	bug:    `The pattern has the state modifier after the letter.`,
	fix:    `Put the state modifier before the letter.`,
	inject: rewrite(`(?<sign>[-+]?)(?<letter>[A-Za-z])`, `(?<letter>[A-Za-z])(?<sign>[-+]?)`),
}, {
	// The letter.
	name: "letter-range-a-to-z", fails: accepts, witness: requests{parse("_")},
	bug:    `The range [A-z] also contains the six characters between Z and a.`,
	fix:    `Write [A-Za-z].`,
	inject: rewrite(`[A-Za-z]`, `[A-z]`),
}, {
	name: "letter-plus", fails: accepts, witness: requests{parse("KK")},
	bug:    `The letter has the quantifier +, so several letters are accepted.`,
	fix:    `Remove the quantifier: a token has exactly one letter.`,
	inject: rewrite(`[A-Za-z]`, `[A-Za-z]+`),
}, {
	name: "letter-optional", fails: accepts.and(current("epin/9.4/empty")), witness: requests{parse("")},
	bug:    `Every part of the pattern is optional, so the empty string is accepted.`,
	fix:    `Make the letter mandatory.`,
	inject: rewrite(`[A-Za-z]`, `[A-Za-z]?`),
}, {
	name: "letter-word-class", fails: accepts.and(current("epin/9.4/not-a-letter")), witness: requests{parse("1")},
	bug:    `The letter is matched by \w, which also matches digits and the underscore.`,
	fix:    `Write [A-Za-z].`,
	inject: rewrite(`[A-Za-z]`, `\w`),
}, {
	name: "only-upper-case", fails: rejects, witness: requests{parse("k")},
	bug:    `The pattern lacks lower-case letters, so tokens of the second side are rejected.`,
	fix:    `Write [A-Za-z].`,
	inject: rewrite(`[A-Za-z]`, `[A-Z]`),
}, {
	// The markers.
	name: "caret-unescaped", fails: rejects.onlyCurrent(), witness: requests{parse("K^")},
	bug:    `The caret in the pattern is not escaped, so it is an anchor.`,
	fix:    `Write \^.`,
	inject: rewrite(`\^?`, `^?`),
}, {
	name: "caret-star", fails: accepts.onlyCurrent().and(current("epin/9.4/double-terminal")),
	witness: requests{parse("K^^")},
	bug:     `The terminal marker has the quantifier *, so it may be repeated.`,
	fix:     `Use the quantifier ? instead of *.`,
	inject:  rewrite(`\^?`, `\^*`),
}, {
	name: "caret-first", fails: accepts.and(rejects).onlyCurrent().and(current("epin/9.4/caret-first")),
	witness: requests{parse("^K")},
	bug:     `The pattern has the terminal marker before the letter.`,
	fix:     `Put the terminal marker after the letter.`,
	inject:  rewrite(`(?<letter>[A-Za-z])(?<caret>\^?)`, `(?<caret>\^?)(?<letter>[A-Za-z])`),
}, {
	name: "quote-before-caret", witness: requests{parse("K'^")},
	fails:  accepts.and(rejects).onlyCurrent().and(current("epin/9.4/marker-order", "epin/4/marker-last")),
	bug:    `The pattern has the derivation marker before the terminal marker.`,
	fix:    `Put the derivation marker last.`,
	inject: rewrite(`(?<caret>\^?)(?<quote>'?)`, `(?<quote>'?)(?<caret>\^?)`),
}, {
	name: "quote-refused", fails: rejects.and(current("examples/single-style/accept-both")),
	witness: requests{parse("K'")},
	bug:     `The pattern lacks the derivation marker, so derived tokens are rejected.`,
	fix:     `Accept both forms; an application may remove the marker as a separate step.`,
	inject:  rewrite(`'?`, ``),
}, {
	name: "quote-star", fails: accepts.and(current("epin/9.4/double-marker")), witness: requests{parse("K''")},
	bug:    `The derivation marker has the quantifier *, so it may be repeated.`,
	fix:    `Use the quantifier ? instead of *.`,
	inject: rewrite(`'?`, `'*`),
}, {
	// Missing letters.
	name: "only-lower-case", fails: rejects, witness: requests{parse("K")},
	bug:    `The pattern lacks upper-case letters, so tokens of the first side are rejected.`,
	fix:    `Write [A-Za-z].`,
	inject: rewrite(`[A-Za-z]`, `[a-z]`),
}, {
	name: "only-chess-letters", fails: rejects, witness: requests{parse("A")},
	bug:    `Only the letters of the chess pieces are accepted.`,
	fix:    `Accept every letter; the game decides which letters it uses.`,
	inject: rewrite(`[A-Za-z]`, `[BKNPQRbknpqr]`),
}, {
	name: "upper-case-without-a", fails: rejects, witness: requests{parse("A")},
	bug:    `Off by one: the letter is compared with > 'A' instead of >= 'A'.`,
	fix:    `Write >= 'A'.`,
	inject: rewrite(`[A-Za-z]`, `[B-Za-z]`),
}, {
	name: "upper-case-without-z", fails: rejects, witness: requests{parse("Z")},
	bug: `Off by one: the range of upper-case letters ends before Z.`,
	fix: `Include Z in the range.`,
	in: fixes{
		"python": `Write range(ord("A"), ord("Z") + 1): range excludes its end.`,
		"rust":   `Write 'A'..='Z', not 'A'..'Z'.`,
		"ruby":   `Write 'A'..'Z', not 'A'...'Z'.`,
	},
	inject: rewrite(`[A-Za-z]`, `[A-Ya-z]`),
}, {
	name: "lower-case-without-a", fails: rejects, witness: requests{parse("a")},
	bug:    `Off by one: the letter is compared with > 'a' instead of >= 'a'.`,
	fix:    `Write >= 'a'.`,
	inject: rewrite(`[A-Za-z]`, `[A-Zb-z]`),
}, {
	name: "lower-case-without-z", fails: rejects, witness: requests{parse("z")},
	bug:    `Off by one: the letter is compared with < 'z' instead of <= 'z'.`,
	fix:    `Write <= 'z'.`,
	inject: rewrite(`[A-Za-z]`, `[A-Za-y]`),
}, {
	name: "alphabet-without-w", fails: rejects, witness: requests{parse("W")},
	bug:    `The letter W is missing from a hand-written alphabet.`,
	fix:    `Compare with the ranges A-Z and a-z.`,
	inject: rewrite(`[A-Za-z]`, `[A-VX-Za-z]`),
}, {
	name: "posix-class-in-no-brackets", fails: accepts.and(rejects), witness: requests{parse(":")},
	bug:    `The class [:alpha:] lacks outer brackets, so it matches only the characters : a h l p.`,
	fix:    `Write [A-Za-z].`,
	inject: rewrite(`[A-Za-z]`, `[:alph]`),
}, {
	// Neighbours of the letters.
	name: "at-sign-for-a-letter", fails: accepts.and(current("epin/9.4/not-a-letter")),
	witness: requests{parse("@")},
	bug:     `Off by one: the upper-case range begins at @, the character before A.`,
	fix:     `Begin the range at A.`,
	inject:  rewrite(`[A-Za-z]`, `[@-Za-z]`),
}, {
	name: "bracket-for-a-letter", fails: accepts, witness: requests{parse("[")},
	bug:    `Off by one: the upper-case range ends at [, the character after Z.`,
	fix:    `End the range at Z.`,
	inject: rewrite(`[A-Za-z]`, `[A-\[a-z]`),
}, {
	name: "grave-accent-for-a-letter", fails: accepts, witness: requests{parse("`")},
	bug:    `Off by one: the lower-case range begins at the grave accent, the character before a.`,
	fix:    `Begin the range at a.`,
	inject: rewrite(`[A-Za-z]`, `[A-Z\x60-z]`),
}, {
	name: "brace-for-a-letter", fails: accepts, witness: requests{parse("{")},
	bug:    `Off by one: the lower-case range ends at {, the character after z.`,
	fix:    `End the range at z.`,
	inject: rewrite(`[A-Za-z]`, `[A-Za-{]`),
}, {
	name: "distance-not-unsigned", fails: accepts.and(current("epin/9.4/not-a-letter")),
	witness: requests{parse("1")},
	bug:     `The test (c | 32) - 'a' < 26 is signed, so characters before the letters pass as negative numbers.`,
	fix:     `Use unsigned arithmetic, or compare with both ends of the range.`,
	in: fixes{
		"c":    `Write (unsigned)((c | 32) - 'a') < 26.`,
		"java": `Compare with both ends of the range: Java's int is signed.`,
	},
	inject: rewrite(`[A-Za-z]`, `[\x00-Z\x60-z]`),
}, {
	// Letters of other alphabets.
	name: "is-alpha", unicode: true, fails: accepts.and(current("epin/9.4/not-a-letter")), witness: requests{parse("é")},
	bug: `The letter is tested with a function such as isalpha, which accepts all letters of Unicode.`,
	fix: `Accept only A-Z and a-z.`,
	in: fixes{
		"python":     `Test c in string.ascii_letters, or c.isascii() and c.isalpha().`,
		"go":         `Compare with 'A' to 'Z' and 'a' to 'z' instead of calling unicode.IsLetter.`,
		"rust":       `Use is_ascii_alphabetic, not is_alphabetic.`,
		"java":       `Compare with 'A' to 'Z' and 'a' to 'z' instead of calling Character.isLetter.`,
		"c#":         `Use char.IsAsciiLetter, not char.IsLetter.`,
		"javascript": `Write [A-Za-z], not \p{L}.`,
		"ruby":       `Write [A-Za-z], not [[:alpha:]] or \p{L}.`,
	},
	inject: rewrite(`[A-Za-z]`, `\p{L}`),
}, {
	name: "is-alpha-in-utf-16", unicode: true, fails: accepts.and(current("epin/9.4/not-a-letter")), witness: requests{parse("é")},
	bug: `A function such as Java's Character.isLetter tests each UTF-16 unit and accepts letters of all scripts.`,
	fix: `Accept only A-Z and a-z.`,
	in: fixes{
		"java": `Compare with 'A' to 'Z' and 'a' to 'z' instead of calling Character.isLetter.`,
		"c#":   `Use char.IsAsciiLetter, not char.IsLetter.`,
	},
	inject: inUTF16(`\p{L}`),
}, {
	name: "unicode-word-class", unicode: true, fails: accepts.and(current("epin/9.4/not-a-letter")),
	witness: requests{parse("\u0663")},
	bug:     `The letter is matched by Unicode's \w, which matches letters and digits of all scripts.`,
	fix:     `Write [A-Za-z].`,
	in:      fixes{"python": `Write [A-Za-z]: in a str, \w matches Unicode letters and digits.`},
	inject:  rewrite(`[A-Za-z]`, `[\p{L}\p{N}_]`),
}, {
	name: "unicode-word-class-with-marks", unicode: true, fails: accepts.and(current("epin/9.4/not-a-letter")),
	witness: requests{parse("\u0301")},
	bug:     `The letter is matched by Unicode's \w, which matches letters, digits and combining marks of all scripts.`,
	fix:     `Write [A-Za-z].`,
	in: fixes{
		"perl": `Write [A-Za-z]: in Perl, \w matches Unicode letters, digits and marks.`,
		"ruby": `Write [A-Za-z], not [[:word:]].`,
		"rust": `Write [A-Za-z]: in the crate regex, \w matches Unicode letters, digits and marks.`,
	},
	// The \w of Unicode Technical Standard 18: alphabetic characters (some are symbols), marks,
	// decimal digits, connectors and joiners.
	inject: rewrite(`[A-Za-z]`, `[\p{L}\p{Nl}\p{M}\p{Nd}\p{Pc}\x{200c}\x{200d}`+
		`\x{24b6}-\x{24e9}\x{1f130}-\x{1f149}\x{1f150}-\x{1f169}\x{1f170}-\x{1f189}]`),
}, {
	name: "word-class-in-utf-16", unicode: true, fails: accepts.and(current("epin/9.4/not-a-letter")), witness: requests{parse("é")},
	bug:    `The letter is matched by .NET's \w, which matches letters and digits of all scripts up to U+FFFF.`,
	fix:    `Write [A-Za-z].`,
	in:     fixes{"c#": `Write [A-Za-z]: in .NET, \w matches Unicode letters and digits.`},
	inject: inUTF16(`[\p{L}\p{Mn}\p{Nd}\p{Pc}]`),
}, {
	name: "collation-range", fails: accepts.and(current("epin/9.4/not-a-letter")), witness: requests{parse("ü")},
	bug:    `The range a-z follows the collation of a locale, which contains accented letters.`,
	fix:    `Match in the locale C, or compare bytes.`,
	in:     fixes{"c": `Call setlocale(LC_ALL, "C") before regcomp, or compare bytes.`},
	inject: rewrite(`[A-Za-z]`, `[A-Za-zÀ-ÖØ-öø-ÿ]`),
}, {
	name: "ctype-latin-1", fails: accepts, witness: requests{parse("\xe9")},
	bug: `The byte is tested with isalpha in a Latin-1 locale, where most bytes from 0xC0 on are letters.`,
	fix: `Accept only A-Z and a-z.`,
	in:  fixes{"c": `Compare with 'A' to 'Z' and 'a' to 'z' instead of calling isalpha.`},
	inject: readsBytes(func(b byte) byte {
		if b >= 0xc0 && b != 0xd7 && b != 0xf7 {
			return 'K'
		}
		return b
	}),
}, {
	name: "signed-char", fails: accepts, witness: requests{parse("\x80")},
	bug: `Bytes from 0x80 on are negative, and the letter test has only an upper bound.`,
	fix: `Convert the byte to an unsigned type before comparing.`,
	in: fixes{
		"c":    `Convert the char to unsigned char before comparing.`,
		"java": `Write b & 0xff before comparing: byte is signed.`,
	},
	inject: readsBytes(func(b byte) byte {
		if b >= 0x80 {
			return 'K'
		}
		return b
	}),
}, {
	name: "python-ignore-case", fails: accepts, witness: requests{parse("\u0131")},
	bug:    `With re.IGNORECASE, [a-z] also matches four letters beyond ASCII, such as U+0131.`,
	fix:    `Write [A-Za-z], without ignoring case.`,
	in:     fixes{"python": `Remove re.IGNORECASE and write [A-Za-z], or add re.ASCII.`},
	inject: rewrite(`[A-Za-z]`, `[A-Za-z\x{130}\x{131}\x{17f}\x{212a}]`),
}, {
	// Signs and markers.
	name: "minus-refused", fails: rejects, witness: requests{parse("-K")},
	bug:    `The minus sign is missing from the pattern.`,
	fix:    `Write [-+] for the sign.`,
	inject: rewrite(`[-+]?`, `\+?`),
}, {
	name: "sign-behind-too", fails: accepts, witness: requests{parse("K+")},
	bug: `The state modifier is also accepted after the letter, as in an older notation.`,
	fix: `Accept it only before the letter; convert older notations first.`,
	inject: accepting(func(token string) bool {
		return len(token) == 2 && isLetter(token[0]) && strings.Contains("+-", token[1:])
	}),
}, {
	name: "sign-alone", fails: accepts, witness: requests{parse("-")},
	bug:    `A sign without a letter is accepted, because the state after it is accepting.`,
	fix:    `Make only the states after the letter accepting.`,
	inject: accepting(func(token string) bool { return token == "+" || token == "-" }),
}, {
	name: "caret-any-character", fails: accepts.onlyCurrent().and(current("epin/9.4/double-marker")),
	witness: requests{parse("Kx")},
	bug:     `A dot in place of the terminal marker matches any character.`,
	fix:     `Write \^.`,
	inject:  rewrite(`\^?`, `.?`),
}, {
	name: "caret-only-on-a-king", fails: rejects.onlyCurrent(), witness: requests{parse("Q^")},
	bug: `The terminal marker is accepted only on K and k, as in chess.`,
	fix: `Accept it on every letter; the game decides which pieces are terminal.`,
	inject: rejecting(func(token string) bool {
		return strings.Contains(token, "^") && !strings.ContainsAny(token, "Kk")
	}),
}, {
	name: "caret-or-quote", fails: rejects.onlyCurrent(), witness: requests{parse("K^'")},
	bug:    `The two markers are alternatives in the pattern, so a token cannot have both.`,
	fix:    `Write \^?'? for the markers.`,
	inject: rewrite(`(?<caret>\^?)(?<quote>'?)`, `(?:(?<caret>\^?)|(?<quote>'?))`),
}, {
	name: "sign-or-caret", fails: rejects.onlyCurrent(), witness: requests{parse("+K^")},
	bug: `The parser rejects a token with both a sign and the terminal marker.`,
	fix: `Accept both together: state and terminal status are independent.`,
	inject: rejecting(func(token string) bool {
		return strings.ContainsAny(token, "+-") && strings.Contains(token, "^")
	}),
}, {
	name: "sign-or-quote", fails: rejects, witness: requests{parse("+K'")},
	bug: `The parser rejects a token with both a sign and the derivation marker.`,
	fix: `Accept both together: state and derivation are independent.`,
	inject: rejecting(func(token string) bool {
		return strings.ContainsAny(token, "+-") && strings.Contains(token, "'")
	}),
}, {
	name: "quotation-mark", fails: accepts.and(rejects), witness: requests{parse(`K"`)},
	bug:    `The pattern has a double quote in place of the apostrophe.`,
	fix:    `Write the apostrophe, U+0027.`,
	inject: rewrite(`'?`, `"?`),
}, {
	name: "two-quotes", fails: accepts.and(current("epin/9.4/double-marker")), witness: requests{parse("K''")},
	bug:    `The quantifier of the derivation marker allows two.`,
	fix:    `Use the quantifier ?, which allows at most one.`,
	inject: rewrite(`'?`, `'{0,2}`),
}, {
	// The order of the parts.
	name: "markers-in-any-order", witness: requests{parse("K'^")},
	fails:  accepts.onlyCurrent().and(current("epin/9.4/marker-order", "epin/4/marker-last")),
	bug:    `The two markers are accepted in either order.`,
	fix:    `Accept the terminal marker first and the derivation marker last.`,
	inject: anyOf(nil, []string{`(?<caret>\^?)(?<quote>'?)`, `(?<quote>'?)(?<caret>\^?)`}),
}, {
	name: "markers-in-one-class", witness: requests{parse("K^'^'")},
	fails: accepts.and(current("epin/9.4/double-marker", "epin/9.4/double-terminal", "epin/9.4/marker-order")).onlyCurrent(),
	bug:   `The class [\^']* matches both markers, in any order and number.`,
	fix:   `Write \^?'? for the markers.`,
	inject: accepting(func(token string) bool {
		token = strings.TrimRight(token, "^'")
		letter := strings.TrimLeft(token, "+-")
		return len(letter) == 1 && isLetter(letter[0]) && len(token) <= 2
	}),
}, {
	name: "number-not-checked", witness: requests{parse("++K''")},
	fails: accepts.and(current("epin/9.4/double-marker", "epin/9.4/double-terminal", "epin/9.4/double-state")),
	bug:   `Each sign and marker is read in a loop, so it may be repeated.`,
	fix:   `Read each sign and marker at most once.`,
	inject: func(m *model) {
		rewrite(`[-+]?`, `[-+]*`, `'?`, `'*`)(m)
		m.expression = strings.Replace(m.expression, `\^?`, `\^*`, 1)
	},
}, {
	name: "order-not-checked", fails: ofOrder, witness: requests{parse("'K+")},
	bug: `Each character sets a flag, and the order of the characters is not checked.`,
	fix: `Check that each part is in its place.`,
	inject: func(m *model) {
		accepting(func(token string) bool {
			p := skim(token)
			parts := p.sign + p.letter + p.caret + p.quote
			return p.letter != "" && len(parts) == len(token) && (m.edition.HasTerminal() || p.caret == "")
		})(m)
	},
}, {
	name: "marks-stripped", fails: ofOrder, witness: requests{parse("''K--")},
	bug: `All signs and markers are stripped from both ends, and one letter must remain.`,
	fix: `Check that each part is in its place.`,
	in:  fixes{"python": `Do not parse with strip("+-^'"), which strips these characters from both ends.`},
	inject: func(m *model) {
		marks := "+-'^"
		if !m.edition.HasTerminal() {
			marks = "+-'"
		}
		accepting(func(token string) bool {
			letter := strings.Trim(token, marks)
			return len(letter) == 1 && isLetter(letter[0])
		})(m)
	},
}, {
	name: "quote-removed-anywhere", witness: requests{parse("+'K")},
	fails: accepts.and(current("epin/9.4/double-marker", "epin/9.4/marker-order", "epin/4/marker-last")),
	bug:   `All apostrophes are removed, wherever they are, and the rest is parsed as PIN.`,
	fix:   `Remove one apostrophe, and only at the end.`,
	in: fixes{
		"python": `Use endswith and removesuffix, not in and replace.`,
		"ruby":   `Use end_with? and delete_suffix, not include? and delete.`,
	},
	inject: withFlag("'", derive),
}, {
	name: "caret-removed-anywhere", witness: requests{parse("+^K")},
	fails:  accepts.onlyCurrent().and(current("epin/9.4/double-terminal", "epin/9.4/caret-first", "epin/9.4/marker-order")),
	bug:    `All carets are removed, wherever they are, and the rest is parsed without them.`,
	fix:    `Remove one caret, and only after the letter.`,
	inject: withFlag("^", mark),
}, {
	name: "split-at-the-quote", witness: requests{parse("K'Q")},
	fails: unanchored.and(current("epin/9.4/double-marker", "epin/9.4/marker-order")),
	bug:   `The input is split at the apostrophe, and the text after it is ignored.`,
	fix:   `Check that nothing follows the apostrophe.`,
	inject: reads(func(token string) string {
		before, _, found := strings.Cut(token, "'")
		if found {
			before += "'"
		}
		return before
	}),
}, {
	name: "not-anchored-before-the-quote", fails: unanchored, witness: requests{parse("!K'")},
	bug:    `Derived tokens have a pattern of their own, which has no start anchor.`,
	fix:    `Use one pattern for all tokens, anchored at both ends.`,
	inject: anyOf(nil, []string{`\A`, ``, `'?`, `'`}),
}, {
	name: "tokens-repeated", fails: unanchored, witness: requests{parse("K'Q")},
	bug: `The whole pattern has a quantifier, so a sequence of tokens is accepted.`,
	fix: `Match exactly one token.`,
	inject: func(m *model) {
		parse := m.parse
		accepting(func(token string) bool {
			empty := token == ""
			for token != "" {
				n := min(len(token), longest(m.edition))
				for ; n > 0; n-- {
					if _, ok := parse(token[:n]); ok {
						break
					}
				}
				if n == 0 {
					return false
				}
				token = token[n:]
			}
			return !empty
		})(m)
	},
}, {
	name: "sign-and-minus-cancel", fails: accepts, witness: requests{parse("+-K")},
	bug:    `The sequences +- and -+ are removed, as if the signs cancelled out.`,
	fix:    `Accept at most one sign.`,
	inject: takesFor("+-", "", "-+", ""),
}}

// inUTF16 returns the fault of a class for the letter, in a language whose characters are UTF-16
// units: no class contains a surrogate, so characters beyond the BMP are rejected.
func inUTF16(class string) func(m *model) {
	return func(m *model) {
		rewrite(`[A-Za-z]`, class)(m)
		rejecting(func(token string) bool {
			return strings.ContainsFunc(token, func(r rune) bool { return r > 0xffff })
		})(m)
	}
}

// withFlag returns the fault of removing a marker from any place, and applying the change if
// there was one.
func withFlag(marker string, change func(p *piece)) func(m *model) {
	return parses(func(parse parser, token string) (*piece, bool) {
		p, ok := parse(strings.ReplaceAll(token, marker, ""))
		if ok && strings.Contains(token, marker) {
			change(p)
		}
		return p, ok
	})
}
