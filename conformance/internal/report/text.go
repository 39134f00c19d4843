package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// TextOptions configures the text. The zero value is plain text of 80 columns.
type TextOptions struct {
	Color   bool // ANSI colours, which repeat what the words say
	Verbose bool // every requirement, every part, and the details of findings
	Width   int  // columns of running text; 0 for 80
	Call    bool // for the caller of a function: it names members of the report instead of flags
}

const (
	shownFindings     = 10  // maximum number of findings in detail
	longestToken      = 60  // maximum length of a shown token
	longestText       = 300 // maximum length of a shown response
	longestExpression = 200 // maximum length of an expression, and of an input in a link
)

type textWriter struct {
	bytes.Buffer
	TextOptions
}

func (w *textWriter) printf(format string, args ...any) { fmt.Fprintf(w, format, args...) }

// paint returns a text in a colour, or as it is if that is "".
func (w *textWriter) paint(color, s string) string {
	if !w.Color || color == "" {
		return s
	}
	return "\x1b[" + color + "m" + s + "\x1b[0m"
}

// flag returns what names a flag, or other for the caller of a function.
func (w *textWriter) flag(name, other string) string {
	if w.Call {
		return other
	}
	return name
}

const (
	bold   = "1"
	faint  = "2"
	red    = "1;31"
	green  = "32"
	yellow = "33"
)

// WriteText writes a report for people. The first and the last line hold the verdict, and the first
// screen the first finding as a whole, with its likely cause, its fix and its command.
func WriteText(out io.Writer, r result.Report, opts TextOptions) error {
	w := &textWriter{TextOptions: opts}
	w.head(r)
	detailed := 0
	if w.Verbose {
		detailed = len(r.Findings)
	}
	w.findings(r, detailed)
	w.staleKnown(r)
	w.learned(r.Learned)
	w.known(r.KnownFailures)
	w.summary(r)
	w.guarantee(r)
	if w.Verbose && len(r.Parts) > 0 {
		w.requirements(r)
		w.parts(r)
	}
	for _, note := range r.ShownNotes() {
		w.paragraph("Note: "+note, "")
	}
	if !w.Verbose && !w.Call && len(r.Parts) > 0 {
		w.printf("\nFor every requirement: --verbose. For an HTML page: --report html=FILE.\n")
	}
	w.printf("%s\n", w.paint(styles[r.Verdict].color, r.Headline()))
	_, err := w.WriteTo(out)
	return err
}

func (w *textWriter) head(r result.Report) {
	first := w.wrapped(r.Implementation.String()+", "+r.Of().Title(), r.Headline()+"  ", "")
	w.printf("%s%s", w.paint(styles[r.Verdict].color, r.Headline()), strings.TrimPrefix(first, r.Headline()))
	if r.OtherEdition != "" {
		w.paragraph(printable.Capital(r.OtherEdition)+". To test that edition, use "+w.flag("--edition", "the edition")+" "+r.FitsEdition+".", "")
	}
	if len(r.Findings) == 0 && r.Verdict != result.FullyConformant {
		w.paragraph(r.Reason.String(), "")
	}
	for _, limit := range LimitsOf(r) {
		w.paragraph(limit.Says, "")
	}
	if r.CorrectOnText && len(r.Findings) > 0 {
		w.paragraph(result.OnlyMalformed, "")
	}
	if r.Cut != "" && r.Stderr != "" {
		w.stderr(r)
	}
}

// lines returns the lines of a text, unbroken.
func lines(write func(*textWriter)) []string {
	w := textWriter{TextOptions: TextOptions{Width: math.MaxInt}}
	write(&w)
	return strings.Split(strings.TrimSpace(w.String()), "\n")
}

// paragraph writes running text, each line behind an indentation; nothing for an empty text.
func (w *textWriter) paragraph(text, indent string) {
	if text != "" {
		w.WriteString(w.wrapped(text, indent, indent))
	}
}

// failedOf tells how many checks of a requirement failed, and shows the shortest input.
func failedOf(r result.Report, q result.Requirement) string {
	s := fmt.Sprintf("%s of %s failed", number.Thousands(q.Failed), number.Counted(q.Failed+q.Passed, q.Unit()))
	switch {
	case q.AsKnown():
		s += ", as known"
	case q.Known > 0:
		s += fmt.Sprintf(", %s as known", number.Thousands(q.Known))
	}
	if at := r.Shortest(q.ID); at >= 0 {
		return s + ": " + r.Findings[at].Input.String()
	}
	if q.Example != nil {
		s += ": " + q.Example.Says.String()
	}
	return s
}

