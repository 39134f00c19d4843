package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// header is the first line of Go's corpus files.
const header = "go test fuzz v1"

// encodeEntry returns the corpus file of Go that holds an input.
func encodeEntry(input []byte) []byte {
	return fmt.Appendf(nil, "%s\n[]byte(%q)\n", header, input)
}

// decodeEntry returns the input that a corpus file of Go holds. It has to be a single
// []byte, as all targets take.
func decodeEntry(file []byte) ([]byte, error) {
	first, rest, found := bytes.Cut(file, []byte("\n"))
	if !found || strings.TrimSuffix(string(first), "\r") != header {
		return nil, fmt.Errorf("it does not begin with the line %q, as Go's corpus files do", header)
	}
	value := strings.TrimSpace(string(rest))
	quoted, isBytes := strings.CutPrefix(value, "[]byte(")
	quoted, isCall := strings.CutSuffix(quoted, ")")
	if !isBytes || !isCall {
		return nil, errors.New("it does not hold one value, []byte(\"...\")")
	}
	input, err := strconv.Unquote(quoted)
	if err != nil || quoted[0] == '\'' {
		return nil, errors.New("what stands in []byte(...) is no string literal")
	}
	return []byte(input), nil
}

// entryName is the name that Go gives to the corpus file of an input: it depends on
// nothing but the input.
func entryName(input []byte) string {
	sum := sha256.Sum256(encodeEntry(input))
	return hex.EncodeToString(sum[:8])
}
