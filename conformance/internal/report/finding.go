package report

import (
	"fmt"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

func (w *textWriter) findings(r result.Report) {
	if len(r.Findings) == 0 {
		return
	}
	order := result.Spread(r.Findings, shownFindings)
	w.printf("\nFailures: %s", failuresCome(r))
	if len(order) < len(r.Findings) {
		w.printf("; %d are shown", len(order))
	}
	w.printf(".\n")
	for i, at := range order {
		w.numbered(i+1, &r.Findings[at])
	}
	if len(order) < len(r.Findings) {
		w.printf("\nThe others are in the JSON report: --report json=FILE.\n")
	}
	if r.Cut == "" && r.LastWords != "" {
		w.printf("\n")
		w.lastWords(r)
	}
}

// numbered writes a finding in detail.
func (w *textWriter) numbered(number int, f *result.Finding) {
	w.printf("\n%3d. %s\n", number, w.paint(bold, f.Subject()))
	w.printf("%s", f.Details(func(got string) string { return w.paint(red, got) }))
	w.line("repeat", f.Shell)
	if f.Replay != "" {
		w.line("replay", f.Replay.String())
	}
}

// failuresCome says how many checks failed, and to how many findings they come.
func failuresCome(r result.Report) string {
	failed, counted, come := 0, 0, "come"
	for _, p := range r.Parts {
		failed += p.Failed - p.Known
	}
	for _, f := range r.Findings {
		counted += f.Checks
	}
	if failed == 1 {
		come = "comes"
	}
	s := fmt.Sprintf("%s, which %s to %s", number.Counted(failed, "check"), come, number.Counted(len(r.Findings), "finding"))
	if counted > failed {
		s += ", some of them to several"
	}
	return s
}
