package suite

import (
	"context"
	"iter"
	"slices"

	"github.com/epin-conformance/harness/conformance/internal/law"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/property"
)

// propertiesPart checks each law on random tokens and on their near neighbours,
// from a seed of its own. A law is one check.
func propertiesPart(cfg Config) part {
	laws := law.All(cfg.Edition)
	p := part{
		layer: layerProperties, checks: len(laws),
		asked: "each law on " + number.Thousands(cfg.Profile.propertyRuns()) + " random tokens and neighbours of tokens",
		run:   runProperties,
	}
	for _, l := range laws {
		p.members = append(p.members, propertyMember(cfg, l))
	}
	return p
}

func propertyMember(cfg Config, l law.Law) member {
	return member{layerProperties + "/" + l.Name, l.Requirements(cfg.Edition)}
}

func runProperties(ctx context.Context, r *runner, _ part, t *tally) error {
	laws := r.laws()
	results, err := property.Run(ctx, r.impl, laws, property.Options{
		Edition: r.cfg.Edition, Seed: r.cfg.Seed, Runs: r.cfg.Profile.propertyRuns(), Bytes: r.description.Bytes,
		Simpler: func(input string) iter.Seq[string] { return simplerTokens(input, !r.description.Bytes) },
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
		m := propertyMember(r.cfg, laws[i])
		if result == CheckFail {
			if m.requirements = r.blamed(ctx, m.requirements, res.Failure.Exchanges); m.requirements == nil {
				m, result = propertyMember(r.cfg, laws[i]), CheckNotExercised
			}
		}
		err := r.member(t, m, result, func() (Failure, fault) {
			return Failure{
				Op: "law " + res.Law, Token: printable.Token(res.Failure.Token), Seeded: true, Why: printable.Text(laws[i].Says),
				Wanted: printable.Text(res.Failure.Wanted), Got: printable.Text(res.Failure.Got),
			}, r.faultOfLaw(ctx, res.Failure.Exchanges)
		})
		if err != nil {
			return err
		}
		r.emit(Progress{Done: i + 1})
	}
	return err
}

// laws returns the laws that are selected.
func (r *runner) laws() []law.Law {
	return slices.DeleteFunc(law.All(r.cfg.Edition), func(l law.Law) bool {
		m := propertyMember(r.cfg, l)
		return !r.selection.has(m.id, m.requirements)
	})
}
