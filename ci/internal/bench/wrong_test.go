package main

import (
	"context"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// Whatever it is asked, the adapter that is always wrong says something else than the
// reference.
func TestAlwaysWrong(t *testing.T) {
	right := conformance.Reference(epin.Current)
	for _, req := range []conformance.Request{
		{Op: conformance.OpParse, Token: "K"},
		{Op: conformance.OpParse, Token: "K''"},
		{Op: conformance.OpValid, Token: "K"},
		{Op: conformance.OpValid, Token: ""},
		{Op: conformance.OpApply, Token: "K", Methods: []conformance.Method{conformance.Derive}},
		{Op: conformance.OpApply, Token: "!", Methods: []conformance.Method{conformance.Derive}},
		{Op: conformance.OpEqual, Token: "K", Other: "K"},
		{Op: conformance.OpEqual, Token: "K", Other: "K'"},
		{Op: conformance.OpSweep, Tokens: []string{"K"}},
		{Op: conformance.OpSweep, Tokens: []string{"K''"}},
	} {
		want, err := right.Do(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		got, err := wrong{epin.Current}.Do(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		if got.Outcome == want.Outcome && got.Verdicts == want.Verdicts {
			t.Errorf("%v: the answer %v is the right one", req, got)
		}
		if (got.Outcome == conformance.Swept) != (req.Op == conformance.OpSweep) || len(got.Verdicts) != len(req.Tokens) {
			t.Errorf("%v: the answer %v is none to this operation", req, got)
		}
	}
}
