package mutant

import (
	"strings"
)

// anchors are faults in where a token begins and ends.
var anchors = []fault{
	{
		name: "dollar-for-z",
		bug:  `The expression ends in $, which in many engines also matches before a line feed at the end.`,
		mend: `End it in \z (in Python \Z, in JavaScript and Go $ without the flag m).`,
		in: mends{
			"python": `Use re.fullmatch, or end the expression in \Z.`,
			"ruby":   `End the expression in \z rather than in \Z or $.`,
			"perl":   `End the expression in \z.`,
			"php":    `End the expression in \z, or add the modifier D.`,
			"java":   `Call matches() on the matcher, or end the expression in \z.`,
			"c#":     `End the expression in \z rather than in \Z or $.`,
		},
		fails:  unanchored.and(current("epin/9.4/line-break")),
		killer: requests{parse("K\n")},
		inject: rewrite(`\z`, `\n?\z`),
	},
	{
		name: "multi-line",
		bug:  `The expression has ^ and $ in multi-line mode (in Ruby always), so that one line of the input is enough.`,
		mend: `Use \A and \z, and leave the flag away.`,
		in: mends{
			"ruby":       `Begin the expression with \A and end it in \z: ^ and $ are always those of a line.`,
			"javascript": `Leave the flag m away.`,
			"python":     `Leave re.MULTILINE away, and use re.fullmatch.`,
			"php":        `Leave the modifier m away, and end the expression in \z.`,
			"perl":       `Begin the expression with \A and end it in \z.`,
			"go":         `Leave the flag m away.`,
		},
		fails:  unanchored.and(current("epin/9.4/line-break")),
		killer: requests{parse("x!\nK")},
		inject: rewrite(`\A`, `(?m:^)`, `\z`, `(?m:$)`),
	},
	{
		name: "java-dollar",
		bug:  `The expression ends in Java's $, which also matches before any Unicode line terminator at the end.`,
		mend: `Call matches() rather than find(), or end the expression in \z.`,
		in: mends{
			"java": `Call matches() on the matcher, or end the expression in \z.`,
		},
		fails:  unanchored.and(current("epin/9.4/line-break")),
		killer: requests{parse("K\u0085")},
		inject: rewrite(`\z`, `(?:\r\n|[\n\r\x{85}\x{2028}\x{2029}])?\z`),
	},
	{
		name:   "not-anchored-in-front",
		bug:    `The expression is searched for, and nothing ties it to the beginning of the input.`,
		mend:   `Begin it with \A.`,
		fails:  unanchored,
		killer: requests{parse("!K")},
		inject: rewrite(`\A`, ``),
	},
	{
		name: "not-anchored-behind",
		bug:  `The expression is matched at the beginning only, as Python's re.match does, and what follows is not looked at.`,
		mend: `End it in \z, or call fullmatch.`,
		in: mends{
			"python": `Use re.fullmatch rather than re.match.`,
			"java":   `Use matches() rather than lookingAt().`,
		},
		fails:  unanchored,
		killer: requests{parse("K!")},
		inject: rewrite(`\z`, ``),
	},
	{
		name:   "trims",
		bug:    `The input is trimmed before it is judged, to be kind to the user.`,
		mend:   `Judge the input as it is; whoever wants it trimmed trims it first.`,
		fails:  unanchored.and(current("epin/9.4/whitespace", "epin/9.4/line-break")),
		killer: requests{parse("K ")},
		inject: reads(func(token string) string { return strings.Trim(token, " \t\n\v\f\r") }),
	},
	{
		name: "trims-unicode",
		bug:  `The input is trimmed by a function that knows all the blanks of Unicode.`,
		mend: `Judge the input as it is; whoever wants it trimmed trims it first.`,
		in: mends{
			"go":   `Do not call strings.TrimSpace on what is judged.`,
			"rust": `Do not call trim on what is judged.`,
			"c#":   `Do not call Trim on what is judged.`,
		},
		fails:  unanchored.and(current("epin/9.4/whitespace", "epin/9.4/line-break")),
		killer: requests{parse("K\u00a0")},
		inject: reads(strings.TrimSpace),
	},
	{
		name:   "nul-stripped",
		bug:    `Zero bytes at the end are taken for padding, as in a field of fixed width, and stripped.`,
		mend:   `Take the length from the caller, and judge every byte.`,
		fails:  unanchored,
		killer: requests{parse("K\x00")},
		inject: reads(func(token string) string { return strings.TrimRight(token, "\x00") }),
	},
	{
		name: "c-string",
		bug:  `The input crosses into C as a pointer without a length, so that it ends at its first zero byte.`,
		mend: `Pass the length along, or reject input that holds a zero byte.`,
		in: mends{
			"c":    `Take the length with the pointer, and compare it with what strlen gives.`,
			"perl": `Pass the length to the C function too.`,
			"lua":  `Use lua_tolstring with a length rather than lua_tostring.`,
		},
		fails:  unanchored,
		killer: requests{parse("K\x00!")},
		inject: reads(func(token string) string {
			before, _, _ := strings.Cut(token, "\x00")
			return before
		}),
	},
	{
		name: "first-word-only",
		bug:  `The input is read by a scanning function that stops at a blank, and the rest of it stays unread.`,
		mend: `Judge the whole input, or check that nothing is left over.`,
		in: mends{
			"go": `Do not read tokens with fmt.Sscan.`,
			"c":  `Do not read tokens with %s.`,
		},
		fails:  unanchored.and(current("epin/9.4/whitespace", "epin/9.4/line-break")),
		killer: requests{parse("K Q")},
		inject: reads(func(token string) string {
			words := strings.Fields(token)
			if len(words) == 0 {
				return ""
			}
			return words[0]
		}),
	},
	{
		name:   "longest-length-3",
		bug:    `The longest token was 3 bytes long before there was ^, and the limit was never raised.`,
		mend:   `Raise the limit to 4, or do without one.`,
		fails:  refuses.onlyCurrent(),
		killer: requests{parse("+K^'")},
		inject: func(m *model) {
			parse := m.parse
			m.parse = func(token string) (*piece, bool) {
				if len(token) > 3 {
					return nil, false
				}
				return parse(token)
			}
		},
	},
	{
		name:   "length-in-a-byte",
		bug:    `The length is kept in one byte, so that an input of 257 bytes is judged by its first.`,
		mend:   `Keep lengths in the type that the language has for them.`,
		fails:  unanchored,
		killer: requests{parse("K" + strings.Repeat("!", 256))},
		inject: reads(func(token string) string { return token[:len(token)%256] }),
	},
}