// wrapped breaks a text into lines between words: the first begins with first, the others
// with rest. A word that is too long stays whole.
func (w *textWriter) wrapped(text, first, rest string) string {
	var b strings.Builder
	line, blank := first, ""
	for word := range strings.SplitSeq(text, " ") {
		if blank != "" && utf8.RuneCountInString(line+blank+word) > cmp.Or(w.Width, 80) {
			b.WriteString(line + "\n")
			line, blank = rest, ""
		}
		line, blank = line+blank+word, " "
	}
	return b.String() + line + "\n"
}

func (w *textWriter) stderr(r result.Report) {
	w.printf("\nThe adapter's standard error:\n")
	for line := range strings.SplitSeq(strings.TrimRight(r.Stderr.String(), "\n"), "\n") {
		w.printf("  | %s\n", printable.Abbreviate(line, longestText))
	}
}

// findings writes the groups of findings, each with the details of up to so many findings.
func (w *textWriter) findings(r result.Report, detailed int) {
	const indent = "   "
	groups, link := r.Groups, Playground(r)
	for i, g := range groups[:min(len(groups), shownFindings)] {
		f := &r.Findings[g.Findings[0]]
		w.printf("\n%s", w.wrapped(fmt.Sprintf("%d. %s", i+1, g.Says), "", indent))
		w.groupBody(i, g, r, indent)
		w.printf("%sReproduce: %s\n", indent, f.Shell) // never broken, to be copied
		w.printf("%sPlayground: %s\n", indent, link(f))
		if f.Replay != "" {
			w.printf("%sSelectors: %s\n", indent, f.Replay)
		}
		for _, i := range g.Findings[:min(len(g.Findings), detailed)] {
			f := &r.Findings[i]
			w.printf("%s- %s\n", indent, f.Subject())
			w.details(f)
		}
	}
	if more := len(groups) - shownFindings; more > 0 {
		w.printf("\n%s: see %s.\n", number.Counted(more, "more finding"), w.flag("--report json=FILE", "groups in the report"))
	}
	others := alsoFailed(r)
	if len(others) > 2 && !w.Verbose {
		w.printf("\n")
		w.paragraph(fmt.Sprintf("%d more requirements fail, such as %s: %s an input and a command for each.",
			len(others), others[0].ID, w.flag("--verbose shows", "requirements in the report have")), "")
		others = nil
	}
	for _, q := range others {
		w.printf("\n%s", w.wrapped(fmt.Sprintf("%s fails too, on %s.", q.ID, q.Example.Says), "", indent))
		w.printf("%sReproduce: %s\n", indent, q.Example.Shell)
	}
	if r.Cut == "" && r.Stderr != "" {
		w.stderr(r)
	}
}

// alsoFailed returns the failed requirements that no finding violates.
func alsoFailed(r result.Report) []result.Requirement {
	return Selected(r.Requirements, func(q result.Requirement) bool {
		return q.Example != nil && r.Shortest(q.ID) < 0
	})
}

// read returns identifiers of requirements, and marks those that are our reading.
func read(ids []string) []string {
	marked := slices.Clone(ids)
	for i, id := range ids {
		if q := (result.Requirement{ID: id}); q.Reading() {
			marked[i] += " (our reading)"
		}
	}
	return marked
}

func (w *textWriter) details(f *result.Finding) {
	for _, line := range []struct{ label, text string }{
		{"bytes", f.ShownHex()}, {"operation", f.By()}, {"before", f.Before()}, {"after", f.Behind()},
		{"expected", f.Wanted.Short(longestText)}, {"got", w.paint(red, f.Got.Short(longestText))},
		{"violates", strings.Join(read(f.Requirements), ", ")}, {"failed", f.Counted()}, {"why", f.Why.String()}, {"note", f.Doubt()},
	} {
		if line.text != "" {
			w.printf("     %-10s %s\n", line.label, line.text)
		}
	}
}

