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

// decoding are faults that decode the input as if it were encoded or escaped.
var decoding = []fault{{
	name: "url-decoded", fails: unanchored, witness: requests{parse("K%27")},
	bug: `The input is percent-decoded once too often, so %27 becomes an apostrophe.`,
	fix: `Decode where the URL is parsed, not before validation.`,
	inject: reads(func(token string) string {
		if decoded, err := url.PathUnescape(token); err == nil {
			return decoded
		}
		return token
	}),
}, {
	name: "form-decoded", fails: rejects, witness: requests{parse("+K")},
	bug: `The input is form-decoded without having been encoded, so + becomes a space.`,
	fix: `Encode the token where the URL is built.`,
	in: fixes{
		"javascript": `Encode the token with encodeURIComponent.`,
		"python":     `Encode the token with urllib.parse.quote(token, safe="").`,
	},
	inject: takesFor("+", " "),
}, {
	name: "html-decoded", fails: unanchored, witness: requests{parse("K&#39;")},
	bug:    `HTML character references in the input, such as &#39;, are decoded.`,
	fix:    `Decode where the HTML is parsed, not before validation.`,
	inject: reads(html.UnescapeString),
}, {
	name: "unicode-escapes-decoded", fails: accepts, witness: requests{parse(`\u004b`)},
	bug: `Unicode escapes in the input, such as \u004b, are decoded once too often.`,
	fix: `Decode where the JSON is parsed, not before validation.`,
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
	bug:     `Two apostrophes are read as one escaped apostrophe, as in SQL.`,
	fix:     `Pass tokens as query parameters, and unescape nothing.`,
	inject:  reads(func(token string) string { return strings.ReplaceAll(token, "''", "'") }),
}, {
	name: "carets-escape", fails: accepts, witness: requests{parse("^K")},
	bug:    `The input passes through a Windows shell, where ^ escapes the next character.`,
	fix:    `Start the program without a shell.`,
	inject: reads(func(token string) string { return escaped.ReplaceAllString(token, "$1") }),
}, {
	name: "input-for-a-glob", fails: accepts, witness: requests{parse("?")},
	bug: `The input is used as a glob pattern, so ? matches any token of one character.`,
	fix: `Compare for equality.`,
	in:  fixes{"shell": `Quote the variable, as in [[ $a == "$b" ]] and in case.`},
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
	bug: `The input is used as a LIKE pattern, so % and _ are wildcards.`,
	fix: `Compare with =.`,
	in:  fixes{"sql": `Write token = ? instead of token LIKE ?.`},
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
	bug:    `The input is cleaned as a file path, so ./K becomes K.`,
	fix:    `Validate the token before building a path from it.`,
	inject: reads(path.Clean),
}, {
	name: "base-name-only", fails: unanchored, witness: requests{parse("!/K")},
	bug:    `The input is treated as a file path, and all before its last slash is removed.`,
	fix:    `Validate the whole input.`,
	inject: reads(func(token string) string { return token[strings.LastIndexByte(token, '/')+1:] }),
}}

var (
	escape  = regexp.MustCompile(`\\u[0-9a-fA-F]{4}`)
	escaped = regexp.MustCompile(`(?s)\^(.?)`)
)
