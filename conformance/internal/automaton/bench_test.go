package automaton_test

import (
	"math/rand/v2"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
)

var sink int

// BenchmarkAccepts asks about words as a sweep and as a fuzzer make them.
func BenchmarkAccepts(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	words := map[string][]string{"tokens": nil, "near": nil, "random": nil}
	for word := range automaton.Current().Words() {
		words["tokens"] = append(words["tokens"], word)
	}
	for range 1 << 12 {
		near, bytes := make([]byte, random.IntN(6)), make([]byte, 4)
		for i := range near {
			near[i] = "+-KQa^'\n!"[random.IntN(9)]
		}
		for i := range bytes {
			bytes[i] = byte(random.IntN(256))
		}
		words["near"] = append(words["near"], string(near))
		words["random"] = append(words["random"], string(bytes))
	}
	d := automaton.Current()
	for _, name := range []string{"tokens", "near", "random"} {
		b.Run(name, func(b *testing.B) {
			words := words[name]
			b.ReportAllocs()
			accepted := 0
			for i := range b.N {
				if d.Accepts(words[i%len(words)]) {
					accepted++
				}
			}
			sink = accepted
		})
	}
}

// BenchmarkAcceptsBytes enumerates strings of four bytes, each judged whole.
func BenchmarkAcceptsBytes(b *testing.B) {
	d := automaton.Current()
	word := make([]byte, 4)
	accepted := 0
	for i := range b.N {
		word[0], word[1], word[2], word[3] = byte(i>>24), byte(i>>16), byte(i>>8), byte(i)
		if d.AcceptsBytes(word) {
			accepted++
		}
	}
	sink = accepted
}

// BenchmarkStep enumerates strings, with one step for each: the state of what
// they have in common is kept.
func BenchmarkStep(b *testing.B) {
	d := automaton.Current()
	before := [2]automaton.State{d.Step(0, '+'), d.Step(0, 'a')}
	accepted := 0
	for i := range b.N {
		if d.Accepting(d.Step(before[i>>8&1], byte(i))) {
			accepted++
		}
	}
	sink = accepted
}

func BenchmarkSuiteWords(b *testing.B) {
	suite, err := automaton.Current().Suite(1)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for range b.N {
		bytes := 0
		for word := range suite.Words() {
			bytes += len(word)
		}
		sink = bytes
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(suite.Size()), "ns/word")
}

func BenchmarkSuiteSize(b *testing.B) {
	suite, err := automaton.Current().Suite(1)
	if err != nil {
		b.Fatal(err)
	}
	for range b.N {
		sink = suite.Size()
	}
}

func BenchmarkShortestDifference(b *testing.B) {
	other := compile(`\A[-+]?[A-Za-z]\^?'?\n?\z`)
	for range b.N {
		word, _ := automaton.ShortestDifference(automaton.Current(), other)
		sink = len(word)
	}
}

func BenchmarkMinimise(b *testing.B) {
	d := automaton.Current()
	for range b.N {
		sink = d.Minimise().States()
	}
}
