package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// WriteMarkdown writes a report as GitHub Flavored Markdown, for the summary of a job or for an
// issue: the verdict as a heading, and the parts of [WriteText] as code blocks, the long ones folded.
//
// Text from the system under test is untrusted. It is only in code blocks, with fences that are
// longer than any run of backticks in it.
func WriteMarkdown(out io.Writer, r result.Report) error {
	var b bytes.Buffer
	block := func(write func(*textWriter)) {
		var t textWriter
		write(&t)
		fence := "```"
		for strings.Contains(t.String(), fence) {
			fence += "`"
		}
		fmt.Fprintf(&b, "\n%stext\n%s\n%s\n", fence, strings.Trim(t.String(), "\n"), fence)
	}
	folded := func(summary string, write func(*textWriter)) {
		fmt.Fprintf(&b, "\n<details>\n<summary>%s</summary>\n", summary)
		block(write)
		b.WriteString("\n</details>\n")
	}
	fmt.Fprintf(&b, "## %s %s\n", styles[r.Verdict].mark, r.Headline())
	block(func(t *textWriter) {
		t.head(r)
		t.findings(r, 1)
		t.staleKnown(r)
		t.learned(r.Learned)
		t.summary(r)
		t.printf("Harness %s, %s.\n", r.Harness.Version, r.Times.Started.Format("2006-01-02 15:04 MST"))
		t.Verbose = true
		t.guarantee(r)
		t.notes(r)
	})
	if k := r.KnownFailures; k.Failing() > 0 {
		folded(fmt.Sprintf("Known failures: %s, %s", number.Counted(len(k.Lines), "line"), number.Counted(k.Checks, "check")),
			func(t *textWriter) { t.known(k) })
	}
	if len(r.Parts) > 0 {
		folded("Requirements", func(t *textWriter) { t.requirements(r) })
		folded(fmt.Sprintf("Checks, in %.1f s", r.Times.Seconds), func(t *textWriter) { t.parts(r) })
	}
	_, err := b.WriteTo(out)
	return err
}
