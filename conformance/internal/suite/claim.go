package suite

import (
	"errors"
	"fmt"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/epin"
)

// claim adds what a part has shown to the claims.
func (r *runner) claim(p part, t *tally, complete bool) {
	declined, _ := r.declines.result()
	partial := declined != nil && len(declined.Attributes) > 0
	shows := p.layer == result.LayerComplete || p.layer == result.LayerExhaustive || p.characters || isOrder(p) ||
		p.layer == result.LayerTokens && p.op == conformance.OpApply && !partial
	if !shows || !complete || t.counts.Failed > 0 || t.counts.NotExercised > 0 || t.declined > 0 || t.counts.Passed == 0 || !r.plan.selection.Everything() {
		return
	}
	i := slices.IndexFunc(r.res.Claims, func(c result.Claim) bool { return c.Way == string(p.op) })
	if p.characters {
		if i >= 0 { // the words of the layer complete belong to the suite over characters
			r.res.Claims[i].Characters = r.res.Claims[i].Extra != nil
		}
		return
	}
	if i < 0 {
		i = len(r.res.Claims)
		r.res.Claims = append(r.res.Claims, result.Claim{Way: string(p.op), Alphabet: result.ImplementationOf(r.description, nil).Alphabet()})
	}
	c := &r.res.Claims[i]
	switch p.layer {
	case result.LayerComplete:
		c.Extra, c.Prefixes, c.Cover = &p.extra, hasPrefixes(p.extra), result.Specification(r.plan.Edition).Sets().Cover
		if p.alphabet != "" {
			c.Alphabet = result.AlphabetEnds
		}
	case result.LayerExhaustive:
		c.Exhausted = &p.length
	case result.LayerTokens:
		c.Chains, c.Attributes = longestChain, r.description.ApplyAttributes
	case result.LayerSequences:
		c.Probes = len(probesOf(r.plan.Edition))
	}
}

// Ground is a part that a claim follows from: by the operation of the claim, complete, without a
// failure or a declined request.
type Ground struct {
	Layer string
	Asked string // see Part
	Words int    // over all bytes; 0 if they are too many to be counted
}

// GroundsOf returns the parts that a claim follows from. An error says why no run can claim it.
func GroundsOf(c result.Claim, edition epin.Edition) ([]Ground, error) {
	const (
		longest = 6 // more strings than fit an int
		counted = 2 // more takes long
	)
	var grounds []Ground
	if c.Exhausted != nil {
		n := *c.Exhausted
		if n > longest || n < 0 {
			return nil, fmt.Errorf("no run tests every string of length up to %d", n)
		}
		grounds = append(grounds, Ground{result.LayerExhaustive, aboutExhaustive(n), exhaustivePart("", n).checks})
	}
	var cover []string
	if c.Extra != nil {
		k := *c.Extra
		if k < 0 {
			return nil, fmt.Errorf("%d is not a number of extra states", k)
		}
		cover = result.Specification(edition).Sets().Cover
		words := 0
		if k <= counted {
			words = completeSuite(edition, k).Size()
		}
		grounds = append(grounds, Ground{result.LayerComplete, aboutComplete(k), words})
	}
	if c.Characters {
		words := scalarsPart(edition, conformance.Op(c.Way), allScalars).checks
		grounds = append(grounds, Ground{result.LayerScalars, aboutScalars(allScalars), words})
	}
	if c.Probes != 0 {
		grounds = append(grounds, Ground{result.LayerSequences, aboutOrder(edition), 1})
	}
	if c.Chains != 0 {
		p := tokensPart(plan{Config: Config{Edition: edition}}, conformance.OpApply, c.Attributes)
		grounds = append(grounds, Ground{result.LayerTokens, p.about, p.checks})
	}
	switch {
	case c.Chains != 0 && (c.Chains != longestChain || c.Way != string(conformance.OpApply)):
		return nil, fmt.Errorf("no run tests every chain of up to %d transformations by %s", c.Chains, c.Way)
	case c.Probes != 0 && c.Probes != len(probesOf(edition)):
		return nil, fmt.Errorf("no run tests %d strings, each directly after each", c.Probes)
	case len(grounds) == 0:
		return nil, errors.New("the claim is empty")
	case c.Prefixes && (c.Extra == nil || !hasPrefixes(*c.Extra)):
		return nil, errors.New("no suite for no extra state has all prefixes of tokens")
	case c.Characters && c.Extra == nil:
		return nil, errors.New("the suite over characters has words of the suite over bytes, which was not tested")
	case !slices.Equal(c.Cover, cover):
		return nil, fmt.Errorf("the state cover is %q, and has to be %q", c.Cover, cover)
	}
	return grounds, nil
}
