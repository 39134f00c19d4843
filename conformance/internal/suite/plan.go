package suite

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Limits of a plan: to count more takes too long.
const (
	mostPlannedExtra     = 2 // extra states
	mostPlannedExtraText = 1 // if words that the implementation does not take are counted
	mostPlannedLength    = 6 // bytes
)

// Plan returns the parts of a whole run for an implementation with this description, in order, and its
// claims, if all responses are correct and nothing is declined. The layer fuzz is not planned, since the number
// of its checks depends on time. attributes reports whether the implementation returns attributes. Plan
// uses only Edition, Profile, Complete and Exhaustive of cfg. An error says that a run of that size has no plan.
func Plan(cfg Config, offered conformance.Description, attributes bool) (plan []result.Part, claims []result.Claim, err error) {
	limits, _ := limitsInWords(offered)
	most := mostPlannedExtra
	if limits != "" {
		most = mostPlannedExtraText
	}
	whole, err := newPlan(Config{Edition: cfg.Edition, Profile: cfg.Profile, Sizes: Sizes{cfg.Complete, cfg.Exhaustive, &Fuzz{}}})
	if k, n := whole.extra, whole.length; k < 0 || k > most || n < 0 || n > mostPlannedLength {
		err = fmt.Errorf("a run with %d extra states and strings of up to %d bytes has no plan: it has at most %d and %d", k, n, most, mostPlannedLength)
	}
	if err != nil {
		return nil, nil, err
	}
	lacks := func(m conformance.Method) bool { return !slices.Contains(offered.Methods, m) }
	for _, p := range whole.parts(offered) {
		planned := result.Part{Layer: p.layer, About: p.about, Op: string(p.op)}
		switch {
		case p.op != "" && !offered.Offers(p.op):
			planned.Skipped = p.checks
		case limits == "":
		case p.taken != nil:
			planned.Skipped = p.checks - p.taken(offered)
		case p.requests != nil:
			for req := range p.requests {
				if !offered.Takes(req.Op, req.Token) || !offered.Takes(req.Op, req.Other) {
					planned.Skipped++
				}
			}
		}
		planned.Passed = p.checks - planned.Skipped
		plan = append(plan, planned)
		partial := p.op == conformance.OpApply && slices.ContainsFunc(conformance.MethodsOf(whole.Edition), lacks)
		if p.shows != nil && offered.Offers(p.op) && !partial {
			claims = p.claim(claims, offered, attributes)
		}
	}
	slices.SortStableFunc(claims, result.CompareClaims)
	return plan, claims, nil
}

// takenStrings returns the number of strings up to a length in bytes that an implementation takes for an operation.
// A string of valid UTF-8 ends in a character of one to four bytes.
func takenStrings(offered conformance.Description, op conformance.Op, length int) int {
	characters := [...]int{1: 0x80, 2: 0x800 - 0x80, 3: 0x1_0000 - 0x800 - 0x800, 4: 0x11_0000 - 0x1_0000}
	if offered.TakesBytes(op) {
		characters = [...]int{1: 0x100, 4: 0}
	}
	if offered.NoNUL {
		characters[1]--
	}
	sum, of := 0, make([]int, length+1) // strings of each length
	for n := range of {
		if n == 0 {
			of[n] = 1
		}
		for size := 1; size < len(characters) && size <= n; size++ {
			of[n] += characters[size] * of[n-size]
		}
		sum += of[n]
	}
	return sum
}

// PlanDigest returns the digest that names a plan: "sha256:" and 64 hexadecimal digits.
func PlanDigest(plan []result.Part) string {
	hash := sha256.New()
	for _, p := range plan {
		fmt.Fprintf(hash, "%s %s %d %d\n", p.Layer, p.Op, p.Planned(), p.Skipped)
	}
	return "sha256:" + hex.EncodeToString(hash.Sum(nil))
}

// claim adds what a part has shown to the claims.
func (r *runner) claim(p part, t *tally, complete bool) {
	declined := r.declines.result()
	partial := p.layer == result.LayerTokens && declined != nil && len(declined.Attributes) > 0 ||
		p.op == conformance.OpApply && r.plan.oracle.Attributes && r.plan.oracle.Misreads() // those attributes of results are not judged
	correct := complete && !t.incorrect && t.counts.Failed == 0 && t.counts.NotExercised == 0 && t.declined == 0 && t.counts.Passed > 0
	if p.shows == nil || partial || !correct || !r.plan.selection.Everything() {
		return
	}
	returned := func(req *conformance.Request) bool { return req != nil }
	attributes := slices.ContainsFunc(r.declines.given[notation.StringForm+1:], returned)
	r.res.Claims = p.claim(r.res.Claims, r.description, attributes)
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
		alphabet := result.ImplementationOf(offered, nil).Alphabet(string(p.op))
		claims = append(claims, result.Claim{Op: string(p.op), Alphabet: alphabet, Cover: []string{}})
	}
	p.shows(&claims[i])
	claims[i].Attributes = claims[i].Attributes && attributes
	return claims
}
