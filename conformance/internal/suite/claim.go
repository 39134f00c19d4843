package suite

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/epin-conformance/harness/epin"
)

// Claim is what was shown of recognition in one way of asking: that everything in these
// layers was answered, and nothing wrongly.
type Claim struct {
	Way string
	// Exhausted is the length up to which every byte string, or every text, was asked;
	// -1 for none.
	Exhausted int
	// Extra is for how many extra states the complete test suite was asked; -1 for
	// none. If the verdict of the implementation in this way of asking is that of some
	// finite automaton over the alphabet, each of whose states is reached by a word of
	// Cover followed by at most Extra bytes, then it agrees with the specification on
	// all strings over the alphabet. Nobody can check that condition from outside.
	Extra int
	Cover []string
	// Bytes says which alphabet: all 256 bytes, or the 128 of ASCII, where the adapter
	// takes text only. NoNUL says that the byte 0 is not in it.
	Bytes, NoNUL bool
	// Ends are the bytes that the complete test suite was asked over, where it was not
	// the whole alphabet. Then there is a second condition: that automaton treats each byte
	// as it treats one of these which the specification treats alike.
	Ends string
}

// claim adds to the claims what a part has shown.
func (r *runner) claim(p part, t *tally, complete bool) {
	shows := p.layer == layerComplete || p.layer == layerExhaustive
	if !shows || !complete || t.counts.Failed > 0 || t.counts.NotExercised > 0 || t.declined > 0 || t.counts.Passed == 0 || !r.selection.everything() {
		return
	}
	i := slices.IndexFunc(r.claims, func(c Claim) bool { return c.Way == p.way })
	if i < 0 {
		i = len(r.claims)
		r.claims = append(r.claims, Claim{Way: p.way, Exhausted: -1, Extra: -1, Bytes: r.description.Bytes, NoNUL: r.description.NoNUL})
	}
	c := &r.claims[i]
	switch p.layer {
	case layerComplete:
		c.Extra, c.Cover, c.Ends = p.extra, machineOf(r.cfg.Edition).Sets().Cover, p.alphabet
	case layerExhaustive:
		c.Exhausted = p.length
	}
}

// compareClaims puts the most telling last: whose complete test suite is for more states, and
// then who was asked longer strings.
func compareClaims(a, b Claim) int {
	return cmp.Or(cmp.Compare(a.Extra, b.Extra), cmp.Compare(a.Exhausted, b.Exhausted))
}

// Ground is a part that a claim needs: asked in the claim's way, to its end, and answered
// wholly, without a failure.
type Ground struct {
	Layer string
	Asked string // see Part
	Words int    // so many of them over all bytes; 0 where they are too many to be counted
}

// Grounds returns what a claim follows from. An error says what nobody can claim.
func (c Claim) Grounds(edition epin.Edition) ([]Ground, error) {
	const (
		longest = 6 // beyond, the strings are too many for an int
		counted = 2 // beyond, counting the words takes long
	)
	var grounds []Ground
	if n := c.Exhausted; n > longest || n < -1 {
		return nil, fmt.Errorf("nobody asks every string of length up to %d", n)
	} else if n >= 0 {
		grounds = append(grounds, Ground{layerExhaustive, askedOfExhaustive(n), exhaustivePart("", n).checks})
	}
	var cover []string
	if k := c.Extra; k < -1 {
		return nil, fmt.Errorf("%d is no number of extra states", k)
	} else if k >= 0 {
		cover = machineOf(edition).Sets().Cover
		words := 0
		if k <= counted {
			words = sizeOfComplete(edition, k)
		}
		grounds = append(grounds, Ground{layerComplete, askedOfComplete(k), words})
	}
	switch {
	case len(grounds) == 0:
		return nil, errors.New("nothing is claimed")
	case !slices.Equal(c.Cover, cover):
		return nil, fmt.Errorf("the state cover is %q, and has to be %q", c.Cover, cover)
	}
	return grounds, nil
}
