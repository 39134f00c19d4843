package features

import (
	"fmt"
	"regexp"
	"strconv"
)

var separator = regexp.MustCompile(`^(?:, | / )`)

// Tokens parses the tokens of a cell or a step: one or more quoted Go string literals, with
// ", " or " / " between them. The error contains s unchanged.
func Tokens(s string) ([]string, error) {
	var tokens []string
	for rest := s; ; {
		quoted, err := strconv.QuotedPrefix(rest)
		token, errQuoted := strconv.Unquote(quoted)
		if err != nil || errQuoted != nil || quoted[0] != '"' {
			return nil, fmt.Errorf(`%s is not a quoted token: write it as a quoted Go string literal, such as "K^'" (in a table with its backslashes doubled)`, s)
		}
		tokens, rest = append(tokens, token), rest[len(quoted):]
		if rest == "" {
			return tokens, nil
		}
		between := separator.FindString(rest)
		if between == "" {
			return nil, fmt.Errorf(`%s is not a list of tokens: put ", " or " / " between two tokens`, s)
		}
		rest = rest[len(between):]
	}
}