func (w *textWriter) groupBody(at int, g result.Group, r result.Report, indent string) {
	f := &r.Findings[g.Findings[0]]
	var ids []string
	for _, i := range g.Findings {
		ids = oracle.Union(ids, r.Findings[i].Requirements)
	}
	ids = read(ids)
	violates := strings.Join(ids, ", ")
	if len(ids) > 3 {
		violates = fmt.Sprintf("%s, %s and %d more requirements", ids[0], ids[1], len(ids)-2)
	}
	for _, line := range []struct{ label, text string }{
		{"", f.Verdict()}, {"after ", f.Before()}, {"before, in the same sweep, ", f.Behind()}, {"violates ", violates}, {"", f.Doubt()},
	} {
		if line.text != "" {
			w.paragraph(line.label+line.text, indent)
		}
	}
	for _, line := range r.CauseLines(at) {
		w.paragraph(line, indent)
	}
}

func (w *textWriter) summary(r result.Report) {
	all, known := r.Checks()
	sum, failed := all.Passed+all.Failed, all.Failed-known
	if sum == 0 {
		return
	}
	w.printf("\n")
	if failed > 0 || !r.Partial() { // a requirement that is tested in part has not passed
		w.paragraph(countsOf(r), "")
	}
	checks := number.Counted(sum, "check")
	switch {
	case failed > 0 && known > 0:
		checks = fmt.Sprintf("%s of %s failed and %s failed as known,", number.Thousands(failed), checks, number.Thousands(known))
	case failed > 0:
		checks = fmt.Sprintf("%s of %s failed", number.Thousands(failed), checks)
	case known > 0:
		checks = fmt.Sprintf("%s of %s failed as known", number.Thousands(known), checks)
	}
	w.paragraph(fmt.Sprintf("%s in %.1f s, profile %s, seed %d.", checks, r.Times.Seconds, r.Profile, r.Seed), "")
	for _, p := range r.Parts {
		w.paragraph(r.Fuzzing(p), "")
	}
}

// countsOf counts the requirements by their results, and the failed or else the passed ones by level.
func countsOf(r result.Report) string {
	n, levels := map[string]int{}, map[string][]string{}
	for _, l := range r.Levels() {
		for what, of := range map[string]int{"passed": l.Passed, "failed": l.Failed, "known": l.Known, "not tested": l.NotExercised} {
			if of > 0 && (what != "not tested" || l.Level != requirement.Informative && !r.Partial()) {
				n[what] += of
				levels[what] = append(levels[what], fmt.Sprintf("%d %s", of, l.Level))
			}
		}
	}
	what := "passed"
	if n["failed"] > 0 {
		what = "failed"
	}
	text := fmt.Sprintf("%d of %d requirements %s", n[what], n["passed"]+n["failed"]+n["known"], what)
	switch of := levels[what]; len(of) {
	case 0:
	case 1: // the number is that of the sentence
		text += " (" + strings.TrimLeft(of[0], "0123456789 ") + ")"
	default:
		text += ": " + strings.Join(of, ", ")
	}
	text += "."
	if n := n["known"]; n > 0 {
		text += fmt.Sprintf(" %d more failed as known.", n)
	}
	if n := n["not tested"]; n > 0 {
		text += fmt.Sprintf(" %d required or recommended %s not tested.", n, [...]string{"was", "were"}[min(n-1, 1)])
	}
	return text
}

// guarantee writes what holds for all strings. Without Verbose it has a sentence for each guarantee, and
// nothing if there are findings.
func (w *textWriter) guarantee(r result.Report) {
	if len(r.Claims) == 0 || len(r.Findings) > 0 && !w.Verbose {
		return
	}
	w.printf("\n")
	g := r.Guarantees()
	texts := slices.Concat(g.Tested, []string{g.None}, g.Texts)
	if !w.Verbose {
		texts = append([]string{g.None}, g.Plain...)
		if len(g.Texts) > 0 {
			texts = append(texts, w.flag("--verbose states", "claims in the report state")+" the assumptions. They are explained at "+result.Explained)
		}
	}
	for _, text := range texts {
		w.paragraph(text, "")
	}
}

