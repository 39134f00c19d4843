package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

// TextOptions says how text is written. The zero value writes plain text.
type TextOptions struct {
	Color bool // ANSI colours, which repeat what the words say
}

const (
	shownFindings = 10  // how many findings are shown in detail
	longestToken  = 60  // how much of a token is shown
	longestText   = 300 // how much of an answer is shown
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

// WriteText writes a report for people. Its first screen says what the verdict is, what is
// wrong, what it may be and what to do; then come the findings, the requirements one by one,
// and what was asked.
func WriteText(out io.Writer, r Report, opts TextOptions) error {
	w := &textWriter{bufio.NewWriter(out), opts.Color}
	w.head(r)
	w.wrong(r)
	w.diagnosis(r.Diagnosis)
	w.next(r)
	w.failed(r)
	w.staleKnown(r.KnownFailures)
	w.findings(r)
	w.learned(r.Learned)
	w.moreDiagnosis(r.Diagnosis)
	w.known(r.KnownFailures)
	w.claims(r)
	w.clauses(r)
	w.asked(r)
	for _, note := range r.ShownNotes() {
		w.printf("Note: %s\n", note)
	}
	return w.Flush()
}

// verdictColor is the colour of a verdict, which repeats what it says.
func verdictColor(verdict string) string {
	switch verdict {
	case suite.Conformant.String(), suite.FullyConformant.String():
		return green
	case suite.NotConformant.String(), suite.OutOfDate.String():
		return red
	}
	return yellow
}

func (w *textWriter) head(r Report) {
	w.printf("%s  %s", w.paint(verdictColor(r.Verdict), r.Headline()), w.paint(bold, r.Subject()))
	if r.OtherEdition != "" {
		w.printf(": %s", r.OtherEdition)
	}
	w.printf("\n")
	w.printf("%s\n", r.Reason)
	selection := strings.Join(r.Only, ", ")
	for _, n := range notices(r) {
		if n.word == partial && r.Cut == "" {
			n.says = "only " + selection + " was asked." // the reason may say already that the rest is not known
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

// ShownNotes are the notes of a report, and what else a reader has to know of it.
func (r Report) ShownNotes() []string {
	notes := slices.Clone(r.Notes)
	if edition, err := epin.ParseEdition(r.Edition); err == nil && len(r.Implementation.Ops) > 0 {
		if missing := r.Implementation.NotOffered(edition); len(missing) > 0 {
			notes = append(notes, "Not offered by the implementation, so not tested: "+strings.Join(missing, ", ")+".")
		}
	}
	if r.Comparison != nil {
		notes = append(notes, `The report also compares other libraries, which is not shown: see its member "comparison".`)
	}
	return notes
}

// partial says whether less was asked than there is: a selection, or the run was cut short.
func (r Report) partial() bool { return r.Cut != "" || len(r.Only) > 0 }

// notice is what makes a run less than it looks.
type notice struct{ word, says string }

const partial = "PARTIAL"

func notices(r Report) []notice {
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
	partly                       bool // whether checks passed of one that counts as not exercised
}

func (t tally) String() string {
	return fmt.Sprintf("%d passed, %d failed, %d %s", t.passed, t.failed, t.notExercised, t.untested())
}

// untested says what notExercised counts.
func (t tally) untested() string {
	if t.partly {
		return "not fully tested"
	}
	return "not exercised"
}

// tallyOf counts the requirements of a level, or all where that is "".
func tallyOf(r Report, level string) (t tally) {
	for _, q := range r.Requirements {
		switch {
		case level != "" && q.Level != level:
		case q.Result == suite.CheckPassed.String():
			t.passed++
		case q.Result == suite.CheckFail.String():
			t.failed++
		default:
			t.notExercised++
			t.partly = t.partly || q.Passed > 0
		}
	}
	return t
}

// levels counts what came of the requirements of each level.
func (w *textWriter) levels(r Report) {
	if len(r.Parts) == 0 {
		return
	}
	w.printf("\n")
	for _, level := range []string{"required", "recommended", "informative"} {
		t := tallyOf(r, level)
		failed := fmt.Sprintf("%2d failed", t.failed)
		if t.failed > 0 {
			failed = w.paint(red, failed)
		}
		w.printf("  %-12s %2d passed, %s, %2d %s\n", level, t.passed, failed, t.notExercised, t.untested())
	}
}

// Subject names the implementation, in one line of printable text.
func (r Report) Subject() string { return subject(r.Implementation) }

func subject(i Implementation) string {
	s := i.Name
	if s == "" {
		if len(i.Command) == 0 {
			return "an implementation without a name"
		}
		return ShellLine(i.Command)
	}
	if i.Version != "" {
		s += " " + i.Version
	}
	if i.Language != "" {
		s += " (" + i.Language + ")"
	}
	return Abbreviate(s, longestText)
}

// How much of what is wrong stands on the first screen.
const (
	firstFindings     = 3
	firstRequirements = 5
)

// wrong says in sentences what is wrong.
func (w *textWriter) wrong(r Report) {
	if len(r.Findings) == 0 {
		return
	}
	known := ""
	if r.KnownFailures.count(suite.KnownFailed) > 0 {
		known = " and is not known"
	}
	w.printf("\nWhat is wrong%s:\n", known)
	first := spread(r.Findings, firstFindings)
	for _, f := range first {
		w.printf("%s", wrapped(f.Sentence(), "  - ", "    "))
	}
	if more := len(r.Findings) - len(first); more > 0 {
		w.printf("  and %s more, which are below\n", number.Thousands(more))
	}
}

// failed names the requirements that failed, each with the shortest input that shows it.
func (w *textWriter) failed(r Report) {
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

// shownBy is the shortest input that shows that a requirement failed.
func shownBy(r Report, q Requirement) string {
	if at := r.Shortest(q.ID); at >= 0 {
		return ": " + r.Findings[at].asked()
	}
	if q.Example != nil {
		return ": " + q.Example.Says
	}
	return ""
}

// next says what to do about what is wrong.
func (w *textWriter) next(r Report) {
	says, command := r.ToDo()
	if says != "" {
		w.printf("\n%s  %s\n", wrapped("What to do: "+says, "", ""), command)
	}
}

// ToDo says what to do about what is wrong, as what follows a colon, and returns the
// command that asks the first finding alone, as a line for a shell. Both are empty where
// there is no finding.
func (r Report) ToDo() (says, command string) {
	if len(r.Findings) == 0 {
		return "", ""
	}
	what := "it"
	if len(r.Findings) > 1 {
		what = "the first"
	}
	says = "mend " + what + ", and ask that alone until it is right; then ask everything."
	if r.OtherEdition != "" {
		says = "if the other edition is meant, ask for it with --edition auto. If not, " + says
	}
	return says, spread(r.Findings, 1)[0].Shell
}

// diagnosis says which known mistake explains what was wrong.
func (w *textWriter) diagnosis(paragraphs []string) {
	if len(paragraphs) > 0 {
		w.printf("\nWhat it may be:\n%s", wrapped(paragraphs[0], "  ", "  "))
	}
}

// moreDiagnosis says which others do.
func (w *textWriter) moreDiagnosis(paragraphs []string) {
	if len(paragraphs) < 2 {
		return
	}
	w.printf("\nWhat else it may be:\n")
	for _, p := range paragraphs[1:] {
		w.printf("%s", wrapped(p, "  - ", "    "))
	}
}

// width is how wide a line of running text is.
const width = 80

// wrapped breaks a text into lines between words: the first begins with first, the others
// with rest. A word that is too long stays whole.
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

// Shown returns the token in quotes, a long one by both ends and its length: padding stands
// at either.
func (t Token) Shown() string {
	if len(t.Quoted) <= longestToken {
		return t.Quoted
	}
	return fmt.Sprintf("\"%s\" (%s bytes)", t.Ends(longestToken), number.Thousands(len(t.Hex)/2))
}

// ShownHex returns the token in hexadecimal, a long one by both ends.
func (t Token) ShownHex() string {
	switch {
	case t.Hex == "":
		return "(empty)"
	case len(t.Hex) <= longestToken:
		return t.Hex
	}
	return t.Hex[:longestToken*2/3] + "…" + t.Hex[len(t.Hex)-longestToken/3:]
}

func (w *textWriter) line(label, value string) {
	w.printf("     %-10s %s\n", label, value)
}

func (w *textWriter) lastWords(r Report) {
	w.printf("The adapter's last words on standard error:\n")
	for line := range strings.Lines(lastLines(r.LastWords)) {
		w.printf("  | %s\n", Abbreviate(strings.TrimRight(line, "\n"), longestText))
	}
}

// lastLines is the end of a text.
func lastLines(text string) string {
	const most = 10
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-most):], "\n")
}

// clauses says what came of each requirement. A run that was partial says of those that it
// did not come to only how many there are: they are most of them, and say nothing of the
// implementation.
func (w *textWriter) clauses(r Report) {
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
		case "passed":
			w.printf("  %s %-33s %-11s %s\n", w.paint(green, "ok  "), q.ID, q.Level, number.Counted(q.Passed, "check"))
		case "failed":
			w.printf("  %s %-33s %-11s %s of %s failed%s%s\n", w.paint(red, "FAIL"), q.ID, q.Level, number.Thousands(q.Failed), number.Counted(q.Failed+q.Passed, "check"), knownAmong(q), shownBy(r, q))
		default:
			if r.partial() {
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

// knownAmong says how many failed checks of a requirement are known.
func knownAmong(q Requirement) string {
	switch q.Known {
	case 0:
		return ""
	case q.Failed:
		return ", as known"
	}
	return fmt.Sprintf(", %s as known", number.Thousands(q.Known))
}

func (w *textWriter) asked(r Report) {
	if len(r.Parts) == 0 {
		return
	}
	w.printf("\nWhat was asked:\n")
	for _, p := range r.Parts {
		if !p.leftOut(r) {
			w.printf("  %-20s %10s  %s\n", p.name(), number.Thousands(p.checks()), p.says())
		}
	}
	w.printf("  in %.1f s\n", r.Times.Seconds)
}

// name is the layer, and the way where it has one.
func (p Part) name() string {
	if p.Way == "" {
		return p.Layer
	}
	return p.Layer + " by " + p.Way
}

// checks is how many checks were asked, or could not be.
func (p Part) checks() int { return p.Passed + p.Failed + p.NotExercised }

// leftOut reports whether a part is none of what a selection names.
func (p Part) leftOut(r Report) bool {
	return p.checks() == 0 && p.Why == "" && len(r.Only) > 0
}

// says is what was asked, and what of it was not.
func (p Part) says() string {
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
	case p.Why != "" && p.checks() == 0 && p.Complete:
		s += ": " + p.Why
	case p.Skipped > 0:
		s += fmt.Sprintf("; %s not asked: %s", number.Thousands(p.Skipped), p.Why)
	}
	if !p.Complete {
		s += " (cut short)"
	}
	return s
}
