package fuzz

import (
	"context"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/law"
	"github.com/epin-conformance/harness/epin"
)

// FuzzLaws checks that the reference obeys every law: on tokens, and the one about
// all inputs on everything.
func FuzzLaws(f *testing.F) {
	seed(f, tokenSeeds)
	f.Fuzz(exportSeeds(func(t *testing.T, input []byte) {
		token := string(input)
		for _, edition := range epin.Editions() {
			reference := conformance.Reference(edition)
			for _, l := range law.All(edition) {
				want := law.NotExercised
				if l.Name == "one-verdict" || edition.Valid(token) {
					want = law.Holds
				}
				r, err := l.Check(context.Background(), reference, edition, token)
				if err != nil || r.Outcome != want {
					t.Errorf("%s in %v on %q: %v, %v; wanted %q, got %q", l.Name, edition, token, r.Outcome, err, r.Wanted, r.Got)
				}
			}
		}
	}))
}
