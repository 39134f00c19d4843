package mutant

import "slices"

// requirements are what a fault violates, in each edition.
type requirements struct{ current, initial []string }

// What the faults violate.
var (
	// accepts: an invalid string is accepted.
	accepts = requirements{
		current: []string{"epin/6/grammar", "epin/9.1/reject"},
		initial: []string{"epin-initial/grammar", "epin-initial/reject"},
	}
	// unanchored: a string that holds a token is accepted, although more stands around it.
	unanchored = requirements{
		current: []string{"epin/6/anchoring", "epin/9.1/reject"},
		initial: []string{"epin-initial/anchoring", "epin-initial/reject"},
	}
	// ofWords and ofLines: the same, where blanks or line breaks stand around it.
	ofWords = unanchored.and(current("epin/9.4/whitespace"))
	ofLines = unanchored.and(current("epin/9.4/line-break"))
	// ofOrder: a string whose parts have the wrong order is accepted.
	ofOrder = accepts.and(current("epin/9.4/caret-first", "epin/9.4/marker-order", "epin/4/marker-last"))
	// refuses: a token is rejected.
	refuses = requirements{
		current: []string{"epin/6/grammar", "epin/9.1/accept"},
		initial: []string{"epin-initial/grammar", "epin-initial/accept"},
	}
	// raises: the library raises where it should reject.
	raises = each("epin/9.1/reject", "epin-initial/reject")
	// manyVerdicts: the operations judge a token differently.
	manyVerdicts = each("epin/9.1/one-verdict", "epin-initial/one-verdict")
	// forgetful: what a token is depends on the requests before.
	forgetful = manyVerdicts.and(refuses)

	wrongText       = each("epin/9.2/canonical", "epin-initial/canonical")
	wrongDerivation = each("epin/7.2/derivation", "epin-initial/derivation")
	wrongPIN        = each("epin/9.3/pin", "epin-initial/accessors")
	wrongEquality   = each("epin/9.3/equivalent", "epin-initial/equivalent")

	wrongDerive   = each("epin/9.3/derive", "epin-initial/derive")
	wrongNative   = each("epin/9.3/native", "epin-initial/native")
	wrongTwice    = each("epin/9.3/idempotent", "epin-initial/idempotent")
	wrongCopy     = each("epin/9.3/copy", "epin-initial/copy")
	wrongSide     = each("examples/recipes/side", "epin-initial/transformations")
	wrongState    = each("examples/recipes/state", "epin-initial/transformations")
	wrongTerminal = current("examples/recipes/terminal")
)

// each is one requirement in each edition.
func each(current, initial string) requirements {
	return requirements{[]string{current}, []string{initial}}
}

// current is requirements of edition 1.0.0 alone.
func current(ids ...string) requirements { return requirements{current: ids} }

// and is r together with s. An edition in which neither fails anything stays one in
// which the fault does not exist.
func (r requirements) and(s requirements) requirements {
	return requirements{union(r.current, s.current), union(r.initial, s.initial)}
}

// union is ids, and behind them those of others that are not among them.
func union(ids, others []string) []string {
	ids = slices.Clone(ids)
	for _, id := range others {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// onlyCurrent is r of a fault that does not exist in the initial edition.
func (r requirements) onlyCurrent() requirements { return requirements{current: r.current} }
