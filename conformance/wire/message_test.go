package wire

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestParsedLines tests the form of lines, with the texts of errors.
func TestParsedLines(t *testing.T) {
	nested := func(depth int, begin, end string) string {
		return `{"x":` + strings.Repeat(begin, depth) + "[]" + strings.Repeat(end, depth) + "}"
	}
	for _, tt := range []struct{ line, err string }{
		{" {\t\"a\" : [ 1 , 2 ] , \"A\" : {} } \r", ""},
		{`{"":1e400,"x":{"id":1,"id":-0.0E+9},"y":[[],{},null,"\"\\\/\b\f\n\r\t\u0000\uD83D\uDE00"]}`, ""},
		{`{"a":"\ud800","\ud800":1,"\udfff":1}`, ""},
		{"{\"\x7f\u0085\u2028é😀\":1}", ""},
		{nested(199, "[", "]"), ""},
		{nested(199, `{"x":`, "}"), ""},
		{`{"implementation":` + nested(199, "[", "]") + "}", ""},
		{nested(200, "[", "]"), "byte 205: nested more than 200 deep"},
		{nested(1e6, "[", "]"), "byte 205: nested more than 200 deep"},
		{nested(200, `{"x":`, "}"), "byte 1005: nested more than 200 deep"},
		{`{"implementation":` + nested(200, "[", "]") + "}", "byte 223: nested more than 200 deep"},
		{"", "an empty line"},
		{" \t\r", "an empty line"},
		{"\uFEFF{}", "a byte order mark"},
		{"null", "no JSON object"},
		{"{}{}", "byte 2: something after the end of the object"},
		{"{\"a\":\"\xff\"}", "not valid UTF-8"},
		{"{", "byte 1: the line ends within the object"},
		{`{"a":"b`, "byte 7: the line ends within the object"},
		{`{"a":[1}`, "byte 7: invalid character '}' after array element (expecting ',' or ']')"},
		{`{[[[[`, "byte 1: object member name must be a string"},
		{"{\"a\":\"\t\"}", `byte 6: invalid character '\t' in string (expecting non-control character)`},
		{`{"id":null,"\u0069d":1}`, `byte 11: the key "id" stands twice`},
		{`{"\u0078":1,"x":1}`, `byte 12: the key "x" stands twice`},
		{`{"\ud800":1,"\ud800":1}`, `byte 12: the key "\\ud800" stands twice`},
	} {
		if got := errorText(new(message).parse([]byte(tt.line))); got != tt.err {
			t.Errorf("%.100q: got the error %q, want %q", tt.line, got, tt.err)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestStringsRoundTrip tests that valid UTF-8 comes back unchanged, and other bytes as escapes.
func TestStringsRoundTrip(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	parts := []string{"K", "^", "'", "\"", "\\", "/", "\x00", "\b", "\n", "\x1f", "\x7f",
		"é", "\u2028", "😀", "\uFFFD", "\xed\xa0\x80", "\xed\xbf\xbf", "\x80", "\xff"}
	for range 20_000 {
		var s string
		for range random.IntN(6) {
			s += parts[random.IntN(len(parts))]
		}
		var m message
		line := append(appendString([]byte(`{"token":`), s), '}')
		if err := m.parse(line); err != nil {
			t.Fatalf("%q is written as %q: %v", s, line, err)
		}
		got := m.text("token").value
		if utf8.ValidString(s) && got != s || !utf8.ValidString(s) && !strings.Contains(got, `\udc`) {
			t.Fatalf("%q comes back as %q", s, got)
		}
	}
}
