package tokentest

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
)

// A Text is a type whose values are tokens.
type Text interface {
	comparable
	fmt.Stringer
	encoding.TextAppender
	encoding.TextMarshaler
}

// CheckText marshals a value, compares the text with its token, and unmarshals it again.
func CheckText[T Text, P interface {
	*T
	encoding.TextUnmarshaler
}](t *testing.T, v T, token string) {
	t.Helper()
	text, err := v.MarshalText()
	appended, errAppend := v.AppendText([]byte("x:"))
	if string(text) != token || string(appended) != "x:"+token || v.String() != token || err != nil || errAppend != nil {
		t.Errorf("MarshalText of %q is %q, %v; AppendText %q, %v; String %q", token, text, err, appended, errAppend, v)
	}
	var back T
	err = P(&back).UnmarshalText(text)
	for i := range text { // the caller owns the text
		text[i] = '!'
	}
	if err != nil || back != v || v.String() != token || back.String() != token {
		t.Errorf("UnmarshalText of %q is %q, %v; after its text was overwritten", token, back, err)
	}
}

// CheckTextOf tests a type with the zero value, with invalid text and in JSON. typ is its name in
// errors, such as "pin.Identifier".
func CheckTextOf[T Text, P interface {
	*T
	encoding.TextUnmarshaler
}](t *testing.T, typ string, v T, zeroErr error) {
	var zero T
	text, err := zero.MarshalText()
	CheckError(t, err, zeroErr, typ+".MarshalText: "+zeroErr.Error())
	appended, err := zero.AppendText([]byte("x:"))
	CheckError(t, err, zeroErr, typ+".AppendText: "+zeroErr.Error())
	if text != nil || string(appended) != "x:" {
		t.Errorf("the zero value is marshalled to %q and %q", text, appended)
	}
	if _, err := json.Marshal(zero); !errors.Is(err, zeroErr) {
		t.Errorf("JSON of the zero value: %v", err)
	}
	for _, bad := range []string{"", "K ", "C:K '", v.String() + "\n"} {
		changed := v
		if err := P(&changed).UnmarshalText([]byte(bad)); err == nil || changed != v {
			t.Errorf("UnmarshalText of %q returned %v and left %q", bad, err, changed)
		}
	}

	type square struct {
		Piece T         `json:"piece,omitzero"`
		Hand  map[T]int `json:"hand,omitempty"`
	}
	for want, value := range map[string]square{
		`{}`: {},
		fmt.Sprintf(`{"piece":"%s","hand":{"%[1]s":2}}`, v): {v, map[T]int{v: 2}},
	} {
		text, err := json.Marshal(value)
		var back square
		errBack := json.Unmarshal(text, &back)
		if err != nil || string(text) != want || errBack != nil || back.Piece != value.Piece || back.Hand[v] != value.Hand[v] {
			t.Errorf("JSON is %s, %v; want %s; read again it is %+v, %v", text, err, want, back, errBack)
		}
	}
}
