package fuzz

import (
	"bytes"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/epin"
)

// FuzzTransformations applies transformations, one after the other, to a token and
// to a plain model of one.
//
// The first byte of an input chooses the letter, the second everything else about
// the token, and each further one a transformation.
func FuzzTransformations(f *testing.F) {
	seed(f, transformationInputs)
	f.Fuzz(func(t *testing.T, input []byte) {
		if len(input) < 2 {
			t.Skip("no token")
		}
		want := decodePiece(input[0], input[1])
		original, err := epin.Parse(want.String())
		if err != nil {
			t.Fatal(err)
		}
		got := original
		want.compare(t, got)
		for _, b := range input[2:] {
			step := steps[int(b)%len(steps)]
			receiver := got
			got = step.apply(got)
			if step.model(&want); !want.compare(t, got) {
				t.Fatalf("after %s on %q", step.name, receiver)
			}
		}
		decodePiece(input[0], input[1]).compare(t, original)
	})
}

// piece is the model: what a token is made of.
type piece struct {
	sign              string // "", "+" or "-"
	letter            string
	terminal, derived bool
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

var signs = []string{"", "+", "-"}

func decodePiece(letter, rest byte) piece {
	return piece{
		sign:     signs[rest/4%3],
		letter:   string(letters[int(letter)%len(letters)]),
		terminal: rest&2 != 0,
		derived:  rest&1 != 0,
	}
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

// compare reports whether id is p, and fails the test otherwise.
func (p piece) compare(t *testing.T, id epin.Identifier) bool {
	state := map[string]string{"": "normal", "+": "enhanced", "-": "diminished"}[p.sign]
	side := "first"
	if strings.ToLower(p.letter) == p.letter {
		side = "second"
	}
	same := id.String() == p.String() &&
		id.Name().String() == strings.ToUpper(p.letter) && id.Side().String() == side &&
		id.State().String() == state && id.IsTerminal() == p.terminal &&
		id.IsDerived() == p.derived && id.IsNative() == !p.derived &&
		id.PIN().String() == strings.TrimSuffix(p.String(), "'") &&
		id == epin.MustParse(p.String())
	if !same {
		t.Errorf("%q (%v, %v, %v, terminal %t, derived %t, pin %v), want %+v",
			id, id.Name(), id.Side(), id.State(), id.IsTerminal(), id.IsDerived(), id.PIN(), p)
	}
	return same
}

// steps are the transformations; the first ones bear the names of the corpus.
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
	{"Unenhance", epin.Identifier.Unenhance, func(p *piece) { p.sign = strings.Trim(p.sign, "+") }},
	{"Undiminish", epin.Identifier.Undiminish, func(p *piece) { p.sign = strings.Trim(p.sign, "-") }},
	{"WithDerived(true)", func(i epin.Identifier) epin.Identifier { return i.WithDerived(true) }, func(p *piece) { p.derived = true }},
	{"WithDerived(false)", func(i epin.Identifier) epin.Identifier { return i.WithDerived(false) }, func(p *piece) { p.derived = false }},
	{"WithTerminal(true)", func(i epin.Identifier) epin.Identifier { return i.WithTerminal(true) }, func(p *piece) { p.terminal = true }},
	{"WithTerminal(false)", func(i epin.Identifier) epin.Identifier { return i.WithTerminal(false) }, func(p *piece) { p.terminal = false }},
	{"WithSide(First)", func(i epin.Identifier) epin.Identifier { return i.WithSide(epin.First) }, func(p *piece) { p.letter = strings.ToUpper(p.letter) }},
	{"WithSide(Second)", func(i epin.Identifier) epin.Identifier { return i.WithSide(epin.Second) }, func(p *piece) { p.letter = strings.ToLower(p.letter) }},
	{"WithState(Normal)", func(i epin.Identifier) epin.Identifier { return i.WithState(epin.Normal) }, func(p *piece) { p.sign = "" }},
	{"WithState(Enhanced)", func(i epin.Identifier) epin.Identifier { return i.WithState(epin.Enhanced) }, func(p *piece) { p.sign = "+" }},
	{"WithState(Diminished)", func(i epin.Identifier) epin.Identifier { return i.WithState(epin.Diminished) }, func(p *piece) { p.sign = "-" }},
	{"WithName('Q')", func(i epin.Identifier) epin.Identifier { return i.WithName('Q') }, func(p *piece) { p.letter = inCase("q", p.letter) }},
	{"WithPIN(+a^)", func(i epin.Identifier) epin.Identifier { return i.WithPIN(epin.MustParse("+a^").PIN()) }, func(p *piece) { *p = piece{"+", "a", true, p.derived} }},
}

func flipped(letter string) string {
	if upper := strings.ToUpper(letter); upper != letter {
		return upper
	}
	return strings.ToLower(letter)
}

// inCase returns letter, which is lower-case, in the case of like.
func inCase(letter, like string) string {
	if strings.ToUpper(like) == like {
		return strings.ToUpper(letter)
	}
	return letter
}

// transformationInputs encodes what the corpus applies to a token; and for a token
// by itself, each transformation alone.
func transformationInputs(v vector) [][]byte {
	if !epin.Valid(v.Token) {
		return nil
	}
	input := encodeToken(v.Token)
	var inputs [][]byte
	if v.Op == corpus.OpParse {
		for i := range steps {
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

// encodeToken finds the two bytes that choose a token.
func encodeToken(token string) []byte {
	letter := strings.IndexAny(letters, strings.Trim(token, "+-^'"))
	for rest := range byte(12) {
		if decodePiece(byte(letter), rest).String() == token {
			return []byte{byte(letter), rest}
		}
	}
	panic("no two bytes choose " + token)
}

func TestTransformationInputs(t *testing.T) {
	for id := range epin.All() {
		b := encodeToken(id.String())
		if got := decodePiece(b[0], b[1]).String(); got != id.String() {
			t.Errorf("%v is encoded as %v, which is %s", id, b, got)
		}
	}
	apply := vector{Vector: corpus.Vector{Op: corpus.OpApply, Token: "-b'", Methods: []string{"native", "unmark"}}}
	if got, want := transformationInputs(apply), []byte{27, 9, 0, 7}; len(got) != 1 || !bytes.Equal(got[0], want) {
		t.Errorf("the inputs of %+v are %v, want %v", apply.Vector, got, want)
	}
	parse := vector{Vector: corpus.Vector{Op: corpus.OpParse, Token: "-b'"}}
	if got, want := transformationInputs(parse), []byte{27, 9, 1}; len(got) != len(steps)+1 || !bytes.Equal(got[1], want) {
		t.Errorf("the inputs of %+v are %v, want %v among them", parse.Vector, got, want)
	}
}
