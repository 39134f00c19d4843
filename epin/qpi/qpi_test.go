package qpi_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin/pin"
	"github.com/epin-conformance/harness/epin/qpi"
	"github.com/epin-conformance/harness/epin/sin"
)

// TestStrings compares strings with the table. The tests of package conformance compare attributes and methods.
func TestStrings(t *testing.T) {
	compare(t, notation.SIN, sin.Parse, sin.Valid)
	for v, table := range []*notation.Edition{notation.QPI, notation.QPIAligned, notation.QPIAlignedTerminal} {
		compare(t, table, qpi.Edition(v).Parse, qpi.Edition(v).Valid)
	}
}

// compare compares all tokens, and the strings at edit distance 1 from the tokens of C and K.
func compare[I fmt.Stringer](t *testing.T, table *notation.Edition, parse func(string) (I, error), valid func(string) bool) {
	agree := func(s string) {
		isToken, offset := table.Valid(s), table.Prefix(s)
		i, err := parse(s)
		bad, isError := err.(*pin.ParseError)
		if isError == isToken || valid(s) != isToken || isToken && (err != nil || i.String() != s) ||
			isError && (bad.Offset != offset || i.String() != "") {
			t.Errorf("%s: Parse(%q) is %q, %v; Valid returns %t; want %t, byte %d", table, s, i, err, valid(s), isToken, offset)
		}
	}
	for token := range table.Tokens() {
		agree(token)
		for at := 0; at <= len(token) && strings.Trim(notation.Letters(token), "CK") == ""; at++ {
			rest := token[min(at+1, len(token)):]
			agree(token[:at] + rest)
			for b := range 256 {
				agree(token[:at] + string([]byte{byte(b)}) + token[at:])
				agree(token[:at] + string([]byte{byte(b)}) + rest)
			}
		}
	}
}

func TestValues(t *testing.T) {
	var noStyle, c sin.Identifier
	var none, i qpi.Identifier
	const text = `["c","c:+K^"]`
	values, long := [...]any{&c, &i}, strings.Repeat("k", pin.MaxInput)
	err := json.Unmarshal([]byte(text), &values)
	written, errWrite := json.Marshal(values)
	for _, test := range []struct{ got, want string }{
		{fmt.Sprintln(c, i, err, string(written), errWrite), "c c:+K^ <nil> " + text + " <nil>"},
		{fmt.Sprintln(noStyle, none, none.Native(), none.Derive(), none.IsNative(), none.IsDerived()), "    false false"},
		{fmt.Sprintln(qpi.New(c, i.PIN()), qpi.New(c, none.PIN()).IsZero(), qpi.New(noStyle, i.PIN()).IsZero()), "c:+K^ true true"},
		{fmt.Sprintln(noStyle.MarshalText()), `[] sin.Parse(""): byte 0: empty: a token has at least a letter`},
		{fmt.Sprintln(none.MarshalText()), `[] qpi.Edition.Parse(""): byte 0: empty: a token has at least a letter`},
		{fmt.Sprintln(c.UnmarshalText([]byte(long + "k"))),
			`sin.Parse("` + long + `"..., 65 bytes): byte 1: unexpected byte after the end of the token`},
		{fmt.Sprintln(i.UnmarshalText([]byte("ck"))), `qpi.Edition.Parse("ck"): byte 1: no colon after the letter of the style`},
		{fmt.Sprintln(qpi.Aligned.Parse("c:++K")), ` qpi.Edition.Parse("c:++K"): byte 3: more than one state modifier`},
		{fmt.Sprintln(qpi.Edition(3).Parse("c:k")), ` qpi.Edition.Parse("c:k"): byte 0: unknown edition, which has no tokens`},
		{fmt.Sprintln(c, i), "c c:+K^"}, // invalid texts do not change them
	} {
		if test.got != test.want+"\n" {
			t.Errorf("got  %q\nwant %q", test.got, test.want)
		}
	}
}
