package mutant

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// characters are faults that treat different characters as the same: encoding, case, escapes,
// look-alikes.
var characters = []fault{{
	name: "unicode-case-folding", fails: accepts, witness: requests{parse("\u212a")},
	bug: `The pattern ignores case by Unicode folding, where U+212A matches k and U+017F matches s.`,
	fix: `Write [A-Za-z], without ignoring case.`,
	in: fixes{
		"rust":       `Write [A-Za-z], not (?i)[a-z].`,
		"go":         `Write [A-Za-z], not (?i)[a-z].`,
		"javascript": `Write [A-Za-z] without the flag i: with u, it folds by Unicode.`,
		"c#":         `Write [A-Za-z] without RegexOptions.IgnoreCase.`,
	},
	inject: rewrite(`[A-Za-z]`, `(?i:[a-z])`),
}, {
	name: "byte-order-mark-skipped", fails: unanchored, witness: requests{parse("\ufeffK")},
	bug:    `A leading byte order mark is skipped, as in a file.`,
	fix:    `Skip it where files are opened, not before validation.`,
	in:     fixes{"python": `Decode with utf-8, not utf-8-sig.`},
	inject: reads(func(token string) string { return strings.TrimPrefix(token, "\ufeff") }),
}, {
	name: "invalid-bytes-dropped", fails: unanchored, witness: requests{parse("K\x80")},
	bug: `Malformed UTF-8 bytes are dropped when the input is decoded.`,
	fix: `Decode strictly, and reject malformed UTF-8.`,
	in: fixes{
		"python": `Decode with errors="strict", not "ignore".`,
		"go":     `Check utf8.ValidString instead of calling strings.ToValidUTF8.`,
		"ruby":   `Check valid_encoding? instead of calling scrub.`,
	},
	inject: reads(func(token string) string { return strings.ToValidUTF8(token, "") }),
}, {
	name: "high-bit-masked", fails: accepts, witness: requests{parse("\xcb")},
	bug: `The high bit of each byte is masked, so 0xCB becomes K.`,
	fix: `Reject bytes from 0x80 on.`,
	inject: reads(func(token string) string {
		masked := []byte(token)
		for i := range masked {
			masked[i] &= 0x7f
		}
		return string(masked)
	}),
}, {
	name: "escapes-decoded", fails: accepts, witness: requests{parse(`K\'`)},
	bug:    `Backslashes in the input are removed as escapes.`,
	fix:    `Decode escapes where source code is read, not before validation.`,
	inject: reads(strings.NewReplacer(`\\`, `\`, `\`, ``).Replace),
}, {
	// Case.
	name: "upper-cased-first", fails: accepts, witness: requests{parse("\u017f")},
	bug:    `The input is upper-cased before matching, so U+017F becomes S and U+0131 becomes I.`,
	fix:    `Match the input unchanged with [A-Za-z].`,
	inject: inCase(strings.ToUpper, strings.ToLower),
}, {
	name: "lower-cased-first", fails: accepts, witness: requests{parse("\u0130")},
	bug:    `The input is lower-cased before matching, so U+212A becomes k and U+0130 becomes i.`,
	fix:    `Match the input unchanged with [A-Za-z].`,
	inject: inCase(strings.ToLower, strings.ToUpper),
}, {
	name: "turkish-locale", fails: accepts.and(rejects), witness: requests{parse("i")},
	bug:    `The input is upper-cased in a Turkish locale, so i becomes U+0130 and U+0131 becomes I.`,
	fix:    `Match the input unchanged with [A-Za-z].`,
	inject: takesFor("i", "\u0130", "\u0131", "i"),
}, {
	name: "turkish-locale-of-the-environment", layer: Environments, fails: rejects, witness: requests{parse("i")},
	environment: []string{"LC_ALL=tr_TR.UTF-8"},
	bug:         `The input is upper-cased in the locale of the environment, and in a Turkish one i becomes U+0130.`,
	fix:         `Match the input unchanged with [A-Za-z].`,
	in:          fixes{"java": `Pass Locale.ROOT to toUpperCase.`, "c": `Do not call setlocale(LC_CTYPE, "").`},
	inject: func(m *model) {
		rejecting(func(token string) bool {
			return slices.Contains(m.variables, "LC_ALL=tr_TR.UTF-8") && strings.Contains(token, "i")
		})(m)
	},
}, {
	// Normal forms.
	name: "canonical-equivalence", fails: accepts, witness: requests{parse("\u212a")},
	bug:    `The input is normalised to NFC or compared canonically, so the Kelvin sign U+212A equals K.`,
	fix:    `Compare bytes or code points, without normalisation.`,
	in:     fixes{"swift": `Compare unicodeScalars or utf8, not Character or String.`},
	inject: takesFor("\u212a", "K"),
}, {
	name: "compatibility-normalised", unicode: true, fails: accepts, witness: requests{parse("\uff2b")},
	bug:    `The input is normalised to NFKC, so full-width and mathematical letters become ASCII letters.`,
	fix:    `Validate the input without normalisation.`,
	inject: readsRunes(compatible),
}, {
	name: "accents-stripped", unicode: true, fails: accepts.and(current("epin/9.4/not-a-letter")), witness: requests{parse("É")},
	bug: `The input is compared by a collation that ignores accents.`,
	fix: `Use a binary collation.`,
	inject: readsRunes(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		if from := strings.IndexRune("ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿ", r); from >= 0 {
			return rune("AAAAAACEEEEIIIINOOOOOUUUUYaaaaaaceeeeiiiinooooouuuuyy"[from/2])
		}
		return r
	}),
}, {
	name: "combining-marks-ignored", unicode: true, fails: unanchored, witness: requests{parse("K\u0301")},
	bug: `Combining marks are ignored: only the first code point of each grapheme is tested.`,
	fix: `Compare code points or bytes.`,
	in: fixes{
		"swift":  `Iterate over unicodeScalars or utf8, not over Characters.`,
		"elixir": `Match on the binary, not on String.graphemes.`,
	},
	inject: drops(func(r rune) bool { return unicode.Is(unicode.Mn, r) }),
}, {
	name: "combining-circumflex", fails: unanchored.onlyCurrent(), witness: requests{parse("K\u0302")},
	bug:    `The combining circumflex U+0302 is accepted as the terminal marker.`,
	fix:    `Accept only U+005E.`,
	inject: takesFor("\u0302", "^"),
}, {
	// Look-alikes.
	name: "typographic-apostrophe", fails: unanchored, witness: requests{parse("K\u2019")},
	bug:    `The typographic apostrophe U+2019 is accepted as the derivation marker.`,
	fix:    `Accept only U+0027.`,
	inject: takesFor("\u2019", "'"),
}, {
	name: "prime-for-the-quote", fails: unanchored, witness: requests{parse("K\u2032")},
	bug:    `The prime U+2032 is accepted as the derivation marker.`,
	fix:    `Accept only U+0027.`,
	inject: takesFor("\u2032", "'"),
}, {
	name: "grave-accent-for-the-quote", fails: unanchored, witness: requests{parse("K`")},
	bug:    `The grave accent U+0060 is accepted as the derivation marker.`,
	fix:    `Accept only U+0027.`,
	inject: takesFor("`", "'"),
}, {
	name: "modifier-letter-for-the-caret", fails: unanchored.onlyCurrent(), witness: requests{parse("K\u02c6")},
	bug:    `The modifier letter U+02C6 is accepted as the terminal marker.`,
	fix:    `Accept only U+005E.`,
	inject: takesFor("\u02c6", "^"),
}, {
	name: "minus-sign", fails: unanchored, witness: requests{parse("\u2212K")},
	bug:    `The mathematical minus sign U+2212 is accepted as the state modifier.`,
	fix:    `Accept only U+002D.`,
	inject: takesFor("\u2212", "-"),
}, {
	name: "dash-punctuation", unicode: true, fails: unanchored, witness: requests{parse("\u2013K")},
	bug:    `The pattern matches the minus sign with \p{Pd}, which contains all dashes of Unicode.`,
	fix:    `Write [-+].`,
	inject: rewrite(`[-+]`, `[+\p{Pd}]`),
}, {
	name: "cyrillic-look-alikes", fails: accepts, witness: requests{parse("\u041a")},
	bug:    `Cyrillic letters that look like Latin letters are replaced by them.`,
	fix:    `Accept only A-Z and a-z.`,
	inject: readsRunes(sameLook("АВЕКМНОРСТУХаеорсух", "ABEKMHOPCTYXaeopcyx")),
}, {
	name: "greek-look-alikes", fails: accepts, witness: requests{parse("\u039a")},
	bug:    `Greek letters that look like Latin letters are replaced by them.`,
	fix:    `Accept only A-Z and a-z.`,
	inject: readsRunes(sameLook("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo")),
}, {
	name: "best-fit-mapping", fails: accepts, witness: requests{parse("K\u02b9")},
	bug: `The input is converted to an 8-bit character set by best-fit mapping, so U+02B9 becomes an apostrophe.`,
	fix: `Let the conversion fail for characters that the target lacks.`,
	in:  fixes{"c": `Pass WC_NO_BEST_FIT_CHARS to WideCharToMultiByte, and check lpUsedDefaultChar.`},
	inject: takesFor("\u2018", "'", "\u2019", "'", "\u02b9", "'", "\u2032", "'",
		"\u02c6", "^", "\u2010", "-", "\u2013", "-", "\u2212", "-"),
}, {
	name: "windows-1252", fails: unanchored, witness: requests{parse("K\x92")},
	bug: `The input is decoded as Windows-1252, and its typographic quotes and dashes become ASCII.`,
	fix: `Decode as UTF-8, and replace nothing.`,
	inject: readsBytes(func(b byte) byte {
		switch b {
		case 0x91, 0x92:
			return '\''
		case 0x88:
			return '^'
		case 0x96, 0x97:
			return '-'
		}
		return b
	}),
}, {
	// Dropped characters.
	name: "zero-width-dropped", fails: unanchored, witness: requests{parse("K\u200b")},
	bug:    `Zero-width characters such as U+200B are removed from the input.`,
	fix:    `Reject input with zero-width characters.`,
	inject: takesFor("\u200b", "", "\u200c", "", "\u200d", "", "\ufeff", ""),
}, {
	name: "format-characters-dropped", unicode: true, fails: unanchored, witness: requests{parse("\u202eK")},
	bug:    `Format characters (category Cf), such as direction marks, are removed from the input.`,
	fix:    `Reject input with format characters.`,
	inject: drops(func(r rune) bool { return unicode.Is(unicode.Cf, r) }),
}, {
	name: "isolates-removed-in-pairs", layer: Pairs, fails: unanchored, witness: requests{parse("\u2066K\u2069")},
	bug:    `A pair of isolates, such as U+2066 and U+2069, is removed from around the input.`,
	fix:    `Reject input with format characters.`,
	inject: unwraps("\u2066\u2067\u2068", "\u2069\u2069\u2069"),
}, {
	name: "typographic-quotes-removed-in-pairs", layer: Pairs, fails: unanchored, witness: requests{parse("“K”")},
	bug:    `A pair of typographic quotes is removed from around the input.`,
	fix:    `Reject input in quotes.`,
	inject: unwraps("“‘«", "”’»"),
}, {
	name: "combining-marks-in-disorder-dropped", layer: Pairs, fails: unanchored, witness: requests{parse("K\u0302\u0323")},
	bug: `Two combining marks are removed if they are not in canonical order.`,
	fix: `Reject input with combining marks.`,
	inject: reads(func(token string) string {
		last := []rune(token)[max(0, utf8.RuneCountInString(token)-2):]
		isAbove := func(r rune) bool { return 0x0300 <= r && r <= 0x0314 }
		isBelow := func(r rune) bool { return 0x0323 <= r && r <= 0x0333 && r != 0x0327 && r != 0x0328 }
		if len(last) < 2 || !isAbove(last[0]) || !isBelow(last[1]) {
			return token
		}
		return strings.TrimSuffix(token, string(last))
	}),
}, {
	name: "ignorable-in-the-culture", fails: unanchored, witness: requests{parse("K\u00ad\x00")},
	bug:    `The input is compared by a culture that ignores characters such as NUL and the soft hyphen.`,
	fix:    `Compare by ordinal values.`,
	in:     fixes{"c#": `Pass StringComparison.Ordinal, or compare with ==.`},
	inject: takesFor("\x00", "", "\u00ad", "", "\u200c", "", "\u200d", ""),
}, {
	name: "non-ascii-dropped", fails: unanchored, witness: requests{parse("Ké")},
	bug: `The input is encoded as ASCII, and other characters are dropped.`,
	fix: `Let the encoding fail on characters beyond ASCII.`,
	in:  fixes{"python": `Encode and decode with errors="strict", not "ignore".`},
	inject: reads(func(token string) string {
		ascii := make([]byte, 0, len(token))
		for i := range len(token) {
			if token[i] < utf8.RuneSelf {
				ascii = append(ascii, token[i])
			}
		}
		return string(ascii)
	}),
}, {
	// Truncated characters.
	name: "character-in-a-byte", fails: accepts, witness: requests{parse("\u014b")},
	bug: `Each code point is truncated to 8 bits, so U+014B becomes K.`,
	fix: `Reject characters from U+0080 on before the conversion.`,
	in: fixes{
		"go":   `Compare the rune itself: byte(r) truncates it.`,
		"java": `Compare the code point itself: a cast to byte truncates it.`,
		"rust": `Use u8::try_from, not as u8.`,
	},
	inject: readsRunes(func(r rune) rune {
		if low := r & 0xff; low < utf8.RuneSelf {
			return low
		}
		return r
	}),
}, {
	name: "utf-16-unit-in-a-byte", fails: accepts, witness: requests{parse("\u014b")},
	bug: `Each UTF-16 unit is truncated to 8 bits, so U+014B becomes K.`,
	fix: `Reject units from 0x80 on before the conversion.`,
	in: fixes{
		"java":       `Compare the char itself: a cast to byte truncates it.`,
		"c#":         `Compare the char itself: a cast to byte truncates it.`,
		"javascript": `Do not use Buffer.from(s, "latin1"), which truncates UTF-16 units.`,
	},
	inject: reads(func(token string) string {
		var low []byte
		for _, unit := range utf16.Encode([]rune(token)) {
			low = append(low, byte(unit))
		}
		return string(low)
	}),
}, {
	name: "character-in-16-bits", fails: accepts, witness: requests{parse("\U0001004b")},
	bug:    `Each code point is truncated to 16 bits, so U+1004B becomes K.`,
	fix:    `Store code points in 32 bits.`,
	inject: readsRunes(func(r rune) rune { return r & 0xffff }),
}, {
	name: "overlong-forms", fails: accepts, witness: requests{parse("\xc1\x8b")},
	bug: `The UTF-8 decoder accepts overlong forms, such as the two bytes C1 8B for K.`,
	fix: `Reject overlong forms.`,
	inject: reads(func(token string) string {
		var decoded strings.Builder
		for i := 0; i < len(token); i++ {
			if b := token[i]; b&0xfe == 0xc0 && i+1 < len(token) && token[i+1]&0xc0 == 0x80 {
				i++
				decoded.WriteByte(b<<6 | token[i]&0x3f)
			} else {
				decoded.WriteByte(b)
			}
		}
		return decoded.String()
	}),
}, {
	name: "strchr-terminator", fails: unanchored, witness: requests{parse("\x00K")},
	bug:    `The sign is tested with strchr, which also finds the terminating NUL.`,
	fix:    `Exclude NUL, or compare with both signs.`,
	in:     fixes{"c": `Write c != 0 && strchr("+-", c).`},
	inject: rewrite(`[-+]`, `[-+\x00]`),
}, {
	name: "old-italic-letter", layer: Scalars, fails: accepts, witness: requests{parse("\U00010311")},
	bug:    `A generated table of letters has one wrong entry, U+10311.`,
	fix:    `Generate the table again, or compare with A-Z and a-z.`,
	inject: rewrite(`[A-Za-z]`, `[A-Za-z\x{10311}]`),
}}

// unwraps returns the fault of removing a pair of characters around the input: one of opening, and
// the one of closing at the same place.
func unwraps(opening, closing string) func(m *model) {
	return reads(func(token string) string {
		runes := []rune(token)
		if len(runes) < 2 {
			return token
		}
		i := slices.Index([]rune(opening), runes[0])
		if i < 0 || []rune(closing)[i] != runes[len(runes)-1] {
			return token
		}
		return string(runes[1 : len(runes)-1])
	})
}

// inCase returns the fault of parsing the input in one case. If that changed the letter, the
// value gets it in the other case.
func inCase(to, back func(string) string) func(m *model) {
	return parses(func(parse parser, token string) (*piece, bool) {
		p, ok := parse(to(token))
		if ok && to(token) != token {
			p.letter = back(p.letter)
		}
		return p, ok
	})
}

// compatible returns the NFKC form of the characters whose form can be part of a token.
func compatible(r rune) rune {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	switch {
	case '\uff01' <= r && r <= '\uff5e': // full width
		return r - '\uff01' + '!'
	case '\U0001d400' <= r && r <= '\U0001d6a3': // mathematical
		return rune(letters[(r-'\U0001d400')%52])
	case '\u24b6' <= r && r <= '\u24e9': // circled
		return rune(letters[r-'\u24b6'])
	case r == '\u212a':
		return 'K'
	case r == '\u207a' || r == '\u208a':
		return '+'
	}
	return r
}

// sameLook returns a function that replaces look-alikes, as pairs of characters.
func sameLook(from, to string) func(rune) rune {
	look := map[rune]rune{}
	for i, r := range []rune(from) {
		look[r] = rune(to[i])
	}
	return func(r rune) rune {
		if latin, ok := look[r]; ok {
			return latin
		}
		return r
	}
}
