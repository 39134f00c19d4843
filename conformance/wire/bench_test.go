package wire

import (
	"errors"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// BenchmarkPipe sends requests to the reference behind a real pipe, all at once and one after the other.
func BenchmarkPipe(b *testing.B) {
	b.Run("together", func(b *testing.B) {
		s := open(b, command(b, "reference"), notation.EPIN)
		b.ResetTimer()
		if err := s.DoAll(b.Context(), tokens(b.N), func(conformance.Exchange) bool { return true }); err != nil {
			b.Fatal(err)
		}
	})
	b.Run("alone", func(b *testing.B) {
		s := open(b, command(b, "reference"), notation.EPIN)
		for b.Loop() {
			if _, err := s.Do(b.Context(), parse("K")); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// frequent returns the operations that a run performs for each request, by name.
func frequent(t testing.TB) map[string]func() {
	req := parse("+K^'")
	resp, _ := conformance.Reference(notation.EPIN).Do(t.Context(), req)
	request, err1 := AppendRequest(nil, MaxID, req, true)
	response, err2 := AppendResponse(nil, notation.EPIN, MaxID, req, resp)
	verdict, err3 := AppendResponse(nil, notation.EPIN, MaxID, valid("K"), conformance.Response{Outcome: conformance.Accepted})
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	m := message{texts: make(map[string]string), edition: notation.EPIN}
	return map[string]func(){
		"writing a request":  func() { request, _ = AppendRequest(request[:0], MaxID, req, true) },
		"writing a response": func() { response, _ = AppendResponse(response[:0], notation.EPIN, MaxID, req, resp) },
		"reading a request": func() {
			_, err1 = m.begin(request)
			var got conformance.Request
			m.request(true, &got)
		},
		"reading a response": func() {
			_, err2 = m.begin(response)
			var got conformance.Response
			m.response(&req, &got)
		},
		"reading a verdict": func() {
			_, err3 = m.begin(verdict)
			var got conformance.Response
			m.response(&conformance.Request{Op: conformance.OpValid}, &got)
		},
	}
}

func BenchmarkCodec(b *testing.B) {
	for name, f := range frequent(b) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f()
			}
		})
	}
}
