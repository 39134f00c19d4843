package conformancetest_test

import (
	"slices"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/conformancetest"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/pin"
	"github.com/epin-conformance/harness/internal/tests"
)

// pinLibrary has the functions of a library of the initial edition of PIN, which has no derivation. A
// method that the edition lacks is not called.
var pinLibrary = conformancetest.Functions[pin.Identifier]{
	Parse: pin.Initial.Parse, Valid: pin.Initial.Valid, String: pin.Identifier.String,
	Booleans: map[string]func(pin.Identifier) bool{"terminal": pin.Identifier.IsTerminal},
	Methods: map[string]func(pin.Identifier) pin.Identifier{
		"flip": pin.Identifier.Flip, "enhance": pin.Identifier.Enhance, "mark": pin.Identifier.MarkTerminal,
	},
	Equal: func(a, b pin.Identifier) bool { return a == b },
}

func TestLibraries(t *testing.T) {
	for name, test := range map[string]struct {
		open    func(*notation.Edition) conformance.Implementation
		options []conformancetest.Option
	}{
		"functions": {library.New, []conformancetest.Option{conformancetest.Parallel()}},
		"valid":     {conformancetest.Functions[struct{}]{Valid: epin.Valid}.New, nil},
		"PIN": {pinLibrary.New, []conformancetest.Option{
			conformancetest.Edition("pin/1.0.0-initial"), conformancetest.Seed(7),
		}},
	} {
		t.Run(name, func(t *testing.T) {
			options := slices.Clone(test.options)
			if name != "functions" || !tests.Whole() { // the default profile standard takes long
				options = append(options, conformancetest.Profile("quick"))
			}
			conformancetest.Run(t, test.open, options...)
		})
	}
}

func FuzzFunctions(f *testing.F) {
	initial := library
	initial.Parse, initial.Valid = epin.Initial.Parse, epin.Initial.Valid
	conformancetest.Fuzz(f, initial.New, conformancetest.Edition("1.0.0-initial"))
}
