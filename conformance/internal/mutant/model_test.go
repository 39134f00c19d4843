package mutant

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// TestUnbroken compares the unbroken model with the reference, in both editions.
func TestUnbroken(t *testing.T) {
	// Both editions get requests with all eight methods: model and reference must not support
	// the same ones.
	sequences := [][]conformance.Method{nil, {"promote"}, {conformance.Derive, "promote"}}
	methods := conformance.MethodsOf(notation.EPIN)
	for _, first := range methods {
		sequences = append(sequences, []conformance.Method{first})
		for _, second := range methods {
			sequences = append(sequences, []conformance.Method{first, second})
		}
	}
	for _, edition := range notation.All() {
		model, reference := Unbroken(edition), conformance.Reference(edition)
		agree := func(req requests) {
			if got, want := send(t, model, req), send(t, reference, req); !sameResponses(got, want) {
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

func TestDescription(t *testing.T) {
	for _, edition := range notation.All() {
		want := conformance.Describe(conformance.Reference(edition), edition)
		want.Homepage = ""
		want.Name = strings.ToLower(edition.Notation) + " model"
		if diff := cmp.Diff(want, conformance.Describe(Unbroken(edition), edition)); diff != "" {
			t.Errorf("edition %s (-wanted +got):\n%s", edition, diff)
		}
	}
}

func TestPanics(t *testing.T) {
	m, _ := Named("caret-unescaped")
	for want, f := range map[string]func(){
		"mutant: caret-unescaped does not exist in edition 1.0.0-initial: call ExistsIn first": func() { m.New(notation.EPINInitial) },
		// guard repeats other panics than those of a broken library.
		"a mistake of this package": func() { guard(func() conformance.Response { panic("a mistake of this package") }) },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("panic with %v, want %s", got, want)
				}
			}()
			f()
		}()
	}
}

func TestSweepGuardsEachToken(t *testing.T) {
	m, _ := Named("raises-after-sign")
	if got := send(t, m.New(notation.EPIN), sweep("K", "+", "K''", "k"))[0]; got.Verdicts != "1!01" {
		t.Errorf("swept %q (%s); want 1!01", got.Verdicts, got.Outcome)
	}
}
