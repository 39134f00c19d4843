// Package mutant holds mutants: implementations of EPIN or PIN that each have exactly one bug, as real
// libraries have. They respond to the requests of package suite in its tests (mutation testing): a mutant
// that survives shows that the suite misses a bug. Package diagnosis compares a library with them.
//
// All mutants share one small model of a library, for every edition of EPIN and PIN, which does not
// use package epin: a regular expression that recognises tokens, a value in four parts, accessors,
// transformations and equality. A mutant is the model with one part replaced. The mutants of PIN are
// those of EPIN without a bug in the derivation.
package mutant

import (
	"context"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Mutant is an implementation with one bug. The zero value must not be used.
type Mutant struct {
	Name string // in kebab-case; never renamed
	Bug  string // one sentence: how the bug arises
	Fix  string // one sentence: how it is fixed

	// Fixes has the fix in some programming languages, by their names in lower case
	// ("python", "c#"). It is empty if Fix is enough. A language is missing if the bug
	// cannot arise there, or has another cause.
	Fixes map[string]string

	Bugs map[string]string // how the bug arises in languages where Bug cannot be the reason

	Unicode bool   // whether the responses depend on the version of Unicode of a runtime
	Layer   Layer  // the layer of the suite that is sure to kill the mutant
	Family  string // the kind of its bug, in words

	// Witness returns requests that show the bug, in every edition in which the mutant exists. A
	// fresh implementation gets the requests in this order, and its last response is incorrect.
	// There are several requests if the bug depends on history: up to megabytes, made by each call.
	Witness func() []conformance.Request

	// Environment is the variables with which the bug shows, as "key=value"; empty if it always
	// does. [Mutant.In] sets them.
	Environment []string

	fails  requirements
	inject func(m *model)
}

// Layer names the part of the suite that is sure to kill a mutant, whatever the seed.
type Layer string

// The layers, from those that every run includes to the one that no run includes.
const (
	Basic        Layer = ""             // vectors, features, all tokens by every operation, and every single byte
	Complete     Layer = "complete"     // the k-complete test suite of the automaton
	Neighbours   Layer = "neighbours"   // all strings one edit away from a token
	Scalars      Layer = "scalars"      // characters, malformed text and words in each place of a token, and pairs around it
	AllScalars   Layer = "all scalars"  // every Unicode scalar value in each place of a token, in the profile thorough
	Lengths      Layer = "lengths"      // tokens with long padding, where counters overflow and buffers end
	Sequences    Layer = "sequences"    // the same tokens in many orders
	Environments Layer = "environments" // all tokens in other environments
	Chance       Layer = "chance"       // no layer of the profile standard: without such mutants, a score is too high
)

// RequirementsOf returns the most specific requirements of an edition that m fails, or none if it does
// not exist there. failed.txt lists all that it fails.
//
// A mutant of PIN has a witness without a derivation marker that shows the bug in PIN too.
func (m Mutant) RequirementsOf(edition *notation.Edition) (ids []string) {
	column := slices.Index(editions, edition)
	if column < 0 {
		return nil
	}
	for _, r := range m.fails {
		if r[column] == "" {
			return nil
		}
		if r[column] != "-" && !slices.Contains(ids, r[column]) {
			ids = append(ids, r[column])
		}
	}
	if edition.Notation == notation.PIN.Notation && ids != nil && !m.shows(edition) {
		return nil
	}
	return ids
}

// shows reports whether the last response to the witness is incorrect in an edition, and the last request
// has no derivation marker.
func (m Mutant) shows(edition *notation.Edition) bool {
	witness := m.Witness()
	last := witness[len(witness)-1]
	if strings.Contains(last.Token+last.Other+strings.Join(last.Tokens, ""), "'") {
		return false
	}
	correct, impl := conformance.Correct(edition), m.In(edition, m.Environment)
	var wanted, got conformance.Response
	for _, req := range witness {
		wanted, _ = correct.Do(context.Background(), req) // there are no errors in this process
		got, _ = impl.Do(context.Background(), req)
	}
	return wanted.Outcome != conformance.Unsupported && !got.Equal(wanted)
}

// ExistsIn reports whether an edition can have the bug: an edition without ^ cannot have
// a bug in ^.
func (m Mutant) ExistsIn(edition *notation.Edition) bool { return len(m.RequirementsOf(edition)) > 0 }

// All returns every mutant, always in the same order. The result is read-only. It is made when
// it is first needed, which is not at every start of the command.
var All = sync.OnceValue(func() []Mutant {
	var all []Mutant
	for _, family := range families {
		for _, mutant := range family.mutants {
			m := mutant()
			m.Family = family.name
			all = append(all, m)
		}
	}
	return all
})

// Of returns the mutants that exist in an edition, in the order of [All].
func Of(edition *notation.Edition) []Mutant {
	return slices.DeleteFunc(slices.Clone(All()), func(m Mutant) bool { return !m.ExistsIn(edition) })
}

// families are kinds of bugs, each with functions that make its mutants.
var families = []struct {
	name    string
	mutants []func() Mutant
}{
	{"ends of the input, anchors, buffers", anchors},
	{"the expression", grammar},
	{"characters mistaken for others, or dropped", characters},
	{"tables, hashes, trees", lookup},
	{"attributes and the string form", values},
	{"transformations and equality", transformations},
	{"state between calls, and verdicts of several operations", calls},
	{"error messages cut inside a character", messages},
	{"exponential backtracking", backtracking},
	{"counters that are not powers of two", counters},
	{"symbols of games", games},
	{"text of other notations around a token", surroundings},
	{"decoding once too often", decoding},
	{"history by one operation", histories},
	{"one entry point incorrect, another correct", entryPoints},
	{"sweeps of one size", sizes},
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

// New returns a fresh implementation, which shares no state with others, in no environment. It may have
// no bug in an edition in which m does not exist.
func (m Mutant) New(edition *notation.Edition) conformance.Implementation { return m.In(edition, nil) }

// In is New in an environment with variables.
func (m Mutant) In(edition *notation.Edition, variables []string) conformance.Implementation {
	return newModel(strings.ToLower(edition.Notation)+" mutant "+m.Name, edition, func(lib *model) {
		lib.variables = variables
		m.inject(lib)
	})
}

// Expression returns the regular expression of m in an edition, in the syntax of package regexp. It is all
// there is to the verdicts of a mutant whose bug is one in the grammar.
func (m Mutant) Expression(edition *notation.Edition) string {
	return newModel(m.Name, edition, m.inject).expression
}

// fault returns a function that makes a mutant: its name, the requirements that it fails, requests that show the
// bug, how the bug arises, how it is fixed, and what replaces one part of each fresh model.
func fault(name string, fails requirements, witness requests, bug, fix string, inject func(m *model), more ...detail) func() Mutant {
	return func() Mutant {
		m := Mutant{
			Name: name, Bug: bug, Fix: fix, Fixes: map[string]string{}, Bugs: map[string]string{},
			Witness: func() requests { return witness }, fails: fails, inject: inject,
		}
		for _, set := range more {
			set(&m)
		}
		return m
	}
}

// detail sets a field that most mutants do not have.
type detail func(m *Mutant)

// in sets the fix in some languages, which are separated by blanks.
func in(languages, fix string) detail { return arises(languages, "", fix) }

// arises also sets how the bug arises there, unless it is "".
func arises(languages, bug, fix string) detail {
	return func(m *Mutant) {
		for language := range strings.FieldsSeq(languages) {
			if m.Fixes[language] = fix; bug != "" {
				m.Bugs[language] = bug
			}
		}
	}
}

// witnessed sets a witness of many kilobytes, which takes memory only while it is used.
func witnessed(witness func() requests) detail { return func(m *Mutant) { m.Witness = witness } }

func sureIn(layer Layer) detail { return func(m *Mutant) { m.Layer = layer } }

func ofUnicode(m *Mutant) { m.Unicode = true }

//go:embed kills.txt
var kills string

// Kills returns what kills a mutant in an edition, as kills.txt records it: the smallest profile of
// the suite that does, and the layers of the profile standard that do alone. If only the profile
// thorough kills it, the last of layers is "thorough/" and the first layer that does. "nothing"
// stands for no profile, and for no layers. Both are empty for a mutant that is not recorded.
func Kills(name string, edition *notation.Edition) (profile string, layers []string) {
	_, line, known := strings.Cut(kills, "\n"+edition.String()+" "+name+" ")
	if !known {
		return "", nil
	}
	line, _, _ = strings.Cut(line, "\n")
	words := strings.Fields(line)
	return words[0], words[1:]
}
