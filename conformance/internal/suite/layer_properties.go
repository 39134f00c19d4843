package suite

import (
	"context"
	"iter"

	"github.com/epin-conformance/harness/conformance/internal/law"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/property"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
)

// propertiesPart checks each law on random tokens and their near neighbours. A law is one check.
func propertiesPart(plan plan) part {
	laws := law.All(plan.Edition)
	p := part{
		layer: result.LayerProperties, checks: len(laws),
		about: "each law on " + number.Thousands(profiles[plan.Profile].laws) + " random tokens and neighbours of tokens",
		run:   runProperties,
	}
	for _, l := range laws {
		p.members = append(p.members, member{result.LayerProperties + "/" + l.Name, l.Requirements(plan.Edition)})
	}
	return p
}

func runProperties(ctx context.Context, r *runner, p part, t *tally) error {
	var laws []law.Law
	var members []member
	for i, l := range law.All(r.plan.Edition) {
		if r.plan.has(p.members[i]) {
			laws, members = append(laws, l), append(members, p.members[i])
		}
	}
	results, err := property.Run(ctx, r.impl, laws, property.Options{
		Edition: r.plan.Edition, Seed: r.plan.Seed, Runs: profiles[r.plan.Profile].laws, Bytes: r.description.Bytes,
		Simpler: func(input string) iter.Seq[string] { return shrink.SimplerTokens(input, !r.description.Bytes) },
	})
	for i, res := range results {
		result := CheckNotExercised
		switch {
		case !res.Complete && res.Failure == nil:
			continue
		case res.Failure != nil:
			result = CheckFail
		case res.Held > 0:
			result = CheckPassed
		}
		m := members[i]
		if result == CheckFail {
			m, result = r.blame(m, res.Failure.Exchanges)
		}
		err := r.member(t, m, result, func() (Failure, shrink.Fault) {
			return Failure{
				Op: "law " + res.Law, Token: printable.Token(res.Failure.Token), Seeded: true, Why: printable.Text(laws[i].Says),
				Wanted: printable.Text(res.Failure.Wanted), Got: printable.Text(res.Failure.Got),
			}, r.faultOfLaw(res.Failure.Exchanges)
		})
		if err != nil {
			return err
		}
		r.emit(Progress{Done: i + 1})
	}
	return err
}
