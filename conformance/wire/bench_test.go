package wire

import (
	"context"
	"errors"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// short returns the n-th string of three bytes.
func short(n int) string { return string([]byte{byte(n >> 16), byte(n >> 8), byte(n)}) }

func benchmarkDoAll(b *testing.B, n int, request func(int) conformance.Request) {
	s := open(b, command(b, "reference"), epin.Current)
	b.ReportAllocs()
	b.ResetTimer()
	got := 0
	err := s.DoAll(context.Background(), func(yield func(conformance.Request) bool) {
		for i := range n {
			if !yield(request(i)) {
				return
			}
		}
	}, func(e conformance.Exchange) bool {
		if e.Response.Outcome == conformance.Crashed || e.Response.Outcome == conformance.Unsupported {
			b.Errorf("%v", e)
		}
		got++
		return true
	})
	if err != nil || got != n {
		b.Fatal(got, err)
	}
}

// BenchmarkPipeParse parses the valid tokens with the reference behind a real pipe.
func BenchmarkPipeParse(b *testing.B) {
	var tokens []string
	for id := range epin.All() {
		tokens = append(tokens, id.String())
	}
	benchmarkDoAll(b, b.N, func(i int) conformance.Request {
		return conformance.Request{Op: conformance.OpParse, Token: tokens[i%len(tokens)]}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Mparse/s")
}

// BenchmarkPipeSweep sweeps all strings of three bytes. One operation is one token.
func BenchmarkPipeSweep(b *testing.B) {
	const size = conformance.MaxSweepTokens
	benchmarkDoAll(b, (b.N+size-1)/size, func(i int) conformance.Request {
		tokens := make([]string, size)
		for j := range tokens {
			tokens[j] = short(i*size + j)
		}
		return conformance.Request{Op: conformance.OpSweep, Tokens: tokens}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Mtokens/s")
}

// BenchmarkPipeDo sends one request after the other.
func BenchmarkPipeDo(b *testing.B) {
	s := open(b, command(b, "reference"), epin.Current)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Do(context.Background(), conformance.Request{Op: conformance.OpParse, Token: "K"}); err != nil {
			b.Fatal(err)
		}
	}
}

// frequent returns the operations that a run performs for each request, by name.
func frequent(t testing.TB) map[string]func() {
	req := parse("+K^'")
	resp, _ := conformance.Reference(epin.Current).Do(t.Context(), req)
	request, err1 := AppendRequest(nil, MaxID, req, true)
	response, err2 := AppendResponse(nil, MaxID, req, resp)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	m := message{texts: new(texts)}
	return map[string]func(){
		"writing a request":  func() { request, _ = AppendRequest(request[:0], MaxID, req, true) },
		"writing a response": func() { response, _ = AppendResponse(response[:0], MaxID, req, resp) },
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
