package fuzz

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/epin"
)

// FuzzProgram runs a sequence of calls on the reference and on a plain model. The calls parse
// valid tokens and invalid strings, transform a value, save a copy of it, and compare it with
// the copy. After each call, the test compares all accessors with the model.
//
// The first two bytes of an input select the first token. Each further byte is a call, and
// some calls take the next bytes as arguments: see [machine.call].
func FuzzProgram(f *testing.F) {
	Seed(f, programSeeds)
	f.Fuzz(Export(func(t *testing.T, input []byte) {
		if len(input) < 2 {
			t.Skip("no token")
		}
		m := machine{t: t, rest: input[2:]}
		m.read(decodeToken(input[0], input[1]))
		m.asideWant, m.asideGot = m.want, m.got
		for len(m.rest) > 0 {
			agrees := m.call(m.next())
			if !agrees || !m.want.compare(t, m.got) || !m.asideWant.compare(t, m.asideGot) {
				t.Fatalf("in the program %q, %d bytes before its end", input, len(m.rest))
			}
		}
	}))
}

// A machine has two values, each with its model.
type machine struct {
	t    *testing.T
	rest []byte // of the program

	got, asideGot   epin.Identifier
	want, asideWant piece
}

// next returns the next byte of the program, or 0 after its end.
func (m *machine) next() byte {
	if len(m.rest) == 0 {
		return 0
	}
	b := m.rest[0]
	m.rest = m.rest[1:]
	return b
}

// The other calls, with numbers after those of the transformations.
var (
	callRead    = len(steps)     // parses a token that the next two bytes select
	callParse   = len(steps) + 1 // parses the bytes after the next one, which is their number
	callAside   = len(steps) + 2 // saves a copy of the value
	callSwap    = len(steps) + 3 // swaps the value and the copy
	callCompare = len(steps) + 4 // compares the two values
	calls       = len(steps) + 5
)

// call makes the call for a byte. It reports false if a comparison differs from the model.
func (m *machine) call(b byte) bool {
	switch n := int(b) % calls; n {
	case callRead:
		m.read(decodeToken(m.next(), m.next()))
	case callParse:
		n := min(int(m.next()), len(m.rest))
		m.parse(string(m.rest[:n]))
		m.rest = m.rest[n:]
	case callAside:
		m.asideGot, m.asideWant = m.got, m.want
	case callSwap:
		m.got, m.asideGot = m.asideGot, m.got
		m.want, m.asideWant = m.asideWant, m.want
	case callCompare:
		return m.compare()
	default:
		m.got = steps[n].apply(m.got)
		steps[n].model(&m.want)
	}
	return true
}

func (m *machine) read(token string) {
	m.want = pieceOf(token)
	var err error
	if m.got, err = epin.Parse(token); err != nil {
		m.t.Fatal(err)
	}
}

// parse parses a text. An invalid text does not change the value.
func (m *machine) parse(text string) {
	id, err := epin.Parse(text)
	if valid := expressions[epin.Current].MatchString(text); (err == nil) != valid {
		m.t.Fatalf("%q was read as %q, %v; the expression returns %t", text, id, err, valid)
	}
	if err == nil {
		m.got, m.want = id, pieceOf(text)
	}
}

func (m *machine) compare() bool {
	agree := true
	a, b := m.got, m.asideGot
	p, q := m.want, m.asideWant
	for _, c := range []struct {
		name      string
		got, want bool
	}{
		{"==", a == b, p == q},
		{"SameName", a.SameName(b), strings.EqualFold(p.letter, q.letter)},
		{"SameSide", a.SameSide(b), isUpper(p.letter) == isUpper(q.letter)},
		{"SameState", a.SameState(b), p.sign == q.sign},
		{"SameTerminal", a.SameTerminal(b), p.terminal == q.terminal},
		{"SameStatus", a.SameStatus(b), p.derived == q.derived},
		{"Compare is 0", a.Compare(b) == 0, p == q},
		{"Compare is -1", a.Compare(b) == -1, p.key() < q.key()},
		{"Compare, the other way, is -1", b.Compare(a) == -1, q.key() < p.key()},
	} {
		if c.got != c.want {
			m.t.Errorf("%q and %q: %s is %t, want %t", a, b, c.name, c.got, c.want)
			agree = false
		}
	}
	return agree
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

// key returns a text that sorts as Compare does: by name, side, state, terminal status and
// derivation.
func (p piece) key() string {
	side, state := "1", map[string]string{"": "0", "+": "1", "-": "2"}[p.sign]
	if isUpper(p.letter) {
		side = "0"
	}
	return fmt.Sprint(strings.ToUpper(p.letter), side, state, p.terminal, p.derived)
}

// compare reports whether id agrees with p, and fails the test otherwise.
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

// steps holds the transformations. The first ones have the names that the corpus uses.
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

var programSeeds = FromCorpus(Shape, programInputs)

// programInputs encodes the request of a vector. For parse it also encodes each call alone.
func programInputs(v Vector) [][]byte {
	if !epin.Valid(v.Token) {
		if len(v.Token) > 255 {
			return nil
		}
		return [][]byte{append([]byte{0, 0, byte(callParse), byte(len(v.Token))}, v.Token...)}
	}
	input := encodeToken(v.Token)
	var inputs [][]byte
	if v.Op == corpus.OpParse {
		for i := range calls {
			inputs = append(inputs, append(bytes.Clone(input), byte(i)))
		}
	}
	if v.Op == corpus.OpEqual {
		input = append(append(input, byte(callRead)), append(encodeToken(v.Other), byte(callCompare))...)
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
	at := encodeToken("-b'")
	apply := Vector{Vector: corpus.Vector{Op: corpus.OpApply, Token: "-b'", Methods: []string{"native", "unmark"}}}
	if got, want := programInputs(apply), append(bytes.Clone(at), 0, 7); len(got) != 1 || !bytes.Equal(got[0], want) {
		t.Errorf("the inputs of %+v are %v, want %v", apply.Vector, got, want)
	}
	parse := Vector{Vector: corpus.Vector{Op: corpus.OpParse, Token: "-b'"}}
	if got, want := programInputs(parse), append(bytes.Clone(at), 1); len(got) != calls+1 || !bytes.Equal(got[1], want) {
		t.Errorf("the inputs of %+v are %v, want %v among them", parse.Vector, got, want)
	}
}
