package fuzz

import (
	"bytes"
	"testing"

	"github.com/epin-conformance/harness/epin"
)

// FuzzEditions: the initial edition has exactly the tokens of the current one that
// hold no terminal marker, and they mean the same.
func FuzzEditions(f *testing.F) {
	Seed(f, TokenSeeds)
	f.Fuzz(Export(func(t *testing.T, input []byte) {
		current, err := epin.Current.ParseBytes(input)
		want := err == nil && !bytes.Contains(input, []byte("^"))
		initial, err := epin.Initial.ParseBytes(input)
		if got := err == nil; got != want {
			t.Errorf("the initial edition accepts %q: %t, want %t", input, got, want)
		}
		if want && initial != current {
			t.Errorf("%q is %v in one edition and %v in the other", input, initial, current)
		}
	}))
}
