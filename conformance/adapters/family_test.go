package adapters_test

import (
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/internal/tests"
)

// TestFamily certifies the adapters that wrap a library for each of several notations.
func TestFamily(t *testing.T) {
	if testing.Short() {
		t.Skip("runs of the suite")
	}
	for _, line := range []string{"python3 -B adapter.py", "ruby adapter.rb"} {
		args := strings.Fields(line)
		for _, e := range []*notation.Edition{notation.EPIN, notation.PIN, notation.SIN, notation.QPI} {
			t.Run(args[0]+"/"+e.String(), func(t *testing.T) {
				t.Parallel()
				tests.NeedTools(t, strings.Fields(line)[0])
				command := patient(wire.Command{Args: args, Dir: "family"})
				smoke(t, command, e)
				certify(t, command, e, result.FullyConformant)
				if found, err := suite.Detect(t.Context(), e, command.Open); err != nil || found != e {
					t.Errorf("detected %v, %v", found, err)
				}
			})
		}
	}
}
