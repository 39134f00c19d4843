package law

import (
	"context"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/fuzz"
)

// FuzzLaws checks that the reference obeys every law on tokens, and the law of one verdict on
// all inputs.
func FuzzLaws(f *testing.F) {
	fuzz.Seed(f, fuzz.TokenSeeds)
	f.Fuzz(fuzz.Export(func(t *testing.T, input []byte) {
		token := string(input)
		for _, edition := range epin.Editions() {
			reference := conformance.Reference(edition)
			for _, l := range All(edition) {
				want := NotExercised
				if l.Name == "one-verdict" || edition.Valid(token) {
					want = Holds
				}
				r, err := l.Check(context.Background(), reference, edition, token)
				if err != nil || r.Outcome != want {
					t.Errorf("%s in %v on %q: %v, %v; wanted %q, got %q", l.Name, edition, token, r.Outcome, err, r.Wanted, r.Got)
				}
			}
		}
	}))
}