// requirements writes the result of each requirement. After a partial run it only counts the
// requirements that were not tested: they are most of them, and tell nothing about the library.
func (w *textWriter) requirements(r result.Report) {
	w.printf("\nRequirements:\n")
	left := 0
	for _, q := range r.Requirements {
		color, mark, passed := faint, "--  ", number.Counted(q.Passed, q.Unit())
		what := q.Untested()
		switch {
		case q.Result == result.CheckPassed:
			color, mark, what = green, "ok  ", passed
		case q.Result == result.CheckFail:
			color, mark, what = red, "FAIL", failedOf(r, q)
		case r.Partial():
			left++
			continue
		case q.Passed > 0:
			what += ": " + passed + " passed, and others were declined"
		}
		if q.Reading() {
			what += " (our reading)"
		}
		w.printf("  %s %-33s %-11s %s\n", w.paint(color, mark), q.ID, q.Level, what)
	}
	if left > 0 {
		w.printf("  %s requirements not tested: %d\n", w.paint(faint, "--  "), left)
	}
}

func (w *textWriter) parts(r result.Report) {
	w.printf("\nChecks:\n")
	for _, p := range r.Parts {
		if p.All() > 0 || p.Why != "" || len(r.Only) == 0 {
			w.printf("  %-20s %10s  %s\n", p.Name(), number.Thousands(p.Passed+p.Failed), p.Says())
		}
	}
}

// staleKnown lists the lines of the list of known failures that did not fail, or could not be tested.
func (w *textWriter) staleKnown(r result.Report) {
	k, heading := r.KnownFailures, "\nProblems in the list of known failures:\n"
	if k == nil {
		return
	}
	for _, l := range k.Lines {
		says := "did not fail: remove the line, or renew the list with --write-known-failures"
		_, ofRequirement := requirement.Lookup(l.ID)
		_, err := selector.Parse(r.Of(), path.Dir(l.ID))
		switch {
		case l.Result == result.KnownNotTested && !r.Partial():
			says = "could not be tested: the implementation does not offer what it needs, or shrinking ended early"
		case l.Result != result.KnownPassed:
			continue
		case !ofRequirement && err != nil:
			says = "names no requirement and no finding: correct the line, or remove it"
		}
		w.WriteString(heading)
		heading = ""
		w.knownLine(l, red, says)
	}
}

func (w *textWriter) knownLine(l result.KnownFailure, color, says string) {
	w.printf("  %s %s %s\n", w.paint(color, fmt.Sprintf("line %d", l.Number)), l.ID, says)
}

func (w *textWriter) known(k *result.KnownFailures) {
	if k == nil || k.Findings == 0 {
		return
	}
	explaining := len(Selected(k.Lines, func(l result.KnownFailure) bool { return l.Checks > 0 }))
	w.printf("\nKnown failures: %s explained by %s.\n", number.Counted(k.Checks, "failed check"), number.Counted(explaining, "line"))
	for _, l := range k.Lines {
		says := number.Counted(l.Checks, "check")
		switch {
		case l.Result != result.KnownFailed:
			continue
		case l.Checks == 0:
			says = "does not explain any finding by itself: its failed checks also violate other requirements, or shrink to another input"
		}
		w.knownLine(l, "", says)
		w.printf("     reason     %s\n", l.Reason.Short(longestText))
		if l.Example != "" && l.Example != l.Reason {
			w.printf("     finding    %s\n", l.Example)
		}
	}
	if open := k.Count(result.KnownNotTested); open > 0 {
		w.printf("  %s not tested\n", number.Counted(open, "other line"))
	}
}

func (w *textWriter) learned(l *result.Learned) {
	switch {
	case l == nil:
	case l.States == 0:
		if w.Verbose {
			w.printf("\n%s", w.wrapped(fmt.Sprintf("Its automaton was not learned (via %s): %s.", l.Op, strings.TrimSuffix(l.Why.String(), ".")), "", ""))
		}
	case l.Expression == l.Specification:
		w.printf("\n%s", w.wrapped(fmt.Sprintf("The automaton learned from its verdicts (via %s) is that of the specification, although some verdicts were incorrect: the library is non-deterministic, or its responses depend on other inputs.", l.Op), "", ""))
	default:
		by := "It accepts (via " + l.Op + ")"
		w.printf("\n%s  %s\n%-*s  %s\nas learned from the strings that were tested\n",
			by, w.paint(bold, l.Accepts(longestExpression)), len(by), "instead of", l.Specification)
	}
	if l != nil && w.Verbose {
		w.words("accepted, but invalid", l.TooMany)
		w.words("valid, but not accepted", l.Missing)
	}
}

