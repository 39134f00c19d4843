package conformance_test

import (
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
)

func TestFailure(t *testing.T) {
	type request = conformance.Request
	for want, req := range map[string]request{
		`it broke (the request: parse "K\n\xff")`: {Op: conformance.OpParse, Token: "K\n\xff"},
		`it broke (the request: valid "` + strings.Repeat("K", 120) + `"... (2,000 bytes))`: {
			Op: conformance.OpValid, Token: strings.Repeat("K", 2000),
		},
		`it broke (the request: apply flip derive "\u00e9")`: {
			Op: conformance.OpApply, Token: "é", Methods: []conformance.Method{conformance.Flip, conformance.Derive},
		},
		`it broke (the request: equal "K" "K'")`:    {Op: conformance.OpEqual, Token: "K", Other: "K'"},
		`it broke (the request: sweep of 2 tokens)`: {Op: conformance.OpSweep, Tokens: []string{"K", "L"}},
	} {
		if got := (&conformance.Failure{What: "it broke", Request: &req}).Error(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := conformance.FailureKind(0).String() + conformance.Hung.String() + (conformance.Hung + 1).String(); got != "FailureKind(0)hungFailureKind(15)" {
		t.Error(got)
	}
}
