package mutant

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// codePoints are faults in which characters of Unicode count as those of a token.
var codePoints = []fault{
	// Cases.
	{
		name:   "upper-cased-first",
		bug:    `The input is matched in upper case, to which also the long s and the dotless i have a way.`,
		mend:   `Match the input as it is, by both ranges.`,
		fails:  accepts,
		killer: requests{parse("\u017f")},
		inject: around(func(parse parser) parser {
			return func(token string) (*piece, bool) {
				upper := strings.ToUpper(token)
				p, ok := parse(upper)
				if ok && upper != token {
					p.letter = strings.ToLower(p.letter)
				}
				return p, ok
			}
		}),
	},
	{
		name:   "lower-cased-first",
		bug:    `The input is matched in lower case, to which also the Kelvin sign and the i with a dot above have a way.`,
		mend:   `Match the input as it is, by both ranges.`,
		fails:  accepts,
		killer: requests{parse("\u0130")},
		inject: around(func(parse parser) parser {
			return func(token string) (*piece, bool) {
				lower := strings.ToLower(token)
				p, ok := parse(lower)
				if ok && lower != token {
					p.letter = strings.ToUpper(p.letter)
				}
				return p, ok
			}
		}),
	},
	{
		name:   "turkish-locale",
		bug:    `The input is matched in the upper case of the user's locale, and in Turkish that of i is no ASCII letter, and that of the dotless i is.`,
		mend:   `Match the input as it is, by both ranges.`,
		fails:  accepts.and(refuses),
		killer: requests{parse("i")},
		inject: takesFor("i", "\u0130", "\u0131", "i"),
	},

	// Normal forms.
	{
		name:   "canonical-equivalence",
		bug:    `The input is normalised, or compared by canonical equivalence, by which the Kelvin sign is the letter K.`,
		mend:   `Compare bytes, or code points.`,
		in:     mends{"swift": `Compare unicodeScalars or utf8 rather than Character and String.`},
		fails:  accepts,
		killer: requests{parse("\u212a")},
		inject: takesFor("\u212a", "K"),
	},
	{
		name:   "compatibility-normalised",
		bug:    `The input is brought into a normal form that also gives up what is thought a matter of style: full width, mathematical and circled letters.`,
		mend:   `Judge the input as it is.`,
		fails:  accepts,
		killer: requests{parse("\uff2b")},
		inject: readsRunes(compatible),
	},
	{
		name:   "accents-stripped",
		bug:    `The input is compared by a collation to which accents are nothing.`,
		mend:   `Compare by a binary collation.`,
		fails:  accepts.and(current("epin/9.4/not-a-letter")),
		killer: requests{parse("É")},
		inject: readsRunes(func(r rune) rune {
			if unicode.Is(unicode.Mn, r) {
				return -1
			}
			if from := strings.IndexRune("ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿ", r); from >= 0 {
				return rune("AAAAAACEEEEIIIINOOOOOUUUUYaaaaaaceeeeiiiinooooouuuuyy"[from/2])
			}
			return r
		}),
	},
	{
		name:   "combining-marks-ignored",
		bug:    `Characters are taken for what the user sees as one, and only the first code point of each is looked at.`,
		mend:   `Look at code points, or at bytes.`,
		in:     mends{"swift": `Go through unicodeScalars or utf8 rather than Characters.`, "elixir": `Match on binaries rather than String.graphemes.`},
		fails:  unanchored,
		killer: requests{parse("K\u0301")},
		inject: drops(func(r rune) bool { return unicode.Is(unicode.Mn, r) }),
	},
	{
		name:   "combining-circumflex",
		bug:    `A circumflex above the letter is taken for the terminal marker, which some keyboards make of it.`,
		mend:   `Accept the caret U+005E alone.`,
		fails:  unanchored.onlyCurrent(),
		killer: requests{parse("K\u0302")},
		inject: takesFor("\u0302", "^"),
	},

	// Look-alikes.
	{
		name:   "typographic-apostrophe",
		bug:    `The apostrophe that word processors make is accepted for the derivation marker.`,
		mend:   `Accept U+0027 alone.`,
		fails:  unanchored,
		killer: requests{parse("K\u2019")},
		inject: takesFor("\u2019", "'"),
	},
	{
		name:   "prime-for-the-quote",
		bug:    `The marker is read as prime, and the sign for that is accepted too.`,
		mend:   `Accept U+0027 alone.`,
		fails:  unanchored,
		killer: requests{parse("K\u2032")},
		inject: takesFor("\u2032", "'"),
	},
	{
		name:   "grave-accent-for-the-quote",
		bug:    `The grave accent is accepted for the derivation marker, because old keyboards and fonts do not tell them apart.`,
		mend:   `Accept U+0027 alone.`,
		fails:  unanchored,
		killer: requests{parse("K`")},
		inject: takesFor("`", "'"),
	},
	{
		name:   "modifier-letter-for-the-caret",
		bug:    `The circumflex among the modifier letters is accepted for the terminal marker.`,
		mend:   `Accept U+005E alone.`,
		fails:  unanchored.onlyCurrent(),
		killer: requests{parse("K\u02c6")},
		inject: takesFor("\u02c6", "^"),
	},
	{
		name:   "minus-sign",
		bug:    `The minus sign of mathematics is accepted for the hyphen.`,
		mend:   `Accept U+002D alone.`,
		fails:  unanchored,
		killer: requests{parse("\u2212K")},
		inject: takesFor("\u2212", "-"),
	},
	{
		name:   "dash-punctuation",
		bug:    `The class for the sign names the dashes by their category, \p{Pd}, which holds more than the hyphen.`,
		mend:   `Write [-+].`,
		fails:  unanchored,
		killer: requests{parse("\u2013K")},
		inject: rewrite(`[-+]`, `[+\p{Pd}]`),
	},
	{
		name:   "cyrillic-look-alikes",
		bug:    `Cyrillic letters that look like Latin ones are taken for them, to forgive a wrong keyboard layout.`,
		mend:   `Reject them.`,
		fails:  accepts,
		killer: requests{parse("\u041a")},
		inject: readsRunes(sameLook("АВЕКМНОРСТУХаеорсух", "ABEKMHOPCTYXaeopcyx")),
	},
	{
		name:   "greek-look-alikes",
		bug:    `Greek letters that look like Latin ones are taken for them, by a table against spoofing.`,
		mend:   `Reject them.`,
		fails:  accepts,
		killer: requests{parse("\u039a")},
		inject: readsRunes(sameLook("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo")),
	},
	{
		name:   "best-fit-mapping",
		bug:    `The input is converted to a character set of one byte, and what that does not have is replaced by what fits best.`,
		mend:   `Let the conversion fail on what the target does not have.`,
		in:     mends{"c": `Give WideCharToMultiByte the flag WC_NO_BEST_FIT_CHARS, and look at lpUsedDefaultChar.`},
		fails:  accepts,
		killer: requests{parse("K\u02b9")},
		inject: takesFor("\u2018", "'", "\u2019", "'", "\u02b9", "'", "\u2032", "'", "\u02c6", "^", "\u2010", "-", "\u2013", "-", "\u2212", "-"),
	},
	{
		name:   "windows-1252",
		bug:    `Bytes are read in the character set of an old system, and the quotation marks in it made straight.`,
		mend:   `Read bytes as they are, and change none.`,
		fails:  unanchored,
		killer: requests{parse("K\x92")},
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
	},

	// What is dropped.
	{
		name:   "zero-width-dropped",
		bug:    `Characters without a width are dropped, because they come with text that was copied from pages.`,
		mend:   `Reject them.`,
		fails:  unanchored,
		killer: requests{parse("K\u200b")},
		inject: takesFor("\u200b", "", "\u200c", "", "\u200d", "", "\ufeff", ""),
	},
	{
		name:   "format-characters-dropped",
		bug:    `Characters that only format, the marks of direction among them, are dropped from the input.`,
		mend:   `Reject them.`,
		fails:  unanchored,
		killer: requests{parse("\u202eK")},
		inject: drops(func(r rune) bool { return unicode.Is(unicode.Cf, r) }),
	},
	{
		name:   "ignorable-in-the-culture",
		bug:    `The input is compared by the rules of a culture, for which the zero byte, the soft hyphen and the joiners are nothing.`,
		mend:   `Compare by ordinal values.`,
		in:     mends{"c#": `Pass StringComparison.Ordinal, or compare with ==.`},
		fails:  unanchored,
		killer: requests{parse("K\u00ad\x00")},
		inject: takesFor("\x00", "", "\u00ad", "", "\u200c", "", "\u200d", ""),
	},
	{
		name:   "non-ascii-dropped",
		bug:    `The input is encoded as ASCII, and what is not ASCII, decodable or replaced, is left out.`,
		mend:   `Let the encoding fail.`,
		in:     mends{"python": `Do not pass errors="ignore" to encode and decode.`},
		fails:  unanchored,
		killer: requests{parse("Ké")},
		inject: reads(func(token string) string {
			ascii := make([]byte, 0, len(token))
			for i := range len(token) {
				if token[i] < utf8.RuneSelf {
					ascii = append(ascii, token[i])
				}
			}
			return string(ascii)
		}),
	},

	// What is cut off a character.
	{
		name:   "character-in-a-byte",
		bug:    `Each character is converted to a byte, and what does not fit is cut off, so that U+014B becomes K.`,
		mend:   `Reject characters from U+0080 on before converting.`,
		in:     mends{"go": `Do not convert a rune by byte(r) before comparing it.`, "java": `Do not cast char to byte before comparing it.`, "rust": `Use u8::try_from rather than as u8.`},
		fails:  accepts,
		killer: requests{parse("\u014b")},
		inject: readsRunes(func(r rune) rune {
			if low := r & 0xff; low < utf8.RuneSelf {
				return low
			}
			return r
		}),
	},
	{
		name:   "character-in-16-bits",
		bug:    `Each character is converted to 16 bits, and what does not fit is cut off, so that U+1004B becomes K.`,
		mend:   `Keep characters in 32 bits.`,
		fails:  accepts,
		killer: requests{parse("\U0001004b")},
		inject: readsRunes(func(r rune) rune { return r & 0xffff }),
	},
	{
		name:   "overlong-forms",
		bug:    `The decoder of UTF-8 accepts two bytes for what has to be written in one.`,
		mend:   `Reject forms that are longer than necessary.`,
		fails:  accepts,
		killer: requests{parse("\xc1\x8b")},
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
	},
	{
		name:   "strchr-terminator",
		bug:    `Whether there is a sign is asked of strchr, which also finds the zero byte that ends the string.`,
		mend:   `Exclude the zero byte, or compare with both signs.`,
		in:     mends{"c": `Write c != 0 && strchr("+-", c).`},
		fails:  unanchored,
		killer: requests{parse("\x00K")},
		inject: rewrite(`[-+]`, `[-+\x00]`),
	},
	{
		name:   "old-italic-letter",
		bug:    `In a generated table of letters one bit is wrong, and an Old Italic letter is among them.`,
		mend:   `Generate the table anew, or compare with A to Z and a to z.`,
		layer:  Scalars,
		fails:  accepts,
		killer: requests{parse("\U00010311")},
		inject: rewrite(`[A-Za-z]`, `[A-Za-z\x{10311}]`),
	},
}

// compatible returns what NFKC makes of the characters that become one of a token.
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

// sameLook returns a function that makes characters of others that look like them.
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
