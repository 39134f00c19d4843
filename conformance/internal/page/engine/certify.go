package engine

import (
	"context"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

// Progress is the state of a run.
type Progress struct {
	Done    int    `json:"done"`            // finished checks
	Planned int    `json:"planned"`         // 0 until it is known
	First   string `json:"first,omitempty"` // the input of the first failed check, as a literal
}

// Certified is the result of a run. Its texts are escaped for display, but not for HTML.
type Certified struct {
	Verdict      string        `json:"verdict"`
	Kind         string        `json:"kind"` // good, bad or open
	Reason       string        `json:"reason"`
	Checks       int           `json:"checks"`
	Seconds      float64       `json:"seconds"`
	Findings     []Finding     `json:"findings"` // the first ones
	More         int           `json:"more"`     // further findings
	Causes       []string      `json:"causes"`
	Failed       []Requirement `json:"failed"`
	Passed       int           `json:"passed"` // requirements
	Notes        []string      `json:"notes"`
	Accepts      string        `json:"accepts,omitempty"` // a regular expression, if it was learned
	Expected     string        `json:"expected"`
	Unlearned    string        `json:"unlearned,omitempty"` // why it was not
	Figure       string        `json:"figure,omitempty"`    // an SVG of what the function accepts
	SpecifiedFig string        `json:"specified"`           // an SVG of what the specification accepts
}

// Finding is a shrunk input with an incorrect response.
type Finding struct {
	Sentence     string   `json:"sentence"`
	Token        string   `json:"token"` // as a literal
	Hex          string   `json:"hex"`
	Wanted       string   `json:"wanted"`
	Got          string   `json:"got"`
	Requirements []string `json:"requirements"`
}

// Requirement is a requirement that failed.
type Requirement struct {
	ID    string `json:"id"`
	Level string `json:"level"`
	Says  string `json:"says"`
}

// seed makes runs of the page the same each time.
const seed = 1

// mostDrawn is the maximum number of states in a figure.
const mostDrawn = 24

// Certify runs the suite. It calls tell some times a second, and at once for the first failure.
func Certify(ctx context.Context, open conformance.Factory, edition epin.Edition, profile suite.Profile, tell func(Progress)) (Certified, error) {
	began := time.Now()
	told, now, finished := began, Progress{}, 0
	r := result.Report{Head: result.Head{Edition: edition.String()}}
	cfg := suite.Config{Open: open, Edition: edition, Profile: profile, Seed: seed, Planned: func(n int) { now.Planned = n }}
	res, err := suite.Run(ctx, cfg, func(e suite.Event) {
		first := false
		switch e := e.(type) {
		case suite.RunStarted:
			r.Head = e.Head
		case suite.Progress:
			now.Done = finished + e.Done
		case suite.CheckFailed:
			if first = now.First == ""; first {
				now.First = e.Failure.Token.Shown()
			}
		case suite.PartFinished:
			finished += e.Part.All()
			now.Done = finished
		}
		if first || time.Since(told) > 100*time.Millisecond {
			tell(now)
			told = time.Now()
		}
	})
	if err != nil {
		return Certified{}, err
	}
	r.Result = res
	return certified(r, edition, finished, time.Since(began)), nil
}

func certified(r result.Report, edition epin.Edition, checks int, took time.Duration) Certified {
	specification := result.Specification(edition)
	c := Certified{
		Verdict: printable.Capital(r.VerdictLine()), Kind: "open", Reason: r.Reason.String(), Checks: checks, Seconds: took.Seconds(),
		Findings: []Finding{}, Failed: []Requirement{}, Causes: printable.Strings(r.Diagnosis), Notes: r.ShownNotes(),
	}
	switch {
	case r.Verdict.Positive():
		c.Kind = "good"
	case r.Verdict == result.NotConformant:
		c.Kind = "bad"
	}
	for _, i := range r.FirstFindings() {
		f := &r.Findings[i]
		c.Findings = append(c.Findings, Finding{f.Sentence(), f.Token.Shown(), f.ShownHex(), f.Wanted.Short(300), f.Got.Short(300), f.Requirements})
	}
	c.More = len(r.Findings) - len(c.Findings)
	for _, q := range r.Requirements {
		switch q.Result {
		case result.CheckFail:
			c.Failed = append(c.Failed, Requirement{q.ID, q.Level.String(), q.Says})
		case result.CheckPassed:
			c.Passed++
		}
	}
	drawing := automaton.Drawing{Title: "What the specification accepts"}
	c.Expected, _ = specification.Expression()
	if l := r.Learned; l != nil {
		c.Accepts, c.Unlearned = l.Expression, l.Why.String()
		if l.Machine != nil && l.Machine.States() <= mostDrawn {
			drawing.Against = l.Machine
			c.Figure = l.Machine.SVG(automaton.Drawing{Title: "What yours accepts", Against: specification})
		}
	}
	c.SpecifiedFig = specification.SVG(drawing)
	return c
}
