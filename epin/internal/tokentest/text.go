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
	if err != nil || string(text) != token || v.String() != token {
		t.Errorf("MarshalText of %q is %q, %v; String is %q", token, text, err, v)
	}
	var back T
	if err := P(&back).UnmarshalText(text); err != nil || back != v {
		t.Errorf("UnmarshalText of %q is %q, %v", token, back, err)
	}
	for i := range text { // the caller owns the text
		text[i] = '!'
	}
	if v.String() != token || back.String() != token {
		t.Errorf("overwriting the text of %q changed it to %q and %q", token, v, back)
	}
	appended, err := v.AppendText([]byte("x:"))
	if err != nil || string(appended) != "x:"+token {
		t.Errorf("AppendText of %q is %q, %v", token, appended, err)
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
	if want := typ + ".MarshalText: " + zeroErr.Error(); text != nil || !errors.Is(err, zeroErr) || err.Error() != want {
		t.Errorf("MarshalText of the zero value is %q, %v; want %s", text, err, want)
	}
	text, err = zero.AppendText([]byte("x:"))
	if want := typ + ".AppendText: " + zeroErr.Error(); string(text) != "x:" || !errors.Is(err, zeroErr) || err.Error() != want {
		t.Errorf("AppendText of the zero value is %q, %v; want %s", text, err, want)
	}
	if _, err := json.Marshal(zero); !errors.Is(err, zeroErr) {
		t.Errorf("JSON of the zero value: %v", err)
	}

	for _, bad := range []string{"", "K ", "C:K '", v.String() + "\n"} {
		changed := v
		if err := P(&changed).UnmarshalText([]byte(bad)); err == nil || changed != v {
			t.Errorf("UnmarshalText of %q returned %v and left %q", bad, err, changed)
		}
		quoted, _ := json.Marshal(bad)
		if err := json.Unmarshal(quoted, &changed); err == nil || changed != v {
			t.Errorf("UnmarshalText of %s from JSON returned %v and left %q", quoted, err, changed)
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
		if err != nil || string(text) != want {
			t.Errorf("JSON is %s, %v; want %s", text, err, want)
		}
		var back square
		if err := json.Unmarshal(text, &back); err != nil || back.Piece != value.Piece || len(back.Hand) != len(value.Hand) || back.Hand[v] != value.Hand[v] {
			t.Errorf("%s from JSON is %+v, %v", text, back, err)
		}
	}
}
