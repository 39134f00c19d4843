package epin_test

import (
	"regexp"
	"testing"

	"github.com/epin-conformance/harness/epin"
)

// What the benchmarks compute, so that the compiler does not remove it.
var (
	sinkIdentifier epin.Identifier
	sinkBool       bool
	sinkStrings    []string
)

// BenchmarkParse parses all 624 tokens. Package regexp does the same work beside
// it: groups give it the attributes.
func BenchmarkParse(b *testing.B) {
	eachToken(b, "epin", func(s string, _ []byte) { sinkIdentifier, _ = epin.Parse(s) })
	eachToken(b, "epin bytes", func(_ string, text []byte) { sinkIdentifier, _ = epin.ParseBytes(text) })
	groups := regexp.MustCompile(`\A([-+]?)([A-Za-z])(\^?)('?)\z`)
	eachToken(b, "regexp", func(s string, _ []byte) { sinkStrings = groups.FindStringSubmatch(s) })
}

// BenchmarkLookup is BenchmarkParse for a verdict only.
func BenchmarkLookup(b *testing.B) {
	eachToken(b, "epin", func(s string, _ []byte) { sinkBool = epin.Valid(s) })
	expression := regexp.MustCompile(epin.Current.Regexp())
	eachToken(b, "regexp", func(s string, _ []byte) { sinkBool = expression.MatchString(s) })
}

// eachToken measures f on all tokens, in time per token, the call of f included.
func eachToken(b *testing.B, name string, f func(string, []byte)) {
	var tokens []string
	var inBytes [][]byte
	for i := range epin.All() {
		tokens = append(tokens, i.String())
		inBytes = append(inBytes, []byte(i.String()))
	}
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for n, s := range tokens {
				f(s, inBytes[n])
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(tokens)), "ns/token")
	})
}
