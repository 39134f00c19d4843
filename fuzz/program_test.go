package fuzz

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/epin"
)

// FuzzProgram runs a sequence of calls on two values of the reference, and the same edits on two
// tokens as text. After each call, both values have to be those of the tokens. Tests of package epin
// compare the accessors of all tokens, all pairs of tokens, and the results of all transformations.
//
// The first four bytes of an input select the two tokens. Each further byte is a call: a
// transformation of the first value, or a swap of the two.
func FuzzProgram(f *testing.F) {
	Seed(f, programSeeds)
	f.Fuzz(Export(func(t *testing.T, input []byte) {
		if len(input) < 4 {
			t.Skip("no tokens")
		}
		want := []string{decodeToken(input[0], input[1]), decodeToken(input[2], input[3])}
		got := []epin.Identifier{epin.MustParse(want[0]), epin.MustParse(want[1])}
		for at, call := range input[4:] {
			if n := int(call) % (len(steps) + 1); n < len(steps) {
				got[0], want[0] = steps[n].apply(got[0]), steps[n].edit(want[0])
			} else {
				slices.Reverse(got)
				slices.Reverse(want)
			}
			for i, id := range got {
				if id.String() != want[i] || id != epin.MustParse(want[i]) {
					t.Fatalf("in the program %q, after %d calls: value %d is %q, want %q", input, at+1, i, id, want[i])
				}
			}
		}
	}))
}

// steps holds the transformations, with the names that the corpus uses.
var steps = []struct {
	name  string
	apply func(epin.Identifier) epin.Identifier
	edit  func(token string) string
}{
	{"native", epin.Identifier.Native, replaced(`'?$`, "")},
	{"derive", epin.Identifier.Derive, replaced(`'?$`, "'")},
	{"flip", epin.Identifier.Flip, func(token string) string {
		if upper := strings.ToUpper(token); upper != token {
			return upper
		}
		return strings.ToLower(token)
	}},
	{"enhance", epin.Identifier.Enhance, replaced(`^[-+]?`, "+")},
	{"diminish", epin.Identifier.Diminish, replaced(`^[-+]?`, "-")},
	{"normalize", epin.Identifier.Normalize, replaced(`^[-+]?`, "")},
	{"mark", epin.Identifier.MarkTerminal, replaced(`\^?('?)$`, "^$1")},
	{"unmark", epin.Identifier.UnmarkTerminal, replaced(`\^`, "")},
}

func replaced(expression, by string) func(string) string {
	part := regexp.MustCompile(expression)
	return func(token string) string { return part.ReplaceAllString(token, by) }
}

var programSeeds = FromCorpus(Shape, programInputs)

// programInputs encodes the request of a vector. For parse it encodes each call alone.
func programInputs(v Vector) (inputs [][]byte) {
	if !epin.Valid(v.Token) {
		return nil
	}
	input := append(encodeToken(v.Token), encodeToken(cmp.Or(v.Other, v.Token))...)
	if v.Op == corpus.OpParse {
		for i := range len(steps) + 1 {
			inputs = append(inputs, append(bytes.Clone(input), byte(i)))
		}
	}
	for _, method := range v.Methods {
		for i, step := range steps {
			if step.name == method {
				input = append(input, byte(i))
			}
		}
	}
	return append(inputs, input)
}

// tokens holds all tokens.
var tokens = func() (all []string) {
	for id := range epin.All() {
		all = append(all, id.String())
	}
	return all
}()

// decodeToken returns the token that two bytes select; encodeToken returns the bytes.
func decodeToken(a, b byte) string { return tokens[(int(a)<<8|int(b))%len(tokens)] }

func encodeToken(token string) []byte {
	i := slices.Index(tokens, token)
	return []byte{byte(i >> 8), byte(i)}
}

func TestProgramInputs(t *testing.T) {
	for _, token := range tokens {
		if b := encodeToken(token); decodeToken(b[0], b[1]) != token {
			t.Errorf("%s is encoded as %v", token, b)
		}
	}
	apply := Vector{Op: corpus.OpApply, Token: "-b'", Methods: []string{"native", "unmark"}}
	at := bytes.Repeat(encodeToken("-b'"), 2)
	if got, want := programInputs(apply), append(at, 0, 7); len(got) != 1 || !bytes.Equal(got[0], want) {
		t.Errorf("the inputs of %+v are %v, want %v", apply, got, want)
	}
}
