package epin_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/pin"
	"github.com/epin-conformance/harness/internal/tests"
)

// These tests are of packages epin and pin at once: an Identifier of package epin is one of package
// pin with or without the derivation marker. The tests of package conformance compare the attributes
// and the transformations of both with the table of notations.

// The rows of the table by epin.Edition and pin.Edition.
var (
	tables    = []*notation.Edition{notation.EPIN, notation.EPINInitial}
	pinTables = []*notation.Edition{notation.PIN, notation.PINInitial}
)

// TestTokens compares the tokens of each edition, and their order, with the table, and makes each from
// its attributes.
func TestTokens(t *testing.T) {
	for v, table := range tables {
		e := epin.Edition(v)
		var all, allPIN []string
		for i := range e.All() {
			all = append(all, i.String())
			made, err := epin.New(i.Name(), i.Side(), i.State(), i.IsTerminal(), i.IsDerived())
			if made != i || err != nil {
				t.Errorf("New with the attributes of %q is %q, %v", i, made, err)
			}
			for name := epin.Name('A'); name <= 'Z'; name++ {
				want, err := epin.New(name, i.Side(), i.State(), i.IsTerminal(), i.IsDerived())
				if got := i.WithName(name); got != want || err != nil {
					t.Errorf("%q with the name %s is %q, want %q, %v", i, name, got, want, err)
				}
			}
		}
		for p := range e.PIN().All() {
			allPIN = append(allPIN, p.String())
		}
		if !slices.Equal(all, slices.Collect(table.Tokens())) || !slices.Equal(allPIN, slices.Collect(pinTables[v].Tokens())) {
			t.Errorf("edition %s: All is %q and %q", e, all, allPIN)
		}
		for range e.All() { // a loop can be left: otherwise it panics; All of EPIN leaves that of PIN
			break
		}
		if e.String() != table.Number || e.PIN().String() != table.Number {
			t.Errorf("edition %s has the names %s and %s", table.Number, e, e.PIN())
		}
	}
	for i := range epin.Edition(2).All() {
		t.Errorf("an unknown edition has the token %q", i)
	}
}

