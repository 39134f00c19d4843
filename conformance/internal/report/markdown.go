package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// WriteMarkdown writes a report as GitHub Flavored Markdown, for the summary of a job or for an
// issue: the failures first, the rest folded.
//
// Text from the system under test is untrusted. It is only in code spans and code blocks, with
// fences longer than any in it, and never in a table or in HTML. In sentences that may contain
// it, all Markdown syntax is escaped.
func WriteMarkdown(out io.Writer, r result.Report) error {
	w := &markdownWriter{bufio.NewWriter(out)}
	w.printf("## %s %s\n\n", verdictMark(r.Verdict), r.Headline())
	w.printf("%s: %s\n\n", codeSpan(r.Subject()), escaped(r.Reason.String()))
	if r.OtherEdition != "" {
		w.printf("%s.\n\n", escaped(printable.Capital(r.OtherEdition)))
	}
	for _, notice := range notices(r) {
		w.printf("> **%s**: %s\n\n", notice.word, escaped(notice.says))
	}
	w.printf("EPIN edition %s, profile %s, seed %d, harness %s, %s.\n", escaped(r.Edition), escaped(r.Profile), r.Seed, escaped(r.Harness.Version), r.Times.Started.Format("2006-01-02 15:04 MST"))
	w.wrong(r)
	w.known(r.KnownFailures)
	w.claims(r)
	w.requirements(r)
	w.asked(r)
	for _, note := range r.ShownNotes() {
		w.printf("\n%s\n", escaped("Note: "+note))
	}
	if r.LastWords != "" {
		w.details("The adapter's standard error (tail)", func() { w.block("text", strings.TrimRight(lastLines(r.LastWords.String()), "\n")) })
	}
	return w.Flush()
}

type markdownWriter struct{ *bufio.Writer }

func (w *markdownWriter) printf(format string, args ...any) { fmt.Fprintf(w.Writer, format, args...) }

// details folds the output of write.
func (w *markdownWriter) details(summary string, write func()) {
	w.printf("\n<details>\n<summary>%s</summary>\n\n", escaped(summary))
	write()
	w.printf("\n</details>\n")
}

// block writes a code block.
func (w *markdownWriter) block(language, text string) {
	fence := strings.Repeat("`", max(3, longestRun(text)+1))
	w.printf("%s%s\n%s\n%s\n", fence, language, text, fence)
}

// wrong writes the findings by group, each with its likely cause, and the learned expression.
func (w *markdownWriter) wrong(r result.Report) {
	if len(r.Findings) == 0 {
		return
	}
	w.printf("\n### Findings\n\n%s.\n", failuresCome(r))
	for i, g := range r.Grouped()[:min(len(r.Grouped()), shownFindings)] {
		w.group(i, g, r)
	}
	if more := len(r.Grouped()) - shownFindings; more > 0 {
		w.printf("\n%s: see the JSON report.\n", number.Counted(more, "more kind of finding"))
	}
	if l := r.Learned; l != nil && l.States > 0 && l.Expression != "" && l.Expression != l.Specification && len(l.Expression) <= longestExpression {
		accepts := accepts(*l)
		if !l.Nothing() {
			accepts = codeSpan(accepts)
		}
		w.printf("\nIt accepts %s instead of %s.\n", accepts, codeSpan(l.Specification))
	}
}

// group writes a group: the behaviour, and its first finding.
func (w *markdownWriter) group(at int, g result.Group, r result.Report) {
	f := &r.Findings[g.Findings[0]]
	w.printf("\n#### %d. %s\n\n", at+1, escaped(g.Says.String()))
	w.printf("Expected %s, got %s (%s).\n", codeSpan(f.Wanted.Short(longestText)), codeSpan(f.Got.Short(longestText)), names(f.Ops))
	w.printf("Violates %s. %s.\n", names(g.Requirements(r.Findings)), escaped(printable.Capital(f.Counted())))
	w.printf("Bytes: %s.\n", codeSpan(f.ShownHex()))
	for _, calls := range [][2]string{{"Before", f.Before()}, {"After", f.Behind()}} {
		if calls[1] != "" {
			w.printf("%s it: %s.\n", calls[0], codeSpan(calls[1]))
		}
	}
	if s := f.Doubt(); s != "" {
		w.printf("%s.\n", escaped("But "+s))
	}
	for _, line := range r.CauseLines(at) {
		label, text, _ := strings.Cut(line, ": ")
		w.printf("\n**%s**: %s\n", label, escaped(text))
	}
	w.printf("\nReproduce:\n\n")
	w.block("sh", f.Shell)
}

