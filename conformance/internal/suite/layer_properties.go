package suite

import (
	"context"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/property"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
)

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
