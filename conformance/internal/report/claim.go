package report

import (
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// claims says what was shown of recognition, the most first.
func (w *textWriter) claims(r result.Report) {
	if len(r.Claims) == 0 {
		return
	}
	w.printf("\nJudged rightly, without exception:\n")
	for i := len(r.Claims) - 1; i >= 0; i-- {
		w.printf("  by %-6s %s\n", r.Claims[i].Way, r.Claims[i].Shows())
	}
	if most := r.Claims[len(r.Claims)-1]; most.Extra != nil {
		w.printf("%s\n", r.Proof(most))
	}
	for _, p := range r.Parts {
		if p.Rounds > 0 && p.Failed == 0 && p.Passed > 0 {
			w.printf("That %s random questions were answered rightly besides (the layer %s) proves nothing more.\n", number.Thousands(p.Passed), p.Layer)
		}
	}
}