func (w *textWriter) words(label string, tokens []printable.Token) {
	shown := ""
	for _, token := range tokens {
		shown += " " + token.Shown()
	}
	if shown != "" {
		w.printf("  %s, shortest first:%s\n", label, shown)
	}
}

// LearnedReport is the learned automaton of an implementation, and what the outputs show of it.
type LearnedReport struct {
	Edition        *notation.Edition
	Implementation result.Implementation
	result.Learned
}

// Headline returns the result as a sentence.
func (r LearnedReport) Headline() string {
	switch {
	case r.Machine == nil:
		return "Its automaton was not learned: " + strings.TrimSuffix(r.Why.String(), ".") + "."
	case r.Same() && len(r.Crashed) > 0:
		return "No difference from the specification was found, apart from crashes on invalid strings."
	case r.Same():
		return "No difference from the specification was found."
	case r.Learned.Edition != "":
		return fmt.Sprintf("Its automaton is that of edition %s, not that of edition %s.", r.Learned.Edition, r.Edition)
	}
	return "It does not accept the language of the specification."
}

// Right reports whether no difference was found: the automaton is that of the specification, and
// no string crashed the implementation.
func (r LearnedReport) Right() bool { return r.Same() && len(r.Crashed) == 0 }

// Style returns the style of a verdict that says the same.
func (r LearnedReport) Style() Style {
	switch {
	case r.Right():
		return styles[result.Conformant]
	case r.States == 0:
		return styles[result.NoVerdict]
	}
	return styles[result.NotConformant]
}

// Basis returns the evidence for the result as text.
func (r LearnedReport) Basis() string {
	agrees := "The automaton agrees with every response, including those"
	if r.Partial { // there were too many incorrect responses
		agrees = "The automaton agrees with the first incorrect responses, and with those"
	}
	return fmt.Sprintf("Tested via %s: the layers of the suite, and %s more. %s to its own complete test suite for %s over %s.",
		r.Op, number.Counted(r.Words, "word"), agrees, result.ExtraStates(r.Extra), r.Implementation.Alphabet(r.Op))
}

// WriteLearned writes a report for people: the expression, the shortest words in the
// difference, and both automata as tables.
func WriteLearned(out io.Writer, r LearnedReport, opts TextOptions) error {
	w := &textWriter{TextOptions: opts}
	w.printf("%s\n%s\n", w.paint(bold, r.Implementation.String()), w.paint(r.Style().color, r.Headline()))
	specification := automaton.Of(r.Edition)
	if r.States == 0 {
		w.words("crashes on", r.Crashed)
	} else {
		w.printf("%s\n\n", r.Basis())
		if r.Expression != "" {
			w.printf("  it accepts         %s\n", w.paint(bold, r.Accepts(len(r.Expression))))
		}
		w.printf("  the specification  %s\n", r.Specification)
		w.words("accepted, but invalid", r.TooMany)
		w.words("valid, but not accepted", r.Missing)
		w.words("crashes on", r.Crashed)
		against := automaton.Drawing{}
		if !r.Same() { // differences are marked
			against.Against = specification
		}
		w.printf("\nIts automaton, of %s:\n\n%s", number.Counted(r.States, "state"), indented(r.Machine.Table(against)))
	}
	if !r.Same() {
		w.printf("\nThe specification's, edition %s:\n\n%s", r.Edition, indented(specification.Table(automaton.Drawing{})))
	}
	_, err := w.WriteTo(out)
	return err
}

var lineWithText = regexp.MustCompile("(?m)^.")

func indented(text string) string { return lineWithText.ReplaceAllString(text, "  $0") }

// WriteLearnedSVG writes the automaton as an SVG file, with its differences marked.
func WriteLearnedSVG(w io.Writer, r LearnedReport) error {
	_, err := io.WriteString(w, r.Machine.SVG(automaton.Drawing{
		Title:   "What " + r.Implementation.String() + " accepts (via " + r.Op + ")",
		Against: automaton.Of(r.Edition),
	}))
	return err
}
