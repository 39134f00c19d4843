package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/epin-conformance/harness/conformance/suite"
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

// WriteText writes a report for people: the verdict and what is wrong first, then
// the failures, the requirements one by one, and what was asked.
func WriteText(out io.Writer, r Report, opts TextOptions) error {
	w := &textWriter{bufio.NewWriter(out), opts.Color}
	w.head(r)
	w.wrong(r)
	w.staleKnown(r.KnownFailures)
	w.learned(r.Learned)
	w.diagnosis(r.Diagnosis)
	w.findings(r)
	w.known(r.KnownFailures)
	w.claims(r)
	w.clauses(r)
	w.asked(r)
	for _, note := range r.Notes {
		w.printf("Note: %s\n", note)
	}
	return w.Flush()
}

func (w *textWriter) head(r Report) {
	color := map[string]string{"conformant": green, "fully conformant": green, "not conformant": red, "known failures out of date": red}[r.Verdict]
	if color == "" {
		color = yellow
	}
	w.printf("%s  %s", w.paint(color, strings.ToUpper(verdictOf(r))), w.paint(bold, r.Subject()))
	if r.OtherEdition != "" {
		w.printf(": %s", r.OtherEdition)
	}
	w.printf("\n")
	w.printf("%s\n", r.Reason)
	if r.Unstable {
		w.printf("%s: the same question was not answered alike each time, so another run may show something else.\n", w.paint(yellow, "UNSTABLE"))
	}
	w.printf("EPIN edition %s, profile %s, seed %d, harness %s\n", r.Edition, r.Profile, r.Seed, r.Harness.Version)
	if len(r.Only) > 0 {
		w.printf("Only: %s\n", strings.Join(r.Only, ", "))
	}
	if r.Cut != "" && r.LastWords != "" {
		w.lastWords(r)
	}
	if len(r.Parts) == 0 {
		return
	}
	w.printf("\n")
	for _, level := range []string{"required", "recommended", "informative"} {
		var c Counts
		for _, q := range r.Requirements {
			if q.Level != level {
				continue
			}
			switch q.Result {
			case "passed":
				c.Passed++
			case "failed":
				c.Failed++
			default:
				c.NotExercised++
			}
		}
		failed := fmt.Sprintf("%2d failed", c.Failed)
		if c.Failed > 0 {
			failed = w.paint(red, failed)
		}
		w.printf("  %-12s %2d passed, %s, %2d not exercised\n", level, c.Passed, failed, c.NotExercised)
	}
}

// Subject names the implementation, in one line of printable text.
func (r Report) Subject() string { return subject(r.Implementation) }

func subject(i Implementation) string {
	s := i.Name
	if s == "" {
		if len(i.Command) == 0 {
			return "the reference"
		}
		return shellLine(i.Command)
	}
	if i.Version != "" {
		s += " " + i.Version
	}
	if i.Language != "" {
		s += " (" + i.Language + ")"
	}
	return abbreviate(s, longestText)
}

// wrong names what failed, each with the shortest input that shows it.
func (w *textWriter) wrong(r Report) {
	if len(r.Findings) == 0 {
		return
	}
	known := ""
	if r.KnownFailures.count(suite.KnownFailed) > 0 {
		known = " and is not known"
	}
	w.printf("\nWhat is wrong%s, each with the shortest input that shows it:\n", known)
	for _, q := range r.Requirements {
		if q.Failed == q.Known {
			continue
		}
		w.printf("  %s %-33s %-11s %s of %s", w.paint(red, "FAIL"), q.ID, q.Level, thousands(q.Failed-q.Known), checks(q.Failed+q.Passed))
		if f := shortest(r.Findings, q.ID); f != nil {
			w.printf(": %s", f.Subject())
		}
		w.printf("\n")
	}
}

// diagnosis says which known mistakes explain what was wrong.
func (w *textWriter) diagnosis(paragraphs []string) {
	if len(paragraphs) == 0 {
		return
	}
	w.printf("\nWhat it may be:\n")
	for _, p := range paragraphs {
		w.printf("  %s\n", p)
	}
}

// shownToken is a token in quotes, a long one cut short with its length.
func shownToken(t Token) string {
	if len(t.Quoted) <= longestToken {
		return t.Quoted
	}
	return fmt.Sprintf("%s…\" (%s bytes)", t.Quoted[:longestToken], thousands(len(t.Hex)/2))
}

// shownHex is a token in hexadecimal, likewise.
func shownHex(t Token) string {
	switch {
	case t.Hex == "":
		return "(empty)"
	case len(t.Hex) <= longestToken:
		return t.Hex
	}
	return t.Hex[:longestToken] + "…"
}

func (w *textWriter) line(label, value string) {
	w.printf("     %-10s %s\n", label, value)
}

func (w *textWriter) lastWords(r Report) {
	w.printf("The adapter's last words on standard error:\n")
	lines := strings.Split(strings.TrimRight(r.LastWords, "\n"), "\n")
	const most = 10
	if len(lines) > most {
		lines = lines[len(lines)-most:]
	}
	for _, line := range lines {
		w.printf("  | %s\n", abbreviate(line, longestText))
	}
}

func (w *textWriter) clauses(r Report) {
	if len(r.Parts) == 0 {
		return
	}
	w.printf("\nClause by clause:\n")
	for _, q := range r.Requirements {
		switch q.Result {
		case "passed":
			w.printf("  %s %-33s %-11s %s\n", w.paint(green, "ok  "), q.ID, q.Level, checks(q.Passed))
		case "failed":
			w.printf("  %s %-33s %-11s %s of %s failed%s\n", w.paint(red, "FAIL"), q.ID, q.Level, thousands(q.Failed), checks(q.Failed+q.Passed), knownAmong(q))
		default:
			w.printf("  %s %-33s %-11s not exercised\n", w.paint(faint, "--  "), q.ID, q.Level)
		}
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
	return fmt.Sprintf(", %s as known", thousands(q.Known))
}

func (w *textWriter) asked(r Report) {
	if len(r.Parts) == 0 {
		return
	}
	w.printf("\nWhat was asked:\n")
	for _, p := range r.Parts {
		name := p.Layer
		if p.Way != "" {
			name += " by " + p.Way
		}
		n := p.Passed + p.Failed + p.NotExercised
		if n == 0 && p.Why == "" && len(r.Only) > 0 {
			continue
		}
		w.printf("  %-20s %10s  %s", name, thousands(n), p.Asked)
		if p.Rounds > 0 {
			w.printf(", in %s", counted(p.Rounds, "round"))
		}
		if p.NotExercised > 0 {
			w.printf("; %s not exercised", thousands(p.NotExercised))
		}
		switch {
		case p.Why != "" && n == 0 && p.Complete:
			w.printf(": %s", p.Why)
		case p.Skipped > 0:
			w.printf("; %s not asked: %s", thousands(p.Skipped), p.Why)
		}
		if !p.Complete {
			w.printf(" (cut short)")
		}
		w.printf("\n")
	}
	w.printf("  in %.1f s\n", r.Times.Seconds)
}

func checks(n int) string {
	if n == 1 {
		return "1 check"
	}
	return thousands(n) + " checks"
}

// thousands writes a number with commas.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
