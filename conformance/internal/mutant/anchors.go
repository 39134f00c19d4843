package mutant

import (
	"regexp"
	"strings"
	"unicode"
)

// anchors are faults in the anchors of the regular expression, and in the part of the input
// that is tested.
var anchors = []fault{{
	name: "dollar-for-z", fails: ofLines, witness: requests{parse("K\n")},
	bug: `The pattern ends in $, which also matches before a trailing newline.`,
	fix: `End the pattern in \z.`,
	in: fixes{
		"python":     `Use re.fullmatch, or end the pattern in \Z.`,
		"ruby":       `End the pattern in \z, not in $ or \Z.`,
		"perl":       `End the pattern in \z, not in $ or \Z.`,
		"php":        `End the pattern in \z, or add the modifier D.`,
		"java":       `Use Matcher.matches, or end the pattern in \z.`,
		"c#":         `End the pattern in \z, not in $ or \Z.`,
		"javascript": `End the pattern in $ without the flag m, and strip no trailing newline.`,
		"go":         `End the pattern in \z, and strip no trailing newline.`,
	},
	inject: rewrite(`\z`, `\n?\z`),
}, {
	name: "multi-line", fails: ofLines, witness: requests{parse("x!\nK")},
	bug: `The pattern uses ^ and $ in multi-line mode, so one valid line in the input is enough.`,
	fix: `Use \A and \z, and remove the multi-line flag.`,
	in: fixes{
		"ruby":       `Use \A and \z: in Ruby, ^ and $ always match at line breaks.`,
		"javascript": `Remove the flag m.`,
		"python":     `Use re.fullmatch, and remove re.MULTILINE.`,
		"php":        `Remove the modifier m, and end the pattern in \z.`,
		"perl":       `Use \A and \z, and remove the modifier m.`,
		"go":         `Remove the flag m.`,
		"c#":         `Use \A and \z, and remove RegexOptions.Multiline.`,
	},
	inject: rewrite(`\A`, `(?m:^)`, `\z`, `(?m:$)`),
}, {
	name: "multi-line-javascript", fails: ofLines, witness: requests{parse("x!\rK")},
	bug:    `The pattern has JavaScript's flag m, so ^ and $ match at \n, \r, U+2028 and U+2029.`,
	fix:    `Use anchors of the whole input, without multi-line mode.`,
	in:     fixes{"javascript": `Remove the flag m.`},
	inject: rewrite(`\A`, `(?:\A|[\n\r\x{2028}\x{2029}])`, `\z`, `(?:[\n\r\x{2028}\x{2029}]|\z)`),
}, {
	name: "java-dollar", fails: ofLines, witness: requests{parse("K\u0085")},
	bug:    `The pattern ends in Java's $, which also matches before a trailing line terminator such as U+0085.`,
	fix:    `Use Matcher.matches, or end the pattern in \z.`,
	inject: rewrite(`\z`, `(?:\r\n|[\n\r\x{85}\x{2028}\x{2029}])?\z`),
}, {
	name: "not-anchored-in-front", fails: unanchored, witness: requests{parse("!K")},
	bug: `The pattern has no start anchor, so any text may precede the token.`,
	fix: `Begin the pattern with \A (in JavaScript and Lua with ^).`,
	in: fixes{
		"python":     `Use re.fullmatch, or begin the pattern with \A.`,
		"javascript": `Begin the pattern with ^, without the flag m.`,
	},
	inject: rewrite(`\A`, ``),
}, {
	name: "not-anchored-behind", fails: unanchored, witness: requests{parse("K!")},
	bug: `The pattern has no end anchor, as with Python's re.match, so any text may follow the token.`,
	fix: `End the pattern in \z (in JavaScript and Lua in $).`,
	in: fixes{
		"python":     `Use re.fullmatch, not re.match.`,
		"java":       `Use Matcher.matches, not Matcher.lookingAt.`,
		"javascript": `End the pattern in $, without the flag m.`,
	},
	inject: rewrite(`\z`, ``),
}, {
	name: "trims", fails: ofWords.and(ofLines), witness: requests{parse("K ")},
	bug:    `White space around the input is trimmed before validation.`,
	fix:    `Validate the input unchanged; let the caller trim it.`,
	inject: reads(func(token string) string { return strings.Trim(token, " \t\n\v\f\r") }),
}, {
	name: "trims-unicode", fails: ofWords.and(ofLines), witness: requests{parse("K\u00a0")},
	bug: `Unicode white space around the input is trimmed before validation.`,
	fix: `Validate the input unchanged; let the caller trim it.`,
	in: fixes{
		"go":   `Do not call strings.TrimSpace before validation.`,
		"rust": `Do not call str::trim before validation.`,
		"c#":   `Do not call String.Trim before validation.`,
	},
	inject: reads(strings.TrimSpace),
}, {
	name: "nul-stripped", fails: unanchored, witness: requests{parse("K\x00")},
	bug:    `Trailing NUL bytes are stripped as padding, as in a fixed-width field.`,
	fix:    `Take the length from the caller, and validate every byte.`,
	inject: reads(func(token string) string { return strings.TrimRight(token, "\x00") }),
}, {
	name: "c-string", fails: unanchored, witness: requests{parse("K\x00!")},
	bug: `The input is passed to C code without its length, so it ends at the first NUL byte.`,
	fix: `Pass the length too, or reject input with a NUL byte.`,
	in: fixes{
		"c":    `Take the length as a parameter, and reject the input if strlen differs.`,
		"perl": `Pass the length to the C function too.`,
		"lua":  `Call lua_tolstring with a length, not lua_tostring.`,
	},
	inject: reads(func(token string) string {
		before, _, _ := strings.Cut(token, "\x00")
		return before
	}),
}, {
	name: "first-word-only", fails: ofWords.and(ofLines), witness: requests{parse("K Q")},
	bug: `The input is read with a function such as scanf, which reads only the first word.`,
	fix: `Validate the whole input, including white space.`,
	in: fixes{
		"go": `Do not read tokens with fmt.Sscan.`,
		"c":  `Do not read tokens with scanf and %s.`,
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
	bug:    `The maximum length is still 3, from before the terminal marker ^ existed.`,
	fix:    `Raise the maximum length to 4, or remove it.`,
	inject: rejecting(func(token string) bool { return len(token) > 3 }),
}, {
	name: "length-in-a-byte", fails: unanchored, witness: requests{parse("K" + strings.Repeat("!", 256))},
	bug:    `The length is stored in 8 bits and overflows: 257 bytes count as 1.`,
	fix:    `Store the length in a type that cannot overflow, such as size_t.`,
	inject: reads(func(token string) string { return token[:len(token)%256] }),
}, {
	// Line breaks.
	name: "chomp", fails: ofLines, witness: requests{parse("K\r")},
	bug:    `One trailing line ending (\n, \r or \r\n) is removed before validation, as by Ruby's chomp.`,
	fix:    `Remove line endings where lines are read, not before validation.`,
	in:     fixes{"ruby": `Do not call chomp before validation, and match with \A and \z.`},
	inject: rewrite(`\z`, `(?:\r\n|\r|\n)?\z`),
}, {
	name: "line-ends-stripped", fails: ofLines, witness: requests{parse("K\n\n")},
	bug:    `All trailing \r and \n characters are stripped before validation.`,
	fix:    `Remove line endings where lines are read, not before validation.`,
	inject: rewrite(`\z`, `[\r\n]*\z`),
}, {
	name: "first-line-only", fails: ofLines, witness: requests{parse("K\nx!")},
	bug: `Only the first line is tested: the pattern ends in a multi-line $, or one line is read.`,
	fix: `End the pattern in \z, and test the whole input.`,
	in: fixes{
		"ruby":       `End the pattern in \z: in Ruby, $ always matches at line breaks.`,
		"python":     `Use re.fullmatch, and test the whole input.`,
		"javascript": `Remove the flag m, and test the whole input.`,
		"go":         `Remove the flag m, and test the whole input.`,
	},
	inject: rewrite(`\z`, `(?m:$)`),
}, {
	name: "last-line-only", fails: ofLines, witness: requests{parse("x!\nK")},
	bug: `The pattern begins with a multi-line ^, so only the last line is tested.`,
	fix: `Begin the pattern with \A.`,
	in: fixes{
		"ruby":       `Begin the pattern with \A: in Ruby, ^ always matches at line breaks.`,
		"javascript": `Remove the flag m.`,
	},
	inject: rewrite(`\A`, `(?m:^)`),
}, {
	// White space.
	name: "php-trim", fails: ofWords.and(ofLines), witness: requests{parse("\x00K ")},
	bug:    `White space and NUL bytes around the input are trimmed, as by PHP's trim.`,
	fix:    `Validate the input unchanged; let the caller trim it.`,
	in:     fixes{"php": `Do not call trim before validation.`},
	inject: reads(func(token string) string { return strings.Trim(token, " \t\n\r\x00\v") }),
}, {
	name: "java-trim", fails: ofWords.and(ofLines), witness: requests{parse("\x07K\x1b")},
	bug: `Spaces and control characters around the input are trimmed, as by Java's String.trim.`,
	fix: `Validate the input unchanged; let the caller trim it.`,
	in:  fixes{"java": `Do not call String.trim before validation.`},
	inject: reads(func(token string) string {
		return strings.TrimFunc(token, func(r rune) bool { return r <= ' ' })
	}),
}, {
	name: "javascript-trim", fails: ofWords.and(ofLines), witness: requests{parse("K\ufeff")},
	bug: `White space and byte order marks around the input are trimmed, as by JavaScript's trim.`,
	fix: `Validate the input unchanged; let the caller trim it.`,
	in:  fixes{"javascript": `Do not call trim before validation.`},
	inject: reads(func(token string) string {
		return strings.TrimFunc(token, func(r rune) bool {
			return r == '\ufeff' || r != '\u0085' && unicode.IsSpace(r)
		})
	}),
}, {
	name: "python-strip", fails: ofWords.and(ofLines), witness: requests{parse("K\x1f")},
	bug: `White space and the separators U+001C to U+001F around the input are trimmed, as by Python's strip.`,
	fix: `Validate the input unchanged; let the caller trim it.`,
	in:  fixes{"python": `Do not call str.strip before validation.`},
	inject: reads(func(token string) string {
		return strings.TrimFunc(token, func(r rune) bool { return '\x1c' <= r && r <= '\x1f' || unicode.IsSpace(r) })
	}),
}, {
	name: "java-strip", fails: ofWords.and(ofLines), witness: requests{parse("K\u3000")},
	bug: `White space and the separators U+001C to U+001F around the input are trimmed, as by Java's strip.`,
	fix: `Validate the input unchanged; let the caller trim it.`,
	in:  fixes{"java": `Do not call String.strip before validation.`},
	inject: reads(func(token string) string {
		return strings.TrimFunc(token, func(r rune) bool {
			return '\x1c' <= r && r <= '\x1f' || unicode.IsSpace(r) && !strings.ContainsRune("\u0085\u00a0\u2007\u202f", r)
		})
	}),
}, {
	name: "ruby-strip", fails: ofWords.and(ofLines), witness: requests{parse("\x00K\f")},
	bug:    `White space and NUL bytes around the input are trimmed, as by Ruby's strip.`,
	fix:    `Validate the input unchanged; let the caller trim it.`,
	in:     fixes{"ruby": `Do not call strip before validation.`},
	inject: reads(func(token string) string { return strings.Trim(token, " \t\n\v\f\r\x00") }),
}, {
	name: "leading-blanks-skipped", fails: ofWords.and(ofLines), witness: requests{parse("\tK")},
	bug:    `Leading white space is skipped, as by scanf.`,
	fix:    `Validate the input unchanged.`,
	in:     fixes{"c": `Do not read tokens with scanf: most conversions skip leading white space.`},
	inject: reads(func(token string) string { return strings.TrimLeft(token, " \t\n\v\f\r") }),
}, {
	name: "blank-padding-ignored", fails: ofWords, witness: requests{parse("K  ")},
	bug:    `Trailing spaces are ignored, as in a database comparison that pads both sides.`,
	fix:    `Use a type and a collation without padding, or validate outside the database.`,
	inject: reads(func(token string) string { return strings.TrimRight(token, " ") }),
}, {
	name: "blanks-removed", fails: accepts.and(ofWords), witness: requests{parse("+ K")},
	bug:    `All spaces are removed from the input before validation.`,
	fix:    `Validate the input unchanged.`,
	inject: reads(func(token string) string { return strings.ReplaceAll(token, " ", "") }),
}, {
	// Text around the token.
	name: "searched-for", fails: unanchored, witness: requests{parse("!K!")},
	bug: `The pattern has no anchors, so a token anywhere in the input is enough.`,
	fix: `Anchor the pattern with \A and \z (in JavaScript and Lua with ^ and $).`,
	in: fixes{
		"python":     `Use re.fullmatch, not re.search.`,
		"java":       `Use Matcher.matches, not Matcher.find.`,
		"c#":         `Anchor the pattern with \A and \z: Regex.IsMatch searches.`,
		"go":         `Anchor the pattern with \A and \z: Regexp.MatchString searches.`,
		"rust":       `Anchor the pattern with \A and \z: Regex::is_match searches.`,
		"javascript": `Anchor the pattern with ^ and $, without the flag m.`,
	},
	inject: rewrite(`\A`, ``, `\z`, ``),
}, {
	name: "word-boundary-for-anchor", witness: requests{parse("(K)")}, fails: unanchored.and(wrongText),
	bug:    `The pattern has \b in place of the anchors, but \b matches at every word boundary.`,
	fix:    `Use \A and \z (in JavaScript ^ and $).`,
	inject: rewrite(`\A`, `\b`, `\z`, `\b`),
}, {
	name: "alternation-unparenthesised", fails: unanchored, witness: requests{parse("k!k")},
	bug:    `The alternation is not grouped, so each branch is anchored at one end only.`,
	fix:    `Group the alternation, and put the anchors outside the group.`,
	inject: anyOf([]string{`[A-Za-z]`, `[A-Z]`, `\z`, ``}, []string{`[A-Za-z]`, `[a-z]`, `\A`, ``}),
}, {
	name: "strtok", fails: unanchored.and(ofWords).and(ofLines), witness: requests{parse(",K/Q")},
	bug: `The input is split at separators, as by strtok, and only the first part is tested.`,
	fix: `Validate the whole input.`,
	inject: reads(func(token string) string {
		token = strings.TrimLeft(token, " \t\n,/")
		if i := strings.IndexAny(token, " \t\n,/"); i >= 0 {
			return token[:i]
		}
		return token
	}),
}, {
	name: "comment-cut", fails: unanchored, witness: requests{parse("K#king")},
	bug: `Everything from # on is removed as a comment.`,
	fix: `Remove comments where files are read, not before validation.`,
	inject: reads(func(token string) string {
		before, _, _ := strings.Cut(token, "#")
		return before
	}),
}, {
	name: "quotes-stripped", fails: unanchored, witness: requests{parse(`"K"`)},
	bug: `Double quotes around the input are removed, as in a CSV field.`,
	fix: `Remove quotes where the file is read, not before validation.`,
	inject: reads(func(token string) string {
		if len(token) >= 2 && strings.HasPrefix(token, `"`) && strings.HasSuffix(token, `"`) {
			return token[1 : len(token)-1]
		}
		return token
	}),
}, {
	name: "apostrophes-stripped", fails: accepts.and(wrongText), witness: requests{parse(`'K'`)},
	bug:    `Apostrophes around the input are removed, as in an SQL literal.`,
	fix:    `Validate the input unchanged: a final apostrophe is the derivation marker.`,
	inject: reads(func(token string) string { return strings.Trim(token, "'") }),
}, {
	name: "controls-dropped", fails: unanchored.and(ofLines), witness: requests{parse("K\x7f")},
	bug:    `Control characters are removed from the input to sanitise it.`,
	fix:    `Reject input with control characters.`,
	inject: drops(func(r rune) bool { return r < ' ' || r == '\x7f' }),
}, {
	name: "terminal-colours-dropped", fails: unanchored, witness: requests{parse("\x1b[1mK\x1b[0m")},
	bug:    `ANSI colour sequences are removed from the input.`,
	fix:    `Validate the input unchanged.`,
	inject: reads(func(token string) string { return colours.ReplaceAllString(token, "") }),
}}

var colours = regexp.MustCompile(`\x1b\[[0-9;]*m`)
