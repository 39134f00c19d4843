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

// decoding are faults that decode the input as if it had an encoding or escapes.
var decoding = []fault{{
	name: "url-decoded", fails: unanchored, witness: requests{parse("K%27")},
	bug: `The input is decoded as a part of an address once more than it was encoded.`,
	fix: `Decode where the address is taken apart, and not where tokens are judged.`,
	inject: reads(func(token string) string {
		if decoded, err := url.PathUnescape(token); err == nil {
			return decoded
		}
		return token
	}),
}, {
	name: "form-decoded", fails: rejects, witness: requests{parse("+K")},
	bug:    `The input comes out of the query of an address that nobody encoded, and a plus there is a blank.`,
	fix:    `Encode the token where the address is put together.`,
	in:     fixes{"javascript": `Use encodeURIComponent.`, "python": `Use urllib.parse.quote with safe="", or urlencode.`},
	inject: takesFor("+", " "),
}, {
	name: "html-decoded", fails: unanchored, witness: requests{parse("K&#39;")},
	bug:    `Character references in the input are decoded, as if it came out of a page.`,
	fix:    `Decode where the page is read, and not where tokens are judged.`,
	inject: reads(html.UnescapeString),
}, {
	name: "unicode-escapes-decoded", fails: accepts, witness: requests{parse(`\u004b`)},
	bug: `Escapes of four hexadecimal digits are decoded once more than they were written.`,
	fix: `Decode where JSON is read, and not where tokens are judged.`,
	inject: reads(func(token string) string {
		return escape.ReplaceAllStringFunc(token, func(e string) string {
			code, err := strconv.ParseUint(e[2:], 16, 16)
			if err != nil {
				return e
			}
			return string(rune(code))
		})
	}),
}, {
	name: "doubled-apostrophes-undone", fails: accepts.and(current("epin/9.4/double-marker")),
	witness: requests{parse("K''")},
	bug:     `Two apostrophes in a row are taken for one that was escaped for a query.`,
	fix:     `Pass tokens to the database as parameters, and undo no escaping.`,
	inject:  reads(func(token string) string { return strings.ReplaceAll(token, "''", "'") }),
}, {
	name: "carets-escape", fails: accepts, witness: requests{parse("^K")},
	bug:    `The input goes through a shell to which the caret escapes what follows, as that of Windows does.`,
	fix:    `Start the program without a shell.`,
	inject: reads(func(token string) string { return escaped.ReplaceAllString(token, "$1") }),
}, {
	name: "input-for-a-glob", fails: accepts, witness: requests{parse("?")},
	bug: `The token is looked for among files, or by a switch of a shell, where the input is taken for a pattern.`,
	fix: `Compare for equality.`,
	in:  fixes{"shell": `Quote the variable in [[ $a == "$b" ]] and in case.`},
	inject: func(m *model) {
		tokens := tokensOf(m.edition)
		accepting(func(token string) bool {
			return slices.ContainsFunc(tokens, func(name string) bool {
				ok, err := path.Match(token, name)
				return ok && err == nil
			})
		})(m)
	},
}, {
	name: "input-for-a-like", fails: accepts.and(current("epin/9.4/not-a-letter")), witness: requests{parse("%")},
	bug: `The token is looked up in a table by LIKE, for which percent and underscore in the input stand for anything.`,
	fix: `Compare by =.`,
	in:  fixes{"sql": `Write token = ? rather than token LIKE ?.`},
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
}, {
	name: "path-cleaned", layer: Complete, fails: unanchored, witness: requests{parse("./K")},
	bug:    `The token names a file of a picture, and the name is cleaned before it is judged.`,
	fix:    `Judge the token before a name is made of it.`,
	inject: reads(path.Clean),
}, {
	name: "base-name-only", fails: unanchored, witness: requests{parse("!/K")},
	bug:    `The token is cut out of a path, and what stands before its last slash is dropped.`,
	fix:    `Judge the whole input.`,
	inject: reads(func(token string) string { return token[strings.LastIndexByte(token, '/')+1:] }),
}}

var (
	escape  = regexp.MustCompile(`\\u[0-9a-fA-F]{4}`)
	escaped = regexp.MustCompile(`(?s)\^(.?)`)
)
