package bench

import (
	"io"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/adapters"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// BenchmarkAdapter measures the throughput of the adapter in each language with its library,
// without the time of the start.
func BenchmarkAdapter(b *testing.B) {
	for _, template := range adapters.All() {
		if testing.Short() && template.Language != "python" {
			continue
		}
		b.Run(template.Language, func(b *testing.B) {
			command := adapter(b, template.Language)
			b.Run("parse", func(b *testing.B) { throughput(b, command, parseOf()) })
			b.Run("sweep", func(b *testing.B) { throughput(b, command, sweepOf) })
		})
	}
}

// parseOf returns a function of requests that parse all tokens in turn.
func parseOf() func(int) conformance.Request {
	var tokens []string
	for id := range epin.All() {
		tokens = append(tokens, id.String())
	}
	return func(i int) conformance.Request {
		return conformance.Request{Op: conformance.OpParse, Token: tokens[i%len(tokens)]}
	}
}

// sweepOf returns a sweep of strings of three printable ASCII characters, which every
// adapter accepts without escapes for bytes.
func sweepOf(i int) conformance.Request {
	swept := make([]string, conformance.MaxSweepTokens)
	for j := range swept {
		n := i*len(swept) + j
		swept[j] = string([]byte{' ' + byte(n/(95*95)%95), ' ' + byte(n/95%95), ' ' + byte(n%95)})
	}
	return conformance.Request{Op: conformance.OpSweep, Tokens: swept}
}

// throughput sends requests to an adapter for two seconds, and reports the number of tokens
// per second.
func throughput(b *testing.B, command wire.Command, request func(int) conformance.Request) {
	duration := sized(2*time.Second, time.Millisecond)
	var rate float64
	for b.Loop() {
		impl, err := command.Open(b.Context(), epin.Current)
		if err != nil {
			b.Fatal(err)
		}
		tokens := 0
		began := time.Now()
		err = conformance.DoAll(b.Context(), impl, func(yield func(conformance.Request) bool) {
			for i := 0; (i == 0 || time.Since(began) < duration) && yield(request(i)); i++ {
			}
		}, func(x conformance.Exchange) bool {
			tokens += max(len(x.Request.Tokens), 1)
			return true
		})
		rate = float64(tokens) / time.Since(began).Seconds()
		if closed := impl.(io.Closer).Close(); err == nil {
			err = closed
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(rate, "tokens/s")
}
