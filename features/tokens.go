package features

import (
	"fmt"
	"strconv"
	"strings"
)

// Tokens parses the tokens of a cell or a step: one or more quoted Go string literals, with
// ", " or " / " between them. The error contains s unchanged.
func Tokens(s string) ([]string, error) {
	var tokens []string
	for rest := s; ; {
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil || quoted[0] != '"' {
			return nil, fmt.Errorf(`%s is not a quoted token: write it as a quoted Go string literal, such as "K^'" (in a table with its backslashes doubled)`, s)
		}
		token, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, fmt.Errorf("%s is not a quoted token: %w", s, err)
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
			return nil, fmt.Errorf(`%s is not a list of tokens: put ", " or " / " between two tokens`, s)
		}
		rest = next
	}
}
