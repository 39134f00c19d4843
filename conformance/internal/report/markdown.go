package report

import (
	_ "embed"
	"io"
	"regexp"
	"strings"
	"text/template"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

//go:embed markdown.tmpl
var markdownText string

// WriteMarkdown writes a report as GitHub Flavored Markdown, for the summary of a job or for an issue: the
// content of [WriteText] with Verbose, most of it folded.
//
// Text from the system under test is untrusted. Only its plain words are outside of code, see prose.
func WriteMarkdown(out io.Writer, r result.Report) error {
	all := r
	r.Stderr = "" // all has it once
	return template.Must(template.New("markdown").Funcs(template.FuncMap{
		"prose": prose, "code": code, "counted": number.Counted, "thousands": number.Thousands,
		"failed": failedOf, "read": read, "others": alsoFailed,
		"cell":  func(text string) string { return strings.ReplaceAll(prose(text), "|", `\x7c`) },
		"fence": func(text string) string { return fenced("```", "text\n"+strings.Trim(text, "\n")+"\n") },
		"mark":  func() string { return styles[r.Verdict].mark },
		"sum":   func(a, b int) int { return a + b },
		"shown": func() []result.Group { return r.Groups[:min(len(r.Groups), shownFindings)] },
		"first": func(g result.Group) *result.Finding { return &r.Findings[g.Findings[0]] },
		// The lines of the text, without headings.
		"head":    func() []string { return lines(func(w *textWriter) { w.head(r) })[1:] },
		"body":    func(i int) []string { return lines(func(w *textWriter) { w.groupBody(i, r.Groups[i], r, "") }) },
		"stale":   func() []string { return lines(func(w *textWriter) { w.staleKnown(r) })[1:] },
		"learned": func() string { return strings.Join(lines(func(w *textWriter) { w.learned(r.Learned) }), "\n") },
		"summary": func() []string { return lines(func(w *textWriter) { w.summary(r) }) },
	}).Parse(markdownText)).Execute(out, all)
}

// technical matches words that could be markup, a link or a mention: with other characters than those of
// plain text, with digits beside letters, or with a full stop, a colon or a hyphen before what is no end.
const technical = `\S*(?:[^\sA-Za-z0-9,.;:()'-]|[A-Za-z][0-9]|[0-9][A-Za-z]|[A-Za-z][.:]\S|[.:][^\s0-9]|-[^\sa-z])\S*`

var technicals = regexp.MustCompile(technical + `(?: ` + technical + `)*`)

// prose returns a text as Markdown: all but plain words as code, so that none of it is markup.
func prose(text string) string {
	return technicals.ReplaceAllStringFunc(strings.Join(strings.Fields(text), " "), func(words string) string {
		end := len(strings.TrimRight(words[1:], ",.;:")) + 1
		return code(words[:end]) + words[end:]
	})
}

func code(text string) string {
	if strings.Contains(text, "`") {
		text = " " + text + " "
	}
	return fenced("`", text)
}

// fenced returns a text between fences, which are longer than any run of backticks in it.
func fenced(fence, text string) string {
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + text + fence
}
