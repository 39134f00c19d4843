package conformancetest_test

import (
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/conformancetest"
	"github.com/epin-conformance/harness/epin"
)

// quickly is for what another test asks in full.
var quickly = conformancetest.Profile("quick")

func TestReference(t *testing.T) {
	conformancetest.Run(t, func() conformance.Implementation { return conformance.Reference(epin.Current) }, quickly)
}

func TestFunctions(t *testing.T) { conformancetest.Run(t, library.New, conformancetest.Parallel()) }

func TestFunctionsOfTheInitialEdition(t *testing.T) {
	initial := library
	initial.Parse, initial.Valid = epin.Initial.Parse, epin.Initial.Valid
	initial.Mark, initial.Unmark = nil, nil
	conformancetest.Run(t, initial.New, conformancetest.Edition("1.0.0-initial"), conformancetest.Seed(7), quickly)
}

func TestYesOrNoAlone(t *testing.T) {
	conformancetest.Run(t, conformancetest.Functions[struct{}]{Valid: epin.Valid}.New, quickly)
}

func FuzzReference(f *testing.F) {
	conformancetest.Fuzz(f, func() conformance.Implementation { return conformance.Reference(epin.Current) })
}

func FuzzFunctions(f *testing.F) {
	initial := library
	initial.Parse, initial.Valid = epin.Initial.Parse, epin.Initial.Valid
	conformancetest.Fuzz(f, initial.New, conformancetest.Edition("1.0.0-initial"))
}