func (w *markdownWriter) known(k *result.KnownFailures) {
	if k == nil {
		return
	}
	w.details(fmt.Sprintf("Known failures: %s, %s", number.Counted(len(k.Lines), "line"), number.Counted(k.Checks, "check")), func() {
		for _, l := range k.Lines {
			w.printf("- Line %d, %s: %s, %s. %s\n", l.Number, codeSpan(subjectOf(l)), escaped(l.Result.Shown()), number.Counted(l.Checks, "check"), codeSpan(l.Reason.Short(longestText)))
		}
	})
}

func (w *markdownWriter) claims(r result.Report) {
	if len(r.Claims) == 0 {
		return
	}
	w.printf("\n### Guarantee\n\n")
	for _, c := range slices.Backward(r.Claims) {
		w.printf("- Correct on %s (via %s).\n", escaped(c.Shows()), escaped(c.Way))
	}
	if most := r.Claims[len(r.Claims)-1]; most.Extra != nil {
		w.printf("\n%s\n", escaped(r.Proof(most)))
	}
	if values := r.Values(); values != "" {
		w.printf("\n%s\n", escaped(values))
	}
}

func (w *markdownWriter) requirements(r result.Report) {
	if len(r.Parts) == 0 {
		return
	}
	w.details("Requirements: "+tallyOf(r, 0).String(), func() {
		w.printf("| | Requirement | Level | Passed | Failed | Known |\n|---|---|---|---:|---:|---:|\n")
		for _, q := range r.Requirements {
			w.printf("| %s | %s | %s | %s | %s | %s |\n", resultMark(q), name(q.ID), cell(q.Level.String()), number.Thousands(q.Passed), number.Thousands(q.Failed), number.Thousands(q.Known))
		}
	})
}

func (w *markdownWriter) asked(r result.Report) {
	if len(r.Parts) == 0 {
		return
	}
	w.details(fmt.Sprintf("Checks, in %.1f s", r.Times.Seconds), func() {
		w.printf("| Part | Checks | Failed | What |\n|---|---:|---:|---|\n")
		for _, p := range r.Parts {
			if leftOut(p, r) {
				continue
			}
			w.printf("| %s | %s | %s | %s |\n", name(p.Layer)+cell(strings.TrimPrefix(p.Name(), p.Layer)), number.Thousands(p.All()), number.Thousands(p.Failed), cell(partSays(p)))
		}
	})
}

// verdictMark returns the sign before a verdict; it adds no information to the words.
func verdictMark(verdict result.Verdict) string {
	switch verdictColor(verdict) {
	case green:
		return "✅"
	case red:
		return "❌"
	}
	return "⚠️"
}

// resultMark returns the result of a requirement in one or two words.
func resultMark(q result.Requirement) string {
	switch {
	case q.Result == result.CheckFail && q.Failed > q.Known:
		return "**FAIL**"
	case q.Result == result.CheckFail:
		return "known"
	case q.Result == result.CheckPassed:
		return "ok"
	}
	return q.Untested()
}

// codeSpan returns a text of one line as a code span, which no backtick in the text ends.
func codeSpan(s string) string {
	if s == "" {
		return "(empty)"
	}
	fence := strings.Repeat("`", longestRun(s)+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") || strings.HasPrefix(s, " ") && strings.HasSuffix(s, " ") {
		s = " " + s + " "
	}
	return fence + s + fence
}

// longestRun returns the length of the longest run of backticks.
func longestRun(s string) int {
	longest, run := 0, 0
	for i := range len(s) {
		if s[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// escaped escapes all syntax of Markdown and HTML in a sentence. A comment after @ and # prevents
// mentions of users and issues on GitHub.
func escaped(s string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		switch {
		case c == '<':
			b.WriteString("&lt;")
			continue
		case c == '&':
			b.WriteString("&amp;")
			continue
		case c == '@' || c == '#':
			b.WriteString("\\" + string(c) + "<!-- -->")
			continue
		case strings.IndexByte("\\`*_[]|~$", c) >= 0,
			i == 0 && strings.IndexByte("-+=>", c) >= 0,
			c == ':' && i+1 < len(s) && s[i+1] != ' ', // no address, and no :name: of a picture
			(c == '.' || c == ')') && strings.Trim(s[:i], "0123456789") == "" && (i+1 == len(s) || s[i+1] == ' '),
			c == '.' && i > 0 && (s[i-1] == 'w' || s[i-1] == 'W'):
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}

// cell is escaped for a cell of a table, where a vertical bar ends the cell.
func cell(s string) string {
	return strings.NewReplacer(`\|`, "&#124;", `\\`, "&#92;").Replace(escaped(s))
}

// name returns an identifier in a code span; other text is escaped.
func name(s string) string {
	if s == "" || strings.Trim(s, identifierBytes) != "" {
		return cell(s)
	}
	return codeSpan(s)
}

const identifierBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/.-"

func names[T ~string](all []T) string {
	shown := make([]string, len(all))
	for i, s := range all {
		shown[i] = name(string(s))
	}
	return strings.Join(shown, ", ")
}
