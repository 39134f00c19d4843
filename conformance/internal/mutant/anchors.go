package mutant

import (
	"regexp"
	"strings"
	"unicode"
)

// anchors are faults in the anchors of the regular expression, and in the part of the input
// that is tested.
var anchors = []Mutant{
	fault("dollar-for-z", ofLines, requests{parse("K\n")},
		`The pattern ends in $, which also matches before a trailing newline.`,
		`End the pattern in \z.`, rewrite(`\z`, `\n?\z`),
		in("python", `Use re.fullmatch, or end the pattern in \Z.`),
		in("ruby perl c#", `End the pattern in \z, not in $ or \Z.`),
		in("php", `End the pattern in \z, or add the modifier D.`),
		in("java", `Use Matcher.matches, or end the pattern in \z.`),
		in("javascript", `End the pattern in $ without the flag m, and strip no trailing newline.`),
		in("go", `End the pattern in \z, and strip no trailing newline.`)),
	fault("multi-line", ofLines, requests{parse("x!\nK")},
		`The pattern uses ^ and $ in multi-line mode, so one valid line in the input is enough.`,
		`Use \A and \z, and remove the multi-line flag.`, rewrite(`\A`, `(?m:^)`, `\z`, `(?m:$)`),
		in("ruby", `Use \A and \z: in Ruby, ^ and $ always match at line breaks.`),
		in("javascript go", `Remove the flag m.`),
		in("python", `Use re.fullmatch, and remove re.MULTILINE.`),
		in("php", `Remove the modifier m, and end the pattern in \z.`),
		in("perl", `Use \A and \z, and remove the modifier m.`),
		in("c#", `Use \A and \z, and remove RegexOptions.Multiline.`)),
	fault("multi-line-javascript", ofLines, requests{parse("x!\rK")},
		`The pattern has JavaScript's flag m, so ^ and $ match at \n, \r, U+2028 and U+2029.`,
		`Use anchors of the whole input, without multi-line mode.`,
		rewrite(`\A`, `(?:\A|[\n\r\x{2028}\x{2029}])`, `\z`, `(?:[\n\r\x{2028}\x{2029}]|\z)`),
		in("javascript", `Remove the flag m.`)),
	fault("java-dollar", ofLines, requests{parse("K\u0085")},
		`The pattern ends in Java's $, which also matches before a trailing line terminator such as U+0085.`,
		`Use Matcher.matches, or end the pattern in \z.`, rewrite(`\z`, `(?:\r\n|[\n\r\x{85}\x{2028}\x{2029}])?\z`)),
	fault("not-anchored-in-front", unanchored, requests{parse("!K")},
		`The pattern has no start anchor, so any text may precede the token.`,
		`Begin the pattern with \A (in JavaScript and Lua with ^).`, rewrite(`\A`, ``),
		in("python", `Use re.fullmatch, or begin the pattern with \A.`),
		in("javascript", `Begin the pattern with ^, without the flag m.`)),
	fault("not-anchored-behind", unanchored, requests{parse("K!")},
		`The pattern has no end anchor, as with Python's re.match, so any text may follow the token.`,
		`End the pattern in \z (in JavaScript and Lua in $).`, rewrite(`\z`, ``),
		in("python", `Use re.fullmatch, not re.match.`),
		in("java", `Use Matcher.matches, not Matcher.lookingAt.`),
		in("javascript", `End the pattern in $, without the flag m.`)),
	fault("trims", ofWords.and(ofLines), requests{parse("K ")},
		`White space around the input is trimmed before validation.`,
		`Validate the input unchanged; let the caller trim it.`,
		reads(func(token string) string { return strings.Trim(token, " \t\n\v\f\r") })),
	fault("trims-unicode", ofWords.and(ofLines), requests{parse("K\u00a0")},
		`Unicode white space around the input is trimmed before validation.`,
		`Validate the input unchanged; let the caller trim it.`, reads(strings.TrimSpace),
		in("go", `Do not call strings.TrimSpace before validation.`),
		in("rust", `Do not call str::trim before validation.`),
		in("c#", `Do not call String.Trim before validation.`)),
	fault("nul-stripped", unanchored, requests{parse("K\x00")},
		`Trailing NUL bytes are stripped as padding, as in a fixed-width field.`,
		`Take the length from the caller, and validate every byte.`,
		reads(func(token string) string { return strings.TrimRight(token, "\x00") })),
	fault("c-string", unanchored, requests{parse("K\x00!")},
		`The input is passed to C code without its length, so it ends at the first NUL byte.`,
		`Pass the length too, or reject input with a NUL byte.`,
		reads(func(token string) string {
			before, _, _ := strings.Cut(token, "\x00")
			return before
		}),
		in("c", `Take the length as a parameter, and reject the input if strlen differs.`),
		in("perl", `Pass the length to the C function too.`),
		in("lua", `Call lua_tolstring with a length, not lua_tostring.`)),
	fault("first-word-only", ofWords.and(ofLines), requests{parse("K Q")},
		`The input is read with a function such as scanf, which reads only the first word.`,
		`Validate the whole input, including white space.`,
		reads(func(token string) string {
			words := strings.Fields(token)
			if len(words) == 0 {
				return ""
			}
			return words[0]
		}),
		in("go", `Do not read tokens with fmt.Sscan.`),
		in("c", `Do not read tokens with scanf and %s.`)),
	fault("longest-length-3", rejects.onlyCurrent(), requests{parse("+K^'")},
		`The maximum length is still 3, from before the terminal marker ^ existed.`,
		`Raise the maximum length to 4, or remove it.`, rejecting(func(token string) bool { return len(token) > 3 })),
	fault("length-in-a-byte", unanchored, requests{parse("K" + strings.Repeat("!", 256))},
		`The length is stored in 8 bits and overflows: 257 bytes count as 1.`,
		`Store the length in a type that cannot overflow, such as size_t.`,
		reads(func(token string) string { return token[:len(token)%256] })),
	// Line breaks.
	fault("chomp", ofLines, requests{parse("K\r")},
		`One trailing line ending (\n, \r or \r\n) is removed before validation, as by Ruby's chomp.`,
		`Remove line endings where lines are read, not before validation.`, rewrite(`\z`, `(?:\r\n|\r|\n)?\z`),
		in("ruby", `Do not call chomp before validation, and match with \A and \z.`)),
	fault("line-ends-stripped", ofLines, requests{parse("K\n\n")},
		`All trailing \r and \n characters are stripped before validation.`,
		`Remove line endings where lines are read, not before validation.`, rewrite(`\z`, `[\r\n]*\z`)),
	fault("first-line-only", ofLines, requests{parse("K\nx!")},
		`Only the first line is tested: the pattern ends in a multi-line $, or one line is read.`,
		`End the pattern in \z, and test the whole input.`, rewrite(`\z`, `(?m:$)`),
		in("ruby", `End the pattern in \z: in Ruby, $ always matches at line breaks.`),
		in("python", `Use re.fullmatch, and test the whole input.`),
		in("javascript go", `Remove the flag m, and test the whole input.`)),
	fault("last-line-only", ofLines, requests{parse("x!\nK")},
		`The pattern begins with a multi-line ^, so only the last line is tested.`,
		`Begin the pattern with \A.`, rewrite(`\A`, `(?m:^)`),
		in("ruby", `Begin the pattern with \A: in Ruby, ^ always matches at line breaks.`),
		in("javascript", `Remove the flag m.`)),
	// White space.
	fault("php-trim", ofWords.and(ofLines), requests{parse("\x00K ")},
		`White space and NUL bytes around the input are trimmed, as by PHP's trim.`,
		`Validate the input unchanged; let the caller trim it.`,
		reads(func(token string) string { return strings.Trim(token, " \t\n\r\x00\v") }),
		in("php", `Do not call trim before validation.`)),
	fault("java-trim", ofWords.and(ofLines), requests{parse("\x07K\x1b")},
		`Spaces and control characters around the input are trimmed, as by Java's String.trim.`,
		`Validate the input unchanged; let the caller trim it.`,
		reads(func(token string) string { return strings.TrimFunc(token, func(r rune) bool { return r <= ' ' }) }),
		in("java", `Do not call String.trim before validation.`)),
	fault("javascript-trim", ofWords.and(ofLines), requests{parse("K\ufeff")},
		`White space and byte order marks around the input are trimmed, as by JavaScript's trim.`,
		`Validate the input unchanged; let the caller trim it.`,
		reads(func(token string) string {
			return strings.TrimFunc(token, func(r rune) bool {
				return r == '\ufeff' || r != '\u0085' && unicode.IsSpace(r)
			})
		}),
		in("javascript", `Do not call trim before validation.`)),
	fault("python-strip", ofWords.and(ofLines), requests{parse("K\x1f")},
		`White space and the separators U+001C to U+001F around the input are trimmed, as by Python's strip.`,
		`Validate the input unchanged; let the caller trim it.`,
		reads(func(token string) string {
			return strings.TrimFunc(token, func(r rune) bool { return '\x1c' <= r && r <= '\x1f' || unicode.IsSpace(r) })
		}),
		in("python", `Do not call str.strip before validation.`)),
	fault("java-strip", ofWords.and(ofLines), requests{parse("K\u3000")},
		`White space and the separators U+001C to U+001F around the input are trimmed, as by Java's strip.`,
		`Validate the input unchanged; let the caller trim it.`,
		reads(func(token string) string {
			return strings.TrimFunc(token, func(r rune) bool {
				return '\x1c' <= r && r <= '\x1f' || unicode.IsSpace(r) && !strings.ContainsRune("\u0085\u00a0\u2007\u202f", r)
			})
		}),
		in("java", `Do not call String.strip before validation.`)),
	fault("ruby-strip", ofWords.and(ofLines), requests{parse("\x00K\f")},
		`White space and NUL bytes around the input are trimmed, as by Ruby's strip.`,
		`Validate the input unchanged; let the caller trim it.`,
		reads(func(token string) string { return strings.Trim(token, " \t\n\v\f\r\x00") }),
		in("ruby", `Do not call strip before validation.`)),
	fault("leading-blanks-skipped", ofWords.and(ofLines), requests{parse("\tK")},
		`Leading white space is skipped, as by scanf.`,
		`Validate the input unchanged.`,
		reads(func(token string) string { return strings.TrimLeft(token, " \t\n\v\f\r") }),
		in("c", `Do not read tokens with scanf: most conversions skip leading white space.`)),
	fault("blank-padding-ignored", ofWords, requests{parse("K  ")},
		`Trailing spaces are ignored, as in a database comparison that pads both sides.`,
		`Use a type and a collation without padding, or validate outside the database.`,
		reads(func(token string) string { return strings.TrimRight(token, " ") })),
	fault("blanks-removed", accepts.and(ofWords), requests{parse("+ K")},
		`All spaces are removed from the input before validation.`,
		`Validate the input unchanged.`,
		reads(func(token string) string { return strings.ReplaceAll(token, " ", "") })),
	// Text around the token.
	fault("searched-for", unanchored, requests{parse("!K!")},
		`The pattern has no anchors, so a token anywhere in the input is enough.`,
		`Anchor the pattern with \A and \z (in JavaScript and Lua with ^ and $).`, rewrite(`\A`, ``, `\z`, ``),
		in("python", `Use re.fullmatch, not re.search.`),
		in("java", `Use Matcher.matches, not Matcher.find.`),
		in("c#", `Anchor the pattern with \A and \z: Regex.IsMatch searches.`),
		in("go", `Anchor the pattern with \A and \z: Regexp.MatchString searches.`),
		in("rust", `Anchor the pattern with \A and \z: Regex::is_match searches.`),
		in("javascript", `Anchor the pattern with ^ and $, without the flag m.`)),
	fault("word-boundary-for-anchor", unanchored.and(wrongText), requests{parse("(K)")},
		`The pattern has \b in place of the anchors, but \b matches at every word boundary.`,
		`Use \A and \z (in JavaScript ^ and $).`, rewrite(`\A`, `\b`, `\z`, `\b`)),
	fault("alternation-unparenthesised", unanchored, requests{parse("k!k")},
		`The alternation is not grouped, so each branch is anchored at one end only.`,
		`Group the alternation, and put the anchors outside the group.`,
		anyOf([]string{`[A-Za-z]`, `[A-Z]`, `\z`, ``}, []string{`[A-Za-z]`, `[a-z]`, `\A`, ``})),
	fault("strtok", unanchored.and(ofWords).and(ofLines), requests{parse(",K/Q")},
		`The input is split at separators, as by strtok, and only the first part is tested.`,
		`Validate the whole input.`,
		reads(func(token string) string {
			token = strings.TrimLeft(token, " \t\n,/")
			if i := strings.IndexAny(token, " \t\n,/"); i >= 0 {
				return token[:i]
			}
			return token
		})),
	fault("comment-cut", unanchored, requests{parse("K#king")},
		`Everything from # on is removed as a comment.`,
		`Remove comments where files are read, not before validation.`,
		reads(func(token string) string {
			before, _, _ := strings.Cut(token, "#")
			return before
		})),
	fault("quotes-stripped", unanchored, requests{parse(`"K"`)},
		`Double quotes around the input are removed, as in a CSV field.`,
		`Remove quotes where the file is read, not before validation.`,
		reads(func(token string) string {
			if len(token) >= 2 && strings.HasPrefix(token, `"`) && strings.HasSuffix(token, `"`) {
				return token[1 : len(token)-1]
			}
			return token
		})),
	fault("apostrophes-stripped", accepts.and(wrongText), requests{parse(`'K'`)},
		`Apostrophes around the input are removed, as in an SQL literal.`,
		`Validate the input unchanged: a final apostrophe is the derivation marker.`,
		reads(func(token string) string { return strings.Trim(token, "'") })),
	fault("controls-dropped", unanchored.and(ofLines), requests{parse("K\x7f")},
		`Control characters are removed from the input to sanitise it.`,
		`Reject input with control characters.`, drops(func(r rune) bool { return r < ' ' || r == '\x7f' })),
	fault("terminal-colours-dropped", unanchored, requests{parse("\x1b[1mK\x1b[0m")},
		`ANSI colour sequences are removed from the input.`,
		`Validate the input unchanged.`,
		reads(func(token string) string { return colours.ReplaceAllString(token, "") })),
}

var colours = regexp.MustCompile(`\x1b\[[0-9;]*m`)
