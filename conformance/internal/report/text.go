package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// TextOptions are the options for text output. The zero value writes plain text.
type TextOptions struct {
	Color bool // use ANSI colours, which add no information to the words
}

const (
	shownFindings = 10  // maximum number of findings in detail
	longestToken  = 60  // maximum length of a shown token
	longestText   = 300 // maximum length of a shown response
)

type textWriter struct {
	*bufio.Writer
	color bool
}

func (w *textWriter) printf(format string, args ...any) { fmt.Fprintf(w.Writer, format, args...) }

func (w *textWriter) paint(color, s string) string {
	if !w.color {
		return s
	}
	return "\x1b[" + color + "m" + s + "\x1b[0m"
}

const (
	bold   = "1"
	faint  = "2"
	red    = "1;31"
	green  = "32"
	yellow = "33"
)

// WriteText writes a report for people. Its first screen has the verdict, the failures, the
// likely cause and the next step. The findings, the requirements and the performed checks
// follow.
func WriteText(out io.Writer, r result.Report, opts TextOptions) error {
	w := &textWriter{bufio.NewWriter(out), opts.Color}
	w.head(r)
	w.wrong(r)
	w.diagnosis(printable.Strings(r.Diagnosis))
	w.next(r)
	w.failed(r)
	w.staleKnown(r.KnownFailures)
	w.findings(r)
	w.learned(r.Learned)
	w.moreDiagnosis(printable.Strings(r.Diagnosis))
	w.known(r.KnownFailures)
	w.claims(r)
	w.clauses(r)
	w.asked(r)
	for _, note := range r.ShownNotes() {
		w.printf("Note: %s\n", note)
	}
	return w.Flush()
}

// verdictColor returns the colour of a verdict.
func verdictColor(verdict result.Verdict) string {
	switch verdict {
	case result.Conformant, result.FullyConformant:
		return green
	case result.NotConformant, result.OutOfDate:
		return red
	}
	return yellow
}

func (w *textWriter) head(r result.Report) {
	w.printf("%s  %s", w.paint(verdictColor(r.Verdict), r.Headline()), w.paint(bold, r.Subject()))
	if r.OtherEdition != "" {
		w.printf(": %s", r.OtherEdition)
	}
	w.printf("\n")
	w.printf("%s\n", r.Reason)
	selection := printable.Join(r.Only, ", ")
	for _, n := range notices(r) {
		if n.word == partial && r.Cut == "" {
			n.says = "only " + selection + " was asked." // the reason may already mention the rest
			selection = ""
		}
		w.printf("%s: %s\n", w.paint(yellow, n.word), n.says)
	}
	w.printf("EPIN edition %s, profile %s, seed %d, harness %s\n", r.Edition, r.Profile, r.Seed, r.Harness.Version)
	if selection != "" {
		w.printf("Only: %s\n", selection)
	}
	if r.Cut != "" && r.LastWords != "" {
		w.lastWords(r)
	}
	if len(r.Findings) == 0 {
		w.levels(r)
	}
}

// notice is a restriction of a run, such as that it was partial.
type notice struct{ word, says string }

const partial = "PARTIAL"

func notices(r result.Report) []notice {
	var all []notice
	if r.Cut != "" {
		all = append(all, notice{partial, "the run is incomplete, and what it did not test is not known."})
	} else if len(r.Only) > 0 {
		all = append(all, notice{partial, "a selection was asked, and the rest is not known."})
	}
	if r.Unstable {
		all = append(all, notice{"UNSTABLE", "the same question was not answered alike each time."})
	}
	return all
}

// tally counts requirements by their result.
type tally struct {
	passed, failed, notExercised int
	partly                       bool // whether one of notExercised has passed checks
}

func (t tally) String() string {
	return fmt.Sprintf("%d passed, %d failed, %d %s", t.passed, t.failed, t.notExercised, t.untested())
}

// untested returns the word for the requirements in notExercised.
func (t tally) untested() string {
	if t.partly {
		return "not fully tested"
	}
	return "not exercised"
}

