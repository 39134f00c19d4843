package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance/suite"
	"github.com/epin-conformance/harness/internal/number"
)

// KnownFailures is what came of the known failures that a run was given: see
// suite.Known, which says what is known, and when a line is stale.
type KnownFailures struct {
	Checks int            `json:"checks"` // failed checks that are known, and not among the failures
	Lines  []KnownFailure `json:"lines"`
}

// KnownFailure is a line of a list of known failures, and what came of it.
type KnownFailure struct {
	Line    int      `json:"line"` // of the file, from 1 on
	ID      string   `json:"id"`   // of a requirement or a check, or accepts, rejects or crashes
	Token   *Token   `json:"token,omitempty"`
	Reason  string   `json:"reason"`
	More    bool     `json:"more,omitempty"` // whether the line before it is of the same known failure
	Result  string   `json:"result"`         // see suite.KnownResult
	Stale   bool     `json:"stale"`          // whether the result puts the list out of date
	Checks  int      `json:"checks"`         // failed checks that it speaks of
	Example *Example `json:"example,omitempty"`
}

// Example is the shortest input that a failure was seen on.
type Example struct {
	Check string `json:"check"`
	Says  string `json:"says"` // what was asked; of a known failure, also what was wanted and got
}

// count returns how many lines have a result.
func (k *KnownFailures) count(result suite.KnownResult) int {
	n := 0
	if k != nil {
		for _, l := range k.Lines {
			if l.Result == result.String() {
				n++
			}
		}
	}
	return n
}

// groups returns the lines that belong together. There are none for nil.
func (k *KnownFailures) groups() [][]KnownFailure {
	var all [][]KnownFailure
	if k != nil {
		for _, l := range k.Lines {
			if !l.More || all == nil {
				all = append(all, nil)
			}
			last := &all[len(all)-1]
			*last = append(*last, l)
		}
	}
	return all
}

// Failing returns how many known failures have a line that failed; 0 for nil.
func (k *KnownFailures) Failing() int {
	n := 0
	for _, group := range k.groups() {
		if len(linesWith(group, suite.KnownFailed)) > 0 {
			n++
		}
	}
	return n
}

func linesWith(group []KnownFailure, result suite.KnownResult) []KnownFailure {
	return slices.DeleteFunc(slices.Clone(group), func(l KnownFailure) bool { return l.Result != result.String() })
}

// knownOf returns nil where there is no list.
func knownOf(k *suite.Known) *KnownFailures {
	if k == nil {
		return nil
	}
	out := &KnownFailures{Checks: k.Checks, Lines: []KnownFailure{}}
	for _, f := range k.Failures {
		l := KnownFailure{
			Line: f.Number, ID: visible(f.ID), Reason: Said(f.Reason), More: f.More,
			Result: f.Result.String(), Stale: f.Result.Stale(), Checks: f.Checks,
		}
		if f.Token != nil {
			token := tokenOf(*f.Token)
			l.Token = &token
		}
		if f.Example != nil {
			l.Example = &Example{Check: f.Example.Check, Says: f.Example.String()}
		}
		out.Lines = append(out.Lines, l)
	}
	return out
}

// VerdictLine returns the verdict, with the number of known failures where it counts them,
// with which strings a positive one is about, and what was declined.
func (r Report) VerdictLine() string { return r.verdictWords() + r.qualifiers() }

// Headline is VerdictLine with the verdict in capitals.
func (r Report) Headline() string { return strings.ToUpper(r.verdictWords()) + r.qualifiers() }

func (r Report) qualifiers() string {
	line := ""
	if limits := r.Implementation.limits(); limits != "" && r.positive() {
		line += " (" + limits + ")"
	}
	if n := r.Declined.Requests(); n > 0 {
		line += ", declined " + number.Counted(n, "offered request")
	}
	return line
}

// positive reports whether the verdict says that what was tested conforms.
func (r Report) positive() bool {
	switch r.Verdict {
	case suite.ConformantButFor.String(), suite.Conformant.String(), suite.FullyConformant.String():
		return true
	}
	return false
}

// limits says which strings an implementation takes, or nothing where it takes all.
func (i Implementation) limits() string {
	nul := i.TakesNUL()
	switch {
	case i.Bytes && nul:
		return ""
	case i.Bytes:
		return "without NUL"
	case nul:
		return "text only"
	}
	return "text only, without NUL"
}

func (r Report) verdictWords() string {
	if r.Verdict != suite.ConformantButFor.String() {
		return r.Verdict
	}
	return "conformant but for " + number.Counted(r.KnownFailures.Failing(), "known failure")
}

// staleKnown says which known failures did not fail, or could not be asked.
func (w *textWriter) staleKnown(k *KnownFailures) {
	heading := "\nWhat is wrong with the list of known failures:\n"
	for _, group := range k.groups() {
		for _, of := range []struct {
			result suite.KnownResult
			what   string
		}{
			{suite.KnownPassed, "did not fail: take the line out"},
			{suite.KnownNotAsked, "is no requirement and no check that this run asks: see `epin requirements` and `epin certify --list`"},
			{suite.KnownNotExercised, "could not be asked: the implementation offers no means"},
		} {
			if lines := linesWith(group, of.result); len(lines) > 0 {
				w.printf("%s  %s %s %s%s\n", heading, w.paint(red, fmt.Sprintf("line %d", lines[0].Line)), lines[0].subject(), of.what, alsoLines(lines))
				heading = ""
			}
		}
	}
}

// alsoLines counts the lines behind the first.
func alsoLines(lines []KnownFailure) string {
	if len(lines) < 2 {
		return ""
	}
	return fmt.Sprintf(" (and %s of this known failure)", number.Counted(len(lines)-1, "more line"))
}

// known lists the known failures that failed, with their reasons.
func (w *textWriter) known(k *KnownFailures) {
	n := k.Failing()
	if n == 0 {
		return
	}
	w.printf("\nKnown failures: %s explained by %s.\n", number.Counted(k.Checks, "failed check"), number.Counted(n, "known failure"))
	for _, group := range k.groups() {
		lines := linesWith(group, suite.KnownFailed)
		if len(lines) == 0 {
			continue
		}
		l := lines[0]
		w.printf("  line %d %s %s%s\n", l.Line, l.subject(), number.Counted(l.Checks, "check"), alsoLines(lines))
		w.line("reason", Abbreviate(l.Reason, longestText))
		if l.Example != nil && l.Example.Says != l.Reason {
			w.line("shortest", l.Example.Says)
		}
	}
	if open := k.count(suite.KnownOpen); open > 0 {
		w.printf("  %s not found out\n", number.Counted(open, "other line"))
	}
}

func (l KnownFailure) subject() string {
	if l.Token == nil {
		return l.ID
	}
	return l.ID + " " + l.Token.Shown()
}
