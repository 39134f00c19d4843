package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// WriteMarkdown writes a report as GitHub Flavored Markdown, for the summary of a job or for an
// issue: the failures first, the rest folded. Below the headings it has the parts of [WriteText] as
// code blocks.
//
// Text from the system under test is untrusted. It is only in code spans and code blocks, with
// fences longer than any in it, and never in HTML. In sentences that may contain it, all Markdown
// syntax is escaped.
func WriteMarkdown(out io.Writer, r result.Report) error {
	var w markdownWriter
	w.printf("## %s %s\n\n", verdictStyles[r.Verdict].mark, r.Headline())
	w.printf("%s: %s\n\n", codeSpan(r.Subject()), escaped(r.Reason.String()))
	if r.OtherEdition != "" {
		w.printf("%s.\n\n", escaped(printable.Capital(r.OtherEdition)))
	}
	for _, notice := range notices(r) {
		w.printf("> **%s**: %s\n\n", notice.word, escaped(notice.says))
	}
	w.printf("EPIN edition %s, profile %s, seed %d, harness %s, %s.\n", escaped(r.Edition), escaped(r.Profile), r.Seed, escaped(r.Harness.Version), r.Times.Started.Format("2006-01-02 15:04 MST"))
	if len(r.Findings) > 0 {
		w.printf("\n### Findings\n\n%s.\n", failuresCome(r))
	}
	groups := r.Grouped()
	for i, g := range groups[:min(len(groups), shownFindings)] {
		w.printf("\n#### %d. %s\n\n", i+1, escaped(g.Says.String()))
		w.text(func(t *textWriter) {
			t.groupBody(i, g, r, "")
			t.printf("\n%s", r.Findings[g.Findings[0]].Details(func(got string) string { return got }))
		})
		w.printf("\nReproduce:\n\n")
		w.block("sh", r.Findings[g.Findings[0]].Shell)
	}
	if more := len(groups) - shownFindings; more > 0 {
		w.printf("\n%s: see the JSON report.\n", number.Counted(more, "more finding"))
	}
	w.printf("\n")
	w.text(func(t *textWriter) {
		t.staleKnown(r.KnownFailures)
		t.learned(r.Learned)
		t.summary(r)
		t.Verbose = true
		t.guarantee(r)
		for _, note := range r.ShownNotes() {
			t.paragraph("Note: "+note, "")
		}
	})
	if k := r.KnownFailures; k.Failing() > 0 {
		w.details(fmt.Sprintf("Known failures: %s, %s", number.Counted(len(k.Lines), "line"), number.Counted(k.Checks, "check")),
			func(t *textWriter) { t.known(k) })
	}
	if len(r.Parts) > 0 {
		w.details("Requirements", func(t *textWriter) { t.requirements(r) })
		w.details(fmt.Sprintf("Checks, in %.1f s", r.Times.Seconds), func(t *textWriter) { t.parts(r) })
	}
	if r.LastWords != "" {
		w.details("The adapter's standard error (tail)", func(t *textWriter) { t.stderr(r) })
	}
	_, err := w.WriteTo(out)
	return err
}

type markdownWriter struct{ textWriter }

// details folds a part of the text.
func (w *markdownWriter) details(summary string, write func(*textWriter)) {
	w.printf("\n<details>\n<summary>%s</summary>\n\n", escaped(summary))
	w.text(write)
	w.printf("\n</details>\n")
}

// text writes a part of the text as a code block.
func (w *markdownWriter) text(write func(*textWriter)) {
	t := &textWriter{TextOptions: TextOptions{Width: 100}}
	write(t)
	w.block("text", strings.Trim(t.String(), "\n"))
}

// block writes a code block, unless it is empty.
func (w *markdownWriter) block(language, text string) {
	if text != "" {
		fence := fenceOf(text, "```")
		w.printf("%s%s\n%s\n%s\n", fence, language, text, fence)
	}
}

// fenceOf returns as many backticks as at least, and more than any run in a text.
func fenceOf(text, least string) string {
	for strings.Contains(text, least) {
		least += "`"
	}
	return least
}

// codeSpan returns a text of one line as a code span, which no backtick in the text ends.
func codeSpan(s string) string {
	fence := fenceOf(s, "`")
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") || strings.HasPrefix(s, " ") && strings.HasSuffix(s, " ") {
		s = " " + s + " "
	}
	return fence + s + fence
}

// failuresCome counts the failed checks and their findings.
func failuresCome(r result.Report) string {
	all, known := r.Checks()
	failed, counted, come := all.Failed-known, 0, "shrink"
	for _, f := range r.Findings {
		counted += f.Checks
	}
	if failed == 1 {
		come = "shrinks"
	}
	s := fmt.Sprintf("%s, which %s to %s", number.Counted(failed, "failed check"), come, number.Counted(len(r.Findings), "finding"))
	if counted > failed {
		s += ", some of them to several"
	}
	return s
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
