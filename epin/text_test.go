package epin_test

import (
	"encoding"
	"encoding/json"
	"errors"
	"testing"

	"github.com/epin-conformance/harness/epin"
)

var (
	_ encoding.TextAppender    = epin.Identifier{}
	_ encoding.TextMarshaler   = epin.Identifier{}
	_ encoding.TextUnmarshaler = (*epin.Identifier)(nil)
)

func TestTextRoundTrip(t *testing.T) {
	for i := range epin.All() {
		text, err := i.MarshalText()
		if err != nil || string(text) != i.String() {
			t.Errorf("MarshalText of %q is %q, %v", i, text, err)
		}
		var back epin.Identifier
		if err := back.UnmarshalText(text); err != nil || back != i {
			t.Errorf("UnmarshalText of %q is %q, %v", text, back, err)
		}
		appended, err := i.AppendText([]byte("x:"))
		if err != nil || string(appended) != "x:"+i.String() {
			t.Errorf("AppendText of %q is %q, %v", i, appended, err)
		}
		// The caller owns the text.
		text[0] = '!'
		if i.String() != back.String() {
			t.Errorf("overwriting the text of %q changed it to %q", back, i)
		}
	}
}

func TestZeroHasNoText(t *testing.T) {
	var zero epin.Identifier
	text, err := zero.MarshalText()
	if text != nil || !errors.Is(err, epin.ErrZero) || err.Error() != "epin.Identifier.MarshalText: the zero Identifier is no token" {
		t.Errorf("MarshalText is %q, %v", text, err)
	}
	text, err = zero.AppendText([]byte("x:"))
	if string(text) != "x:" || !errors.Is(err, epin.ErrZero) || err.Error() != "epin.Identifier.AppendText: the zero Identifier is no token" {
		t.Errorf("AppendText is %q, %v", text, err)
	}
}

func TestUnmarshalTextRefuses(t *testing.T) {
	i := epin.MustParse("+r'")
	err := i.UnmarshalText(nil)
	checkError(t, err, epin.ErrEmpty, `epin.Identifier.UnmarshalText(""): byte 0: empty: a token has at least a letter`)
	err = i.UnmarshalText([]byte("K''"))
	checkError(t, err, epin.ErrDoubleDerivation, `epin.Identifier.UnmarshalText("K''"): byte 2: more than one derivation marker`)
	if i.String() != "+r'" {
		t.Errorf("a failed UnmarshalText left %q behind", i)
	}
}

func TestJSON(t *testing.T) {
	type square struct {
		Piece epin.Identifier         `json:"piece,omitzero"`
		Hand  map[epin.Identifier]int `json:"hand,omitempty"`
	}
	for _, c := range []struct {
		value square
		text  string
	}{
		{square{}, `{}`},
		{square{Piece: epin.MustParse("K^'"), Hand: map[epin.Identifier]int{epin.MustParse("+p"): 2}}, `{"piece":"K^'","hand":{"+p":2}}`},
	} {
		text, err := json.Marshal(c.value)
		if err != nil || string(text) != c.text {
			t.Errorf("Marshal is %s, %v; want %s", text, err, c.text)
		}
		var back square
		if err := json.Unmarshal(text, &back); err != nil || back.Piece != c.value.Piece || len(back.Hand) != len(c.value.Hand) {
			t.Errorf("Unmarshal of %s is %+v, %v", text, back, err)
		}
		for k, v := range c.value.Hand {
			if back.Hand[k] != v {
				t.Errorf("Unmarshal of %s is %+v", text, back)
			}
		}
	}
	var i epin.Identifier
	if err := json.Unmarshal([]byte(`"K "`), &i); !errors.Is(err, epin.ErrWhitespace) {
		t.Errorf("Unmarshal of a token and a blank: %v", err)
	}
	if _, err := json.Marshal(struct{ P epin.Identifier }{}); !errors.Is(err, epin.ErrZero) {
		t.Errorf("Marshal of the zero Identifier: %v", err)
	}
}
