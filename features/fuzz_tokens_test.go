package features

import (
	"go/constant"
	"go/scanner"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/fuzz"
)

// FuzzFeatureTokens tests the parser of the tokens in a cell. Go's own scanner must return the
// same tokens, and parsing must invert writing.
func FuzzFeatureTokens(f *testing.F) {
	fuzz.Seed(f, cellSeeds)
	f.Fuzz(fuzz.Export(func(t *testing.T, input []byte) {
		cell := string(input)
		tokens, err := Tokens(cell)
		if err != nil {
			if len(tokens) > 0 || err.Error() == "" {
				t.Errorf("%q is rejected with tokens %q and error %v", cell, tokens, err)
			}
			return
		}
		if scanned, ok := scan(cell); !ok || !slices.Equal(scanned, tokens) {
			t.Errorf("%q is parsed as %q, but by Go's scanner as %q, %t", cell, tokens, scanned, ok)
		}
		var quoted []string
		for _, token := range tokens {
			quoted = append(quoted, strconv.QuoteToASCII(token))
		}
		for _, separator := range []string{", ", " / "} {
			written := strings.Join(quoted, separator)
			if again, err := Tokens(written); err != nil || !slices.Equal(again, tokens) {
				t.Errorf("%q is written as %q, which is parsed as %q, %v", tokens, written, again, err)
			}
		}
	}))
}

// scan reads string literals with commas or slashes between them.
func scan(cell string) (tokens []string, ok bool) {
	var s scanner.Scanner
	src := []byte(cell)
	s.Init(token.NewFileSet().AddFile("", -1, len(src)), src, func(token.Position, string) {}, 0)
	for {
		_, kind, literal := s.Scan()
		value := constant.MakeFromLiteral(literal, kind, 0)
		if kind != token.STRING || value.Kind() != constant.String {
			return nil, false
		}
		tokens = append(tokens, constant.StringVal(value))
		_, kind, literal = s.Scan()
		switch {
		case kind == token.EOF || kind == token.SEMICOLON && literal == "\n":
			return tokens, true
		case kind != token.COMMA && kind != token.QUO:
			return nil, false
		}
	}
}

var cellSeeds = fuzz.FromCorpus(fuzz.Shape, func(v fuzz.Vector) [][]byte {
	if len(v.Token) > 16 {
		return nil
	}
	quoted := strconv.Quote(v.Token)
	cells := []string{quoted}
	if len(v.Token) == 1 && epin.Valid(v.Token) {
		cells = append(cells, quoted+", "+quoted, quoted+` / "K"`, "`"+v.Token+"`", quoted+" "+quoted, quoted+`,"K"`, quoted+", ", `"`+v.Token, quoted+`x`, `"\u00e9\x80\377\U0001F600"`)
	}
	var inputs [][]byte
	for _, cell := range cells {
		inputs = append(inputs, []byte(cell))
	}
	return inputs
})