// tallyOf counts the requirements of a level, or all if level is 0.
func tallyOf(r result.Report, level requirement.Level) (t tally) {
	for _, q := range r.Requirements {
		switch {
		case level != 0 && q.Level != level:
		case q.Result == result.CheckPassed:
			t.passed++
		case q.Result == result.CheckFail:
			t.failed++
		default:
			t.notExercised++
			t.partly = t.partly || q.Passed > 0
		}
	}
	return t
}

// levels writes the counts of results for each level.
func (w *textWriter) levels(r result.Report) {
	if len(r.Parts) == 0 {
		return
	}
	w.printf("\n")
	for level := requirement.Required; level <= requirement.Informative; level++ {
		t := tallyOf(r, level)
		failed := fmt.Sprintf("%2d failed", t.failed)
		if t.failed > 0 {
			failed = w.paint(red, failed)
		}
		w.printf("  %-12s %2d passed, %s, %2d %s\n", level, t.passed, failed, t.notExercised, t.untested())
	}
}

const firstRequirements = 5 // maximum number of failed requirements on the first screen

// wrong writes a sentence for each failure.
func (w *textWriter) wrong(r result.Report) {
	if len(r.Findings) == 0 {
		return
	}
	known := ""
	if r.KnownFailures.Count(result.KnownFailed) > 0 {
		known = " and is not known"
	}
	w.printf("\nWhat is wrong%s:\n", known)
	first := r.FirstFindings()
	for _, i := range first {
		w.printf("%s", wrapped(r.Findings[i].Sentence(), "  - ", "    "))
	}
	if more := len(r.Findings) - len(first); more > 0 {
		w.printf("  and %s more, which are below\n", number.Thousands(more))
	}
}

// failed lists the failed requirements, each with its shortest failing input.
func (w *textWriter) failed(r result.Report) {
	if len(r.Findings) == 0 {
		return
	}
	w.printf("\nRequirements that failed, in so many checks, with the shortest input:\n")
	shown, more := 0, 0
	for _, q := range r.Requirements {
		if q.Failed == q.Known {
			continue
		}
		if shown == firstRequirements {
			more++
			continue
		}
		shown++
		w.printf("  %s %-33s %-11s %s of %s%s\n", w.paint(red, "FAIL"), q.ID, q.Level, number.Thousands(q.Failed-q.Known), number.Thousands(q.Failed+q.Passed), shownBy(r, q))
	}
	if more > 0 {
		w.printf("  and %s more, which are below, clause by clause\n", number.Thousands(more))
	}
}

// shownBy returns the shortest failing input of a requirement as text.
func shownBy(r result.Report, q result.Requirement) string {
	if at := r.Shortest(q.ID); at >= 0 {
		return ": " + r.Findings[at].Input.String()
	}
	if q.Example != nil {
		return ": " + q.Example.Says.String()
	}
	return ""
}

// next writes the next step.
func (w *textWriter) next(r result.Report) {
	says, command := r.ToDo()
	if says != "" {
		w.printf("\n%s  %s\n", wrapped("What to do: "+says, "", ""), command)
	}
}

// diagnosis writes the likely cause.
func (w *textWriter) diagnosis(paragraphs []string) {
	if len(paragraphs) > 0 {
		w.printf("\nWhat it may be:\n%s", wrapped(paragraphs[0], "  ", "  "))
	}
}

// moreDiagnosis writes the other likely causes.
func (w *textWriter) moreDiagnosis(paragraphs []string) {
	if len(paragraphs) < 2 {
		return
	}
	w.printf("\nWhat else it may be:\n")
	for _, p := range paragraphs[1:] {
		w.printf("%s", wrapped(p, "  - ", "    "))
	}
}

// width is the width of a line of running text, in characters.
const width = 80

// wrapped breaks a text into lines between words. The first line begins with first, the others
// with rest. Words that are too long are not broken.
func wrapped(text, first, rest string) string {
	var b strings.Builder
	line := first
	begun := false
	for _, word := range strings.Split(text, " ") {
		if begun && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			b.WriteString(line + "\n")
			line, begun = rest, false
		}
		if begun {
			line += " "
		}
		line += word
		begun = true
	}
	return b.String() + line + "\n"
}

