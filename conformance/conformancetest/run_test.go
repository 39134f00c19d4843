package conformancetest_test

import (
	"os"
	"slices"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/conformancetest"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/pin"
)

// initial has the functions of a library of the initial edition.
func initial() conformancetest.Functions[epin.Identifier] {
	f := library
	f.Parse, f.Valid = epin.Initial.Parse, epin.Initial.Valid
	f.Mark, f.Unmark = nil, nil
	return f
}

// pinLibrary has the functions of a library of PIN, which has no derivation.
var pinLibrary = conformancetest.Functions[pin.Identifier]{
	Parse: pin.Parse, Valid: pin.Valid, String: pin.Identifier.String, IsTerminal: pin.Identifier.IsTerminal,
	Flip: pin.Identifier.Flip, Enhance: pin.Identifier.Enhance, Mark: pin.Identifier.MarkTerminal,
	Equal: func(a, b pin.Identifier) bool { return a == b },
}

func TestLibraries(t *testing.T) {
	for name, test := range map[string]struct {
		open    func(*notation.Edition) conformance.Implementation
		options []conformancetest.Option
	}{
		"reference": {func(*notation.Edition) conformance.Implementation { return conformance.Reference(notation.EPIN) }, nil},
		"functions": {library.New, []conformancetest.Option{conformancetest.Parallel()}},
		"initial":   {initial().New, []conformancetest.Option{conformancetest.Edition("1.0.0-initial"), conformancetest.Seed(7)}},
		"valid":     {conformancetest.Functions[struct{}]{Valid: epin.Valid}.New, nil},
		"PIN":       {pinLibrary.New, []conformancetest.Option{conformancetest.Edition("pin/1.0.0")}},
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && (name == "reference" || name == "initial") {
				t.Skip("runs every operation, as functions does")
			}
			options := slices.Clone(test.options)
			if name != "functions" || os.Getenv("EPIN_WHOLE") != "1" { // the default profile standard takes long
				options = append(options, conformancetest.Profile("quick"))
			}
			conformancetest.Run(t, test.open, options...)
		})
	}
}

func FuzzReference(f *testing.F) {
	conformancetest.Fuzz(f, func(*notation.Edition) conformance.Implementation { return conformance.Reference(notation.EPIN) })
}

func FuzzFunctions(f *testing.F) {
	conformancetest.Fuzz(f, initial().New, conformancetest.Edition("1.0.0-initial"))
}
