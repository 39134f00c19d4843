package wire

import (
	"errors"
	"slices"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
)

// benchmarkPipe measures the n requests of a function, with the reference behind a real pipe.
func benchmarkPipe(b *testing.B, n int, request func(i int) conformance.Request) {
	s := open(b, command(b, "reference"), notation.EPIN)
	b.ReportAllocs()
	b.ResetTimer()
	err := s.DoAll(b.Context(), func(yield func(conformance.Request) bool) {
		for i := 0; i < n && yield(request(i)); i++ {
		}
	}, func(e conformance.Exchange) bool {
		if e.Response.Outcome == conformance.Crashed || e.Response.Outcome == conformance.Unsupported {
			b.Errorf("%v", e)
		}
		return true
	})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Mtokens/s")
}

// BenchmarkPipeParse parses the valid tokens.
func BenchmarkPipeParse(b *testing.B) {
	tokens := slices.Collect(epin.All())
	benchmarkPipe(b, b.N, func(i int) conformance.Request { return parse(tokens[i%len(tokens)].String()) })
}

// BenchmarkPipeSweep sweeps all strings of three bytes. One operation is one token.
func BenchmarkPipeSweep(b *testing.B) {
	const size = conformance.MaxSweepTokens
	benchmarkPipe(b, (b.N+size-1)/size, func(i int) conformance.Request {
		tokens := make([]string, size)
		for j := range tokens {
			n := i*size + j
			tokens[j] = string([]byte{byte(n >> 16), byte(n >> 8), byte(n)})
		}
		return sweep(tokens...)
	})
}

// BenchmarkPipeDo sends one request after the other.
func BenchmarkPipeDo(b *testing.B) {
	s := open(b, command(b, "reference"), notation.EPIN)
	for b.Loop() {
		if _, err := s.Do(b.Context(), parse("K")); err != nil {
			b.Fatal(err)
		}
	}
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
