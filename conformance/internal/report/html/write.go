// Package html writes reports as a self-contained HTML page, for screens of any size, light
// or dark, for paper, for the keyboard and for screen readers.
//
// The script of the page only filters, sorts and copies: everything can be read without it.
// Text from a library or a file is untrusted: it is escaped, and isolated from other text.
package html

import (
	"embed"
	"html/template"
	"io"
	"path"
	"strings"
	"sync"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/report/results"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/webpage"
)

//go:embed parts.html page.html learned.html results.html page.css page.js
var files embed.FS

func file(name string) string {
	text, _ := files.ReadFile(name) // it is embedded
	return string(text)
}

var (
	page        = sync.OnceValue(func() *webpage.Page { return pageOf("page.html", file("page.js")) })
	learnedPage = sync.OnceValue(func() *webpage.Page { return pageOf("learned.html", "") })
	resultsPage = sync.OnceValue(func() *webpage.Page { return pageOf("results.html", file("page.js")) })
)

func pageOf(name, script string) *webpage.Page {
	return webpage.New(webpage.Source{
		Template: file("parts.html") + file(name), Style: Style(), Within: []string{automaton.Style}, Script: script,
		Funcs: template.FuncMap{
			"thousands": number.Thousands,
			"less":      func(a, b int) int { return a - b },
			"counted":   number.Counted,
			"capital":   printable.Capital,
			"documents": runsBy(func(q requirementView) string { return q.Document }),
			"clauses":   runsBy(requirementView.Clause),
			"shell":     func(command []printable.Text) string { return printable.ShellLine(printable.Strings(command)) },
			"trimmed":   func(l printable.Lines) string { return strings.TrimRight(l.String(), "\n") },
			"short":     func(t printable.Text) string { return t.Short(longestVersion) },
			"outcome":   webpage.OutcomeOf,
			"styled":    report.StyleOf,
			"base":      path.Base,
			"labelled":  func(line string) []string { return strings.SplitN(line, ": ", 2) },
			"slashed":   func(id string) []string { return strings.SplitAfter(id, "/") }, // for line breaks after slashes
		},
	})
}

// Style returns the style sheet of reports, for other pages that show findings and automata.
func Style() string { return file("page.css") }

// Write writes reports as an HTML page, in their order. For one report, the first screen has the
// verdict, the library, the edition, and what is wrong; the rest has the content of the other formats,
// and the guarantees with their assumptions are folded. For several, a matrix of libraries and requirements comes first,
// which links to the findings. Results of runs that were cut short, partial or non-deterministic are
// always marked. files has the names of the files of the reports in their order, which distinguish
// runs of one library, or is empty.
//
// Write returns an error if there is no report, if a report has an invalid edition or
// automaton, or if writing fails. Only in the last case has it written something.
func Write(w io.Writer, reports []result.Report, files []string) error {
	v, err := view(reports, files)
	if err != nil {
		return err
	}
	return page().Write(w, v)
}

// WriteLearned writes an HTML page about a learned automaton, with the content of
// [report.WriteLearned] and both automata as figures.
func WriteLearned(w io.Writer, r report.LearnedReport) error {
	v := &reportView{Label: r.Implementation.String(), Report: result.Report{
		Head:   result.Head{Edition: r.Edition.String(), Tested: r.Edition, Implementation: r.Implementation},
		Result: result.Result{Learned: &r.Learned},
	}}
	if err := v.figures(r.States); err != nil {
		return err
	}
	return learnedPage().Write(w, struct {
		report.LearnedReport
		View *reportView
	}{r, v})
}

// WriteResults writes a table of results as an HTML page, which links to the pages of its reports.
func WriteResults(w io.Writer, t results.Table) error { return resultsPage().Write(w, t) }
