package engine

import (
	"context"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Progress is the state of a run.
type Progress struct {
	Done    int    `json:"done"`    // finished checks
	Planned int    `json:"planned"` // 0 until it is known
	First   string `json:"first"`   // the input of the first failed check, as a literal; or empty
	Over    bool   `json:"over"`    // all checks are finished, some failed, and diagnosis follows
}

// Certified is the result of a run.
type Certified struct {
	Report    result.Report `json:"report"` // without parts and failures
	Checks    int           `json:"checks"`
	Seconds   float64       `json:"seconds"`
	Learned   string        `json:"learned"`   // a figure of what the function accepts, or empty
	Specified string        `json:"specified"` // a figure of what the specification accepts
}

// Certify runs the suite, with the same seed each time. It calls tell some times a second, and
// at once for the first failure and after the checks.
func Certify(
	ctx context.Context, open conformance.Factory, edition *notation.Edition, profile suite.Profile, tell func(Progress),
) (Certified, error) {
	began := time.Now()
	told, first := began, ""
	cfg := suite.Config{Open: open, Edition: edition, Profile: profile, Seed: 1}
	cfg.Progress = func(p suite.Progress) {
		now := Progress{Done: p.Before + p.Done, Planned: p.Planned}
		if p.First != nil {
			now.First, now.Over = p.First.Token.Shown(), p.Layer == ""
		}
		if now.First != first || now.Over || time.Since(told) > 100*time.Millisecond {
			tell(now)
			told, first = time.Now(), now.First
		}
	}
	report, err := suite.Run(ctx, cfg)
	all, _ := report.Checks()
	c := Certified{Report: report, Checks: all.All(), Seconds: time.Since(began).Seconds()}
	c.Report.Parts, c.Report.Failures = nil, nil
	c.Report.Notes = printable.Texts(c.Report.ShownNotes())
	specification, drawing := automaton.Of(edition), automaton.Drawing{Title: "What the specification accepts"}
	if l := report.Learned; l != nil && l.Machine != nil && l.Machine.States() <= mostDrawn {
		drawing.Against = l.Machine
		c.Learned = l.Machine.SVG(automaton.Drawing{Title: "What yours accepts", Against: specification})
	}
	c.Specified = specification.SVG(drawing)
	return c, err
}

// mostDrawn is the maximum number of states in a figure.
const mostDrawn = 24
