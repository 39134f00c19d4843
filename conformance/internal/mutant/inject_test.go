package mutant

import (
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// panicOf returns what f panics with, or nil.
func panicOf(f func()) (r any) {
	defer func() { r = recover() }()
	f()
	return nil
}

// TestRewriteNeedsItsTextOnce checks that rewrite cannot make a mutant without a fault.
func TestRewriteNeedsItsTextOnce(t *testing.T) {
	for _, text := range []string{`\Z`, `(?<`} {
		if panicOf(func() { newModel("", epin.Current, rewrite(text, "")) }) == nil {
			t.Errorf("rewrite(%s) did not panic; the expression does not contain the text once", text)
		}
	}
}

func TestGuardRepeatsOtherPanics(t *testing.T) {
	mistake := "a mistake of this package"
	got := panicOf(func() {
		guard(func() conformance.Response { panic(mistake) })
	})
	if got != mistake {
		t.Errorf("guard panicked with %v, want %q", got, mistake)
	}
}

func TestSweepGuardsEachToken(t *testing.T) {
	m := newModel("", epin.Current, func(m *model) {
		parse := m.parse
		m.parse = func(token string) *piece {
			if token == "!" {
				panic(raised("no"))
			}
			return parse(token)
		}
	})
	resp, err := m.Do(t.Context(), sweep("K", "!", "K''", "k"))
	if err != nil || resp.Outcome != conformance.Swept || resp.Verdicts != "1!01" {
		t.Errorf("swept %q (%s), %v; want 1!01", resp.Verdicts, resp.Outcome, err)
	}
}
