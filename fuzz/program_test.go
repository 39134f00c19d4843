package fuzz

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/epin"
)

// FuzzProgram runs a sequence of calls on two values of the reference, and on a plain model of
// each. After each call, both values have to be those of the tokens of the models. Tests of
// package epin compare the accessors of all tokens, all pairs of tokens, and the results of all
// transformations.
//
// The first four bytes of an input select the two tokens. Each further byte is a call: a
// transformation of the first value, or a swap of the two.
func FuzzProgram(f *testing.F) {
	Seed(f, programSeeds)
	f.Fuzz(Export(func(t *testing.T, input []byte) {
		if len(input) < 4 {
			t.Skip("no tokens")
		}
		var got [2]epin.Identifier
		var want [2]piece
		for i := range got {
			token := decodeToken(input[2*i], input[2*i+1])
			got[i], want[i] = epin.MustParse(token), pieceOf(token)
		}
		for at, call := range input[4:] {
			if n := int(call) % (len(steps) + 1); n < len(steps) {
				got[0] = steps[n].apply(got[0])
				steps[n].model(&want[0])
			} else {
				got[0], got[1], want[0], want[1] = got[1], got[0], want[1], want[0]
			}
			for i, id := range got {
				if id.String() != want[i].String() || id != epin.MustParse(want[i].String()) {
					t.Fatalf("in the program %q, after %d calls: value %d is %q, want %q", input, at+1, i, id, want[i])
				}
			}
		}
	}))
}

// piece is the model of a value: the parts of its token.
type piece struct {
	sign              string // "", "+" or "-"
	letter            string
	terminal, derived bool
}

func (p piece) String() string {
	s := p.sign + p.letter
	if p.terminal {
		s += "^"
	}
	if p.derived {
		s += "'"
	}
	return s
}

// pieceOf splits a token into its parts.
func pieceOf(token string) piece {
	stem, derived := strings.CutSuffix(token, "'")
	stem, terminal := strings.CutSuffix(stem, "^")
	letter := strings.TrimLeft(stem, "+-")
	return piece{strings.TrimSuffix(stem, letter), letter, terminal, derived}
}

// steps holds the transformations, with the names that the corpus uses.
var steps = []struct {
	name  string
	apply func(epin.Identifier) epin.Identifier
	model func(*piece)
}{
	{"native", epin.Identifier.Native, func(p *piece) { p.derived = false }},
	{"derive", epin.Identifier.Derive, func(p *piece) { p.derived = true }},
	{"flip", epin.Identifier.Flip, func(p *piece) { p.letter = flipped(p.letter) }},
	{"enhance", epin.Identifier.Enhance, func(p *piece) { p.sign = "+" }},
	{"diminish", epin.Identifier.Diminish, func(p *piece) { p.sign = "-" }},
	{"normalize", epin.Identifier.Normalize, func(p *piece) { p.sign = "" }},
	{"mark", epin.Identifier.MarkTerminal, func(p *piece) { p.terminal = true }},
	{"unmark", epin.Identifier.UnmarkTerminal, func(p *piece) { p.terminal = false }},
}

func flipped(letter string) string {
	if upper := strings.ToUpper(letter); upper != letter {
		return upper
	}
	return strings.ToLower(letter)
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
		if b := encodeToken(token); decodeToken(b[0], b[1]) != token || pieceOf(token).String() != token {
			t.Errorf("%s is encoded as %v, and its pieces are %+v", token, b, pieceOf(token))
		}
	}
	apply := Vector{Vector: corpus.Vector{Op: corpus.OpApply, Token: "-b'", Methods: []string{"native", "unmark"}}}
	at := bytes.Repeat(encodeToken("-b'"), 2)
	if got, want := programInputs(apply), append(at, 0, 7); len(got) != 1 || !bytes.Equal(got[0], want) {
		t.Errorf("the inputs of %+v are %v, want %v", apply.Vector, got, want)
	}
}
