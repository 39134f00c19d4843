package qpi_test

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin/pin"
	"github.com/epin-conformance/harness/epin/qpi"
	"github.com/epin-conformance/harness/epin/sin"
)

// These tests are of packages qpi and sin at once. The tests of package conformance compare the attributes
// and methods of all tokens with the table of notations.

// TestStrings compares All, Parse and Valid with the table.
func TestStrings(t *testing.T) {
	compare(t, notation.SIN, sin.All(), sin.Parse, sin.Valid)
	for v, table := range []*notation.Edition{notation.QPI, notation.QPIAligned, notation.QPIAlignedTerminal} {
		e := qpi.Edition(v)
		compare(t, table, e.All(), e.Parse, e.Valid)
	}
	for i := range qpi.Edition(3).All() {
		t.Errorf("an unknown edition has the token %s", i)
	}
}

// compare compares functions with a row of the table: on all tokens, all strings of up to two bytes, and those at
// edit distance 1 from the tokens of C and K. Of the strings of three bytes, it counts the valid ones.
func compare[I fmt.Stringer](t *testing.T, table *notation.Edition, all iter.Seq[I], parse func(string) (I, error), valid func(string) bool) {
	agree := func(s string) {
		i, err := parse(s)
		isToken, offset := table.Valid(s), table.Prefix(s)
		if valid(s) != isToken || (err == nil) != isToken || isToken && i.String() != s || !isToken && i.String() != "" {
			t.Fatalf("%s: Parse(%q) is %q, %v; Valid returns %t, want %t", table, s, i, err, valid(s), isToken)
		}
		if bad, ok := err.(*pin.ParseError); ok && (bad.Offset != offset || bad.Length != len(s) || bad.Input != s) {
			t.Fatalf("%s: error %v for %q, want byte %d", table, err, s, offset)
		}
	}
	var tokens []string
	ofThree := 0
	for i := range all {
		token := i.String()
		tokens = append(tokens, token)
		agree(token)
		if len(token) == 3 {
			ofThree++
		}
		for at := 0; at <= len(token) && strings.Trim(notation.Letters(token), "CK") == ""; at++ {
			rest := token[min(at+1, len(token)):]
			agree(token[:at] + rest)
			for b := range 256 {
				agree(token[:at] + string([]byte{byte(b)}) + token[at:])
				agree(token[:at] + string([]byte{byte(b)}) + rest)
			}
		}
	}
	for range all { // a loop can be left: otherwise it panics
		break
	}
	slices.Sort(tokens)
	if want := slices.Sorted(table.Tokens()); !slices.Equal(tokens, want) {
		t.Errorf("%s: All has %d tokens, want %d", table, len(tokens), len(want))
	}
	for n := range 1 << 24 {
		b := [...]byte{byte(n >> 16), byte(n >> 8), byte(n)}
		if valid(string(b[:])) {
			ofThree--
		}
		if n < 1<<16 {
			agree(string(b[1:]))
			agree(string(b[2:]))
		}
	}
	agree("")
	if ofThree != 0 {
		t.Errorf("%s: Valid accepts %d strings of three bytes that are not tokens", table, -ofThree)
	}
}

// TestNew makes each identifier from its attributes, and zero ones.
func TestNew(t *testing.T) {
	for i := range qpi.Current.All() {
		style, err := sin.New(i.Style(), i.SIN().Side())
		if got := qpi.New(style, i.PIN()); got != i || err != nil {
			t.Errorf("the attributes of %s make %q, %v", i, got, err)
		}
	}
	var zero qpi.Identifier
	attributes := fmt.Sprintln(zero, zero.SIN(), zero.PIN(), zero.Style(), zero.Name(), zero.Side(), zero.State(),
		zero.IsTerminal(), zero.IsNative(), zero.IsDerived(), zero.IsZero(), zero.SIN().IsZero(), zero.SIN().Side())
	if want := fmt.Sprintln("", "", "", "", "", "first", "normal", false, false, false, true, true, "first"); attributes != want {
		t.Errorf("the attributes of the zero Identifier are %q, want %q", attributes, want)
	}
	for at, got := range []qpi.Identifier{
		qpi.New(sin.MustParse("c"), pin.Identifier{}), qpi.New(sin.Identifier{}, pin.MustParse("K")), zero.Native(), zero.Derive(),
	} {
		if got != zero {
			t.Errorf("case %d is %q, not zero", at, got)
		}
	}
}

