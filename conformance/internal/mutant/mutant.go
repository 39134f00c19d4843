package mutant

import (
	"fmt"
	"maps"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// Mutant is an implementation that is broken in one way. The zero value is no
// mutant.
type Mutant struct {
	Name string // in kebab-case; never renamed
	Bug  string // one sentence: how the bug arises
	Fix  string // one sentence: how it is fixed

	// Fixes says, for some languages by their names in lower case ("python", "c#"),
	// what to write there. It is empty where Fix says all, and a language is missing
	// where the bug cannot arise, or arises from something else.
	Fixes map[string]string

	// Layer says what of the suite is sure to show the bug.
	Layer Layer

	// Requirements are the most specific requirements of edition 1.0.0 that the
	// mutant fails; empty where it does not exist in that edition. failed.txt has
	// all that it fails.
	Requirements []string
	// InitialRequirements are the same for edition 1.0.0-initial.
	InitialRequirements []string

	// Witness shows the bug, in every edition in which the mutant exists: asked in
	// this order of a fresh one, the last request is answered wrongly. There is
	// more than one where the bug is in what the mutant remembers.
	Witness []conformance.Request

	// New makes a fresh one, which remembers nothing of any other. It panics for an
	// edition in which the mutant does not exist.
	New func(edition epin.Edition) conformance.Implementation
}

// RequirementsOf returns the requirements of an edition that m fails.
func (m Mutant) RequirementsOf(edition epin.Edition) []string {
	if edition == epin.Initial {
		return m.InitialRequirements
	}
	return m.Requirements
}

// ExistsIn reports whether m makes sense in an edition: a wrong ^ does not in one
// without ^.
func (m Mutant) ExistsIn(edition epin.Edition) bool { return len(m.RequirementsOf(edition)) > 0 }

// All returns every mutant, always in the same order. The result is the caller's.
func All() []Mutant {
	var mutants []Mutant
	for _, group := range [][]fault{
		anchors, lengths, grammar, characters, decoding, lookup, values, transformations, equality, calls, needles,
	} {
		for _, f := range group {
			mutants = append(mutants, f.mutant())
		}
	}
	return mutants
}

// Named returns the mutant with a name, and whether there is one.
func Named(name string) (Mutant, bool) {
	for _, m := range All() {
		if m.Name == name {
			return m, true
		}
	}
	return Mutant{}, false
}

// Unbroken returns the model that the mutants are made from, without a fault. It
// conforms, and offers everything that the edition has.
func Unbroken(edition epin.Edition) conformance.Implementation {
	return newModel("epin model", edition, func(*model) {})
}

// fixes is what [Mutant.Fixes] is.
type fixes = map[string]string

// A fault is a mutant as it stands in the lists of this package.
type fault struct {
	name, bug, fix string
	in             fixes
	layer          Layer
	fails          requirements
	witness        []conformance.Request
	inject         func(m *model) // replaces one part; run once for each fresh model
}

func (f fault) mutant() Mutant {
	m := Mutant{
		Name: f.name, Bug: f.bug, Fix: f.fix, Fixes: maps.Clone(f.in), Layer: f.layer,
		Requirements:        slices.Clone(f.fails.current),
		InitialRequirements: slices.Clone(f.fails.initial),
		Witness:             slices.Clone(f.witness),
	}
	m.New = func(edition epin.Edition) conformance.Implementation {
		if !m.ExistsIn(edition) {
			panic(fmt.Sprintf("mutant: %s does not exist in edition %s: ask ExistsIn first", f.name, edition))
		}
		return newModel("epin mutant "+f.name, edition, f.inject)
	}
	return m
}
