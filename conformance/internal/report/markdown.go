package report

import (
	_ "embed"
	"io"
	"math"
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
	lines := func(write func(*textWriter)) []string {
		w := textWriter{TextOptions: TextOptions{Width: math.MaxInt}}
		write(&w)
		return strings.Split(strings.TrimSpace(w.String()), "\n")
	}
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

// plainWord matches words that are no markup, no link and no mention, wherever they are.
var plainWord = regexp.MustCompile(`^(\(?([A-Za-z]+(['-][A-Za-z]+)*|[0-9][0-9,.]*)\)?)?[,.;:]*$`)

// prose returns a text as Markdown: all but plain words as code, so that none of it is markup.
func prose(text string) string {
	var words, rest []string
	for _, word := range append(strings.Fields(text), "") {
		switch {
		case !plainWord.MatchString(word):
			rest = append(rest, word)
			continue
		case len(rest) > 0:
			other := strings.Join(rest, " ")
			end := strings.TrimRight(other, ",.;:")
			words, rest = append(words, code(end)+other[len(end):]), nil
		}
		words = append(words, word)
	}
	return strings.TrimRight(strings.Join(words, " "), " ")
}

// code returns a text of one line as code.
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
