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
	return template.Must(template.New("markdown").Funcs(template.FuncMap{
		"prose": prose, "code": code, "counted": number.Counted, "thousands": number.Thousands,
		"cell":  func(text string) string { return strings.ReplaceAll(prose(text), "|", `\x7c`) },
		"fence": func(text string) string { return fenced("```", "text\n"+strings.Trim(text, "\n")+"\n") },
		"mark":  func(v result.Verdict) string { return styles[v].mark },
		"sum":   func(a, b int) int { return a + b },
		"shown": func(groups []result.Group) []result.Group { return groups[:min(len(groups), shownFindings)] },
		"first": func(r result.Report, g result.Group) *result.Finding { return &r.Findings[g.Findings[0]] },
		"lines": groupLines, "others": alsoFailed, "failed": failedOf, "read": read, "stale": staleOf, "checks": checksOf, "head": TextOptions{}.headLines,
		"learned": func(r result.Report) string {
			var w textWriter
			w.learned(r.Learned)
			return w.String()
		},
	}).Parse(markdownText)).Execute(out, r)
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
