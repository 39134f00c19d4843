package suite

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/property"
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

func runFeatures(ctx context.Context, r *runner, _ part, t *tally) error {
	rows := slices.DeleteFunc(must(features.List(r.plan.Edition)), func(s features.Scenario) bool {
		return s.Library || !r.plan.has(member{s.ID, s.Requirements})
	})
	if len(rows) == 0 {
		return nil
	}
	results, err := features.Run(ctx, r.impl, r.plan.Edition, rows)
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
	for d := range oracle.Responses(conformance.Exchange{Request: s.Request, Response: s.Response}) {
		if d = j.plan.oracle.Wrong(d.Request, d.Got); d != nil {
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

// propertiesPart tests each property on random tokens and their near neighbours. A property is
// one check.
func propertiesPart(plan plan) part {
	all := property.All(plan.Edition)
	p := part{
		layer: result.LayerProperties, checks: len(all),
		about: "each property on " + number.Thousands(profiles[plan.Profile].inputs) + " random tokens and neighbours of tokens",
		run:   runProperties,
	}
	for _, of := range all {
		p.members = append(p.members, member{result.LayerProperties + "/" + of.Name, of.Requirements(plan.Edition)})
	}
	return p
}

func runProperties(ctx context.Context, r *runner, p part, t *tally) error {
	var chosen []property.Property
	var members []member
	for i, of := range property.All(r.plan.Edition) {
		if r.plan.has(p.members[i]) {
			chosen, members = append(chosen, of), append(members, p.members[i])
		}
	}
	results, err := property.Check(ctx, r.impl, chosen, property.Options{
		Edition: r.plan.Edition, Seed: r.plan.Seed, Runs: profiles[r.plan.Profile].inputs,
	})
	for i, res := range results {
		m, outcome := members[i], result.CheckNotExercised
		switch {
		case res.Broken != nil:
			m, outcome = r.blame(m, res.Broken)
		case res.Held > 0:
			outcome = result.CheckPassed
		}
		err := r.member(t, m, outcome, func() shrink.Fault {
			of := r.faultOfProperty(res.Broken)
			of.Op, of.Token, of.Seeded = "property "+chosen[i].Name, printable.Token(of.Request.Token), true
			of.Why = printable.Text(chosen[i].Says)
			return of
		})
		if err != nil {
			return err
		}
		r.done(i + 1)
	}
	return err
}
