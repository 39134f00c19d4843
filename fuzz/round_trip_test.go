package fuzz

import (
	"testing"

	"github.com/epin-conformance/harness/epin"
)

// FuzzRoundTrip splits accepted tokens into their parts and attributes, and builds them again:
// EPIN §9.2.
func FuzzRoundTrip(f *testing.F) {
	Seed(f, TokenSeeds)
	f.Fuzz(Export(func(t *testing.T, input []byte) {
		token := string(input)
		for _, edition := range epin.Editions() {
			id, err := edition.Parse(token)
			if err != nil {
				continue
			}
			if id.String() != token {
				t.Errorf("%q came back as %q", token, id)
			}
			if pieces := id.Prefix() + string(id.Letter()) + id.PIN().Suffix() + id.Suffix(); pieces != token {
				t.Errorf("the parts of %q make %q", token, pieces)
			}
			if made, err := epin.New(id.Name(), id.Side(), id.State(), id.IsTerminal(), id.IsDerived()); err != nil || made != id {
				t.Errorf("the attributes of %q make %q, %v", token, made, err)
			}
			if pin, err := edition.PIN().Parse(id.PIN().String()); err != nil || pin != id.PIN() || epin.FromPIN(pin) != id.Native() {
				t.Errorf("the PIN token of %q, %q, was read as %q, %v", token, id.PIN(), pin, err)
			}
		}
	}))
}