// TestText encodes values as JSON and decodes them.
func TestText(t *testing.T) {
	type square struct {
		Style sin.Identifier `json:",omitzero"`
		Piece qpi.Identifier `json:",omitzero"`
	}
	for _, want := range []string{`{}`, `{"Style":"c","Piece":"c:+K^"}`} {
		var value square
		errRead := json.Unmarshal([]byte(want), &value)
		if got, err := json.Marshal(value); string(got) != want || errRead != nil || err != nil {
			t.Errorf("JSON is %s, %v, %v; want %s", got, errRead, err, want)
		}
	}
	for _, invalid := range []string{`{"Style":"cc"}`, `{"Piece":"c:"}`} {
		kept := square{sin.MustParse("c"), qpi.New(sin.MustParse("c"), pin.MustParse("K"))}
		if err := json.Unmarshal([]byte(invalid), &kept); err == nil || fmt.Sprint(kept) != "{c c:K}" {
			t.Errorf("%s is read as %v, %v", invalid, kept, err)
		}
	}
}

// TestErrors tests the sentence of each reason.
func TestErrors(t *testing.T) {
	var style sin.Identifier
	var piece qpi.Identifier
	long := strings.Repeat("k", pin.MaxInput)
	for _, c := range []struct {
		err  error
		want string
	}{
		{errorOf(sin.Parse("")), `sin.Parse(""): byte 0: empty: a token has at least a letter`},
		{errorOf(sin.Parse("+")), `sin.Parse("+"): byte 0: not a letter from A to Z or a to z`},
		{errorOf(sin.Parse(long + "k")), `sin.Parse("` + long + `"..., 65 bytes): byte 1: unexpected byte after the end of the token`},
		{errorOf(sin.New('k', pin.First)), `sin.New: pin.New: name 'k' is not one of 'A' to 'Z'`},
		{style.UnmarshalText([]byte("1")), `sin.Identifier.UnmarshalText("1"): byte 0: not a letter from A to Z or a to z`},
		{errorOf(style.MarshalText()), `sin.Identifier.MarshalText: the zero Identifier is not a valid token`},
		{errorOf(piece.MarshalText()), `qpi.Identifier.MarshalText: the zero Identifier is not a valid token`},
		{piece.UnmarshalText([]byte("ck")), `qpi.Identifier.UnmarshalText("ck"): byte 1: a token is a letter for the style, a colon and a PIN token`},
		{errorOf(qpi.Current.Parse("c:")), `qpi.Edition.Parse("c:"): byte 2: a token is a letter for the style, a colon and a PIN token`},
		{errorOf(qpi.Current.Parse("1:K")), `qpi.Edition.Parse("1:K"): byte 0: not a letter from A to Z or a to z`},
		{errorOf(qpi.Current.Parse("c:K'")), `qpi.Edition.Parse("c:K'"): byte 3: derivation marker, which EPIN has and PIN does not`},
		{errorOf(qpi.Aligned.Parse("c:k^")), `qpi.Edition.Parse("c:k^"): byte 3: terminal marker, which this edition does not have`},
		{errorOf(qpi.AlignedTerminal.Parse("c:+K+")), `qpi.Edition.Parse("c:+K+"): byte 3: not in the case of the first letter, as this edition requires`},
		{errorOf(qpi.Edition(3).Parse("c:k")), `qpi.Edition.Parse("c:k"): byte 0: unknown edition, which has no tokens`},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("error %v\n want %s", c.err, c.want)
		}
	}
}

func errorOf[I any](_ I, err error) error { return err }
