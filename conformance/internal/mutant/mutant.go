package mutant

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Mutant is an implementation with one bug. The zero value has no New, and so must not
// be used.
type Mutant struct {
	Name string // in kebab-case; never renamed
	Bug  string // one sentence: how the bug arises
	Fix  string // one sentence: how it is fixed

	// Fixes has the fix in some programming languages, by their names in lower case
	// ("python", "c#"). It is empty if Fix is enough. A language is missing if the bug
	// cannot arise there, or has another cause.
	Fixes map[string]string

	// Bugs has how the bug arises in languages where Bug cannot be the reason.
	Bugs map[string]string

	// Unicode reports that the responses depend on the version of Unicode of a runtime.
	Unicode bool

	// Layer is the layer of the suite that is sure to kill the mutant.
	Layer Layer

	// Requirements are the most specific requirements of edition 1.0.0 that the
	// mutant fails. They are empty if it does not exist in that edition. failed.txt
	// lists all requirements that it fails.
	Requirements []string
	// InitialRequirements are the same for edition 1.0.0-initial.
	InitialRequirements []string

	// Witness shows the bug, in every edition in which the mutant exists. A fresh
	// implementation gets the requests in this order, and its last response is
	// incorrect. There are several requests if the bug depends on history.
	Witness []conformance.Request

	// Environment is the variables with which the bug shows, as "key=value"; empty if it always
	// does. [In] sets them.
	Environment []string

	// New returns a fresh implementation, which shares no state with others. It panics
	// for an edition in which the mutant does not exist.
	New func(edition *notation.Edition) conformance.Implementation

	open func(edition *notation.Edition) conformance.Implementation // New without the check
}

// RequirementsOf returns the requirements of an edition that m fails, or none if it does not exist there.
func (m Mutant) RequirementsOf(edition *notation.Edition) []string {
	switch edition {
	case notation.EPIN:
		return m.Requirements
	case notation.EPINInitial:
		return m.InitialRequirements
	case notation.PIN:
		return m.inPIN(edition, m.Requirements)
	case notation.PINInitial:
		return m.inPIN(edition, m.InitialRequirements)
	}
	return nil
}

// inPIN translates the requirements of an edition of EPIN to those of the edition of PIN that it extends.
// A mutant with a bug in the derivation, whose witness has a derivation marker, or whose witness does not
// show the bug there, has none.
func (m Mutant) inPIN(edition *notation.Edition, fails []string) (ids []string) {
	last := m.Witness[len(m.Witness)-1]
	if strings.Contains(last.Token+last.Other+strings.Join(last.Tokens, ""), "'") {
		return nil
	}
	for _, id := range slices.Concat(m.Requirements, fails) {
		if _, known := ofPIN[id]; !known {
			return nil
		}
	}
	for _, id := range fails {
		if of := ofPIN[id]; of != "" && !slices.Contains(ids, of) {
			ids = append(ids, of)
		}
	}
	if len(ids) == 0 || !m.shows(edition) {
		return nil
	}
	return ids
}

// shows reports whether the last response to the witness is incorrect in an edition.
func (m Mutant) shows(edition *notation.Edition) bool {
	correct, impl := conformance.Correct(edition), In(m.open(edition), m.Environment)
	var wanted, got conformance.Response
	for _, req := range m.Witness {
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
	return slices.Concat(anchors(), lengths(), grammar(), characters(), decoding(), lookup(), values(),
		transformations(), equality(), calls(), needles())
})

// Named returns the mutant with a name, and whether there is one.
func Named(name string) (Mutant, bool) {
	i := slices.IndexFunc(All(), func(m Mutant) bool { return m.Name == name })
	if i < 0 {
		return Mutant{}, false
	}
	return All()[i], true
}

// In returns a fresh copy of an implementation of this package, in an environment with variables.
func In(impl conformance.Implementation, variables []string) conformance.Implementation {
	m := impl.(*model)
	fresh := newModel(m.name, m.edition, m.inject)
	fresh.variables = variables
	return fresh
}

// Unbroken returns the model without a bug. It conforms, and supports every operation and
// transformation of the edition.
func Unbroken(edition *notation.Edition) conformance.Implementation {
	return newModel(strings.ToLower(edition.Notation)+" model", edition, func(*model) {})
}

// fault returns a mutant: its name, the requirements that it fails, requests that show the bug, how the
// bug arises, how it is fixed, and what replaces one part of each fresh model.
func fault(name string, fails requirements, witness requests, bug, fix string, inject func(m *model), more ...detail) Mutant {
	m := Mutant{
		Name: name, Bug: bug, Fix: fix, Requirements: fails.current, InitialRequirements: fails.initial, Witness: witness,
	}
	m.open = func(edition *notation.Edition) conformance.Implementation {
		return newModel(strings.ToLower(edition.Notation)+" mutant "+name, edition, inject)
	}
	m.New = func(edition *notation.Edition) conformance.Implementation {
		if !m.ExistsIn(edition) {
			panic(fmt.Sprintf("mutant: %s does not exist in edition %s: call ExistsIn first", name, edition))
		}
		return m.open(edition)
	}
	for _, set := range more {
		set(&m)
	}
	return m
}

// detail sets a field that most mutants do not have.
type detail func(m *Mutant)

// in sets the fix in some languages, which are separated by blanks.
func in(languages, fix string) detail {
	return func(m *Mutant) { m.Fixes = inEach(m.Fixes, languages, fix) }
}

// arises sets how the bug arises in some languages, which are separated by blanks.
func arises(languages, bug string) detail {
	return func(m *Mutant) { m.Bugs = inEach(m.Bugs, languages, bug) }
}

func inEach(texts map[string]string, languages, text string) map[string]string {
	if texts == nil {
		texts = map[string]string{}
	}
	for language := range strings.FieldsSeq(languages) {
		texts[language] = text
	}
	return texts
}

func sureIn(layer Layer) detail { return func(m *Mutant) { m.Layer = layer } }

func ofUnicode(m *Mutant) { m.Unicode = true }

func inEnvironment(variable string) detail {
	return func(m *Mutant) { m.Environment = []string{variable} }
}
