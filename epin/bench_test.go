package epin_test

import (
	"regexp"
	"testing"

	"github.com/epin-conformance/harness/epin"
)

// Each benchmark goes round all 624 tokens, and stands beside regexp doing the
// same work: to yield the attributes, an expression needs groups; for a
// verdict, the one of the specification is enough; a transformation is a
// replacement in the text.

var (
	identifiers []epin.Identifier
	tokens      []string
	tokensBytes [][]byte
)

func init() {
	for i := range epin.All() {
		identifiers = append(identifiers, i)
		tokens = append(tokens, i.String())
		tokensBytes = append(tokensBytes, []byte(i.String()))
	}
}

// What the benchmarks compute, so that the compiler computes it.
var (
	sinkIdentifier epin.Identifier
	sinkBool       bool
	sinkString     string
	sinkStrings    []string
	sinkError      error
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
	eachToken(b, "epin", func() {
		for _, s := range tokens {
			sinkIdentifier, _ = epin.Parse(s)
		}
	})
	eachToken(b, "epin bytes", func() {
		for _, s := range tokensBytes {
			sinkIdentifier, _ = epin.ParseBytes(s)
		}
	})
	groups := regexp.MustCompile(`\A([-+]?)([A-Za-z])(\^?)('?)\z`)
	eachToken(b, "regexp", func() {
		for _, s := range tokens {
			sinkStrings = groups.FindStringSubmatch(s)
		}
	})
}

func BenchmarkValid(b *testing.B) {
	eachToken(b, "epin", func() {
		for _, s := range tokens {
			sinkBool = epin.Valid(s)
		}
	})
	eachToken(b, "epin bytes", func() {
		for _, s := range tokensBytes {
			sinkBool = epin.ValidBytes(s)
		}
	})
	expression := regexp.MustCompile(epin.Current.Regexp())
	eachToken(b, "regexp", func() {
		for _, s := range tokens {
			sinkBool = expression.MatchString(s)
		}
	})
	eachToken(b, "regexp bytes", func() {
		for _, s := range tokensBytes {
			sinkBool = expression.Match(s)
		}
	})
}

// Inputs that are no tokens: a verdict, and a whole explanation.
func BenchmarkInvalid(b *testing.B) {
	var inputs []string
	for _, s := range tokens {
		inputs = append(inputs, s+"^")
	}
	eachToken(b, "epin Valid", func() {
		for _, s := range inputs {
			sinkBool = epin.Valid(s)
		}
	})
	eachToken(b, "epin Parse", func() {
		for _, s := range inputs {
			_, sinkError = epin.Parse(s)
		}
	})
	expression := regexp.MustCompile(epin.Current.Regexp())
	eachToken(b, "regexp", func() {
		for _, s := range inputs {
			sinkBool = expression.MatchString(s)
		}
	})
}

func BenchmarkString(b *testing.B) {
	eachToken(b, "epin", func() {
		for _, i := range identifiers {
			sinkString = i.String()
		}
	})
}

func BenchmarkAppendText(b *testing.B) {
	buffer := make([]byte, 0, 8)
	eachToken(b, "epin", func() {
		for _, i := range identifiers {
			buffer, sinkError = i.AppendText(buffer[:0])
		}
	})
}

func BenchmarkNative(b *testing.B) {
	eachToken(b, "epin", func() {
		for _, i := range identifiers {
			sinkIdentifier = i.Native()
		}
	})
	marker := regexp.MustCompile(`'\z`)
	eachToken(b, "regexp", func() {
		for _, s := range tokens {
			sinkString = marker.ReplaceAllString(s, "")
		}
	})
}

func BenchmarkEnhance(b *testing.B) {
	eachToken(b, "epin", func() {
		for _, i := range identifiers {
			sinkIdentifier = i.Enhance()
		}
	})
	modifier := regexp.MustCompile(`\A[-+]?`)
	eachToken(b, "regexp", func() {
		for _, s := range tokens {
			sinkString = modifier.ReplaceAllString(s, "+")
		}
	})
}

func BenchmarkFlip(b *testing.B) {
	eachToken(b, "epin", func() {
		for _, i := range identifiers {
			sinkIdentifier = i.Flip()
		}
	})
}

func BenchmarkCompare(b *testing.B) {
	middle := epin.MustParse("+m^'")
	eachToken(b, "epin", func() {
		for _, i := range identifiers {
			sinkBool = i.Compare(middle) < 0
		}
	})
}
