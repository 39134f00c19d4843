package mutant

import (
	"cmp"
	"html"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// decoding are faults that decode the input as if it were encoded or escaped.
func decoding() []Mutant {
	return []Mutant{
		fault("url-decoded", unanchored, parse("K%27"),
			`The input is percent-decoded once too often, so %27 becomes an apostrophe.`,
			`Decode where the URL is parsed, not before validation.`, reads(func(token string) string {
				decoded, _ := url.PathUnescape(token) // empty after an error
				return cmp.Or(decoded, token)
			})),
		fault("form-decoded", rejects, parse("+K"),
			`The input is form-decoded without having been encoded, so + becomes a space.`,
			`Encode the token where the URL is built.`, takesFor("+", " "),
			in("javascript", `Encode the token with encodeURIComponent.`),
			in("python", `Encode the token with urllib.parse.quote(token, safe="").`)),
		fault("html-decoded", unanchored, parse("K&#39;"),
			`HTML character references in the input, such as &#39;, are decoded.`,
			`Decode where the HTML is parsed, not before validation.`, reads(html.UnescapeString)),
		fault("unicode-escapes-decoded", accepts, parse(`\u004b`),
			`Unicode escapes in the input, such as \u004b, are decoded once too often.`,
			`Decode where the JSON is parsed, not before validation.`, reads(func(token string) string {
				return escape.ReplaceAllStringFunc(token, func(e string) string {
					code, _ := strconv.ParseUint(e[2:], 16, 16) // the expression matched four digits
					return string(rune(code))
				})
			})),
		fault("doubled-apostrophes-undone", ofMarkers, parse("K''"),
			`Two apostrophes are read as one escaped apostrophe, as in SQL.`,
			`Pass tokens as query parameters, and unescape nothing.`, takesFor("''", "'")),
		fault("carets-escape", accepts, parse("^K"),
			`The input passes through a Windows shell, where ^ escapes the next character.`,
			`Start the program without a shell.`, substitutes(`(?s)\^(.?)`, `$1`)),
		fault("input-for-a-glob", accepts, parse("?"),
			`The input is used as a glob pattern, so ? matches any token of one character.`,
			`Compare for equality.`, acceptingBy(func(tokens []string, token string) bool {
				return strings.ContainsAny(token, `*?[\`) && slices.ContainsFunc(tokens, func(name string) bool {
					ok, err := path.Match(token, name)
					return ok && err == nil
				})
			}),
			in("shell", `Quote the variable, as in [[ $a == "$b" ]] and in case.`)),
		fault("input-for-a-like", ofLetters, parse("%"),
			`The input is used as a LIKE pattern, so % and _ are wildcards.`,
			`Compare with =.`, acceptingBy(func(tokens []string, token string) bool {
				if !strings.ContainsAny(token, "%_") {
					return false
				}
				pattern := strings.NewReplacer("%", ".*", "_", ".").Replace(regexp.QuoteMeta(token))
				like, err := regexp.Compile(`\A` + pattern + `\z`)
				return err == nil && slices.ContainsFunc(tokens, like.MatchString)
			}),
			in("sql", `Write token = ? instead of token LIKE ?.`)),
		fault("path-cleaned", unanchored, parse("./K"),
			`The input is cleaned as a file path, so ./K becomes K.`,
			`Validate the token before building a path from it.`, reads(path.Clean), sureIn(Complete)),
		fault("base-name-only", unanchored, parse("!/K"),
			`The input is treated as a file path, and all before its last slash is removed.`,
			`Validate the whole input.`, substitutes(`(?s)\A.*/`, ``)),
	}
}

var escape = regexp.MustCompile(`\\u[0-9a-fA-F]{4}`)
