package mutant

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// characters are faults that treat different characters as the same: encodings, cases,
// escapes, look-alikes.
var characters = []fault{{
	name: "unicode-case-folding", fails: accepts, witness: requests{parse("\u212a")},
	bug: `The expression ignores case by the folding of Unicode, where the Kelvin sign U+212A is a k and the long s U+017F an s.`,
	fix: `Write both ranges and leave the flag away, or restrict it to ASCII.`,
	in: fixes{
		"rust":       `Write [A-Za-z] rather than (?i)[a-z].`,
		"go":         `Write [A-Za-z] rather than (?i)[a-z].`,
		"javascript": `Leave the flag i away: with u it folds by Unicode.`,
		"c#":         `Leave RegexOptions.IgnoreCase away.`,
	},
	inject: rewrite(`[A-Za-z]`, `(?i:[a-z])`),
}, {
	name: "byte-order-mark-skipped", fails: unanchored, witness: requests{parse("\ufeffK")},
	bug: `A byte order mark in front is skipped, as if every input were a file.`,
	fix: `Skip it where files are opened, and not where tokens are judged.`,
	in: fixes{
		"python": `Decode by utf-8 rather than utf-8-sig.`,
	},
	inject: reads(func(token string) string { return strings.TrimPrefix(token, "\ufeff") }),
}, {
	name: "invalid-bytes-dropped", fails: unanchored, witness: requests{parse("K\x80")},
	bug: `Bytes that are no valid UTF-8 are dropped when the input is made into text.`,
	fix: `Decode strictly, and reject what cannot be decoded.`,
	in: fixes{
		"python": `Decode with errors="strict".`,
		"go":     `Check utf8.ValidString rather than call strings.ToValidUTF8.`,
		"ruby":   `Check valid_encoding? rather than call scrub.`,
	},
	inject: reads(func(token string) string { return strings.ToValidUTF8(token, "") }),
}, {
	name: "high-bit-masked", fails: accepts, witness: requests{parse("\xcb")},
	bug: `Only seven bits of every byte are looked at, by a table of 128 entries and a mask.`,
	fix: `Reject every byte from 0x80 on before the table is asked.`,
	inject: reads(func(token string) string {
		masked := []byte(token)
		for i := range masked {
			masked[i] &= 0x7f
		}
		return string(masked)
	}),
}, {
	name: "escapes-decoded", fails: accepts, witness: requests{parse(`K\'`)},
	bug:    `A backslash before a character is removed, as if the input still stood in source code.`,
	fix:    `Decode escapes where source code is read, and not where tokens are judged.`,
	inject: reads(strings.NewReplacer(`\\`, `\`, `\`, ``).Replace),
}, {
	// Cases.
	name: "upper-cased-first", fails: accepts, witness: requests{parse("\u017f")},
	bug:    `The input is matched in upper case, to which also the long s and the dotless i have a way.`,
	fix:    `Match the input as it is, by both ranges.`,
	inject: inCase(strings.ToUpper, strings.ToLower),
}, {
	name: "lower-cased-first", fails: accepts, witness: requests{parse("\u0130")},
	bug:    `The input is matched in lower case, to which also the Kelvin sign and the i with a dot above have a way.`,
	fix:    `Match the input as it is, by both ranges.`,
	inject: inCase(strings.ToLower, strings.ToUpper),
}, {
	name: "turkish-locale", fails: accepts.and(rejects), witness: requests{parse("i")},
	bug:    `The input is matched in the upper case of the user's locale, and in Turkish that of i is no ASCII letter, and that of the dotless i is.`,
	fix:    `Match the input as it is, by both ranges.`,
	inject: takesFor("i", "\u0130", "\u0131", "i"),
}, {
	// Normal forms.
	name: "canonical-equivalence", fails: accepts, witness: requests{parse("\u212a")},
	bug:    `The input is normalised, or compared by canonical equivalence, by which the Kelvin sign is the letter K.`,
	fix:    `Compare bytes, or code points.`,
	in:     fixes{"swift": `Compare unicodeScalars or utf8 rather than Character and String.`},
	inject: takesFor("\u212a", "K"),
}, {
	name: "compatibility-normalised", fails: accepts, witness: requests{parse("\uff2b")},
	bug:    `The input is brought into a normal form that also gives up what is thought a matter of style: full width, mathematical and circled letters.`,
	fix:    `Judge the input as it is.`,
	inject: readsRunes(compatible),
}, {
	name: "accents-stripped", fails: accepts.and(current("epin/9.4/not-a-letter")), witness: requests{parse("É")},
	bug: `The input is compared by a collation to which accents are nothing.`,
	fix: `Compare by a binary collation.`,
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
	name: "combining-marks-ignored", fails: unanchored, witness: requests{parse("K\u0301")},
	bug:    `Characters are taken for what the user sees as one, and only the first code point of each is looked at.`,
	fix:    `Look at code points, or at bytes.`,
	in:     fixes{"swift": `Go through unicodeScalars or utf8 rather than Characters.`, "elixir": `Match on binaries rather than String.graphemes.`},
	inject: drops(func(r rune) bool { return unicode.Is(unicode.Mn, r) }),
}, {
	name: "combining-circumflex", fails: unanchored.onlyCurrent(), witness: requests{parse("K\u0302")},
	bug:    `A circumflex above the letter is taken for the terminal marker, which some keyboards make of it.`,
	fix:    `Accept the caret U+005E alone.`,
	inject: takesFor("\u0302", "^"),
}, {
	// Look-alikes.
	name: "typographic-apostrophe", fails: unanchored, witness: requests{parse("K\u2019")},
	bug:    `The apostrophe that word processors make is accepted for the derivation marker.`,
	fix:    `Accept U+0027 alone.`,
	inject: takesFor("\u2019", "'"),
}, {
	name: "prime-for-the-quote", fails: unanchored, witness: requests{parse("K\u2032")},
	bug:    `The marker is read as prime, and the sign for that is accepted too.`,
	fix:    `Accept U+0027 alone.`,
	inject: takesFor("\u2032", "'"),
}, {
	name: "grave-accent-for-the-quote", fails: unanchored, witness: requests{parse("K`")},
	bug:    `The grave accent is accepted for the derivation marker, because old keyboards and fonts do not tell them apart.`,
	fix:    `Accept U+0027 alone.`,
	inject: takesFor("`", "'"),
}, {
	name: "modifier-letter-for-the-caret", fails: unanchored.onlyCurrent(), witness: requests{parse("K\u02c6")},
	bug:    `The circumflex among the modifier letters is accepted for the terminal marker.`,
	fix:    `Accept U+005E alone.`,
	inject: takesFor("\u02c6", "^"),
}, {
	name: "minus-sign", fails: unanchored, witness: requests{parse("\u2212K")},
	bug:    `The minus sign of mathematics is accepted for the hyphen.`,
	fix:    `Accept U+002D alone.`,
	inject: takesFor("\u2212", "-"),
}, {
	name: "dash-punctuation", fails: unanchored, witness: requests{parse("\u2013K")},
	bug:    `The class for the sign names the dashes by their category, \p{Pd}, which holds more than the hyphen.`,
	fix:    `Write [-+].`,
	inject: rewrite(`[-+]`, `[+\p{Pd}]`),
}, {
	name: "cyrillic-look-alikes", fails: accepts, witness: requests{parse("\u041a")},
	bug:    `Cyrillic letters that look like Latin ones are taken for them, to forgive a wrong keyboard layout.`,
	fix:    `Reject them.`,
	inject: readsRunes(sameLook("АВЕКМНОРСТУХаеорсух", "ABEKMHOPCTYXaeopcyx")),
}, {
	name: "greek-look-alikes", fails: accepts, witness: requests{parse("\u039a")},
	bug:    `Greek letters that look like Latin ones are taken for them, by a table against spoofing.`,
	fix:    `Reject them.`,
	inject: readsRunes(sameLook("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo")),
}, {
	name: "best-fit-mapping", fails: accepts, witness: requests{parse("K\u02b9")},
	bug:    `The input is converted to a character set of one byte, and what that does not have is replaced by what fits best.`,
	fix:    `Let the conversion fail on what the target does not have.`,
	in:     fixes{"c": `Give WideCharToMultiByte the flag WC_NO_BEST_FIT_CHARS, and look at lpUsedDefaultChar.`},
	inject: takesFor("\u2018", "'", "\u2019", "'", "\u02b9", "'", "\u2032", "'", "\u02c6", "^", "\u2010", "-", "\u2013", "-", "\u2212", "-"),
}, {
	name: "windows-1252", fails: unanchored, witness: requests{parse("K\x92")},
	bug: `Bytes are read in the character set of an old system, and the quotation marks in it made straight.`,
	fix: `Read bytes as they are, and change none.`,
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
	bug:    `Characters without a width are dropped, because they come with text that was copied from pages.`,
	fix:    `Reject them.`,
	inject: takesFor("\u200b", "", "\u200c", "", "\u200d", "", "\ufeff", ""),
}, {
	name: "format-characters-dropped", fails: unanchored, witness: requests{parse("\u202eK")},
	bug:    `Characters that only format, the marks of direction among them, are dropped from the input.`,
	fix:    `Reject them.`,
	inject: drops(func(r rune) bool { return unicode.Is(unicode.Cf, r) }),
}, {
	name: "ignorable-in-the-culture", fails: unanchored, witness: requests{parse("K\u00ad\x00")},
	bug:    `The input is compared by the rules of a culture, for which the zero byte, the soft hyphen and the joiners are nothing.`,
	fix:    `Compare by ordinal values.`,
	in:     fixes{"c#": `Pass StringComparison.Ordinal, or compare with ==.`},
	inject: takesFor("\x00", "", "\u00ad", "", "\u200c", "", "\u200d", ""),
}, {
	name: "non-ascii-dropped", fails: unanchored, witness: requests{parse("Ké")},
	bug: `The input is encoded as ASCII, and what is not ASCII, decodable or replaced, is left out.`,
	fix: `Let the encoding fail.`,
	in:  fixes{"python": `Do not pass errors="ignore" to encode and decode.`},
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
	bug: `Each character is converted to a byte, and what does not fit is cut off, so that U+014B becomes K.`,
	fix: `Reject characters from U+0080 on before converting.`,
	in:  fixes{"go": `Do not convert a rune by byte(r) before comparing it.`, "java": `Do not cast char to byte before comparing it.`, "rust": `Use u8::try_from rather than as u8.`},
	inject: readsRunes(func(r rune) rune {
		if low := r & 0xff; low < utf8.RuneSelf {
			return low
		}
		return r
	}),
}, {
	name: "character-in-16-bits", fails: accepts, witness: requests{parse("\U0001004b")},
	bug:    `Each character is converted to 16 bits, and what does not fit is cut off, so that U+1004B becomes K.`,
	fix:    `Keep characters in 32 bits.`,
	inject: readsRunes(func(r rune) rune { return r & 0xffff }),
}, {
	name: "overlong-forms", fails: accepts, witness: requests{parse("\xc1\x8b")},
	bug: `The decoder of UTF-8 accepts two bytes for what has to be written in one.`,
	fix: `Reject forms that are longer than necessary.`,
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
	bug:    `Whether there is a sign is asked of strchr, which also finds the zero byte that ends the string.`,
	fix:    `Exclude the zero byte, or compare with both signs.`,
	in:     fixes{"c": `Write c != 0 && strchr("+-", c).`},
	inject: rewrite(`[-+]`, `[-+\x00]`),
}, {
	name: "old-italic-letter", layer: Scalars, fails: accepts, witness: requests{parse("\U00010311")},
	bug:    `In a generated table of letters one bit is wrong, and an Old Italic letter is among them.`,
	fix:    `Generate the table anew, or compare with A to Z and a to z.`,
	inject: rewrite(`[A-Za-z]`, `[A-Za-z\x{10311}]`),
}}

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
