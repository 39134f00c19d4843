package epin_test

import (
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"

	"github.com/epin-conformance/harness/epin"
)

// identifiers generates identifiers, each with the same probability.
func identifiers() gopter.Gen {
	var all []any
	for i := range epin.Current.All() {
		all = append(all, i)
	}
	return gen.OneConstOf(all...)
}

// TestProperties checks the properties of the specification that hold for every token. TestErrorsOfShortStrings
// compares the verdicts of Parse and Valid.
func TestProperties(t *testing.T) {
	parameters := gopter.DefaultTestParameters()
	parameters.MinSuccessfulTests = 2000
	all := gopter.NewProperties(parameters)
	for name, holds := range map[string]func(i epin.Identifier) bool{
		"round trip (EPIN §9.2)": func(i epin.Identifier) bool {
			back, err := epin.Parse(i.String())
			return err == nil && back == i && back.String() == i.String()
		},
		"native is idempotent (EPIN §9.3)": func(i epin.Identifier) bool { return i.Native().Native() == i.Native() },
		"derive is idempotent (EPIN §9.3)": func(i epin.Identifier) bool { return i.Derive().Derive() == i.Derive() },
		"a transformation returns a copy (EPIN §9.3)": func(i epin.Identifier) bool {
			was := i.String()
			return i.Native().IsNative() && i.Derive().IsDerived() && i.String() == was
		},
		"every PIN token is an EPIN token, and native (EPIN §3)": func(i epin.Identifier) bool {
			native, err := epin.Parse(i.PIN().String())
			return err == nil && native.IsNative() && native.PIN() == i.PIN()
		},
	} {
		all.Property(name, prop.ForAll(holds, identifiers()))
	}
	all.TestingRun(t)
}
