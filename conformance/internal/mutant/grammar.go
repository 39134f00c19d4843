package mutant

import (
	"strings"
)

// grammar are faults in the parts of a token and their order.
var grammar = []fault{{
	// The state modifier.
	name: "sign-range", fails: accepts, witness: requests{parse(";K")},
	bug:    `In [+-^] the hyphen makes a range, which runs from the plus sign to the caret.`,
	fix:    `Put the hyphen first or last in the class: [-+].`,
	inject: rewrite(`[-+]`, `[+-^]`),
}, {
	name: "sign-comma", fails: accepts, witness: requests{parse(",K")},
	bug:    `The members of the class are separated by a comma, [+,-], and a class has no separators.`,
	fix:    `Write [-+].`,
	inject: rewrite(`[-+]`, `[+,-]`),
}, {
	name: "sign-star", fails: accepts.and(current("epin/9.4/double-state")), witness: requests{parse("++K")},
	bug:    `The state modifier may be repeated, because the quantifier is * rather than ?.`,
	fix:    `Allow it once at most: [-+]?.`,
	inject: rewrite(`[-+]?`, `[-+]*`),
}, {
	name: "sign-mandatory", fails: rejects.and(each("epin/3/pin-superset", "epin-initial/pin-inheritance")),
	witness: requests{parse("K")},
	bug:     `The state modifier has no quantifier, so that a piece in its normal state has no token.`,
	fix:     `Make it optional: [-+]?.`,
	inject:  rewrite(`[-+]?`, `[-+]`),
}, {
	name: "sign-behind", fails: accepts.and(rejects), witness: requests{parse("K+")},
	bug:    `The state modifier is expected behind the letter, where other notations have it.`,
	fix:    `Expect it before the letter.`,
	inject: rewrite(`(?<sign>[-+]?)(?<letter>[A-Za-z])`, `(?<letter>[A-Za-z])(?<sign>[-+]?)`),
}, {
	// The letter.
	name: "letter-range-a-to-z", fails: accepts, witness: requests{parse("_")},
	bug:    `The range [A-z] also holds the six characters between Z and a.`,
	fix:    `Write the two ranges: [A-Za-z].`,
	inject: rewrite(`[A-Za-z]`, `[A-z]`),
}, {
	name: "letter-plus", fails: accepts, witness: requests{parse("KK")},
	bug:    `The piece may be named by a word, because the letter has the quantifier +.`,
	fix:    `Allow exactly one letter.`,
	inject: rewrite(`[A-Za-z]`, `[A-Za-z]+`),
}, {
	name: "letter-optional", fails: accepts.and(current("epin/9.4/empty")), witness: requests{parse("")},
	bug:    `Every part is optional, the letter among them, so that nothing at all is a token.`,
	fix:    `Demand the letter.`,
	inject: rewrite(`[A-Za-z]`, `[A-Za-z]?`),
}, {
	name: "letter-word-class", fails: accepts.and(current("epin/9.4/not-a-letter")), witness: requests{parse("1")},
	bug:    `The letter is matched by \w, which also holds the digits and the underscore.`,
	fix:    `Write [A-Za-z].`,
	inject: rewrite(`[A-Za-z]`, `\w`),
}, {
	name: "only-upper-case", fails: rejects, witness: requests{parse("k")},
	bug:    `Only the pieces of the first side were thought of.`,
	fix:    `Allow lower case too, which is the second side.`,
	inject: rewrite(`[A-Za-z]`, `[A-Z]`),
}, {
	// The markers.
	name: "caret-unescaped", fails: rejects.onlyCurrent(), witness: requests{parse("K^")},
	bug:    `The caret is not escaped, and an anchor rather than a character.`,
	fix:    `Write \^.`,
	inject: rewrite(`\^?`, `^?`),
}, {
	name: "caret-star", fails: accepts.onlyCurrent().and(current("epin/9.4/double-terminal")),
	witness: requests{parse("K^^")},
	bug:     `The terminal marker may be repeated, because the quantifier is * rather than ?.`,
	fix:     `Allow it once at most: \^?.`,
	inject:  rewrite(`\^?`, `\^*`),
}, {
	name: "caret-first", fails: accepts.and(rejects).onlyCurrent().and(current("epin/9.4/caret-first")),
	witness: requests{parse("^K")},
	bug:     `The terminal marker is expected before the letter, as a prefix like the state modifier.`,
	fix:     `Expect it behind the letter.`,
	inject:  rewrite(`(?<letter>[A-Za-z])(?<caret>\^?)`, `(?<caret>\^?)(?<letter>[A-Za-z])`),
}, {
	name: "quote-before-caret", witness: requests{parse("K'^")},
	fails:  accepts.and(rejects).onlyCurrent().and(current("epin/9.4/marker-order", "epin/4/marker-last")),
	bug:    `The derivation marker is expected before the terminal marker.`,
	fix:    `Expect it last.`,
	inject: rewrite(`(?<caret>\^?)(?<quote>'?)`, `(?<quote>'?)(?<caret>\^?)`),
}, {
	name: "quote-refused", fails: rejects.and(current("examples/single-style/accept-both")),
	witness: requests{parse("K'")},
	bug:     `A program for games of one style has no use for the derivation marker, and refuses it.`,
	fix:     `Accept both forms; a context that does not want the marker removes it as a step of its own.`,
	inject:  rewrite(`'?`, ``),
}, {
	name: "quote-star", fails: accepts.and(current("epin/9.4/double-marker")), witness: requests{parse("K''")},
	bug:    `The derivation marker may be repeated, because the quantifier is * rather than ?.`,
	fix:    `Allow it once at most: '?.`,
	inject: rewrite(`'?`, `'*`),
}, {
	// Missing letters.
	name: "only-lower-case", fails: rejects, witness: requests{parse("K")},
	bug:    `The input is expected in lower case, as other notations of the program are.`,
	fix:    `Allow upper case too, which is the first side.`,
	inject: rewrite(`[A-Za-z]`, `[a-z]`),
}, {
	name: "only-chess-letters", fails: rejects, witness: requests{parse("A")},
	bug:    `Only the letters of the chess pieces are allowed, which were all that the program had.`,
	fix:    `Allow every letter; which of them name a piece is up to the game.`,
	inject: rewrite(`[A-Za-z]`, `[BKNPQRbknpqr]`),
}, {
	name: "upper-case-without-a", fails: rejects, witness: requests{parse("A")},
	bug:    `The letter is compared with > 'A' rather than >=.`,
	fix:    `Include the end of the range.`,
	inject: rewrite(`[A-Za-z]`, `[B-Za-z]`),
}, {
	name: "upper-case-without-z", fails: rejects, witness: requests{parse("Z")},
	bug:    `The letter is compared with < 'Z' rather than <=, or taken from a range without its end.`,
	fix:    `Include the end of the range.`,
	in:     fixes{"python": `range(ord("A"), ord("Z")) ends before its last: add one.`, "rust": `Write 'A'..='Z', with the equals sign.`, "ruby": `Write 'A'..'Z', with two dots.`},
	inject: rewrite(`[A-Za-z]`, `[A-Ya-z]`),
}, {
	name: "lower-case-without-a", fails: rejects, witness: requests{parse("a")},
	bug:    `The letter is compared with > 'a' rather than >=.`,
	fix:    `Include the end of the range.`,
	inject: rewrite(`[A-Za-z]`, `[A-Zb-z]`),
}, {
	name: "lower-case-without-z", fails: rejects, witness: requests{parse("z")},
	bug:    `The letter is compared with < 'z' rather than <=.`,
	fix:    `Include the end of the range.`,
	inject: rewrite(`[A-Za-z]`, `[A-Za-y]`),
}, {
	name: "alphabet-without-w", fails: rejects, witness: requests{parse("W")},
	bug:    `The letters are looked up in an alphabet that was typed by hand, and W was forgotten.`,
	fix:    `Compare with the ends of the range.`,
	inject: rewrite(`[A-Za-z]`, `[A-VX-Za-z]`),
}, {
	name: "posix-class-in-no-brackets", fails: accepts.and(rejects), witness: requests{parse(":")},
	bug:    `The class is written [:alpha:] rather than [[:alpha:]], and stands for the colon and four letters.`,
	fix:    `Write [A-Za-z].`,
	inject: rewrite(`[A-Za-z]`, `[:alph]`),
}, {
	// Neighbours of the letters.
	name: "at-sign-for-a-letter", fails: accepts.and(current("epin/9.4/not-a-letter")),
	witness: requests{parse("@")},
	bug:     `The range begins one too early, at the character before A.`,
	fix:     `Begin it at A.`,
	inject:  rewrite(`[A-Za-z]`, `[@-Za-z]`),
}, {
	name: "bracket-for-a-letter", fails: accepts, witness: requests{parse("[")},
	bug:    `The range ends one too late, at the character after Z.`,
	fix:    `End it at Z.`,
	inject: rewrite(`[A-Za-z]`, `[A-\[a-z]`),
}, {
	name: "grave-accent-for-a-letter", fails: accepts, witness: requests{parse("`")},
	bug:    `The range begins one too early, at the character before a.`,
	fix:    `Begin it at a.`,
	inject: rewrite(`[A-Za-z]`, `[A-Z\x60-z]`),
}, {
	name: "brace-for-a-letter", fails: accepts, witness: requests{parse("{")},
	bug:    `The range ends one too late, at the character after z.`,
	fix:    `End it at z.`,
	inject: rewrite(`[A-Za-z]`, `[A-Za-{]`),
}, {
	name: "distance-not-unsigned", fails: accepts.and(current("epin/9.4/not-a-letter")),
	witness: requests{parse("1")},
	bug:     `Whether a byte is a letter is told by its distance from a, which must be less than 26, and is negative for what stands before.`,
	fix:     `Compute the distance without a sign, or compare with both ends.`,
	in:      fixes{"c": `Write (unsigned)((c | 32) - 'a') < 26.`, "java": `Compare with both ends: Java has no int without a sign.`},
	inject:  rewrite(`[A-Za-z]`, `[\x00-Z\x60-z]`),
}, {
	// Letters of other alphabets.
	name: "is-alpha", fails: accepts.and(current("epin/9.4/not-a-letter")), witness: requests{parse("é")},
	bug: `The letter is tested by a function that knows all the letters of Unicode.`,
	fix: `Compare with A to Z and a to z.`,
	in: fixes{
		"python":     `Test with c in string.ascii_letters, or with c.isascii() and c.isalpha().`,
		"go":         `Do not use unicode.IsLetter.`,
		"rust":       `Use is_ascii_alphabetic rather than is_alphabetic.`,
		"java":       `Do not use Character.isLetter.`,
		"c#":         `Use char.IsAsciiLetter rather than char.IsLetter.`,
		"javascript": `Write [A-Za-z] rather than \p{L}.`,
		"ruby":       `Write [A-Za-z] rather than [[:alpha:]] or \p{L}.`,
	},
	inject: rewrite(`[A-Za-z]`, `\p{L}`),
}, {
	name: "unicode-word-class", fails: accepts.and(current("epin/9.4/not-a-letter")),
	witness: requests{parse("\u0663")},
	bug:     `The letter is matched by \w, which in this engine holds the letters and digits of all of Unicode, and the underscore.`,
	fix:     `Write [A-Za-z].`,
	in:      fixes{"python": `Write [A-Za-z]: of str, \w is Unicode.`, "c#": `Write [A-Za-z]: \w is Unicode.`, "rust": `Write [A-Za-z]: \w is Unicode.`},
	inject:  rewrite(`[A-Za-z]`, `[\p{L}\p{N}_]`),
}, {
	name: "collation-range", fails: accepts.and(current("epin/9.4/not-a-letter")), witness: requests{parse("ü")},
	bug:    `The range from A to z is that of a locale, where letters with accents stand between the others.`,
	fix:    `Match in the locale C.`,
	in:     fixes{"c": `Call setlocale(LC_ALL, "C") before regcomp, or compare bytes.`},
	inject: rewrite(`[A-Za-z]`, `[A-Za-zÀ-ÖØ-öø-ÿ]`),
}, {
	name: "ctype-latin-1", fails: accepts, witness: requests{parse("\xe9")},
	bug: `The byte is tested by isalpha in a locale of Latin-1, where most bytes from 0xC0 on are letters.`,
	fix: `Compare with A to Z and a to z.`,
	in:  fixes{"c": `Do not use isalpha, which depends on the locale.`},
	inject: readsBytes(func(b byte) byte {
		if b >= 0xc0 && b != 0xd7 && b != 0xf7 {
			return 'K'
		}
		return b
	}),
}, {
	name: "signed-char", fails: accepts, witness: requests{parse("\x80")},
	bug: `Bytes from 0x80 on are negative numbers, and pass a test that has only upper bounds.`,
	fix: `Make the byte unsigned before comparing.`,
	in:  fixes{"c": `Convert to unsigned char: whether char has a sign is up to the compiler.`, "java": `Write b & 0xff: byte has a sign.`},
	inject: readsBytes(func(b byte) byte {
		if b >= 0x80 {
			return 'K'
		}
		return b
	}),
}, {
	name: "python-ignore-case", fails: accepts, witness: requests{parse("\u0131")},
	bug:    `The expression ignores case as Python does, where the range from a to z then also holds four letters that are not ASCII.`,
	fix:    `Write both ranges and leave the flag away.`,
	in:     fixes{"python": `Leave re.IGNORECASE away, or add re.ASCII.`},
	inject: rewrite(`[A-Za-z]`, `[A-Za-z\x{130}\x{131}\x{17f}\x{212a}]`),
}, {
	// Signs and markers.
	name: "minus-refused", fails: rejects, witness: requests{parse("-K")},
	bug:    `Only promotion was thought of, and the minus sign is missing in the class.`,
	fix:    `Write [-+].`,
	inject: rewrite(`[-+]?`, `\+?`),
}, {
	name: "sign-behind-too", fails: accepts, witness: requests{parse("K+")},
	bug: `The state modifier is also accepted behind the letter, for the sake of an older notation.`,
	fix: `Accept it in front alone; whoever has the older notation converts it first.`,
	inject: accepting(func(token string) bool {
		return len(token) == 2 && isLetter(token[0]) && strings.Contains("+-", token[1:])
	}),
}, {
	name: "sign-alone", fails: accepts, witness: requests{parse("-")},
	bug:    `The state after the sign was made an accepting one when the state after the letter was.`,
	fix:    `Accept only after a letter.`,
	inject: accepting(func(token string) bool { return token == "+" || token == "-" }),
}, {
	name: "caret-any-character", fails: accepts.onlyCurrent().and(current("epin/9.4/double-marker")),
	witness: requests{parse("Kx")},
	bug:     `The terminal marker is matched by a dot, which matches anything.`,
	fix:     `Write \^.`,
	inject:  rewrite(`\^?`, `.?`),
}, {
	name: "caret-only-on-a-king", fails: rejects.onlyCurrent(), witness: requests{parse("Q^")},
	bug: `Only a king can be terminal in chess, and the parser refuses the marker on anything else.`,
	fix: `Accept it on every letter; which pieces are terminal is up to the game.`,
	inject: rejecting(func(token string) bool {
		return strings.Contains(token, "^") && !strings.ContainsAny(token, "Kk")
	}),
}, {
	name: "caret-or-quote", fails: rejects.onlyCurrent(), witness: requests{parse("K^'")},
	bug:    `The two markers are branches of an alternation, so a token has at most one of them.`,
	fix:    `Let the one follow the other: \^?'?.`,
	inject: rewrite(`(?<caret>\^?)(?<quote>'?)`, `(?:(?<caret>\^?)|(?<quote>'?))`),
}, {
	name: "sign-or-caret", fails: rejects.onlyCurrent(), witness: requests{parse("+K^")},
	bug: `A terminal piece is thought to have no other state than normal.`,
	fix: `Let state and terminal status be independent.`,
	inject: rejecting(func(token string) bool {
		return strings.ContainsAny(token, "+-") && strings.Contains(token, "^")
	}),
}, {
	name: "sign-or-quote", fails: rejects, witness: requests{parse("+K'")},
	bug: `A promoted piece is thought to have lost its style, and the parser refuses sign and marker together.`,
	fix: `Let state and Style status be independent.`,
	inject: rejecting(func(token string) bool {
		return strings.ContainsAny(token, "+-") && strings.Contains(token, "'")
	}),
}, {
	name: "quotation-mark", fails: accepts.and(rejects), witness: requests{parse(`K"`)},
	bug:    `The derivation marker was replaced by a quotation mark when the expression went through another quoting.`,
	fix:    `Write the apostrophe, U+0027.`,
	inject: rewrite(`'?`, `"?`),
}, {
	name: "two-quotes", fails: accepts.and(current("epin/9.4/double-marker")), witness: requests{parse("K''")},
	bug:    `A piece that was captured twice is given two derivation markers, and the quantifier allows both.`,
	fix:    `Allow one at most: '?.`,
	inject: rewrite(`'?`, `'{0,2}`),
}, {
	// The order of the parts.
	name: "markers-in-any-order", witness: requests{parse("K'^")},
	fails:  accepts.onlyCurrent().and(current("epin/9.4/marker-order", "epin/4/marker-last")),
	bug:    `Both orders of the two markers are allowed, because either can be added last.`,
	fix:    `Expect the terminal marker first.`,
	inject: anyOf(nil, []string{`(?<caret>\^?)(?<quote>'?)`, `(?<quote>'?)(?<caret>\^?)`}),
}, {
	name: "markers-in-one-class", witness: requests{parse("K^'^'")},
	fails: accepts.and(current("epin/9.4/double-marker", "epin/9.4/double-terminal", "epin/9.4/marker-order")).onlyCurrent(),
	bug:   `The two markers are members of one class, [\^']*, which knows neither order nor number.`,
	fix:   `Write \^?'?.`,
	inject: accepting(func(token string) bool {
		token = strings.TrimRight(token, "^'")
		letter := strings.TrimLeft(token, "+-")
		return len(letter) == 1 && isLetter(letter[0]) && len(token) <= 2
	}),
}, {
	name: "number-not-checked", witness: requests{parse("++K''")},
	fails: accepts.and(current("epin/9.4/double-marker", "epin/9.4/double-terminal", "epin/9.4/double-state")),
	bug:   `Each part is read in a loop for as long as there is one, and its number is not checked.`,
	fix:   `Read each part once at most.`,
	inject: func(m *model) {
		rewrite(`[-+]?`, `[-+]*`, `'?`, `'*`)(m)
		m.expression = strings.Replace(m.expression, `\^?`, `\^*`, 1)
	},
}, {
	name: "order-not-checked", fails: ofOrder, witness: requests{parse("'K+")},
	bug: `The characters set flags as they come, each at most once, and their order is not checked.`,
	fix: `Expect each part in its place.`,
	inject: func(m *model) {
		accepting(func(token string) bool {
			p := skim(token)
			parts := p.sign + p.letter + p.caret + p.quote
			return p.letter != "" && len(parts) == len(token) && (m.edition.HasTerminal() || p.caret == "")
		})(m)
	},
}, {
	name: "marks-stripped", fails: ofOrder, witness: requests{parse("''K--")},
	bug: `All marks are stripped from both ends of the input, and a single letter is all that has to be left.`,
	fix: `Expect each part in its place.`,
	in:  fixes{"python": `Do not parse with strip("+-^'"), which removes any of the characters from both ends.`},
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
	fails:  accepts.and(current("epin/9.4/double-marker", "epin/9.4/marker-order", "epin/4/marker-last")),
	bug:    `Whether there is an apostrophe makes the flag, and what is left without any is read as PIN.`,
	fix:    `Look at the end of the token alone, and remove one.`,
	in:     fixes{"python": `Use endswith and removesuffix rather than in and replace.`, "ruby": `Use end_with? and delete_suffix rather than include? and delete.`},
	inject: withFlag("'", derive),
}, {
	name: "caret-removed-anywhere", witness: requests{parse("+^K")},
	fails:  accepts.onlyCurrent().and(current("epin/9.4/double-terminal", "epin/9.4/caret-first", "epin/9.4/marker-order")),
	bug:    `Whether there is a caret makes the flag, and what is left without any is read on.`,
	fix:    `Look behind the letter alone, and remove one.`,
	inject: withFlag("^", mark),
}, {
	name: "split-at-the-quote", witness: requests{parse("K'Q")},
	fails: unanchored.and(current("epin/9.4/double-marker", "epin/9.4/marker-order")),
	bug:   `The input is split at the apostrophe, the first part is read as PIN, and the others are not looked at.`,
	fix:   `Check that nothing stands behind the apostrophe.`,
	inject: reads(func(token string) string {
		before, _, found := strings.Cut(token, "'")
		if found {
			before += "'"
		}
		return before
	}),
}, {
	name: "not-anchored-before-the-quote", fails: unanchored, witness: requests{parse("!K'")},
	bug:    `A derived token is read by an expression of its own, which is anchored behind only.`,
	fix:    `Read both by one expression, anchored at both ends.`,
	inject: anyOf(nil, []string{`\A`, ``, `'?`, `'`}),
}, {
	name: "tokens-repeated", fails: unanchored, witness: requests{parse("K'Q")},
	bug: `The whole expression has a quantifier, left from a list of tokens, and a row of tokens counts as one.`,
	fix: `Match one token.`,
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
	bug:    `A plus and a minus in front are taken for steps that cancel each other.`,
	fix:    `Allow one sign at most.`,
	inject: takesFor("+-", "", "-+", ""),
}}

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
