package mutant

import (
	"html"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// decoding are faults in which the input is taken for something that was written in
// another language, and decoded.
var decoding = []fault{
	{
		name:   "url-decoded",
		bug:    `The input is decoded as a part of an address once more than it was encoded.`,
		mend:   `Decode where the address is taken apart, and not where tokens are judged.`,
		fails:  unanchored,
		killer: requests{parse("K%27")},
		inject: reads(func(token string) string {
			if decoded, err := url.PathUnescape(token); err == nil {
				return decoded
			}
			return token
		}),
	},
	{
		name:   "form-decoded",
		bug:    `The input comes out of the query of an address that nobody encoded, and a plus there is a blank.`,
		mend:   `Encode the token where the address is put together.`,
		in:     mends{"javascript": `Use encodeURIComponent.`, "python": `Use urllib.parse.quote with safe="", or urlencode.`},
		fails:  refuses,
		killer: requests{parse("+K")},
		inject: takesFor("+", " "),
	},
	{
		name:   "html-decoded",
		bug:    `Character references in the input are decoded, as if it came out of a page.`,
		mend:   `Decode where the page is read, and not where tokens are judged.`,
		fails:  unanchored,
		killer: requests{parse("K&#39;")},
		inject: reads(html.UnescapeString),
	},
	{
		name:   "unicode-escapes-decoded",
		bug:    `Escapes of four hexadecimal digits are decoded once more than they were written.`,
		mend:   `Decode where JSON is read, and not where tokens are judged.`,
		fails:  accepts,
		killer: requests{parse(`\u004b`)},
		inject: reads(func(token string) string {
			return escape.ReplaceAllStringFunc(token, func(e string) string {
				code, err := strconv.ParseUint(e[2:], 16, 16)
				if err != nil {
					return e
				}
				return string(rune(code))
			})
		}),
	},
	{
		name:   "doubled-apostrophes-undone",
		bug:    `Two apostrophes in a row are taken for one that was escaped for a query.`,
		mend:   `Pass tokens to the database as parameters, and undo no escaping.`,
		fails:  accepts.and(current("epin/9.4/double-marker")),
		killer: requests{parse("K''")},
		inject: reads(func(token string) string { return strings.ReplaceAll(token, "''", "'") }),
	},
	{
		name:   "carets-escape",
		bug:    `The input goes through a shell to which the caret escapes what follows, as that of Windows does.`,
		mend:   `Start the program without a shell.`,
		fails:  accepts,
		killer: requests{parse("^K")},
		inject: reads(func(token string) string { return escaped.ReplaceAllString(token, "$1") }),
	},
	{
		name:   "input-for-a-glob",
		bug:    `The token is looked for among files, or by a switch of a shell, where the input is taken for a pattern.`,
		mend:   `Compare for equality.`,
		in:     mends{"shell": `Quote the variable in [[ $a == "$b" ]] and in case.`},
		fails:  accepts,
		killer: requests{parse("?")},
		inject: func(m *model) {
			tokens := tokensOf(m.edition)
			accepting(func(token string) bool {
				return slices.ContainsFunc(tokens, func(name string) bool {
					ok, err := path.Match(token, name)
					return ok && err == nil
				})
			})(m)
		},
	},
	{
		name:   "input-for-a-like",
		bug:    `The token is looked up in a table by LIKE, for which percent and underscore in the input stand for anything.`,
		mend:   `Compare by =.`,
		in:     mends{"sql": `Write token = ? rather than token LIKE ?.`},
		fails:  accepts.and(current("epin/9.4/not-a-letter")),
		killer: requests{parse("%")},
		inject: func(m *model) {
			tokens := tokensOf(m.edition)
			accepting(func(token string) bool {
				if !strings.ContainsAny(token, "%_") {
					return false
				}
				pattern := strings.NewReplacer("%", ".*", "_", ".").Replace(regexp.QuoteMeta(token))
				like, err := regexp.Compile(`\A` + pattern + `\z`)
				return err == nil && slices.ContainsFunc(tokens, like.MatchString)
			})(m)
		},
	},
	{
		name:   "path-cleaned",
		bug:    `The token names a file of a picture, and the name is cleaned before it is judged.`,
		mend:   `Judge the token before a name is made of it.`,
		layer:  Complete,
		fails:  unanchored,
		killer: requests{parse("./K")},
		inject: reads(path.Clean),
	},
	{
		name:   "base-name-only",
		bug:    `The token is cut out of a path, and what stands before its last slash is dropped.`,
		mend:   `Judge the whole input.`,
		fails:  unanchored,
		killer: requests{parse("!/K")},
		inject: reads(func(token string) string { return token[strings.LastIndexByte(token, '/')+1:] }),
	},
}

var (
	escape  = regexp.MustCompile(`\\u[0-9a-fA-F]{4}`)
	escaped = regexp.MustCompile(`(?s)\^(.?)`)
)
