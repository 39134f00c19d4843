package mutant

import "slices"

// requirements are what a fault violates, in each edition.
type requirements struct{ current, initial []string }

// What most faults of recognition violate.
var (
	// accepts: what is no token is accepted.
	accepts = requirements{
		current: []string{"epin/6/grammar", "epin/9.1/reject"},
		initial: []string{"epin-initial/grammar", "epin-initial/reject"},
	}
	// unanchored: what holds a token is accepted, although more stands around it.
	unanchored = requirements{
		current: []string{"epin/6/anchoring", "epin/9.1/reject"},
		initial: []string{"epin-initial/anchoring", "epin-initial/reject"},
	}
	// refuses: a token is rejected.
	refuses = requirements{
		current: []string{"epin/6/grammar", "epin/9.1/accept"},
		initial: []string{"epin-initial/grammar", "epin-initial/accept"},
	}
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
