// Package property tests the properties of EPIN libraries with gopter (property-based testing).
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
	"github.com/epin-conformance/harness/epin"
)

// Property is a statement about the responses to requests about one token. Properties come
// from [All]; the zero value must not be used.
type Property struct {
	Name string // in kebab-case; part of the identifier of a check, so it never changes
	Says string // one sentence

	current, initial string // the requirements in each edition, separated by blanks
	relate           func(t *trial)
}

// All returns the properties of an edition, those about single responses first. The caller may
// change the result.
func All(epin.Edition) []Property {
	return slices.Clone(properties) // the editions have the same, for different requirements
}

// Requirements returns the identifiers of the requirements of an edition that an
// implementation violates if the property does not hold. The caller may change the result.
func (p Property) Requirements(edition epin.Edition) []string {
	return strings.Fields(map[epin.Edition]string{epin.Current: p.current, epin.Initial: p.initial}[edition])
}

var properties = []Property{
	{"round-trip", "The string form of an accepted token is that token.",
		"epin/9.2/canonical epin/9.2/no-context", "epin-initial/canonical", roundTrip},
	{"canonical-form", "The string form of an accepted token is accepted, with the same response.",
		"epin/9.2/canonical", "epin-initial/canonical", canonicalForm},
	{"native-or-derived", "An accepted token is either native or derived.",
		"epin/7.2/derivation epin/9.3/is-native epin/9.3/is-derived", "epin-initial/derivation epin-initial/accessors", nativeOrDerived},
	{"pin-superset", "The PIN token of an accepted token is accepted, is native, and is its own PIN token.",
		"epin/3/pin-superset epin/9.3/pin", "epin-initial/pin-inheritance epin-initial/accessors", pinSuperset},
	{"idempotent-native", "Native twice returns the same as native once.",
		"epin/9.3/idempotent", "epin-initial/idempotent", idempotent(conformance.Native)},
	{"idempotent-derive", "Derive twice returns the same as derive once.",
		"epin/9.3/idempotent", "epin-initial/idempotent", idempotent(conformance.Derive)},
	{"native-undoes-derive", "Native after derive returns the same as native alone.",
		"epin/9.3/native epin/9.3/derive", "epin-initial/native epin-initial/derive", undoes(conformance.Native, conformance.Derive)},
	{"derive-undoes-native", "Derive after native returns the same as derive alone.",
		"epin/9.3/native epin/9.3/derive", "epin-initial/native epin-initial/derive", undoes(conformance.Derive, conformance.Native)},
	{"copy", "A transformation does not change the value that it is called on.",
		"epin/9.3/copy", "epin-initial/copy", copies},
	{"equal-is-string-equality", "A token equals itself, and does not equal its derived form if that is another token.",
		"epin/9.3/equivalent", "epin-initial/equivalent", equalIsStringEquality},
	{"one-verdict", "Every operation returns the same verdict on a token, also among other tokens, and when repeated.",
		"epin/9.1/one-verdict", "epin-initial/one-verdict", oneVerdict},
}
