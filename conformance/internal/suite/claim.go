package suite

import (
	"errors"
	"reflect"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/epin"
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
	i := slices.IndexFunc(r.res.Claims, func(c result.Claim) bool { return c.Way == string(p.op) })
	if i < 0 {
		if p.layer == result.LayerScalars {
			return // the words of the layer complete belong to the suite over characters
		}
		i = len(r.res.Claims)
		r.res.Claims = append(r.res.Claims, result.Claim{Way: string(p.op), Alphabet: result.ImplementationOf(r.description, nil).Alphabet()})
	}
	p.shows(&r.res.Claims[i])
	r.res.Claims[i].Attributes = r.res.Claims[i].Attributes && r.declines.hasAttributes()
}

// Ground is a part that a claim follows from: by the operation of the claim, complete, without a
// failure or a declined request.
type Ground struct {
	Layer string
	Asked string // see Part
	Words int    // over all bytes; 0 if they are too many to be counted
}

// GroundsOf returns the parts that a claim about an implementation, with apply_attributes or not, follows
// from. An error means that no run can claim it.
func GroundsOf(c result.Claim, edition epin.Edition, applyAttributes bool) ([]Ground, error) {
	const (
		longest = 6 // more strings than fit an int
		counted = 2 // more takes long
	)
	var grounds []Ground
	op, shown := conformance.Op(c.Way), result.Claim{Way: c.Way, Alphabet: c.Alphabet}
	add := func(p part) {
		grounds = append(grounds, Ground{p.layer, p.about, p.checks})
		if p.op == op {
			p.shows(&shown)
		}
	}
	if n := c.Exhausted; n != nil && 0 <= *n && *n <= longest {
		add(exhaustivePart(op, *n))
	}
	if k := c.Extra; k != nil && *k > counted {
		add(part{layer: result.LayerComplete, op: op, about: aboutComplete(*k), shows: showsComplete(edition, *k)})
	} else if k != nil && *k >= 0 {
		add(completePart(edition, op, *k))
	}
	if c.Characters {
		add(scalarsPart(edition, op, allScalars))
	}
	if c.Probes != 0 {
		add(orderPart(edition, op))
	}
	if c.Chains != 0 {
		add(tokensPart(plan{Config: Config{Edition: edition}}, conformance.OpApply, applyAttributes))
	}
	// A claim may be smaller.
	shown.Prefixes, shown.Attributes = shown.Prefixes && c.Prefixes, shown.Attributes && c.Attributes
	if len(c.Cover) == 0 {
		c.Cover = nil
	}
	if len(grounds) == 0 || !reflect.DeepEqual(shown, c) {
		return nil, errors.New("no run claims this: a number, the state cover or the operation is another one")
	}
	return grounds, nil
}
