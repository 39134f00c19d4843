package suite

import (
	"hash/maphash"

	"github.com/epin-conformance/harness/conformance"
)

// said is what an implementation has said of tokens. Long tokens are not kept: their
// lengths and two hashes are, with seeds that no implementation knows.
type said struct {
	short map[string]conformance.Outcome
	long  map[longToken]conformance.Outcome
	seeds [2]maphash.Seed
}

type longToken struct {
	length int
	hashes [2]uint64
}

func newSaid() *said {
	return &said{
		short: map[string]conformance.Outcome{}, long: map[longToken]conformance.Outcome{},
		seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()},
	}
}

// of returns what was said of a token.
func (s *said) of(token string) (outcome conformance.Outcome, known bool) {
	return s.first(token, 0, false)
}

// first returns what was said of a token first. Where nothing was, outcome is, if it is
// to be kept.
func (s *said) first(token string, outcome conformance.Outcome, keep bool) (before conformance.Outcome, known bool) {
	if len(token) <= longestHexToken {
		return first(s.short, token, outcome, keep)
	}
	hashes := [2]uint64{maphash.String(s.seeds[0], token), maphash.String(s.seeds[1], token)}
	return first(s.long, longToken{len(token), hashes}, outcome, keep)
}

func first[K comparable](said map[K]conformance.Outcome, key K, outcome conformance.Outcome, keep bool) (before conformance.Outcome, known bool) {
	before, known = said[key]
	if !known && keep {
		said[key] = outcome
	}
	return before, known
}