func (w *textWriter) line(label, value string) {
	w.printf("     %-10s %s\n", label, value)
}

func (w *textWriter) lastWords(r result.Report) {
	w.printf("The adapter's last words on standard error:\n")
	for line := range strings.Lines(lastLines(r.LastWords.String())) {
		w.printf("  | %s\n", printable.Abbreviate(strings.TrimRight(line, "\n"), longestText))
	}
}

// lastLines returns the last lines of a text.
func lastLines(text string) string {
	const most = 10
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-most):], "\n")
}

// findings writes the findings in detail.
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

// failuresCome returns the numbers of failed checks and of findings as text.
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

// claims writes the guarantees of the run about recognition, the strongest first.
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

// clauses writes the result of each requirement. For a partial run, it only counts those that
// were not tested: they are the majority, and have no information about the implementation.
func (w *textWriter) clauses(r result.Report) {
	if len(r.Parts) == 0 {
		return
	}
	if len(r.Findings) > 0 {
		w.levels(r)
	}
	w.printf("\nClause by clause:\n")
	left := 0
	for _, q := range r.Requirements {
		switch q.Result {
		case result.CheckPassed:
			w.printf("  %s %-33s %-11s %s\n", w.paint(green, "ok  "), q.ID, q.Level, number.Counted(q.Passed, "check"))
		case result.CheckFail:
			w.printf("  %s %-33s %-11s %s of %s failed%s%s\n", w.paint(red, "FAIL"), q.ID, q.Level, number.Thousands(q.Failed), number.Counted(q.Failed+q.Passed, "check"), knownAmong(q), shownBy(r, q))
		default:
			if r.Partial() {
				left++
				continue
			}
			what := "not exercised"
			if q.Passed > 0 {
				what = "not fully tested: " + number.Counted(q.Passed, "check") + " passed, and others were declined"
			}
			w.printf("  %s %-33s %-11s %s\n", w.paint(faint, "--  "), q.ID, q.Level, what)
		}
	}
	if left > 0 {
		w.printf("  %s requirements not exercised: %d\n", w.paint(faint, "--  "), left)
	}
}

// knownAmong returns the number of known failures among the failed checks, as text.
func knownAmong(q result.Requirement) string {
	switch q.Known {
	case 0:
		return ""
	case q.Failed:
		return ", as known"
	}
	return fmt.Sprintf(", %s as known", number.Thousands(q.Known))
}

func (w *textWriter) asked(r result.Report) {
	if len(r.Parts) == 0 {
		return
	}
	w.printf("\nWhat was asked:\n")
	for _, p := range r.Parts {
		if !leftOut(p, r) {
			w.printf("  %-20s %10s  %s\n", p.Name(), number.Thousands(p.All()), partSays(p))
		}
	}
	w.printf("  in %.1f s\n", r.Times.Seconds)
}

// leftOut reports whether a selection excludes a part.
func leftOut(p result.Part, r result.Report) bool {
	return p.All() == 0 && p.Why == "" && len(r.Only) > 0
}

// partSays describes the checks of a part, and those that were not performed.
func partSays(p result.Part) string {
	s := p.Asked
	if p.Rounds > 0 {
		s += ", in " + number.Counted(p.Rounds, "round")
	}
	if p.NotExercised > 0 {
		s += "; " + number.Thousands(p.NotExercised) + " not tested"
	}
	if p.Declined > 0 {
		s += "; " + number.Counted(p.Declined, "request") + " declined"
	}
	switch {
	case p.Why != "" && p.All() == 0 && p.Complete:
		s += ": " + p.Why
	case p.Skipped > 0:
		s += fmt.Sprintf("; %s not asked: %s", number.Thousands(p.Skipped), p.Why)
	}
	if !p.Complete {
		s += " (cut short)"
	}
	return s
}
