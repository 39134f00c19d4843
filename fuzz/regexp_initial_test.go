package fuzz

import (
	"regexp"
	"testing"

	"github.com/epin-conformance/harness/epin"
)

var initialExpression = regexp.MustCompile(`\A[-+]?[A-Za-z]'?\z`)

// FuzzRegexpInitial holds the reference against the expression of the initial
// edition.
func FuzzRegexpInitial(f *testing.F) {
	seed(f, tokenSeeds)
	f.Fuzz(exportSeeds(func(t *testing.T, input []byte) {
		agree(t, epin.Initial, initialExpression, input)
	}))
}
