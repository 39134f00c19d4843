package fuzz

import (
	"testing"

	"github.com/epin-conformance/harness/epin"
)

// FuzzRegexpInitial holds the reference against the expression of the initial
// edition.
func FuzzRegexpInitial(f *testing.F) {
	Seed(f, TokenSeeds)
	f.Fuzz(Export(func(t *testing.T, input []byte) {
		agree(t, epin.Initial, input)
	}))
}
