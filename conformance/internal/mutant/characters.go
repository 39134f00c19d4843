package mutant

import "strings"

// characters are faults in what counts as the same character: encodings, cases,
// escapes.
var characters = []fault{
	{
		name: "unicode-case-folding",
		bug:  `The expression ignores case by the folding of Unicode, where the Kelvin sign U+212A is a k and the long s U+017F an s.`,
		mend: `Write both ranges and leave the flag away, or restrict it to ASCII.`,
		in: mends{
			"rust":       `Write [A-Za-z] rather than (?i)[a-z].`,
			"go":         `Write [A-Za-z] rather than (?i)[a-z].`,
			"javascript": `Leave the flag i away: with u it folds by Unicode.`,
			"c#":         `Leave RegexOptions.IgnoreCase away.`,
		},
		fails:  accepts,
		killer: requests{parse("\u212a")},
		inject: rewrite(`[A-Za-z]`, `(?i:[a-z])`),
	},
	{
		name: "byte-order-mark-skipped",
		bug:  `A byte order mark in front is skipped, as if every input were a file.`,
		mend: `Skip it where files are opened, and not where tokens are judged.`,
		in: mends{
			"python": `Decode by utf-8 rather than utf-8-sig.`,
		},
		fails:  unanchored,
		killer: requests{parse("\ufeffK")},
		inject: reads(func(token string) string { return strings.TrimPrefix(token, "\ufeff") }),
	},
	{
		name: "invalid-bytes-dropped",
		bug:  `Bytes that are no valid UTF-8 are dropped when the input is made into text.`,
		mend: `Decode strictly, and reject what cannot be decoded.`,
		in: mends{
			"python": `Decode with errors="strict".`,
			"go":     `Check utf8.ValidString rather than call strings.ToValidUTF8.`,
			"ruby":   `Check valid_encoding? rather than call scrub.`,
		},
		fails:  unanchored,
		killer: requests{parse("K\x80")},
		inject: reads(func(token string) string { return strings.ToValidUTF8(token, "") }),
	},
	{
		name:   "high-bit-masked",
		bug:    `Only seven bits of every byte are looked at, by a table of 128 entries and a mask.`,
		mend:   `Reject every byte from 0x80 on before the table is asked.`,
		fails:  accepts,
		killer: requests{parse("\xcb")},
		inject: reads(func(token string) string {
			masked := []byte(token)
			for i := range masked {
				masked[i] &= 0x7f
			}
			return string(masked)
		}),
	},
	{
		name:   "escapes-decoded",
		bug:    `A backslash before a character is removed, as if the input still stood in source code.`,
		mend:   `Decode escapes where source code is read, and not where tokens are judged.`,
		fails:  accepts,
		killer: requests{parse(`K\'`)},
		inject: reads(strings.NewReplacer(`\\`, `\`, `\`, ``).Replace),
	},
}
