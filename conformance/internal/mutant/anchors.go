package mutant

import (
	"regexp"
	"strings"
	"unicode"
)

// anchors are faults in the anchors of the expression, and in the part of the input that is
// tested.
var anchors = []fault{{
	name: "dollar-for-z", fails: ofLines, witness: requests{parse("K\n")},
	bug: `The expression ends in $, which in many engines also matches before a line feed at the end.`,
	fix: `End it in \z (in Python \Z, in JavaScript and Go $ without the flag m).`,
	in: fixes{
		"python": `Use re.fullmatch, or end the expression in \Z.`,
		"ruby":   `End the expression in \z rather than in \Z or $.`,
		"perl":   `End the expression in \z.`,
		"php":    `End the expression in \z, or add the modifier D.`,
		"java":   `Call matches() on the matcher, or end the expression in \z.`,
		"c#":     `End the expression in \z rather than in \Z or $.`,
	},
	inject: rewrite(`\z`, `\n?\z`),
}, {
	name: "multi-line", fails: ofLines, witness: requests{parse("x!\nK")},
	bug: `The expression has ^ and $ in multi-line mode (in Ruby always), so that one line of the input is enough.`,
	fix: `Use \A and \z, and leave the flag away.`,
	in: fixes{
		"ruby":       `Begin the expression with \A and end it in \z: ^ and $ are always those of a line.`,
		"javascript": `Leave the flag m away.`,
		"python":     `Leave re.MULTILINE away, and use re.fullmatch.`,
		"php":        `Leave the modifier m away, and end the expression in \z.`,
		"perl":       `Begin the expression with \A and end it in \z.`,
		"go":         `Leave the flag m away.`,
	},
	inject: rewrite(`\A`, `(?m:^)`, `\z`, `(?m:$)`),
}, {
	name: "java-dollar", fails: ofLines, witness: requests{parse("K\u0085")},
	bug: `The expression ends in Java's $, which also matches before any Unicode line terminator at the end.`,
	fix: `Call matches() rather than find(), or end the expression in \z.`,
	in: fixes{
		"java": `Call matches() on the matcher, or end the expression in \z.`,
	},
	inject: rewrite(`\z`, `(?:\r\n|[\n\r\x{85}\x{2028}\x{2029}])?\z`),
}, {
	name: "not-anchored-in-front", fails: unanchored, witness: requests{parse("!K")},
	bug:    `The expression is searched for, and nothing ties it to the beginning of the input.`,
	fix:    `Begin it with \A.`,
	inject: rewrite(`\A`, ``),
}, {
	name: "not-anchored-behind", fails: unanchored, witness: requests{parse("K!")},
	bug: `The expression is matched at the beginning only, as Python's re.match does, and what follows is not looked at.`,
	fix: `End it in \z, or call fullmatch.`,
	in: fixes{
		"python": `Use re.fullmatch rather than re.match.`,
		"java":   `Use matches() rather than lookingAt().`,
	},
	inject: rewrite(`\z`, ``),
}, {
	name: "trims", fails: ofWords.and(ofLines), witness: requests{parse("K ")},
	bug:    `The input is trimmed before it is judged, to be kind to the user.`,
	fix:    `Judge the input as it is; whoever wants it trimmed trims it first.`,
	inject: reads(func(token string) string { return strings.Trim(token, " \t\n\v\f\r") }),
}, {
	name: "trims-unicode", fails: ofWords.and(ofLines), witness: requests{parse("K\u00a0")},
	bug: `The input is trimmed by a function that knows all the blanks of Unicode.`,
	fix: `Judge the input as it is; whoever wants it trimmed trims it first.`,
	in: fixes{
		"go":   `Do not call strings.TrimSpace on what is judged.`,
		"rust": `Do not call trim on what is judged.`,
		"c#":   `Do not call Trim on what is judged.`,
	},
	inject: reads(strings.TrimSpace),
}, {
	name: "nul-stripped", fails: unanchored, witness: requests{parse("K\x00")},
	bug:    `Zero bytes at the end are taken for padding, as in a field of fixed width, and stripped.`,
	fix:    `Take the length from the caller, and judge every byte.`,
	inject: reads(func(token string) string { return strings.TrimRight(token, "\x00") }),
}, {
	name: "c-string", fails: unanchored, witness: requests{parse("K\x00!")},
	bug: `The input crosses into C as a pointer without a length, so that it ends at its first zero byte.`,
	fix: `Pass the length along, or reject input that holds a zero byte.`,
	in: fixes{
		"c":    `Take the length with the pointer, and compare it with what strlen gives.`,
		"perl": `Pass the length to the C function too.`,
		"lua":  `Use lua_tolstring with a length rather than lua_tostring.`,
	},
	inject: reads(func(token string) string {
		before, _, _ := strings.Cut(token, "\x00")
		return before
	}),
}, {
	name: "first-word-only", fails: ofWords.and(ofLines), witness: requests{parse("K Q")},
	bug: `The input is read by a scanning function that stops at a blank, and the rest of it stays unread.`,
	fix: `Judge the whole input, or check that nothing is left over.`,
	in: fixes{
		"go": `Do not read tokens with fmt.Sscan.`,
		"c":  `Do not read tokens with %s.`,
	},
	inject: reads(func(token string) string {
		words := strings.Fields(token)
		if len(words) == 0 {
			return ""
		}
		return words[0]
	}),
}, {
	name: "longest-length-3", fails: rejects.onlyCurrent(), witness: requests{parse("+K^'")},
	bug:    `The longest token was 3 bytes long before there was ^, and the limit was never raised.`,
	fix:    `Raise the limit to 4, or do without one.`,
	inject: rejecting(func(token string) bool { return len(token) > 3 }),
}, {
	name: "length-in-a-byte", fails: unanchored, witness: requests{parse("K" + strings.Repeat("!", 256))},
	bug:    `The length is kept in one byte, so that an input of 257 bytes is judged by its first.`,
	fix:    `Keep lengths in the type that the language has for them.`,
	inject: reads(func(token string) string { return token[:len(token)%256] }),
}, {
	// Line breaks.
	name: "chomp", fails: ofLines, witness: requests{parse("K\r")},
	bug:    `One line ending of any kind is taken off the input, as Ruby's chomp does, or let pass by a $ that knows all of them.`,
	fix:    `Take line endings off where lines are read, and not where tokens are judged.`,
	in:     fixes{"ruby": `Leave chomp away, and match with \A and \z.`},
	inject: rewrite(`\z`, `(?:\r\n|\r|\n)?\z`),
}, {
	name: "line-ends-stripped", fails: ofLines, witness: requests{parse("K\n\n")},
	bug:    `Every carriage return and line feed at the end is stripped, however many there are.`,
	fix:    `Take one line ending off where lines are read, and none where tokens are judged.`,
	inject: rewrite(`\z`, `[\r\n]*\z`),
}, {
	name: "first-line-only", fails: ofLines, witness: requests{parse("K\nx!")},
	bug:    `The input is read by a function that stops at the end of a line, and the lines after it stay unread.`,
	fix:    `Judge the whole input.`,
	inject: rewrite(`\z`, `(?m:$)`),
}, {
	name: "last-line-only", fails: ofLines, witness: requests{parse("x!\nK")},
	bug:    `The expression is anchored by ^ with the flag for many lines in front, and by \z behind.`,
	fix:    `Use \A in front.`,
	inject: rewrite(`\A`, `(?m:^)`),
}, {
	// Blanks.
	name: "php-trim", fails: ofWords.and(ofLines), witness: requests{parse("\x00K ")},
	bug:    `The input is trimmed by a function that takes zero bytes for blanks too, as that of PHP does.`,
	fix:    `Judge the input as it is.`,
	in:     fixes{"php": `Do not call trim on what is judged.`},
	inject: reads(func(token string) string { return strings.Trim(token, " \t\n\r\x00\v") }),
}, {
	name: "java-trim", fails: ofWords.and(ofLines), witness: requests{parse("\x07K\x1b")},
	bug: `The input is trimmed by a function that takes every control character for a blank, as Java's trim does.`,
	fix: `Judge the input as it is.`,
	in:  fixes{"java": `Do not call trim on what is judged.`},
	inject: reads(func(token string) string {
		return strings.TrimFunc(token, func(r rune) bool { return r <= ' ' })
	}),
}, {
	name: "javascript-trim", fails: ofWords.and(ofLines), witness: requests{parse("K\ufeff")},
	bug: `The input is trimmed by a function that takes the byte order mark for a blank, as JavaScript's trim does.`,
	fix: `Judge the input as it is.`,
	in:  fixes{"javascript": `Do not call trim on what is judged.`},
	inject: reads(func(token string) string {
		return strings.TrimFunc(token, func(r rune) bool {
			return r == '\ufeff' || r != '\u0085' && unicode.IsSpace(r)
		})
	}),
}, {
	name: "python-strip", fails: ofWords.and(ofLines), witness: requests{parse("K\x1f")},
	bug: `The input is trimmed by a function that takes the four separators of ASCII for blanks, as Python's strip does.`,
	fix: `Judge the input as it is.`,
	in:  fixes{"python": `Do not call strip on what is judged.`},
	inject: reads(func(token string) string {
		return strings.TrimFunc(token, func(r rune) bool { return '\x1c' <= r && r <= '\x1f' || unicode.IsSpace(r) })
	}),
}, {
	name: "leading-blanks-skipped", fails: ofWords.and(ofLines), witness: requests{parse("\tK")},
	bug:    `The input is read by a scanning function that skips blanks in front.`,
	fix:    `Judge the input as it is.`,
	in:     fixes{"c": `Do not read tokens with scanf, which skips blanks before most conversions, %s among them.`},
	inject: reads(func(token string) string { return strings.TrimLeft(token, " \t\n\v\f\r") }),
}, {
	name: "blank-padding-ignored", fails: ofWords, witness: requests{parse("K  ")},
	bug:    `The input is compared by a database that pads both sides with blanks, so that blanks at the end do not count.`,
	fix:    `Compare by a type and a collation that do not pad, or judge outside the database.`,
	inject: reads(func(token string) string { return strings.TrimRight(token, " ") }),
}, {
	name: "blanks-removed", fails: accepts.and(ofWords), witness: requests{parse("+ K")},
	bug:    `All blanks are removed from the input, so that people may write it loosely.`,
	fix:    `Judge the input as it is.`,
	inject: reads(func(token string) string { return strings.ReplaceAll(token, " ", "") }),
}, {
	// Around the token.
	name: "searched-for", fails: unanchored, witness: requests{parse("!K!")},
	bug: `The expression is searched for, and nothing ties it to either end of the input.`,
	fix: `Anchor it at both ends.`,
	in: fixes{
		"python": `Use re.fullmatch.`,
		"java":   `Call matches() on the matcher rather than find().`,
		"c#":     `Begin the expression with \A and end it in \z: IsMatch searches.`,
		"go":     `Begin the expression with ^ and end it in $, without the flag m: MatchString searches.`,
		"rust":   `Begin the expression with ^ and end it in $, without the flag m: is_match searches.`,
	},
	inject: rewrite(`\A`, ``, `\z`, ``),
}, {
	name: "word-boundary-for-anchor", witness: requests{parse("(K)")}, fails: unanchored.and(wrongText),
	bug:    `The expression stands between \b rather than anchors, and \b is neither in front of a sign nor an end of the input.`,
	fix:    `Use \A and \z.`,
	inject: rewrite(`\A`, `\b`, `\z`, `\b`),
}, {
	name: "alternation-unparenthesised", fails: unanchored, witness: requests{parse("k!k")},
	bug:    `The two sides are two branches of an alternation, which binds less than the anchors: one branch has only the first, the other only the second.`,
	fix:    `Put the branches in parentheses, and the anchors outside.`,
	inject: anyOf([]string{`[A-Za-z]`, `[A-Z]`, `\z`, ``}, []string{`[A-Za-z]`, `[a-z]`, `\A`, ``}),
}, {
	name: "strtok", fails: unanchored.and(ofWords).and(ofLines), witness: requests{parse(",K/Q")},
	bug: `The input is split at separators by a function that also skips them in front, and only the first piece of it is judged.`,
	fix: `Judge the whole input.`,
	inject: reads(func(token string) string {
		token = strings.TrimLeft(token, " \t\n,/")
		if i := strings.IndexAny(token, " \t\n,/"); i >= 0 {
			return token[:i]
		}
		return token
	}),
}, {
	name: "comment-cut", fails: unanchored, witness: requests{parse("K#king")},
	bug: `What follows a number sign is taken for a comment, and cut off.`,
	fix: `Remove comments where files are read, and not where tokens are judged.`,
	inject: reads(func(token string) string {
		before, _, _ := strings.Cut(token, "#")
		return before
	}),
}, {
	name: "quotes-stripped", fails: unanchored, witness: requests{parse(`"K"`)},
	bug: `Quotation marks around the input are stripped, as if it were a field of a table.`,
	fix: `Remove them where the table is read, and not where tokens are judged.`,
	inject: reads(func(token string) string {
		if len(token) >= 2 && strings.HasPrefix(token, `"`) && strings.HasSuffix(token, `"`) {
			return token[1 : len(token)-1]
		}
		return token
	}),
}, {
	name: "apostrophes-stripped", fails: accepts.and(wrongText), witness: requests{parse(`'K'`)},
	bug:    `Apostrophes around the input are stripped, as if it were a literal of a query.`,
	fix:    `Judge the input as it is: its last apostrophe is the derivation marker.`,
	inject: reads(func(token string) string { return strings.Trim(token, "'") }),
}, {
	name: "controls-dropped", fails: unanchored.and(ofLines), witness: requests{parse("K\x7f")},
	bug:    `Control characters are dropped from the input to make it safe.`,
	fix:    `Reject what holds them.`,
	inject: drops(func(r rune) bool { return r < ' ' || r == '\x7f' }),
}, {
	name: "terminal-colours-dropped", fails: unanchored, witness: requests{parse("\x1b[1mK\x1b[0m")},
	bug:    `The sequences that colour text on a terminal are dropped from the input.`,
	fix:    `Judge the input as it is.`,
	inject: reads(func(token string) string { return colours.ReplaceAllString(token, "") }),
}}

var colours = regexp.MustCompile(`\x1b\[[0-9;]*m`)
