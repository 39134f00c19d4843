package suite

import (
	"context"
	"path"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/features"
)

// featuresPart is the rows of the specification's tables. Scenarios that the protocol cannot
// express are not counted: the tests of this module run them.
func featuresPart(edition *notation.Edition) part {
	p := part{layer: result.LayerFeatures, about: "the tables of the specification, row by row", run: runFeatures}
	for _, s := range must(features.List(edition)) {
		if !s.Library {
			p.members = append(p.members, member{s.ID, s.Requirements})
		}
	}
	p.checks = len(p.members)
	return p
}

func runFeatures(ctx context.Context, r *runner, p part, t *tally) error {
	chosen := map[string]bool{}
	for id := range r.plan.selectedOf(p) {
		chosen[id] = true
	}
	if len(chosen) == 0 {
		return nil
	}
	results, err := features.Run(ctx, r.impl, r.plan.Edition, func(s features.Scenario) bool { return chosen[s.ID] })
	for _, s := range results {
		if r.plan.Row != nil {
			r.plan.Row(s)
		}
		m, came := member{s.ID, s.Requirements}, map[features.Status]result.CheckResult{
			features.Passed: result.CheckPassed, features.Failed: result.CheckFail,
		}[s.Status] // or not exercised
		if came == result.CheckFail {
			m, came = r.blame(m, []conformance.Exchange{{Request: s.Request, Response: s.Response}})
		}
		t.row(s, came)
		if s.Declined {
			addAll(r.declines.requirements, m.requirements)
		}
		if err := r.member(t, m, came, func() shrink.Fault { return r.faultOfRow(s) }); err != nil {
			return err
		}
	}
	return err
}

// row records the result of a row with those of the same feature.
func (t *tally) row(s features.Result, came result.CheckResult) {
	name := path.Dir(strings.TrimPrefix(s.ID, result.LayerFeatures+"/"))
	if n := len(t.features); n == 0 || t.features[n-1].Name != name {
		t.features = append(t.features, result.Feature{Name: name, Title: s.Feature})
	}
	f := &t.features[len(t.features)-1]
	f.Rows = append(f.Rows, result.FeatureRow{Check: s.ID, Says: printable.Text(s.Name), Result: came})
}

// faultOfRow returns the request that failed a row. The symptom is known for a verdict, but
// not for a crash: a row does not tell crashes apart.
func (j *judge) faultOfRow(s features.Result) shrink.Fault {
	of := shrink.Fault{Request: oracle.Single(s.Request)}
	of.Wanted, of.Got = printable.Text(s.Wanted), printable.Text(s.Got)
	for req, resp := range oracle.Each(conformance.Exchange{Request: s.Request, Response: s.Response}) {
		if d := j.plan.oracle.Wrong(req, resp); d != nil {
			of.Deviation = j.plan.oracle.Describe(d) // which names the attribute
		}
	}
	if of.Aspect == result.AspectVerdict && of.Outcome != conformance.Crashed {
		of.Violations = []oracle.Violation{{Symptom: oracle.Symptom{Aspect: of.Aspect, Outcome: of.Outcome}}}
	}
	of.Op, of.Token, of.Other = selector.Operation(s.Request), printable.Token(of.Request.Token), result.InputOf(s.Request).Other
	of.Why = printable.Text(s.Feature + ": " + s.Name + " (" + s.Step + ")")
	return of
}
