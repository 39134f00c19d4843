package transcript

import "testing"

func TestCutID(t *testing.T) {
	for _, tt := range []struct {
		line string
		id   int64
		rest string // empty where the line is not cut
	}{
		{`{"id":0,"valid":true}`, 0, `,"valid":true}`},
		{`{"id": 70, "valid": true}`, 70, `, "valid": true}`},
		{`{"id":999999999999999}`, 999999999999999, `}`},
		{`{"id":1000000000000000}`, 0, ""},
		{`{"id":9007199254740992,"valid":true}`, 0, ""},
		{`{"id":07,"valid":true}`, 0, ""},
		{`{"id":7.0,"valid":true}`, 0, ""},
		{`{"id":7e0,"valid":true}`, 0, ""},
		{`{"id":-7,"valid":true}`, 0, ""},
		{`{"id":"7","valid":true}`, 0, ""},
		{`{"id":,"valid":true}`, 0, ""},
		{`{"id":  7,"valid":true}`, 0, ""},
		{`{"id":7 ,"valid":true}`, 0, ""},
		{`{"id":7`, 0, ""},
		{`{"valid":true,"id":7}`, 0, ""},
		{` {"id":7,"valid":true}`, 0, ""},
	} {
		id, rest, ok := cutID([]byte(tt.line))
		if id != tt.id || string(rest) != tt.rest || ok != (tt.rest != "") {
			t.Errorf("%s is cut into %d and %q, %t", tt.line, id, rest, ok)
		}
	}
}
