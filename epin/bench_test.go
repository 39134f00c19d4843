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

// BenchmarkParse parses all 624 tokens. Package regexp does the same work beside it: groups give it
// the attributes, and a match the verdict only.
func BenchmarkParse(b *testing.B) {
	var tokens []string
	for i := range epin.Current.All() {
		tokens = append(tokens, i.String())
	}
	groups := regexp.MustCompile(`\A([-+]?)([A-Za-z])(\^?)('?)\z`)
	expression := regexp.MustCompile(`\A[-+]?[A-Za-z]\^?'?\z`)
	for name, f := range map[string]func(string){
		"epin":           func(s string) { sinkIdentifier, _ = epin.Parse(s) },
		"epin verdict":   func(s string) { sinkBool = epin.Valid(s) },
		"regexp":         func(s string) { sinkStrings = groups.FindStringSubmatch(s) },
		"regexp verdict": func(s string) { sinkBool = expression.MatchString(s) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, s := range tokens {
					f(s)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(tokens)), "ns/token")
		})
	}
}
