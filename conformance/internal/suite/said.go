package suite

import (
	"hash/maphash"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/selector"
)

// said is the first verdict on each token. Long tokens are not kept: their lengths and two
// hashes are, with seeds that no implementation knows.
type said struct {
	short map[string]verdictBy
	long  map[longToken]verdictBy
	seeds [2]maphash.Seed
}

// verdictBy is a verdict, with the layer and the operation that it comes from.
type verdictBy struct {
	outcome conformance.Outcome
	layer   string
	op      conformance.Op
}

type longToken struct {
	length int
	hashes [2]uint64
}

func newSaid() *said {
	return &said{
		short: map[string]verdictBy{}, long: map[longToken]verdictBy{},
		seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()},
	}
}

// of returns what was said of a token.
func (s *said) of(token string) (outcome conformance.Outcome, known bool) {
	before, known := s.first(token, verdictBy{}, false)
	return before.outcome, known
}

// first returns the first verdict on a token. Where there was none, v is the first, if it is
// to be kept.
func (s *said) first(token string, v verdictBy, keep bool) (before verdictBy, known bool) {
	if len(token) <= selector.LongestHexToken {
		return first(s.short, token, v, keep)
	}
	hashes := [2]uint64{maphash.String(s.seeds[0], token), maphash.String(s.seeds[1], token)}
	return first(s.long, longToken{len(token), hashes}, v, keep)
}

func first[K comparable](said map[K]verdictBy, key K, v verdictBy, keep bool) (before verdictBy, known bool) {
	before, known = said[key]
	if !known && keep {
		said[key] = v
	}
	return before, known
}
