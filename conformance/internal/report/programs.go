package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// Style has how reports show a verdict; it adds nothing to the words.
type Style struct {
	Class, Sign string // in pages
	Rank        int    // failures first; a list of known failures that is out of date is not due to the library
	color       string // in the text
	mark        string // in Markdown
	badge       string // a colour name of shields.io
	problem     string // in JUnit XML
}

var styles = [...]Style{
	result.NoVerdict:        {"open", "?", 1, yellow, "⚠️", "lightgrey", "error"},
	result.NotConformant:    {"bad", "✗", 0, red, "❌", "red", "failure"},
	result.OutOfDate:        {"bad", "✗", 2, red, "❌", "red", "failure"},
	result.ConformantButFor: {"butfor", "!", 2, yellow, "⚠️", "yellow", ""},
	result.Conformant:       {"good", "✓", 3, green, "✅", "green", ""},
	result.FullyConformant:  {"good", "✓", 4, green, "✅", "brightgreen", ""},
}

// StyleOf returns the style of a verdict.
func StyleOf(v result.Verdict) Style { return styles[v] }

// Limit is a restriction of a run.
type Limit struct {
	Word string // one or two words
	Says string // sentences, with untrusted text
}

// LimitsOf returns the restrictions of a run.
func LimitsOf(r result.Report) (all []Limit) {
	switch {
	case r.Cut != "" && r.Verdict == result.NoVerdict: // the reason says why
		all = append(all, Limit{"cut short", "The run is incomplete."})
	case r.Cut != "":
		all = append(all, Limit{"cut short", "The run is incomplete: " + r.Cut.String()})
	case r.Incomplete():
		all = append(all, Limit{"cut short", "Some layers were cut short."})
	}
	if len(r.Only) > 0 {
		all = append(all, Limit{"partial", "Selected: " + printable.Join(r.Only, ", ")})
	}
	if r.Unstable { // only a finding that needs earlier requests tells order dependence from non-determinism
		says := "The same input had different responses: the library is non-deterministic, or its responses depend on other inputs."
		if slices.ContainsFunc(r.Findings, func(f result.Finding) bool { return f.Seen == result.RepeatAfter }) {
			says = "Responses depend on other inputs: the same input had different responses."
		}
		all = append(all, Limit{"unstable", says + " Another run may have another result."})
	}
	return all
}

// Title returns the edition, and the verdict with the restrictions of the run.
func Title(r result.Report) (edition, verdict string) {
	verdict = r.VerdictLine()
	for _, limit := range LimitsOf(r) {
		verdict += ", " + limit.Word
	}
	return r.Of().Title(), verdict
}

// WriteJSON writes a report as one indented JSON object that schema/report.schema.json describes.
func WriteJSON(w io.Writer, r result.Report) error { return writeJSON(w, r) }

// WriteBadgeJSON writes the verdict in the format of the endpoint badge of shields.io, which
// fetches it from a public address.
func WriteBadgeJSON(w io.Writer, r result.Report) error {
	label, message := Title(r)
	color := styles[r.Verdict].badge
	return writeJSON(w, struct {
		SchemaVersion int    `json:"schemaVersion"`
		Label         string `json:"label"`
		Message       string `json:"message"`
		Color         string `json:"color"`
		// IsError keeps the address of a badge from overriding the colour.
		IsError bool `json:"isError"`
	}{1, label, message, color, color == "red"})
}

func writeJSON(w io.Writer, value any) error {
	return json.MarshalEncode(jsontext.NewEncoder(w, jsontext.WithIndent("  ")), value)
}

// WriteGitHub writes the verdict, and a workflow command for each group of findings, which GitHub
// shows as an annotation. If the verdict is not positive for another reason, that is the annotation.
//
// Text from the system under test cannot be a command: it has no "::" and no line breaks, see
// [conformance.Visible], and is escaped as GitHub decodes it.
func WriteGitHub(out io.Writer, r result.Report) error {
	edition, verdict := Title(r)
	title := edition + ": " + verdict
	texts := behaviours(r)[:min(len(r.Groups), shownFindings)]
	if len(texts) == 0 && !r.Verdict.Positive() {
		texts = append(texts, r.Reason.String())
	}
	lines := []string{title + "  " + r.Implementation.String()}
	for _, text := range texts {
		lines = append(lines, fmt.Sprintf("::error title=%s::%s", gitHubProperty.Replace(title), gitHubMessage.Replace(text)))
	}
	_, err := fmt.Fprintln(out, strings.Join(lines, "\n"))
	return err
}

// behaviours returns the groups of findings, numbered, each with what is wrong and the likely causes.
func behaviours(r result.Report) (all []string) {
	for i, g := range r.Groups { // a later one may refer to its number
		body := lines(func(w *textWriter) { w.groupBody(i, g, r, "") })
		all = append(all, fmt.Sprintf("%d. %s\n%s", i+1, g.Says, strings.Join(body, "\n")))
	}
	return all
}

// GitHub decodes these in the message of a command, and in its properties.
var (
	gitHubMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	gitHubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
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
	requirements, parts := junitRequirements(r), junitParts(r)
	verdict := junitCase{
		Name: "verdict", Seconds: r.Times.Seconds, Problem: styles[r.Verdict].problem,
		Kind: r.Verdict.String(), Message: r.VerdictLine() + ": " + r.Reason.String(),
		Text: strings.Join(behaviours(r), "\n"),
	}
	for _, p := range parts {
		verdict.Seconds = max(verdict.Seconds-p.Seconds, 0)
	}
	properties := []Limit{
		{"verdict", r.Verdict.String()}, {"library", r.Implementation.String()}, {"edition", r.Edition}, {"profile", r.Profile},
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

// junitTemplate is no variable: a program that does not call it does not link package text/template.
func junitTemplate() *template.Template {
	return template.Must(template.New("junit").Funcs(template.FuncMap{
		"x": func(text string) string {
			var b strings.Builder
			xml.EscapeText(&b, []byte(text)) // a Builder returns no error
			return b.String()
		},
		"count": func(cases []junitCase, problem string) int {
			return len(Selected(cases, func(c junitCase) bool { return c.Problem == problem }))
		},
		"seconds": func(cases []junitCase) string {
			sum := 0.0
			for _, c := range cases {
				sum += c.Seconds
			}
			return fmt.Sprintf("%.3f", sum)
		},
	}).Parse(junitText))
}

// junitRequirements returns the requirements. Only the first one that a finding violates has it; the
// others name that one.
func junitRequirements(r result.Report) (cases []junitCase) {
	with := map[int]string{} // by finding
	for _, q := range r.Requirements {
		c := junitCase{Class: "." + q.Level.String(), Name: q.ID, Assertions: q.Passed + q.Failed}
		switch {
		case q.Failed > q.Known:
			c.Problem, c.Kind, c.Message, c.Text = "failure", q.Level.String(), failedOf(r, q), q.Says
			if q.Reading() {
				c.Text += " (our reading)"
			}
			switch at := r.Shortest(q.ID); {
			case with[at] != "":
				c.Message = "see " + with[at] + ", which the same finding violates"
			case at >= 0:
				with[at] = q.ID
				c.Text += "\n" + r.Findings[at].Sentence() + "\nReproduce: " + r.Findings[at].Shell
			case q.Example != nil:
				c.Text += "\nReproduce: " + q.Example.Shell
			}
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
