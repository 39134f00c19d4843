package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// The elements of JUnit XML, as in the schema of Jenkins.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Time     string       `xml:"time,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name       string           `xml:"name,attr"`
		Tests      int              `xml:"tests,attr"`
		Failures   int              `xml:"failures,attr"`
		Errors     int              `xml:"errors,attr"`
		Skipped    int              `xml:"skipped,attr"`
		Time       string           `xml:"time,attr"`
		Timestamp  string           `xml:"timestamp,attr"`
		Properties *junitProperties `xml:"properties"`
		Cases      []junitCase      `xml:"testcase"`
		Err        string           `xml:"system-err,omitempty"`
	}
	junitProperties struct {
		All []junitProperty `xml:"property"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	// A junitCase without Skipped, Error and Failure passed.
	junitCase struct {
		Class      string        `xml:"classname,attr"`
		Name       string        `xml:"name,attr"`
		Assertions int           `xml:"assertions,attr"`
		Time       string        `xml:"time,attr"`
		Skipped    string        `xml:"skipped,omitempty"` // why
		Error      *junitProblem `xml:"error"`
		Failure    *junitProblem `xml:"failure"`
	}
	junitProblem struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes a report as JUnit XML, with three suites: the verdict, which corresponds to
// the exit status of the command; the requirements; and the parts, with their durations. A
// failure is one that is not known, and an error means inconclusive. Skipped means not tested,
// or only known failures.
func WriteJUnit(w io.Writer, r result.Report) error {
	suites := junitSuites{Name: r.Of().Title(), Time: seconds(r.Times.Seconds), Suites: []junitSuite{
		junitVerdict(r), junitRequirements(r), junitParts(r),
	}}
	for i := range suites.Suites {
		s := &suites.Suites[i]
		s.Timestamp = r.Times.Started.Format("2006-01-02T15:04:05")
		s.Tests = len(s.Cases)
		for _, c := range s.Cases {
			switch {
			case c.Failure != nil:
				s.Failures++
			case c.Error != nil:
				s.Errors++
			case c.Skipped != "":
				s.Skipped++
			}
		}
		suites.Tests += s.Tests
		suites.Failures += s.Failures
		suites.Errors += s.Errors
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(suites); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func seconds(s float64) string { return strconv.FormatFloat(s, 'f', 3, 64) }

func junitVerdict(r result.Report) junitSuite {
	properties := []junitProperty{
		{"verdict", r.Verdict.String()},
		{"library", r.Subject()},
		{"edition", r.Edition},
		{"profile", r.Profile},
		{"seed", strconv.FormatUint(r.Seed, 10)},
		{"harness", r.Harness.Version},
		{"corpus", r.Harness.Corpus},
	}
	for _, n := range notices(r) {
		properties = append(properties, junitProperty{n.property, n.says})
	}
	text := []string{r.Reason.String()}
	for i, g := range r.Groups {
		text = append(text, fmt.Sprintf("%d. %s", i+1, g.Says))
		text = append(text, r.CauseLines(i)...)
	}
	c := junitCase{Class: "epin", Name: "verdict", Time: seconds(r.Times.Seconds)}
	problem := &junitProblem{Type: r.Verdict.String(), Message: r.VerdictLine() + ": " + r.Reason.String(), Text: strings.Join(text, "\n")}
	switch r.Verdict {
	case result.NotConformant, result.OutOfDate:
		c.Failure = problem
	case result.NoVerdict:
		c.Error = problem
	}
	return junitSuite{
		Name: "verdict", Time: c.Time, Properties: &junitProperties{properties},
		Cases: []junitCase{c}, Err: r.LastWords.String(),
	}
}

func junitRequirements(r result.Report) junitSuite {
	s := junitSuite{Name: "requirements", Time: seconds(0)}
	for _, q := range r.Requirements {
		c := junitCase{Class: "epin." + q.Level.String(), Name: q.ID, Assertions: q.Passed + q.Failed, Time: seconds(0)}
		switch {
		case q.Failed > q.Known:
			text := []string{q.Says}
			if at := r.Shortest(q.ID); at >= 0 {
				text = append(text, r.Findings[at].Sentence(), "Reproduce: "+r.Findings[at].Shell)
			}
			c.Failure = &junitProblem{Type: q.Level.String(), Message: failedOf(r, q), Text: strings.Join(text, "\n")}
		case q.Failed > 0:
			c.Skipped = fmt.Sprintf("%s failed, as known", number.Counted(q.Failed, q.Unit()))
		case q.Result != result.CheckPassed:
			c.Skipped = q.Untested()
		}
		s.Cases = append(s.Cases, c)
	}
	return s
}

func junitParts(r result.Report) junitSuite {
	s := junitSuite{Name: "parts"}
	sum := 0.0
	for i, p := range r.Parts {
		took := 0.0
		if i < len(r.Times.Parts) {
			took = r.Times.Parts[i].Seconds
		}
		sum += took
		c := junitCase{Class: "epin." + p.Layer, Name: p.Name() + ": " + p.Asked, Assertions: p.Passed + p.Failed, Time: seconds(took)}
		switch {
		case p.Failed > p.Known:
			c.Failure = &junitProblem{Type: "checks", Message: number.Counted(p.Failed-p.Known, "check") + " failed", Text: p.Says()}
		case !p.Complete:
			c.Error = &junitProblem{Type: "cut short", Message: "cut short", Text: p.Says()}
		case p.Failed > 0:
			c.Skipped = number.Counted(p.Failed, "check") + " failed, as known"
		case p.Passed == 0:
			c.Skipped = p.Says()
		}
		s.Cases = append(s.Cases, c)
	}
	s.Time = seconds(sum)
	return s
}
