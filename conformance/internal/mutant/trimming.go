package mutant

import (
	"regexp"
	"strings"
	"unicode"
)

// ofWords: what holds a token is accepted because of the blanks around it.
var ofWords = unanchored.and(current("epin/9.4/whitespace"))

// ofLines: what holds a token is accepted because of line breaks around it.
var ofLines = unanchored.and(current("epin/9.4/line-break"))

// trimming are faults in which a part of the input is not judged: it was cut off, or
// is taken out of it.
var trimming = []fault{
	// Line breaks.
	{
		name:   "chomp",
		bug:    `One line ending of any kind is taken off the input, as Ruby's chomp does, or let pass by a $ that knows all of them.`,
		mend:   `Take line endings off where lines are read, and not where tokens are judged.`,
		in:     mends{"ruby": `Leave chomp away, and match with \A and \z.`},
		fails:  ofLines,
		killer: requests{parse("K\r")},
		inject: rewrite(`\z`, `(?:\r\n|\r|\n)?\z`),
	},
	{
		name:   "line-ends-stripped",
		bug:    `Every carriage return and line feed at the end is stripped, however many there are.`,
		mend:   `Take one line ending off where lines are read, and none where tokens are judged.`,
		fails:  ofLines,
		killer: requests{parse("K\n\n")},
		inject: rewrite(`\z`, `[\r\n]*\z`),
	},
	{
		name:   "first-line-only",
		bug:    `The input is read by a function that stops at the end of a line, and the lines after it stay unread.`,
		mend:   `Judge the whole input.`,
		fails:  ofLines,
		killer: requests{parse("K\nx!")},
		inject: rewrite(`\z`, `(?m:$)`),
	},
	{
		name:   "last-line-only",
		bug:    `The expression is anchored by ^ with the flag for many lines in front, and by \z behind.`,
		mend:   `Use \A in front.`,
		fails:  ofLines,
		killer: requests{parse("x!\nK")},
		inject: rewrite(`\A`, `(?m:^)`),
	},

	// Blanks.
	{
		name:   "php-trim",
		bug:    `The input is trimmed by a function that takes zero bytes for blanks too, as that of PHP does.`,
		mend:   `Judge the input as it is.`,
		in:     mends{"php": `Do not call trim on what is judged.`},
		fails:  ofWords.and(ofLines),
		killer: requests{parse("\x00K ")},
		inject: reads(func(token string) string { return strings.Trim(token, " \t\n\r\x00\v") }),
	},
	{
		name:   "java-trim",
		bug:    `The input is trimmed by a function that takes every control character for a blank, as Java's trim does.`,
		mend:   `Judge the input as it is.`,
		in:     mends{"java": `Do not call trim on what is judged.`},
		fails:  ofWords.and(ofLines),
		killer: requests{parse("\x07K\x1b")},
		inject: reads(func(token string) string {
			return strings.TrimFunc(token, func(r rune) bool { return r <= ' ' })
		}),
	},
	{
		name:   "javascript-trim",
		bug:    `The input is trimmed by a function that takes the byte order mark for a blank, as JavaScript's trim does.`,
		mend:   `Judge the input as it is.`,
		in:     mends{"javascript": `Do not call trim on what is judged.`},
		fails:  ofWords.and(ofLines),
		killer: requests{parse("K\ufeff")},
		inject: reads(func(token string) string {
			return strings.TrimFunc(token, func(r rune) bool {
				return r == '\ufeff' || r != '\u0085' && unicode.IsSpace(r)
			})
		}),
	},
	{
		name:   "python-strip",
		bug:    `The input is trimmed by a function that takes the four separators of ASCII for blanks, as Python's strip does.`,
		mend:   `Judge the input as it is.`,
		in:     mends{"python": `Do not call strip on what is judged.`},
		fails:  ofWords.and(ofLines),
		killer: requests{parse("K\x1f")},
		inject: reads(func(token string) string {
			return strings.TrimFunc(token, func(r rune) bool { return '\x1c' <= r && r <= '\x1f' || unicode.IsSpace(r) })
		}),
	},
	{
		name:   "leading-blanks-skipped",
		bug:    `The input is read by a scanning function that skips blanks in front.`,
		mend:   `Judge the input as it is.`,
		in:     mends{"c": `Do not read tokens with scanf, which skips blanks before most conversions, %s among them.`},
		fails:  ofWords.and(ofLines),
		killer: requests{parse("\tK")},
		inject: reads(func(token string) string { return strings.TrimLeft(token, " \t\n\v\f\r") }),
	},
	{
		name:   "blank-padding-ignored",
		bug:    `The input is compared by a database that pads both sides with blanks, so that blanks at the end do not count.`,
		mend:   `Compare by a type and a collation that do not pad, or judge outside the database.`,
		fails:  ofWords,
		killer: requests{parse("K  ")},
		inject: reads(func(token string) string { return strings.TrimRight(token, " ") }),
	},
	{
		name:   "blanks-removed",
		bug:    `All blanks are removed from the input, so that people may write it loosely.`,
		mend:   `Judge the input as it is.`,
		fails:  accepts.and(ofWords),
		killer: requests{parse("+ K")},
		inject: reads(func(token string) string { return strings.ReplaceAll(token, " ", "") }),
	},

	// Around the token.
	{
		name: "searched-for",
		bug:  `The expression is searched for, and nothing ties it to either end of the input.`,
		mend: `Anchor it at both ends.`,
		in: mends{
			"python": `Use re.fullmatch.`,
			"java":   `Call matches() on the matcher rather than find().`,
			"c#":     `Begin the expression with \A and end it in \z: IsMatch searches.`,
			"go":     `Begin the expression with ^ and end it in $, without the flag m: MatchString searches.`,
			"rust":   `Begin the expression with ^ and end it in $, without the flag m: is_match searches.`,
		},
		fails:  unanchored,
		killer: requests{parse("!K!")},
		inject: rewrite(`\A`, ``, `\z`, ``),
	},
	{
		name:   "word-boundary-for-anchor",
		bug:    `The expression stands between \b rather than anchors, and \b is neither in front of a sign nor an end of the input.`,
		mend:   `Use \A and \z.`,
		fails:  unanchored.and(each("epin/9.2/canonical", "epin-initial/canonical")),
		killer: requests{parse("(K)")},
		inject: rewrite(`\A`, `\b`, `\z`, `\b`),
	},
	{
		name:   "alternation-unparenthesised",
		bug:    `The two sides are two branches of an alternation, which binds less than the anchors: one branch has only the first, the other only the second.`,
		mend:   `Put the branches in parentheses, and the anchors outside.`,
		fails:  unanchored,
		killer: requests{parse("k!k")},
		inject: anyOf([]string{`[A-Za-z]`, `[A-Z]`, `\z`, ``}, []string{`[A-Za-z]`, `[a-z]`, `\A`, ``}),
	},
	{
		name:   "strtok",
		bug:    `The input is split at separators by a function that also skips them in front, and only the first piece of it is judged.`,
		mend:   `Judge the whole input.`,
		fails:  unanchored.and(ofWords).and(ofLines),
		killer: requests{parse(",K/Q")},
		inject: reads(func(token string) string {
			token = strings.TrimLeft(token, " \t\n,/")
			if i := strings.IndexAny(token, " \t\n,/"); i >= 0 {
				return token[:i]
			}
			return token
		}),
	},
	{
		name:   "comment-cut",
		bug:    `What follows a number sign is taken for a comment, and cut off.`,
		mend:   `Remove comments where files are read, and not where tokens are judged.`,
		fails:  unanchored,
		killer: requests{parse("K#king")},
		inject: reads(func(token string) string {
			before, _, _ := strings.Cut(token, "#")
			return before
		}),
	},
	{
		name:   "quotes-stripped",
		bug:    `Quotation marks around the input are stripped, as if it were a field of a table.`,
		mend:   `Remove them where the table is read, and not where tokens are judged.`,
		fails:  unanchored,
		killer: requests{parse(`"K"`)},
		inject: reads(func(token string) string {
			if len(token) >= 2 && strings.HasPrefix(token, `"`) && strings.HasSuffix(token, `"`) {
				return token[1 : len(token)-1]
			}
			return token
		}),
	},
	{
		name:   "apostrophes-stripped",
		bug:    `Apostrophes around the input are stripped, as if it were a literal of a query.`,
		mend:   `Judge the input as it is: its last apostrophe is the derivation marker.`,
		fails:  accepts.and(each("epin/9.2/canonical", "epin-initial/canonical")),
		killer: requests{parse(`'K'`)},
		inject: reads(func(token string) string { return strings.Trim(token, "'") }),
	},
	{
		name:   "controls-dropped",
		bug:    `Control characters are dropped from the input to make it safe.`,
		mend:   `Reject what holds them.`,
		fails:  unanchored.and(ofLines),
		killer: requests{parse("K\x7f")},
		inject: drops(func(r rune) bool { return r < ' ' || r == '\x7f' }),
	},
	{
		name:   "terminal-colours-dropped",
		bug:    `The sequences that colour text on a terminal are dropped from the input.`,
		mend:   `Judge the input as it is.`,
		fails:  unanchored,
		killer: requests{parse("\x1b[1mK\x1b[0m")},
		inject: reads(func(token string) string { return colours.ReplaceAllString(token, "") }),
	},
}

var colours = regexp.MustCompile(`\x1b\[[0-9;]*m`)
