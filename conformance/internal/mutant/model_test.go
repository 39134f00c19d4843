package mutant

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// TestModel compares the model without a bug with the reference.
func TestModel(t *testing.T) {
	// Each edition gets requests with all eight methods: model and reference must not support
	// the same ones.
	alone, pairs := [][]conformance.Method{nil, {"promote"}}, [][]conformance.Method{{conformance.Derive, "promote"}}
	methods := conformance.MethodsOf(notation.EPIN)
	for _, first := range methods {
		alone = append(alone, []conformance.Method{first})
		for _, second := range methods {
			pairs = append(pairs, []conformance.Method{first, second})
		}
	}
	for _, edition := range notation.All() {
		unbroken, reference := newModel("model", edition, func(*model) {}), conformance.Reference(edition)
		want := conformance.Describe(reference, edition)
		want.Name, want.Homepage = "model", ""
		if diff := cmp.Diff(want, conformance.Describe(unbroken, edition)); diff != "" {
			t.Errorf("edition %s (-wanted +got):\n%s", edition, diff)
		}
		agree := func(req requests) {
			if got, want := send(t, unbroken, req), send(t, reference, req); !sameResponses(got, want) {
				t.Fatalf("edition %s, %+v: the model differs from the reference (-reference +model):\n%s", edition, req, cmp.Diff(want, got))
			}
		}
		for a := range 256 {
			short := []string{string([]byte{byte(a)})}
			agree(parse(short[0]))
			agree(apply(short[0], conformance.Derive))
			for b := range 256 {
				short = append(short, short[0]+string([]byte{byte(b)}))
			}
			agree(sweep(short...))
		}
		tokens := append(tokensOf(edition), "", "K''")
		for _, token := range tokens {
			agree(parse(token))
			agree(valid(token))
			agree(sweep(token, "!", token+token))
			sequences := alone
			if strings.ContainsAny(token, "Kk") || whole() {
				sequences = append(sequences, pairs...)
			}
			for _, sequence := range sequences {
				agree(apply(token, sequence...))
			}
			for i, other := range tokens {
				if i%32 == 0 || token[:min(1, len(token))] == other[:min(1, len(other))] || whole() {
					agree(equal(token, other))
				}
			}
		}
		agree(append(sweep(), conformance.Request{}, conformance.Request{Op: "list"}))
	}
}

func TestSweepGuardsEachToken(t *testing.T) {
	m, _ := Named("raises-after-sign")
	if got := send(t, m.New(notation.EPIN), sweep("K", "+", "K''", "k"))[0]; got.Verdicts != "1!01" {
		t.Errorf("swept %q (%s); want 1!01", got.Verdicts, got.Outcome)
	}
}
