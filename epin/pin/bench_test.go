package pin_test

import (
	"regexp"
	"testing"

	"github.com/epin-conformance/harness/epin/pin"
)

// Each benchmark goes round all 312 tokens, and stands beside the expression of
// the specification doing the same work: to yield the attributes, an expression
// needs groups; for a verdict it does not.

var tokens = func() (all []string) {
	for i := range pin.All() {
		all = append(all, i.String())
	}
	return all
}()

// What the benchmarks compute, so that the compiler computes it.
var (
	sinkIdentifier pin.Identifier
	sinkBool       bool
	sinkStrings    []string
)

// eachToken measures f, which goes round all tokens, in time per token.
func eachToken(b *testing.B, name string, f func()) {
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			f()
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(tokens)), "ns/token")
	})
}

func BenchmarkParse(b *testing.B) {
	eachToken(b, "pin", func() {
		for _, s := range tokens {
			sinkIdentifier, _ = pin.Parse(s)
		}
	})
	groups := regexp.MustCompile(`\A([-+]?)([A-Za-z])(\^?)\z`)
	eachToken(b, "regexp", func() {
		for _, s := range tokens {
			sinkStrings = groups.FindStringSubmatch(s)
		}
	})
}

func BenchmarkValid(b *testing.B) {
	eachToken(b, "pin", func() {
		for _, s := range tokens {
			sinkBool = pin.Valid(s)
		}
	})
	expression := regexp.MustCompile(pin.Current.Regexp())
	eachToken(b, "regexp", func() {
		for _, s := range tokens {
			sinkBool = expression.MatchString(s)
		}
	})
}
