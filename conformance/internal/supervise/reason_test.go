package supervise

import (
	"errors"
	"testing"

	"github.com/epin-conformance/harness/conformance"
)

// TestReason tests that an error always has a reason, since a run without one is complete.
func TestReason(t *testing.T) {
	for _, err := range []error{&conformance.Failure{}, errors.New("")} {
		if Reason(t.Context(), err) == "" {
			t.Errorf("%#v has no reason", err)
		}
	}
	if got := Reason(t.Context(), nil); got != "" {
		t.Errorf("no error has the reason %q", got)
	}
}
