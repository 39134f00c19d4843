package wire

import (
	"reflect"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

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
		id, rest, ok := CutID([]byte(tt.line))
		if id != tt.id || string(rest) != tt.rest || ok != (tt.rest != "") {
			t.Errorf("%s is cut into %d and %q, %t", tt.line, id, rest, ok)
		}
	}
}

// TestMemory: what was answered before to this operation or another one changes nothing
// of what an answer says.
func TestMemory(t *testing.T) {
	s := newSession(Command{}, epin.Current)
	requests := []conformance.Request{
		{Op: conformance.OpParse, Token: "K"},
		{Op: conformance.OpValid, Token: "K"},
		{Op: conformance.OpEqual, Token: "K", Other: "k"},
		{Op: conformance.OpApply, Token: "K", Methods: make([]conformance.Method, 1)},
		{Op: conformance.OpSweep, Tokens: make([]string, 1)},
	}
	rests := []string{
		`,"valid":false}`,
		`,"valid":false,"error":"no letter"}`,
		`,"valid":false,"error":"` + strings.Repeat("no ", longestKept/3) + `"}`,
		`,"valid":true,"token":"K","side":"first","native":true}`,
		`,"valid":true,"token":"K","side":"first","native":false}`,
		`,"valid":true,"tokens":["K"],"original":"K"}`,
		`,"equal":true}`,
		`,"equal":false}`,
		`,"valid":"1"}`,
		`,"crash":"IndexError"}`,
		`,"unsupported":true}`,
	}
	n, read, known := int64(0), 0, 0
	for range 3 {
		for _, rest := range rests {
			for _, req := range requests {
				n++
				id := s.ids.id(n)
				line := append(appendInt([]byte(`{"id":`), id), rest...)
				_, want, err := DecodeResponse(req, line)
				if err != nil {
					continue // it ends a session
				}
				if at := s.memory.place(req.Op, []byte(rest)); at != nil && at.holds(req.Op, []byte(rest)) {
					known++
				}
				s.first, s.known = n, n+1
				s.window[n%windowSize] = slot{id: id, request: req}
				var got conformance.Response
				slot, err := s.read(line, &got)
				if err != nil || slot.id != id || !reflect.DeepEqual(got, want) {
					t.Errorf("%s to %s says %#v, %v; want %#v", line, req.Op, got, err, want)
				}
				read++
			}
		}
	}
	if known == 0 || known > read*2/3 {
		t.Errorf("%d of %d answers were known", known, read)
	}
	for _, req := range requests[3:] {
		if s.memory.place(req.Op, []byte(rests[0])) != nil {
			t.Errorf("answers to %s are kept, and depend on more than what they say", req.Op)
		}
	}
}
