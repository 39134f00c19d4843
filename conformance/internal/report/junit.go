package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/template"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// junitText is the template of JUnit XML, as in the schema of Jenkins.
const junitText = xml.Header + `{{define "counts"}} tests="{{len .}}" failures="{{count . "failure"}}" errors="{{count . "error"}}" time="{{seconds .}}"{{end -}}
<testsuites name="{{x .Of.Title}}"{{template "counts" .All}}>
{{- range .Suites}}{{$name := .Name}}{{with .Cases}}
  <testsuite name="{{$name}}"{{template "counts" .}} skipped="{{count . "skipped"}}" timestamp="{{$.Times.Started.Format "2006-01-02T15:04:05"}}">
{{- if eq $name "verdict"}}
    <properties>
{{- range $.Properties}}
      <property name="{{x .Word}}" value="{{x .Says}}"></property>
{{- end}}
    </properties>
{{- end}}
{{- range .}}
    <testcase classname="epin{{x .Class}}" name="{{x .Name}}" assertions="{{.Assertions}}" time="{{printf "%.3f" .Seconds}}">
{{- if eq .Problem "skipped"}}<skipped>{{x .Text}}</skipped>
{{- else if .Problem}}<{{.Problem}} type="{{x .Kind}}" message="{{x .Message}}">{{x .Text}}</{{.Problem}}>{{end}}</testcase>
{{- end}}
{{- if eq $name "verdict"}}{{with $.Stderr.String}}
    <system-err>{{x .}}</system-err>{{end}}{{end}}
  </testsuite>
{{- end}}{{end}}
</testsuites>
`

// junitCase is a test case. It passed if it has no problem.
type junitCase struct {
	Class, Name         string
	Assertions          int
	Seconds             float64
	Problem             string // the element: failure, error or skipped
	Kind, Message, Text string
}

type junitSuite struct {
	Name  string
	Cases []junitCase
}

// WriteJUnit writes a report as JUnit XML, with three suites: the verdict, which corresponds to
// the exit status of the command; the requirements; and the parts, with their durations. The
// verdict has the rest of the time. A failure is one that is not known, and an error means
// inconclusive. Skipped means not tested, or only known failures.
func WriteJUnit(w io.Writer, r result.Report) error {
	verdict, requirements, parts := junitVerdict(r), junitRequirements(r), junitParts(r)
	for _, p := range parts {
		verdict.Seconds = max(verdict.Seconds-p.Seconds, 0)
	}
	properties := []Limit{
		{"verdict", r.Verdict.String()}, {"library", r.Subject()}, {"edition", r.Edition}, {"profile", r.Profile},
		{"seed", strconv.FormatUint(r.Seed, 10)}, {"harness", r.Harness.Version}, {"corpus", r.Harness.Corpus},
	}
	for _, limit := range LimitsOf(r) {
		properties = append(properties, Limit{strings.Replace(limit.Word, "cut short", "partial", 1), limit.Says})
	}
	return junitTemplate().Execute(w, struct {
		result.Report
		All        []junitCase
		Suites     []junitSuite
		Properties []Limit
	}{
		r, slices.Concat([]junitCase{verdict}, requirements, parts),
		[]junitSuite{{"verdict", []junitCase{verdict}}, {"requirements", requirements}, {"parts", parts}}, properties,
	})
}

var junitTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("junit").Funcs(template.FuncMap{
		"x": func(text string) string {
			var b strings.Builder
			xml.EscapeText(&b, []byte(text)) // a Builder returns no error
			return b.String()
		},
		"count": func(cases []junitCase, problem string) int {
			return len(slices.DeleteFunc(slices.Clone(cases), func(c junitCase) bool { return c.Problem != problem }))
		},
		"seconds": func(cases []junitCase) string {
			sum := 0.0
			for _, c := range cases {
				sum += c.Seconds
			}
			return fmt.Sprintf("%.3f", sum)
		},
	}).Parse(junitText))
})

func junitVerdict(r result.Report) junitCase {
	problem := ""
	switch r.Verdict {
	case result.NotConformant, result.OutOfDate:
		problem = "failure"
	case result.NoVerdict:
		problem = "error"
	}
	return junitCase{
		Name: "verdict", Seconds: r.Times.Seconds, Problem: problem, Kind: r.Verdict.String(), Message: r.VerdictLine() + ": " + r.Reason.String(),
		Text: strings.Join(append([]string{r.Reason.String()}, behaviours(r)...), "\n"),
	}
}

func junitRequirements(r result.Report) (cases []junitCase) {
	for _, q := range r.Requirements {
		c := junitCase{Class: "." + q.Level.String(), Name: q.ID, Assertions: q.Passed + q.Failed}
		switch {
		case q.Failed > q.Known:
			text := []string{q.Says}
			if at := r.Shortest(q.ID); at >= 0 {
				text = append(text, r.Findings[at].Sentence(), "Reproduce: "+r.Findings[at].Shell)
			}
			c.Problem, c.Kind, c.Message, c.Text = "failure", q.Level.String(), failedOf(r, q), strings.Join(text, "\n")
		case q.Failed > 0:
			c.Problem, c.Text = "skipped", number.Counted(q.Failed, q.Unit())+" failed, as known"
		case q.Result != result.CheckPassed:
			c.Problem, c.Text = "skipped", q.Untested()
		}
		cases = append(cases, c)
	}
	return cases
}

func junitParts(r result.Report) (cases []junitCase) {
	for i, p := range r.Parts {
		c := junitCase{Class: "." + p.Layer, Name: p.Name() + ": " + p.About, Assertions: p.Passed + p.Failed, Text: p.Says()}
		if i < len(r.Times.Parts) {
			c.Seconds = r.Times.Parts[i].Seconds
		}
		switch {
		case p.Failed > p.Known:
			c.Problem, c.Kind, c.Message = "failure", "checks", number.Counted(p.Failed-p.Known, "check")+" failed"
		case !p.Complete:
			c.Problem, c.Kind, c.Message = "error", "cut short", "cut short"
		case p.Failed > 0:
			c.Problem, c.Text = "skipped", number.Counted(p.Failed, "check")+" failed, as known"
		case p.Passed == 0:
			c.Problem = "skipped"
		}
		cases = append(cases, c)
	}
	return cases
}
