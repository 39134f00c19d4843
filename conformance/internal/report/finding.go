package report

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
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
	w.finding(f)
	w.line("repeat", f.Shell)
	if f.Replay != "" {
		w.line("replay", f.Replay.String())
	}
}

// finding writes what there is to say of a finding below its subject, but for how it is
// repeated.
func (w *textWriter) finding(f *result.Finding) {
	w.line("hex", f.ShownHex())
	w.line("asked", f.By())
	if before := f.Before(); before != "" {
		w.line("before", before)
	}
	if behind := f.Behind(); behind != "" {
		w.line("behind", behind)
	}
	w.line("wanted", f.Wanted.Short(longestText))
	w.line("got", w.paint(red, f.Got.Short(longestText)))
	w.line("against", strings.Join(f.Requirements, ", "))
	w.line("failed", f.Counted())
	if f.Why != "" {
		w.line("why asked", f.Why.String())
	}
	if s := f.Doubt(); s != "" {
		w.line("but", s)
	}
	if f.Diff != "" {
		w.printf("     - wanted, + got:\n")
		for line := range strings.Lines(f.Diff.String()) {
			w.printf("       %s\n", strings.TrimRight(line, "\n"))
		}
	}
}

// FindingText is what the text of a report says of a finding, with another command that repeats
// it: several lines of printable text, the first of them its subject.
func FindingText(f *result.Finding, repeat []string) string {
	var b strings.Builder
	w := &textWriter{bufio.NewWriter(&b), false}
	w.printf("%s\n", f.Subject())
	w.finding(f)
	w.line("repeat", printable.ShellLine(repeat))
	_ = w.Flush() // to memory, which takes everything
	return b.String()
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
