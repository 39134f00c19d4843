package wire

import (
	"context"
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

// BenchmarkPipeParseAny parses all strings of three bytes. The reference rejects most of
// them.
func BenchmarkPipeParseAny(b *testing.B) {
	benchmarkDoAll(b, b.N, func(i int) conformance.Request {
		return conformance.Request{Op: conformance.OpParse, Token: short(i)}
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

func BenchmarkEncodeRequest(b *testing.B) {
	req := conformance.Request{Op: conformance.OpParse, Token: "+K^'"}
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		buf, _ = AppendRequest(buf[:0], 123456789, req, true)
	}
}

func BenchmarkDecodeRequest(b *testing.B) {
	line := []byte(`{"id":123456789,"op":"parse","token":"+K^'"}`)
	m := message{texts: new(texts)}
	b.ReportAllocs()
	for b.Loop() {
		_ = m.parse(line)
		_ = m.id()
		var got conformance.Request
		m.request(true, &got)
	}
	if m.err != nil {
		b.Fatal(m.err)
	}
}

func parsedSample() (conformance.Request, conformance.Response) {
	req := conformance.Request{Op: conformance.OpParse, Token: "+K^'"}
	resp, _ := conformance.Reference(epin.Current).Do(context.Background(), req)
	return req, resp
}

func BenchmarkEncodeResponse(b *testing.B) {
	req, resp := parsedSample()
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		buf, _ = AppendResponse(buf[:0], 123456789, req, resp)
	}
}

func BenchmarkDecodeResponse(b *testing.B) {
	req, resp := parsedSample()
	line, err := AppendResponse(nil, 123456789, req, resp)
	if err != nil {
		b.Fatal(err)
	}
	m := message{texts: new(texts)}
	b.ReportAllocs()
	for b.Loop() {
		_ = m.parse(line)
		_ = m.id()
		m.response(&req, &resp)
	}
	if m.err != nil {
		b.Fatal(m.err)
	}
}
