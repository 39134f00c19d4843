// Package property tests the properties of libraries with gopter (property-based testing). The layer
// properties of package suite runs it: gopter generates and shrinks the requests, and the property judges the
// responses.
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
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Property is a statement about the responses to requests about one token. Properties come
// from [All]; the zero value must not be used.
type Property struct {
	Name string // in kebab-case; part of the identifier of a check, so it never changes
	Says string // one sentence

	about  string // see requirementsOf
	relate func(t *trial)
}

// All returns the properties of an edition, those about single responses first. The caller may
// change the result.
func All(edition *notation.Edition) []Property {
	return slices.DeleteFunc(slices.Clone(properties), func(p Property) bool { return len(p.Requirements(edition)) == 0 })
}

// Requirements returns the identifiers of the requirements of an edition that an implementation
// violates if the property does not hold: none if the edition has not what the property is about.
func (p Property) Requirements(edition *notation.Edition) (ids []string) {
	for part := range strings.FieldsSeq(p.about) {
		of := requirementsOf(edition, part)
		if len(of) == 0 && !strings.HasPrefix(part, "?") {
			return nil
		}
		ids = oracle.Union(ids, of)
	}
	return ids
}

const native, derive = conformance.Native, conformance.Derive

var properties = []Property{
	{"round-trip", "The string form of an accepted token is that token.", "token ?token", roundTrip},
	{"canonical-form", "The string form of an accepted token is accepted, with the same response.", "token", canonicalForm},
	{"native-or-derived", "An accepted token is either native or derived.", "native derived", nativeOrDerived},
	{"pin-superset", "The PIN token of an accepted token is accepted, is native, and is its own PIN token.", "+native pin", pinSuperset},
	{"idempotent-native", "Native twice returns the same as native once.", "native()()", overrides(native, native)},
	{"idempotent-derive", "Derive twice returns the same as derive once.", "derive()()", overrides(derive, derive)},
	{"native-undoes-derive", "Native after derive returns the same as native alone.", "native() derive()", overrides(native, derive)},
	{"derive-undoes-native", "Derive after native returns the same as derive alone.", "native() derive()", overrides(derive, native)},
	{"copy", "A transformation does not change the value that it is called on.", "receiver", copies},
	{
		"equal-is-string-equality", "A token equals itself, and does not equal the result of derive, or of flip in PIN, if that is another token.",
		"equality", equalIsStringEquality,
	},
	{
		"one-verdict", "Every operation returns the same verdict on a token, also among other tokens, and when repeated.",
		"verdict", oneVerdict,
	},
}

// requirementsOf returns the requirements of an attribute, of a method(), of a method()() called twice, or of
// a clause; and with + in front, those about an attribute of only some tokens, with ? also none.
func requirementsOf(e *notation.Edition, part string) (ids []string) {
	of, name := e.Clauses, strings.Trim(part, "?+()")
	method, attribute := e.Method(name), e.Index(name)
	switch {
	case part == "+"+name, part == "?"+name:
		for _, s := range of.Special {
			if s.About != nil && slices.Contains(s.Aspects, name) {
				ids = append(ids, s.ID)
			}
		}
	case part == name+"()" && method != nil:
		ids = method.Requirements
	case part == name+"()()" && method != nil:
		ids = method.Twice
	case part == name && attribute >= 0:
		ids = e.Attributes[attribute].Requirements
	case part == "receiver":
		ids = of.Receiver
	case part == "equality":
		ids = of.Equivalence
	case part == "verdict":
		ids = of.OneVerdict
	}
	return ids
}
