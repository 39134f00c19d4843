package features

import (
	"fmt"
	"strconv"
	"strings"
)

// Tokens reads tokens as they stand in a feature: quoted Go string literals, at least
// one, with ", " or " / " between them. The error quotes the text as it is.
func Tokens(s string) ([]string, error) {
	var tokens []string
	for rest := s; ; {
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil || quoted[0] != '"' {
			return nil, fmt.Errorf(`%s is no token: write it as a quoted Go string literal, such as "K^'" (in a table with its backslashes doubled)`, s)
		}
		token, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, fmt.Errorf("%s is no token: %w", s, err)
		}
		tokens = append(tokens, token)
		rest = rest[len(quoted):]
		if rest == "" {
			return tokens, nil
		}
		next, ok := strings.CutPrefix(rest, ", ")
		if !ok {
			next, ok = strings.CutPrefix(rest, " / ")
		}
		if !ok {
			return nil, fmt.Errorf(`%s is no list of tokens: put ", " or " / " between two tokens`, s)
		}
		rest = next
	}
}
