package report

import (
	"fmt"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// staleKnown lists the known failures that did not fail, or could not be tested.
func (w *textWriter) staleKnown(k *result.KnownFailures) {
	heading := "\nWhat is wrong with the list of known failures:\n"
	for _, group := range k.Groups() {
		for _, of := range []struct {
			result result.KnownResult
			what   string
		}{
			{result.KnownPassed, "did not fail: remove the line"},
			{result.KnownNotAsked, "is neither a requirement nor a check of this run: see `epin requirements` and `epin certify --list`"},
			{result.KnownNotExercised, "could not be tested: the implementation does not offer what it needs"},
		} {
			if lines := result.With(group, of.result); len(lines) > 0 {
				w.printf("%s  %s %s %s%s\n", heading, w.paint(red, fmt.Sprintf("line %d", lines[0].Number)), subjectOf(lines[0]), of.what, alsoLines(lines))
				heading = ""
			}
		}
	}
}

// alsoLines counts the lines after the first.
func alsoLines(lines []result.KnownFailure) string {
	if len(lines) < 2 {
		return ""
	}
	return fmt.Sprintf(" (and %s of this known failure)", number.Counted(len(lines)-1, "more line"))
}

// known lists the known failures that failed, with their reasons.
func (w *textWriter) known(k *result.KnownFailures) {
	n := k.Failing()
	if n == 0 {
		return
	}
	w.printf("\nKnown failures: %s explained by %s.\n", number.Counted(k.Checks, "failed check"), number.Counted(n, "known failure"))
	for _, group := range k.Groups() {
		lines := result.With(group, result.KnownFailed)
		if len(lines) == 0 {
			continue
		}
		l := lines[0]
		w.printf("  line %d %s %s%s\n", l.Number, subjectOf(l), number.Counted(l.Checks, "check"), alsoLines(lines))
		w.line("reason", l.Reason.Short(longestText))
		if l.Example != nil && l.Example.Says.String() != l.Reason.String() {
			w.line("shortest", l.Example.Says.String())
		}
	}
	if open := k.Count(result.KnownOpen); open > 0 {
		w.printf("  %s not tested\n", number.Counted(open, "other line"))
	}
}

// subjectOf returns a known failure without its reason, as one line of printable text.
func subjectOf(l result.KnownFailure) string {
	if l.Token == nil {
		return l.ID
	}
	return l.ID + " " + l.Token.Shown()
}
