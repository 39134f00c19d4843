package suite

import (
	"context"
	"iter"
	"slices"

	"github.com/epin-conformance/harness/conformance/internal/law"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/property"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/epin"
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
		p.members = append(p.members, propertyMember(plan.Edition, l))
	}
	return p
}

func propertyMember(edition epin.Edition, l law.Law) member {
	return member{result.LayerProperties + "/" + l.Name, l.Requirements(edition)}
}

func runProperties(ctx context.Context, r *runner, _ part, t *tally) error {
	laws := r.laws()
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
		m := propertyMember(r.plan.Edition, laws[i])
		if result == CheckFail {
			if m.requirements = r.blamed(m.requirements, res.Failure.Exchanges); m.requirements == nil {
				m, result = propertyMember(r.plan.Edition, laws[i]), CheckNotExercised
			}
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

// laws returns the selected laws.
func (r *runner) laws() []law.Law {
	return slices.DeleteFunc(law.All(r.plan.Edition), func(l law.Law) bool {
		m := propertyMember(r.plan.Edition, l)
		return !r.plan.selection.Has(m.id, m.requirements)
	})
}
