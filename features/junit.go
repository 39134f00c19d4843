package features

import (
	"encoding/xml"
	"fmt"
	"strconv"
)

// The document that godog writes as junit, and the elements that it should have.
type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Time     seconds      `xml:"time,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Time     seconds     `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string         `xml:"name,attr"`
	Status  string         `xml:"status,attr"`
	Time    seconds        `xml:"time,attr"`
	Failure *junitMessage  `xml:"failure"`
	Skipped *junitMessage  `xml:"skipped"`
	Errors  []junitMessage `xml:"error"`
}

// seconds are written without an exponent, which readers of such documents do not know.
type seconds float64

func (s seconds) MarshalXMLAttr(name xml.Name) (xml.Attr, error) {
	return xml.Attr{Name: name, Value: strconv.FormatFloat(float64(s), 'f', -1, 64)}, nil
}

type junitMessage struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
}

// add adds a document that godog wrote. There, each step that was left out makes an
// error, and a scenario that was not exercised has the status passed: it becomes
// skipped. There are no other errors in a run that did not end with one.
func (all *junitSuites) add(document []byte, ofLibrary bool) error {
	var run junitSuites
	if err := xml.Unmarshal(document, &run); err != nil {
		return fmt.Errorf("features: godog writes no XML: %w", err)
	}
	all.Name = run.Name
	all.Time += run.Time
	for _, suite := range run.Suites {
		if ofLibrary {
			suite.Name += ofLibraryMark
		}
		suite.Skipped, suite.Errors = 0, 0
		for i := range suite.Cases {
			c := &suite.Cases[i]
			if len(c.Errors) > 0 && c.Failure == nil {
				c.Status = "skipped"
				c.Skipped = &junitMessage{Message: NotExercised.String() + ": " + c.Errors[0].Message}
				suite.Skipped++
			}
			c.Errors = nil
		}
		all.Tests += suite.Tests
		all.Skipped += suite.Skipped
		all.Failures += suite.Failures
		all.Suites = append(all.Suites, suite)
	}
	return nil
}
