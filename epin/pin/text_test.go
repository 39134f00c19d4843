package pin_test

import (
	"encoding"
	"encoding/json"
	"errors"
	"testing"

	"github.com/epin-conformance/harness/epin/pin"
)

var (
	_ encoding.TextAppender    = pin.Identifier{}
	_ encoding.TextMarshaler   = pin.Identifier{}
	_ encoding.TextUnmarshaler = (*pin.Identifier)(nil)
)

func TestTextRoundTrip(t *testing.T) {
	for i := range pin.All() {
		text, err := i.MarshalText()
		if err != nil || string(text) != i.String() {
			t.Errorf("MarshalText of %q is %q, %v", i, text, err)
		}
		var back pin.Identifier
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
	var zero pin.Identifier
	text, err := zero.MarshalText()
	if text != nil || !errors.Is(err, pin.ErrZero) || err.Error() != "pin.Identifier.MarshalText: the zero Identifier is no token" {
		t.Errorf("MarshalText is %q, %v", text, err)
	}
	text, err = zero.AppendText([]byte("x:"))
	if string(text) != "x:" || !errors.Is(err, pin.ErrZero) || err.Error() != "pin.Identifier.AppendText: the zero Identifier is no token" {
		t.Errorf("AppendText is %q, %v", text, err)
	}
}

func TestUnmarshalTextRefuses(t *testing.T) {
	i := pin.MustParse("+r")
	err := i.UnmarshalText(nil)
	checkError(t, err, pin.ErrEmpty, `pin.Identifier.UnmarshalText(""): byte 0: empty: a token has at least a letter`)
	err = i.UnmarshalText([]byte("K'"))
	checkError(t, err, pin.ErrDerivationInPIN, `pin.Identifier.UnmarshalText("K'"): byte 1: derivation marker, which EPIN has and PIN does not`)
	if i.String() != "+r" {
		t.Errorf("a failed UnmarshalText left %q behind", i)
	}
}

func TestJSON(t *testing.T) {
	type square struct {
		Piece pin.Identifier         `json:"piece,omitzero"`
		Hand  map[pin.Identifier]int `json:"hand,omitempty"`
	}
	for _, c := range []struct {
		value square
		text  string
	}{
		{square{}, `{}`},
		{square{Piece: pin.MustParse("K^"), Hand: map[pin.Identifier]int{pin.MustParse("+p"): 2}}, `{"piece":"K^","hand":{"+p":2}}`},
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
	var i pin.Identifier
	if err := json.Unmarshal([]byte(`"K "`), &i); !errors.Is(err, pin.ErrWhitespace) {
		t.Errorf("Unmarshal of a token and a blank: %v", err)
	}
	if _, err := json.Marshal(struct{ P pin.Identifier }{}); !errors.Is(err, pin.ErrZero) {
		t.Errorf("Marshal of the zero Identifier: %v", err)
	}
}
