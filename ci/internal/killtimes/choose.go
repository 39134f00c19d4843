package main

import (
	"github.com/epin-conformance/harness/conformance/mutant"
	"github.com/epin-conformance/harness/epin"
)

// choose returns so many mutants of the current edition, in their order: all that something
// else than the basic layers is needed for, as far as they go into half of the number, and
// of the others, whose order is that of the kinds of faults, every so many-th.
func choose(all []mutant.Mutant, n int) []mutant.Mutant {
	var basic, special []mutant.Mutant
	for _, m := range all {
		switch {
		case !m.ExistsIn(epin.Current):
		case m.Layer == mutant.Basic:
			basic = append(basic, m)
		default:
			special = append(special, m)
		}
	}
	special = spaced(special, min(len(special), n/2))
	return append(spaced(basic, min(len(basic), n-len(special))), special...)
}

// spaced returns n of some mutants, as far from each other as can be.
func spaced(all []mutant.Mutant, n int) []mutant.Mutant {
	var chosen []mutant.Mutant
	for i := range n {
		chosen = append(chosen, all[i*len(all)/n])
	}
	return chosen
}
