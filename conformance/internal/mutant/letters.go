package mutant

// letters are faults in which characters may name a piece.
var letters = []fault{
	// Letters that are missing.
	{
		name:   "only-lower-case",
		bug:    `The input is expected in lower case, as other notations of the program are.`,
		mend:   `Allow upper case too, which is the first side.`,
		fails:  refuses,
		killer: requests{parse("K")},
		inject: rewrite(`[A-Za-z]`, `[a-z]`),
	},
	{
		name:   "only-chess-letters",
		bug:    `Only the letters of the chess pieces are allowed, which were all that the program had.`,
		mend:   `Allow every letter; which of them name a piece is up to the game.`,
		fails:  refuses,
		killer: requests{parse("A")},
		inject: rewrite(`[A-Za-z]`, `[BKNPQRbknpqr]`),
	},
	{
		name:   "upper-case-without-a",
		bug:    `The letter is compared with > 'A' rather than >=.`,
		mend:   `Include the end of the range.`,
		fails:  refuses,
		killer: requests{parse("A")},
		inject: rewrite(`[A-Za-z]`, `[B-Za-z]`),
	},
	{
		name:   "upper-case-without-z",
		bug:    `The letter is compared with < 'Z' rather than <=, or taken from a range without its end.`,
		mend:   `Include the end of the range.`,
		in:     mends{"python": `range(ord("A"), ord("Z")) ends before its last: add one.`, "rust": `Write 'A'..='Z', with the equals sign.`, "ruby": `Write 'A'..'Z', with two dots.`},
		fails:  refuses,
		killer: requests{parse("Z")},
		inject: rewrite(`[A-Za-z]`, `[A-Ya-z]`),
	},
	{
		name:   "lower-case-without-a",
		bug:    `The letter is compared with > 'a' rather than >=.`,
		mend:   `Include the end of the range.`,
		fails:  refuses,
		killer: requests{parse("a")},
		inject: rewrite(`[A-Za-z]`, `[A-Zb-z]`),
	},
	{
		name:   "lower-case-without-z",
		bug:    `The letter is compared with < 'z' rather than <=.`,
		mend:   `Include the end of the range.`,
		fails:  refuses,
		killer: requests{parse("z")},
		inject: rewrite(`[A-Za-z]`, `[A-Za-y]`),
	},
	{
		name:   "alphabet-without-w",
		bug:    `The letters are looked up in an alphabet that was typed by hand, and W was forgotten.`,
		mend:   `Compare with the ends of the range.`,
		fails:  refuses,
		killer: requests{parse("W")},
		inject: rewrite(`[A-Za-z]`, `[A-VX-Za-z]`),
	},
	{
		name:   "posix-class-in-no-brackets",
		bug:    `The class is written [:alpha:] rather than [[:alpha:]], and stands for the colon and four letters.`,
		mend:   `Write [A-Za-z].`,
		fails:  accepts.and(refuses),
		killer: requests{parse(":")},
		inject: rewrite(`[A-Za-z]`, `[:alph]`),
	},

	// Neighbours of the letters.
	{
		name:   "at-sign-for-a-letter",
		bug:    `The range begins one too early, at the character before A.`,
		mend:   `Begin it at A.`,
		fails:  accepts.and(current("epin/9.4/not-a-letter")),
		killer: requests{parse("@")},
		inject: rewrite(`[A-Za-z]`, `[@-Za-z]`),
	},
	{
		name:   "bracket-for-a-letter",
		bug:    `The range ends one too late, at the character after Z.`,
		mend:   `End it at Z.`,
		fails:  accepts,
		killer: requests{parse("[")},
		inject: rewrite(`[A-Za-z]`, `[A-\[a-z]`),
	},
	{
		name:   "grave-accent-for-a-letter",
		bug:    `The range begins one too early, at the character before a.`,
		mend:   `Begin it at a.`,
		fails:  accepts,
		killer: requests{parse("`")},
		inject: rewrite(`[A-Za-z]`, `[A-Z\x60-z]`),
	},
	{
		name:   "brace-for-a-letter",
		bug:    `The range ends one too late, at the character after z.`,
		mend:   `End it at z.`,
		fails:  accepts,
		killer: requests{parse("{")},
		inject: rewrite(`[A-Za-z]`, `[A-Za-{]`),
	},
	{
		name:   "distance-not-unsigned",
		bug:    `Whether a byte is a letter is told by its distance from a, which must be less than 26, and is negative for what stands before.`,
		mend:   `Compute the distance without a sign, or compare with both ends.`,
		in:     mends{"c": `Write (unsigned)((c | 32) - 'a') < 26.`, "java": `Compare with both ends: Java has no int without a sign.`},
		fails:  accepts.and(current("epin/9.4/not-a-letter")),
		killer: requests{parse("1")},
		inject: rewrite(`[A-Za-z]`, `[\x00-Z\x60-z]`),
	},

	// Letters of other alphabets.
	{
		name: "is-alpha",
		bug:  `The letter is tested by a function that knows all the letters of Unicode.`,
		mend: `Compare with A to Z and a to z.`,
		in: mends{
			"python":     `Test with c in string.ascii_letters, or with c.isascii() and c.isalpha().`,
			"go":         `Do not use unicode.IsLetter.`,
			"rust":       `Use is_ascii_alphabetic rather than is_alphabetic.`,
			"java":       `Do not use Character.isLetter.`,
			"c#":         `Use char.IsAsciiLetter rather than char.IsLetter.`,
			"javascript": `Write [A-Za-z] rather than \p{L}.`,
			"ruby":       `Write [A-Za-z] rather than [[:alpha:]] or \p{L}.`,
		},
		fails:  accepts.and(current("epin/9.4/not-a-letter")),
		killer: requests{parse("é")},
		inject: rewrite(`[A-Za-z]`, `\p{L}`),
	},
	{
		name:   "unicode-word-class",
		bug:    `The letter is matched by \w, which in this engine holds the letters and digits of all of Unicode, and the underscore.`,
		mend:   `Write [A-Za-z].`,
		in:     mends{"python": `Write [A-Za-z]: of str, \w is Unicode.`, "c#": `Write [A-Za-z]: \w is Unicode.`, "rust": `Write [A-Za-z]: \w is Unicode.`},
		fails:  accepts.and(current("epin/9.4/not-a-letter")),
		killer: requests{parse("\u0663")},
		inject: rewrite(`[A-Za-z]`, `[\p{L}\p{N}_]`),
	},
	{
		name:   "collation-range",
		bug:    `The range from A to z is that of a locale, where letters with accents stand between the others.`,
		mend:   `Match in the locale C.`,
		in:     mends{"c": `Call setlocale(LC_ALL, "C") before regcomp, or compare bytes.`},
		fails:  accepts.and(current("epin/9.4/not-a-letter")),
		killer: requests{parse("ü")},
		inject: rewrite(`[A-Za-z]`, `[A-Za-zÀ-ÖØ-öø-ÿ]`),
	},
	{
		name:   "ctype-latin-1",
		bug:    `The byte is tested by isalpha in a locale of Latin-1, where most bytes from 0xC0 on are letters.`,
		mend:   `Compare with A to Z and a to z.`,
		in:     mends{"c": `Do not use isalpha, which depends on the locale.`},
		fails:  accepts,
		killer: requests{parse("\xe9")},
		inject: readsBytes(func(b byte) byte {
			if b >= 0xc0 && b != 0xd7 && b != 0xf7 {
				return 'K'
			}
			return b
		}),
	},
	{
		name:   "signed-char",
		bug:    `Bytes from 0x80 on are negative numbers, and pass a test that has only upper bounds.`,
		mend:   `Make the byte unsigned before comparing.`,
		in:     mends{"c": `Convert to unsigned char: whether char has a sign is up to the compiler.`, "java": `Write b & 0xff: byte has a sign.`},
		fails:  accepts,
		killer: requests{parse("\x80")},
		inject: readsBytes(func(b byte) byte {
			if b >= 0x80 {
				return 'K'
			}
			return b
		}),
	},
	{
		name:   "python-ignore-case",
		bug:    `The expression ignores case as Python does, where the range from a to z then also holds four letters that are not ASCII.`,
		mend:   `Write both ranges and leave the flag away.`,
		in:     mends{"python": `Leave re.IGNORECASE away, or add re.ASCII.`},
		fails:  accepts,
		killer: requests{parse("\u0131")},
		inject: rewrite(`[A-Za-z]`, `[A-Za-z\x{130}\x{131}\x{17f}\x{212a}]`),
	},
}
