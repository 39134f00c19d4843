package conformancetest_test

import (
	"testing"

	"github.com/epin-conformance/harness/conformance/conformancetest"
	"github.com/epin-conformance/harness/epin"
)

// library has the functions of the library under test, here package epin.
var library = conformancetest.Functions[epin.Identifier]{
	Library: "epin",
	Parse:   epin.Parse,
	Valid:   epin.Valid,

	String: epin.Identifier.String,
	Texts: map[string]func(epin.Identifier) string{
		"pin":   func(id epin.Identifier) string { return id.PIN().String() },
		"name":  func(id epin.Identifier) string { return id.Name().String() },
		"side":  func(id epin.Identifier) string { return id.Side().String() },
		"state": func(id epin.Identifier) string { return id.State().String() },
	},
	Booleans: map[string]func(epin.Identifier) bool{
		"native": epin.Identifier.IsNative, "derived": epin.Identifier.IsDerived, "terminal": epin.Identifier.IsTerminal,
	},
	Methods: map[string]func(epin.Identifier) epin.Identifier{
		"native": epin.Identifier.Native, "derive": epin.Identifier.Derive, "flip": epin.Identifier.Flip,
		"enhance": epin.Identifier.Enhance, "diminish": epin.Identifier.Diminish, "normalize": epin.Identifier.Normalize,
		"mark": epin.Identifier.MarkTerminal, "unmark": epin.Identifier.UnmarkTerminal,
	},
	Equal: func(a, b epin.Identifier) bool { return a == b },
}

// The test of a library, in a file that ends in _test.go.
func ExampleRun() {
	_ = func(t *testing.T) { // func TestEPIN(t *testing.T)
		conformancetest.Run(t, library.New)
	}
	_ = func(f *testing.F) { // func FuzzEPIN(f *testing.F)
		conformancetest.Fuzz(f, library.New)
	}
}

// The first text that was published under the same number, and known failures.
func ExampleRun_options() {
	_ = func(t *testing.T) {
		initial := conformancetest.Functions[epin.Identifier]{
			Parse:  epin.Initial.Parse,
			String: epin.Identifier.String,
		}
		conformancetest.Run(t, initial.New,
			conformancetest.Edition("1.0.0-initial"),
			conformancetest.Profile("thorough"),
			conformancetest.KnownFailures("testdata/known.txt"),
		)
	}
}

// A library that only reports whether a token is valid.
func ExampleFunctions_valid() {
	_ = func(t *testing.T) {
		conformancetest.Run(t, conformancetest.Functions[struct{}]{Valid: epin.Valid}.New)
	}
}
