package main

import (
	"errors"
	"fmt"
	"strings"
)

// splitWords splits a command into its words. White space parts them; what is in single or
// double quotes belongs to one word, as it stands. Nothing else means anything: there are
// no escapes, so that a path may hold backslashes, and no shell is started.
func splitWords(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord := false
	for len(command) > 0 {
		c := command[0]
		command = command[1:]
		switch c {
		case ' ', '\t', '\n', '\r':
			if inWord {
				words = append(words, word.String())
				word.Reset()
			}
			inWord = false
		case '\'', '"':
			quoted, rest, closed := strings.Cut(command, string(c))
			if !closed {
				return nil, fmt.Errorf("a %c has no end in %c%s", c, c, command)
			}
			word.WriteString(quoted)
			command, inWord = rest, true
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	if inWord {
		words = append(words, word.String())
	}
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("it names no program")
	}
	return words, nil
}
