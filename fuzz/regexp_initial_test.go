package fuzz

import (
	"regexp"
	"testing"

	"github.com/epin-conformance/harness/epin"
)

// FuzzRegexpInitial holds the reference against the expression of the initial
// edition.
func FuzzRegexpInitial(f *testing.F) {
	seed(f, tokens)
	expression := regexp.MustCompile(`\A[-+]?[A-Za-z]'?\z`)
	f.Fuzz(func(t *testing.T, input []byte) {
		agree(t, epin.Initial, expression, input)
	})
}
