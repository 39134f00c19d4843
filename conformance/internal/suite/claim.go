package suite

import (
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// claim adds what a part has shown to the claims.
func (r *runner) claim(p part, t *tally, complete bool) {
	declined, _ := r.declines.result()
	partial := p.layer == result.LayerTokens && declined != nil && len(declined.Attributes) > 0 ||
		p.op == conformance.OpApply && r.plan.oracle.Attributes && r.plan.oracle.Misreads() // those attributes of results are not judged
	correct := complete && !t.incorrect && t.counts.Failed == 0 && t.counts.NotExercised == 0 && t.declined == 0 && t.counts.Passed > 0
	if p.shows == nil || partial || !correct || !r.plan.selection.Everything() {
		return
	}
	r.res.Claims = p.claim(r.res.Claims, r.description, r.declines.hasAttributes())
}

// claim adds what a part shows to the claims about an implementation that returns attributes, or
// does not.
func (p part) claim(claims []result.Claim, offered conformance.Description, attributes bool) []result.Claim {
	i := slices.IndexFunc(claims, func(c result.Claim) bool { return c.Op == string(p.op) })
	if i < 0 {
		if p.layer == result.LayerScalars {
			return claims // the words of the layer complete belong to the suite over characters
		}
		i = len(claims)
		alphabet := result.ImplementationOf(offered, nil).Alphabet()
		claims = append(claims, result.Claim{Op: string(p.op), Alphabet: alphabet, Cover: []string{}})
	}
	p.shows(&claims[i])
	claims[i].Attributes = claims[i].Attributes && attributes
	return claims
}

// PlannedClaims returns the claims of a whole run in which all responses are correct and nothing is
// declined: see [Plan] for its arguments and its error. attributes reports whether the implementation
// returns attributes.
func PlannedClaims(cfg Config, offered conformance.Description, attributes bool) ([]result.Claim, error) {
	p, err := plannable(cfg, offered)
	if err != nil {
		return nil, err
	}
	var claims []result.Claim
	for _, part := range p.parts(offered) {
		lacks := func(m conformance.Method) bool { return !slices.Contains(offered.Methods, m) }
		partial := part.op == conformance.OpApply && slices.ContainsFunc(conformance.MethodsOf(cfg.Edition), lacks)
		if part.shows != nil && offered.Offers(part.op) && !partial {
			claims = part.claim(claims, offered, attributes)
		}
	}
	slices.SortStableFunc(claims, result.CompareClaims)
	return claims, nil
}
