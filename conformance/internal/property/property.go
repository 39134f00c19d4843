// Package property tests the properties of libraries with gopter (property-based testing).
//
// A [Property] is a metamorphic relation: it relates several responses of one library. So it
// needs no correct response to compare with, and finds contradictions on every input. It does
// not find a library that is incorrect in a consistent way; the layers that compare with the
// specification do. They also test the premise of a property, so a property that does not hold
// names only the requirements that it is about.
package property

import (
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Property is a statement about the responses to requests about one token. Properties come
// from [All]; the zero value must not be used.
type Property struct {
	Name string // in kebab-case; part of the identifier of a check, so it never changes
	Says string // one sentence

	requirements func(*notation.Edition) []string // none if the edition has not what the property is about
	relate       func(t *trial)
}

// All returns the properties of an edition, those about single responses first. The caller may
// change the result.
func All(edition *notation.Edition) []Property {
	return slices.DeleteFunc(slices.Clone(properties), func(p Property) bool { return len(p.Requirements(edition)) == 0 })
}

// Requirements returns the identifiers of the requirements of an edition that an
// implementation violates if the property does not hold. The caller may change the result.
func (p Property) Requirements(edition *notation.Edition) []string { return p.requirements(edition) }

var properties = []Property{
	{"round-trip", "The string form of an accepted token is that token.", ofStringForm, roundTrip},
	{"canonical-form", "The string form of an accepted token is accepted, with the same response.", of("token"), canonicalForm},
	{"native-or-derived", "An accepted token is either native or derived.", of("native derived"), nativeOrDerived},
	{
		"pin-superset", "The PIN token of an accepted token is accepted, is native, and is its own PIN token.",
		ofPIN, pinSuperset,
	},
	{"idempotent-native", "Native twice returns the same as native once.", idempotence("native"), idempotent(conformance.Native)},
	{"idempotent-derive", "Derive twice returns the same as derive once.", idempotence("derive"), idempotent(conformance.Derive)},
	{
		"native-undoes-derive", "Native after derive returns the same as native alone.",
		of("native() derive()"), undoes(conformance.Native, conformance.Derive),
	},
	{
		"derive-undoes-native", "Derive after native returns the same as derive alone.",
		of("native() derive()"), undoes(conformance.Derive, conformance.Native),
	},
	{
		"copy", "A transformation does not change the value that it is called on.",
		func(e *notation.Edition) []string { return slices.Clone(e.Clauses.Receiver) }, copies,
	},
	{
		"equal-is-string-equality", "A token equals itself, and does not equal the result of derive, or of flip in PIN, if that is another token.",
		func(e *notation.Edition) []string { return slices.Clone(e.Clauses.Equivalence) }, equalIsStringEquality,
	},
	{
		"one-verdict", "Every operation returns the same verdict on a token, also among other tokens, and when repeated.",
		func(e *notation.Edition) []string { return slices.Clone(e.Clauses.OneVerdict) }, oneVerdict,
	},
}

// of returns the requirements of attributes, and of methods, which have parentheses behind their names.
// An edition that lacks one of them has none.
func of(names string) func(*notation.Edition) []string {
	return func(e *notation.Edition) (ids []string) {
		for name := range strings.FieldsSeq(names) {
			method, isMethod := strings.CutSuffix(name, "()")
			var more []string
			if m := e.Method(method); isMethod && m != nil {
				more = m.Requirements
			} else if i := e.Index(name); i >= 0 {
				more = e.Attributes[i].Requirements
			} else {
				return nil
			}
			for _, id := range more {
				if !slices.Contains(ids, id) {
					ids = append(ids, id)
				}
			}
		}
		return ids
	}
}

// ofStringForm returns the requirements that only the string form shows.
func ofStringForm(e *notation.Edition) []string {
	ids := of("token")(e)
	for _, s := range e.Clauses.Special {
		if slices.Equal(s.Parts, []string{"token"}) {
			ids = append(ids, s.ID)
		}
	}
	return ids
}

// ofPIN returns the requirements about the PIN tokens of a notation that extends PIN.
func ofPIN(e *notation.Edition) (ids []string) {
	for _, s := range e.Clauses.Special {
		if s.About != nil && slices.Contains(s.Parts, "native") {
			ids = append(ids, s.ID)
		}
	}
	return append(ids, of("pin")(e)...)
}

func idempotence(method string) func(*notation.Edition) []string {
	return func(e *notation.Edition) []string {
		if slices.Contains(e.Clauses.Twice, method) {
			return slices.Clone(e.Clauses.Idempotent)
		}
		return nil
	}
}
