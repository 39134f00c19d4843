package automaton

import "testing"

var sink int

// BenchmarkAccepts tests words as a sweep does.
func BenchmarkAccepts(b *testing.B) {
	var words []string
	for word := range Current().Neighbours().Words() {
		words = append(words, word)
	}
	d := Current()
	b.ReportAllocs()
	for i := range b.N {
		sink += accepted(d.Accepts(words[i%len(words)]))
	}
}

func BenchmarkSuiteWords(b *testing.B) {
	suite, err := Current().Suite(1)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for range b.N {
		for word := range suite.Words() {
			sink += len(word)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(suite.Size()), "ns/word")
}
