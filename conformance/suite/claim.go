package suite

import "slices"

// Claim is what was shown of recognition in one way of asking: that nothing in these
// layers was judged wrongly.
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
	// takes text only.
	Bytes bool
	// Ends are the bytes that the complete test suite was asked over, where it was not
	// the whole alphabet. Then there is a second condition: that automaton treats each byte
	// as it treats one of these which the specification treats alike.
	Ends string
}

// claim adds to the claims what a part has shown.
func (r *runner) claim(p part, t *tally, complete bool) {
	shows := p.layer == layerComplete || p.layer == layerExhaustive
	if !shows || !complete || t.counts.Failed > 0 || t.counts.Passed == 0 || !r.selection.everything() {
		return
	}
	i := slices.IndexFunc(r.claims, func(c Claim) bool { return c.Way == p.way })
	if i < 0 {
		i = len(r.claims)
		r.claims = append(r.claims, Claim{Way: p.way, Exhausted: -1, Extra: -1, Bytes: r.description.Bytes})
	}
	c := &r.claims[i]
	switch p.layer {
	case layerComplete:
		c.Extra, c.Cover, c.Ends = p.extra, machineOf(r.cfg.Edition).Sets().Cover, p.alphabet
	case layerExhaustive:
		c.Exhausted = p.length
	}
}
