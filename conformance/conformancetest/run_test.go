package conformancetest_test

import (
	"os"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/conformancetest"
	"github.com/epin-conformance/harness/epin"
)

var (
	// quickly is for libraries that another test tests in full.
	quickly = conformancetest.Profile("quick")
	// patience is a timeout for libraries that do not hang, on a busy machine.
	patience = conformancetest.Timeout(time.Hour)
)

func TestReference(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every operation, as TestFunctions does")
	}
	conformancetest.Run(t, func() conformance.Implementation { return conformance.Reference(epin.Current) }, quickly, patience)
}

// TestFunctions runs the default profile standard, which takes long.
func TestFunctions(t *testing.T) {
	options := []conformancetest.Option{conformancetest.Parallel(), patience}
	if os.Getenv("EPIN_WHOLE") != "1" {
		options = append(options, quickly)
	}
	conformancetest.Run(t, library.New, options...)
}

func TestFunctionsOfTheInitialEdition(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every operation, as TestFunctions does")
	}
	initial := library
	initial.Parse, initial.Valid = epin.Initial.Parse, epin.Initial.Valid
	initial.Mark, initial.Unmark = nil, nil
	conformancetest.Run(t, initial.New, conformancetest.Edition("1.0.0-initial"), conformancetest.Seed(7), quickly, patience)
}

func TestValidOnly(t *testing.T) {
	conformancetest.Run(t, conformancetest.Functions[struct{}]{Valid: epin.Valid}.New, quickly, patience)
}

func FuzzReference(f *testing.F) {
	conformancetest.Fuzz(f, func() conformance.Implementation { return conformance.Reference(epin.Current) })
}

func FuzzFunctions(f *testing.F) {
	initial := library
	initial.Parse, initial.Valid = epin.Initial.Parse, epin.Initial.Valid
	conformancetest.Fuzz(f, initial.New, conformancetest.Edition("1.0.0-initial"))
}
