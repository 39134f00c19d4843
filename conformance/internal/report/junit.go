package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// element is an element of JUnit XML, as in the schema of Jenkins.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []element
}

// elementOf returns an element without children. attributes are names, each before its value.
func elementOf(name, text string, attributes ...string) element {
	e := element{XMLName: xml.Name{Local: name}, Text: text}
	for i := 0; i < len(attributes); i += 2 {
		e.Attrs = append(e.Attrs, xml.Attr{Name: xml.Name{Local: attributes[i]}, Value: attributes[i+1]})
	}
	return e
}

// junitCase is a test case. It passed if it has no problem.
type junitCase struct {
	class, name         string
	assertions          int
	seconds             float64
	problem             string // the element: failure, error or skipped
	kind, message, text string
}

// WriteJUnit writes a report as JUnit XML, with three suites: the verdict, which corresponds to
// the exit status of the command; the requirements; and the parts, with their durations. The
// verdict has the rest of the time. A failure is one that is not known, and an error means inconclusive. Skipped means not tested,
// or only known failures.
func WriteJUnit(w io.Writer, r result.Report) error {
	verdict, requirements, parts := []junitCase{junitVerdict(r)}, junitRequirements(r), junitParts(r)
	for _, p := range parts {
		verdict[0].seconds = max(verdict[0].seconds-p.seconds, 0)
	}
	root := junitSuite("testsuites", r.Of().Title(), slices.Concat(verdict, requirements, parts))
	for _, s := range []struct {
		name  string
		cases []junitCase
	}{{"verdict", verdict}, {"requirements", requirements}, {"parts", parts}} {
		e := junitSuite("testsuite", s.name, s.cases, "timestamp", r.Times.Started.Format("2006-01-02T15:04:05"))
		if s.name == "verdict" {
			e.Children = append(e.Children, junitProperties(r))
		}
		for _, c := range s.cases {
			e.Children = append(e.Children, c.element())
		}
		if s.name == "verdict" && r.LastWords != "" {
			e.Children = append(e.Children, elementOf("system-err", r.LastWords.String()))
		}
		root.Children = append(root.Children, e)
	}
	text, err := xml.MarshalIndent(root, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}

// junitSuite returns an element that counts its cases.
func junitSuite(tag, name string, cases []junitCase, attributes ...string) element {
	n, sum := map[string]int{}, 0.0
	for _, c := range cases {
		n[c.problem]++
		sum += c.seconds
	}
	if tag == "testsuite" {
		attributes = append(attributes, "skipped", strconv.Itoa(n["skipped"]))
	}
	return elementOf(tag, "", append(attributes, "name", name, "tests", strconv.Itoa(len(cases)),
		"failures", strconv.Itoa(n["failure"]), "errors", strconv.Itoa(n["error"]), "time", seconds(sum))...)
}

func seconds(s float64) string { return strconv.FormatFloat(s, 'f', 3, 64) }

func junitProperties(r result.Report) element {
	all := elementOf("properties", "")
	for _, p := range append([]Limit{
		{"verdict", r.Verdict.String()}, {"library", r.Subject()}, {"edition", r.Edition}, {"profile", r.Profile},
		{"seed", strconv.FormatUint(r.Seed, 10)}, {"harness", r.Harness.Version}, {"corpus", r.Harness.Corpus},
	}, LimitsOf(r)...) {
		name := strings.Replace(p.Word, "cut short", "partial", 1)
		all.Children = append(all.Children, elementOf("property", "", "name", name, "value", p.Says))
	}
	return all
}

func (c junitCase) element() element {
	e := elementOf("testcase", "", "classname", "epin"+c.class, "name", c.name, "assertions", strconv.Itoa(c.assertions), "time", seconds(c.seconds))
	switch c.problem {
	case "":
	case "skipped":
		e.Children = []element{elementOf("skipped", c.text)}
	default:
		e.Children = []element{elementOf(c.problem, c.text, "type", c.kind, "message", c.message)}
	}
	return e
}

func junitVerdict(r result.Report) junitCase {
	problem := ""
	switch r.Verdict {
	case result.NotConformant, result.OutOfDate:
		problem = "failure"
	case result.NoVerdict:
		problem = "error"
	}
	return junitCase{
		name: "verdict", seconds: r.Times.Seconds, problem: problem, kind: r.Verdict.String(), message: r.VerdictLine() + ": " + r.Reason.String(),
		text: strings.Join(append([]string{r.Reason.String()}, behaviours(r)...), "\n"),
	}
}

func junitRequirements(r result.Report) (cases []junitCase) {
	for _, q := range r.Requirements {
		c := junitCase{class: "." + q.Level.String(), name: q.ID, assertions: q.Passed + q.Failed}
		switch {
		case q.Failed > q.Known:
			text := []string{q.Says}
			if at := r.Shortest(q.ID); at >= 0 {
				text = append(text, r.Findings[at].Sentence(), "Reproduce: "+r.Findings[at].Shell)
			}
			c.problem, c.kind, c.message, c.text = "failure", q.Level.String(), failedOf(r, q), strings.Join(text, "\n")
		case q.Failed > 0:
			c.problem, c.text = "skipped", number.Counted(q.Failed, q.Unit())+" failed, as known"
		case q.Result != result.CheckPassed:
			c.problem, c.text = "skipped", q.Untested()
		}
		cases = append(cases, c)
	}
	return cases
}

func junitParts(r result.Report) (cases []junitCase) {
	for i, p := range r.Parts {
		c := junitCase{class: "." + p.Layer, name: p.Name() + ": " + p.Asked, assertions: p.Passed + p.Failed, text: p.Says()}
		if i < len(r.Times.Parts) {
			c.seconds = r.Times.Parts[i].Seconds
		}
		switch {
		case p.Failed > p.Known:
			c.problem, c.kind, c.message = "failure", "checks", number.Counted(p.Failed-p.Known, "check")+" failed"
		case !p.Complete:
			c.problem, c.kind, c.message = "error", "cut short", "cut short"
		case p.Failed > 0:
			c.problem, c.text = "skipped", number.Counted(p.Failed, "check")+" failed, as known"
		case p.Passed == 0:
			c.problem = "skipped"
		}
		cases = append(cases, c)
	}
	return cases
}