func TestAttributes(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{pin.Name(0).String(), ""},
		{pin.Name('k').String(), "Name(107)"},
		{pin.Name('@').String(), "Name(64)"},
		{pin.Name('[').String(), "Name(91)"},
		{pin.Side(2).String(), "Side(2)"},
		{pin.State(3).String(), "State(3)"},
		{pin.Edition(2).String(), "Edition(2)"},
		{errorOf(pin.New('k', 0, 0, true)).Error(), `pin.New: name 'k' is not one of 'A' to 'Z'`},
		{errorOf(pin.New(0, 0, 0, true)).Error(), `pin.New: name '\x00' is not one of 'A' to 'Z'`},
		{errorOf(pin.New('[', 9, 9, true)).Error(), `pin.New: name '[' is not one of 'A' to 'Z'`},
		{errorOf(pin.New('K', 2, 0, true)).Error(), `pin.New: side 2 is neither First (0) nor Second (1)`},
		{errorOf(pin.New('K', 0, 3, true)).Error(), `pin.New: state 3 is none of Normal (0), Enhanced (1), Diminished (2)`},
		{errorOf(epin.New('@', 0, 0, true, true)).Error(), `epin.New: name '@' is not one of 'A' to 'Z'`},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func errorOf[I any](_ I, err error) error { return err }

// TestZeroIdentifier tests the attributes and the text of the zero Identifier, and that it is the
// result of its transformations and of an invalid name.
func TestZeroIdentifier(t *testing.T) {
	var zero epin.Identifier
	attributes := fmt.Sprintln(zero, zero.PIN(), zero.Name(), zero.Side(), zero.State(),
		zero.IsTerminal(), zero.IsNative(), zero.IsDerived())
	if want := fmt.Sprintln("", "", "", "first", "normal", false, false, false); attributes != want || !zero.IsZero() {
		t.Errorf("the attributes of the zero Identifier are %q, want %q", attributes, want)
	}
	type i = epin.Identifier
	for at, method := range []func(i) i{
		i.Native, i.Derive, i.Flip, i.Enhance, i.Diminish, i.Normalize, i.MarkTerminal, i.UnmarkTerminal,
		func(i) i { return zero.WithName('K') },
		func(i) i { return epin.MustParse("-z^'").WithName('@') },
		func(i) i { return epin.MustParse("-z^'").WithName('[') },
	} {
		if got := method(zero); got != zero {
			t.Errorf("transformation %d is %q", at, got)
		}
	}
	_, err := zero.MarshalText()
	_, errPIN := zero.PIN().MarshalText()
	const want = "pin.Identifier.MarshalText: the zero Identifier is not a valid token"
	if err == nil || err.Error() != "e"+want || errPIN == nil || errPIN.Error() != want {
		t.Errorf("errors %v and %v", err, errPIN)
	}
}

// TestText encodes values of both packages as JSON, as value and key, and decodes them.
func TestText(t *testing.T) {
	type square struct {
		Piece epin.Identifier        `json:"piece,omitzero"`
		Hand  map[pin.Identifier]int `json:"hand,omitempty"`
	}
	for want, value := range map[string]square{
		`{}`:                              {},
		`{"piece":"+K'","hand":{"-p":2}}`: {epin.MustParse("+K'"), map[pin.Identifier]int{pin.MustParse("-p"): 2}},
	} {
		text, err := json.Marshal(value)
		var back square
		errBack := json.Unmarshal(text, &back)
		if err != nil || string(text) != want || errBack != nil || fmt.Sprint(back) != fmt.Sprint(value) {
			t.Errorf("JSON is %s, %v; want %s; read again it is %+v, %v", text, err, want, back, errBack)
		}
	}
}

// TestErrors tests the sentence of each reason, that an error keeps a copy of the beginning of its
// input, and the panic of MustParse.
func TestErrors(t *testing.T) {
	overwritten, kept := []byte("K''"), pin.MustParse("q")
	err, errPIN := new(epin.Identifier).UnmarshalText(overwritten), kept.UnmarshalText(overwritten)
	overwritten[0] = 'Q'
	panicOf := func(call func()) (err error) {
		defer func() { err, _ = recover().(error) }()
		call()
		return nil
	}
	exact := strings.Repeat("K", pin.MaxInput)
	marked := "+K^'" + strings.Repeat("'", pin.MaxInput-4)
	const trailing = "unexpected byte after the end of the token"
	for _, c := range []struct {
		err    error
		reason pin.Reason
		want   string
	}{
		{errorOf(epin.Parse("")), pin.ErrEmpty, `epin.Parse(""): byte 0: empty: a token has at least a letter`},
		{errorOf(epin.Parse("+")), pin.ErrNoLetter, `epin.Parse("+"): byte 1: no letter after the state modifier`},
		{errorOf(epin.Parse("1")), pin.ErrNotLetter, `epin.Parse("1"): byte 0: not a letter from A to Z or a to z`},
		{errorOf(epin.Parse("++K")), pin.ErrDoubleState, `epin.Parse("++K"): byte 1: more than one state modifier`},
		{errorOf(epin.Parse("K+")), pin.ErrStateAfterLetter, `epin.Parse("K+"): byte 1: state modifier after the letter`},
		{errorOf(epin.Parse("^K")), pin.ErrTerminalFirst, `epin.Parse("^K"): byte 0: terminal marker before the letter`},
		{errorOf(epin.Parse("K^^")), pin.ErrDoubleTerminal, `epin.Parse("K^^"): byte 2: more than one terminal marker`},
		{errorOf(epin.Initial.Parse("K^")), pin.ErrTerminalEdition, `epin.Initial.Parse("K^"): byte 1: terminal marker, which this edition does not have`},
		{errorOf(epin.Parse("'K")), pin.ErrDerivationFirst, `epin.Parse("'K"): byte 0: derivation marker before the letter`},
		{errorOf(pin.Parse("K'")), pin.ErrDerivationInPIN, `pin.Parse("K'"): byte 1: derivation marker, which EPIN has and PIN does not`},
		{errorOf(epin.Parse("K'^")), pin.ErrDerivationNotLast, `epin.Parse("K'^"): byte 2: terminal marker after the derivation marker, which must be last`},
		{errorOf(epin.Parse("K ")), pin.ErrWhitespace, `epin.Parse("K "): byte 1: whitespace`},
		{errorOf(epin.Parse("K\n")), pin.ErrLineBreak, `epin.Parse("K\n"): byte 1: line break`},
		{errorOf(epin.Parse("K\x00")), pin.ErrNUL, `epin.Parse("K\x00"): byte 1: NUL byte`},
		{errorOf(pin.Parse("K\u2019")), pin.ErrNotASCII, `pin.Parse("K\u2019"): byte 1: byte outside ASCII`},
		{errorOf(epin.Edition(2).Parse("K")), pin.ErrUnknownEdition, `epin.Edition(2).Parse("K"): byte 0: unknown edition, which has no tokens`},
		{err, pin.ErrDoubleDerivation, `epin.Identifier.UnmarshalText("K''"): byte 2: more than one derivation marker`},
		{errPIN, pin.ErrDerivationInPIN, `pin.Identifier.UnmarshalText("K''"): byte 1: derivation marker, which EPIN has and PIN does not`},
		{panicOf(func() { epin.MustParse("zz") }), pin.ErrTrailing, `epin.Parse("zz"): byte 1: ` + trailing},
		{panicOf(func() { pin.MustParse("zz") }), pin.ErrTrailing, `pin.Parse("zz"): byte 1: ` + trailing},
		{errorOf(epin.Parse(exact)), pin.ErrTrailing, `epin.Parse("` + exact + `"): byte 1: ` + trailing},
		{errorOf(pin.Parse(exact + "L")), pin.ErrTrailing, `pin.Parse("` + exact + `"..., 65 bytes): byte 1: ` + trailing},
		{errorOf(epin.Parse(marked + strings.Repeat("'", 1<<20))), pin.ErrDoubleDerivation, `epin.Parse("` + marked + `"..., 1048640 bytes): byte 4: more than one derivation marker`},
		// The error does not depend on the bytes that Input omits.
		{errorOf(epin.Parse(exact[1:] + "''")), pin.ErrTrailing, `epin.Parse("` + exact[1:] + `'"..., 65 bytes): byte 1: ` + trailing},
	} {
		if c.err == nil || c.err.Error() != c.want || !errors.Is(c.err, c.reason) {
			t.Errorf("error %v\n want %s, %v", c.err, c.want, c.reason)
		}
	}
	if kept.String() != "q" {
		t.Errorf("an invalid text changes q to %s", kept)
	}
}

func TestNoAllocation(t *testing.T) {
	long, text := strings.Repeat("K", 1<<20), []byte("+k^")
	var p pin.Identifier
	if n := testing.AllocsPerRun(100, func() {
		sinkIdentifier, _ = epin.Parse("+k^'")
		sinkBool = epin.Initial.Valid("K'^") || epin.Valid(long) || pin.Valid(long)
		sinkBool = sinkIdentifier.UnmarshalText(text) == nil && p.UnmarshalText(text) == nil
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// fault returns the first byte that no valid token of an edition can have there, and why the input is
// invalid; empty for a token.
func fault(e *notation.Edition, s string) (offset int, reason pin.Reason) {
	offset = e.Prefix(s)
	switch {
	case s == "":
		return 0, pin.ErrEmpty
	case e.Valid(s):
		return offset, ""
	case offset == len(s):
		return offset, pin.ErrNoLetter
	}
	hasLetter, hasMark := strings.Trim(s[:offset], "+-") != "", strings.Contains(s[:offset], "'")
	after := func(nothing, letter, mark pin.Reason) pin.Reason {
		switch {
		case hasMark:
			return mark
		case hasLetter:
			return letter
		}
		return nothing
	}
	switch c := s[offset]; c {
	case '+', '-':
		reason = after(pin.ErrDoubleState, pin.ErrStateAfterLetter, pin.ErrStateAfterLetter)
	case '^':
		reason = after(pin.ErrTerminalFirst, pin.ErrDoubleTerminal, pin.ErrDerivationNotLast)
		if !strings.Contains(e.Marks(), "^") {
			reason = pin.ErrTerminalEdition
		}
	case '\'':
		reason = after(pin.ErrDerivationFirst, pin.ErrDerivationInPIN, pin.ErrDoubleDerivation)
	case 0:
		reason = pin.ErrNUL
	case '\n', '\r':
		reason = pin.ErrLineBreak
	case ' ', '\t', '\v', '\f':
		reason = pin.ErrWhitespace
	default:
		reason = after(pin.ErrNotLetter, pin.ErrTrailing, pin.ErrTrailing)
		if c >= 0x80 {
			reason = pin.ErrNotASCII
		}
	}
	return offset, reason
}

// agree checks that an edition has the result of the table on an input.
func agree[I fmt.Stringer](t *testing.T, call string, table *notation.Edition, s string, i I, err error, valid bool) {
	offset, reason := fault(table, s)
	if want := reason == ""; valid != want || (err == nil) != want || want && i.String() != s || !want && i.String() != "" {
		t.Fatalf("%s(%q) is %q, %v; Valid returns %t, want %t", call, s, i, err, valid, want)
	}
	wrong := pin.ParseError{Func: call, Input: s, Length: len(s), Offset: offset, Reason: reason}
	if err != nil && *err.(*pin.ParseError) != wrong {
		t.Fatalf("%v, want %v", err, &wrong)
	}
}

// TestErrorsOfShortStrings compares the results and errors of Parse with the table of notations, on all
// strings of up to two bytes, on longer ones over bytes that have different errors, and on the tokens of K
// and k with one byte inserted, or with EPIN_WHOLE=1 on all such tokens. Package automaton compares the
// table with the regular expressions.
func TestErrorsOfShortStrings(t *testing.T) {
	every, telling := make([]byte, 256), "Kk+-^':1 \n\x00\x80"
	for c := range every {
		every[c] = byte(c)
	}
	longest, more, letters := 2, 4, "K"
	if tests.Whole() {
		longest, more, letters = 3, 6, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	}
	for v, call := range []string{".Parse", ".Initial.Parse"} {
		e, p := epin.Edition(v), pin.Edition(v)
		var from func(s, alphabet string, longest int) // tests s and all longer strings that begin with it
		from = func(s, alphabet string, longest int) {
			i, err := e.Parse(s)
			agree(t, "epin"+call, tables[v], s, i, err, e.Valid(s))
			j, err := p.Parse(s)
			agree(t, "pin"+call, pinTables[v], s, j, err, p.Valid(s))
			for at := 0; at < len(alphabet) && len(s) < longest; at++ {
				from(s+alphabet[at:at+1], alphabet, longest)
			}
		}
		from("", string(every), longest)
		from("", telling, more)
		for token := range tables[v].Tokens() {
			for at := 0; at <= len(token) && strings.Contains(letters, notation.Letters(token)); at++ {
				for b := range every {
					from(token[:at]+string(every[b:b+1])+token[at:], "", 0)
				}
			}
		}
	}
}
