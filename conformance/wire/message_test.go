package wire

import (
	"strings"
	"testing"
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
		_, err := DecodeID([]byte(tt.line))
		if got := strings.TrimPrefix(errorText(err), "no id"); got != tt.err {
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
