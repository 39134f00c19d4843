package law

import (
	"context"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// Outcome is what became of checking a law on a token.
type Outcome uint8

// The outcomes.
const (
	// NotExercised is the zero value: the answers say nothing about the law,
	// because the token was rejected or because what the law speaks of is not
	// offered. It is never a pass.
	NotExercised Outcome = iota
	Holds
	Broken
)

// Result is what came out of checking a law on a token. The zero value is
// NotExercised with nothing asked.
type Result struct {
	Outcome Outcome

	// Wanted is what the law demands, and Got what the answers were instead. Both
	// are empty unless the law is broken. They hold the implementation's own words,
	// which need not be text: escape them where they are shown.
	Wanted, Got string

	// Exchanges is everything that was asked, in order, Index counting from 0.
	Exchanges []conformance.Exchange
}

// Law is a demand on the answers of an implementation. Laws come from [All]; the zero value
// is none.
type Law struct {
	Name string // in kebab-case; part of the identifiers of checks, so it never changes
	Says string // one sentence

	requirements byEdition
	check        func(q *inquiry, token string)
}

// All returns the laws of an edition, those about single answers first. The
// result is the caller's.
func All(edition epin.Edition) []Law {
	// The editions differ in the requirements that a law stands for, and not in the
	// laws.
	return slices.Clone(laws)
}

// byEdition has the identifiers of requirements.
type byEdition map[epin.Edition][]string

// Requirements returns the identifiers of the requirements that a broken law
// counts against in an edition. The result is the caller's.
func (l Law) Requirements(edition epin.Edition) []string {
	return slices.Clone(l.requirements[edition])
}

// Check asks impl, an implementation of an edition, what the law needs to know
// about a token, and judges the answers. The token may be any bytes.
//
// Nothing is asked that impl does not offer (an operation, a transformation, a
// token that is not valid UTF-8), and nothing beyond conformance.MaxTokenBytes and
// conformance.MaxSweepBytes.
//
// A law about accepted tokens is not exercised by a token that is rejected, or on
// which impl crashes before it has accepted it: to crash on what may be no token is
// not what such a law is about. Once the token is accepted, a crash breaks the law.
// In a comparison it breaks the law of equality from the start, because only tokens
// of the edition are compared; and to the law of one verdict a crash is a verdict
// like the others. An answer that is none to the question, such as string forms that
// are not as many as the transformations asked for, breaks every law.
//
// An error is one of impl, and means that there is no verdict; Result then holds what was
// asked before.
func (l Law) Check(ctx context.Context, impl conformance.Implementation, edition epin.Edition, token string) (Result, error) {
	q := &inquiry{ctx: ctx, impl: impl, edition: edition, offers: conformance.Describe(impl, edition)}
	l.check(q, token)
	if q.err != nil {
		return Result{Exchanges: q.result.Exchanges}, q.err
	}
	return q.result, nil
}

var laws = []Law{{
	Name: "round-trip", check: roundTrip,
	Says:         "The string form of an accepted token is that token.",
	requirements: byEdition{epin.Current: {"epin/9.2/canonical", "epin/9.2/no-context"}, epin.Initial: {"epin-initial/canonical"}},
}, {
	Name: "canonical-form", check: canonicalForm,
	Says:         "The string form of an accepted token is accepted, with the same answer.",
	requirements: byEdition{epin.Current: {"epin/9.2/canonical"}, epin.Initial: {"epin-initial/canonical"}},
}, {
	Name: "native-or-derived", check: nativeOrDerived,
	Says: "An accepted token is either native or derived, and not both.",
	requirements: byEdition{
		epin.Current: {"epin/7.2/derivation", "epin/9.3/is-native", "epin/9.3/is-derived"},
		epin.Initial: {"epin-initial/derivation", "epin-initial/accessors"},
	},
}, {
	Name: "pin-superset", check: pinSuperset,
	Says: "The PIN token of an accepted token is accepted, is native, and is its own PIN token.",
	requirements: byEdition{
		epin.Current: {"epin/3/pin-superset", "epin/9.3/pin"},
		epin.Initial: {"epin-initial/pin-inheritance", "epin-initial/accessors"},
	},
}, {
	Name: "idempotent-native", check: idempotent(conformance.Native),
	Says:         "Native twice gives what native gives once.",
	requirements: byEdition{epin.Current: {"epin/9.3/idempotent"}, epin.Initial: {"epin-initial/idempotent"}},
}, {
	Name: "idempotent-derive", check: idempotent(conformance.Derive),
	Says:         "Derive twice gives what derive gives once.",
	requirements: byEdition{epin.Current: {"epin/9.3/idempotent"}, epin.Initial: {"epin-initial/idempotent"}},
}, {
	Name: "native-undoes-derive", check: undoes(conformance.Native, conformance.Derive),
	Says:         "Native after derive gives what native gives alone.",
	requirements: byEdition{epin.Current: {"epin/9.3/native", "epin/9.3/derive"}, epin.Initial: {"epin-initial/native", "epin-initial/derive"}},
}, {
	Name: "derive-undoes-native", check: undoes(conformance.Derive, conformance.Native),
	Says:         "Derive after native gives what derive gives alone.",
	requirements: byEdition{epin.Current: {"epin/9.3/native", "epin/9.3/derive"}, epin.Initial: {"epin-initial/native", "epin-initial/derive"}},
}, {
	Name: "copy", check: copies,
	Says:         "A transformation leaves the value it was called on as it was.",
	requirements: byEdition{epin.Current: {"epin/9.3/copy"}, epin.Initial: {"epin-initial/copy"}},
}, {
	Name: "equal-is-string-equality", check: equalIsStringEquality,
	Says:         "A token equals itself, and not what derive makes of it where that is another token.",
	requirements: byEdition{epin.Current: {"epin/9.3/equivalent"}, epin.Initial: {"epin-initial/equivalent"}},
}, {
	Name: "one-verdict", check: oneVerdict,
	Says:         "Every way in which a token is judged gives the same verdict, and so does asking among other tokens, and asking again.",
	requirements: byEdition{epin.Current: {"epin/9.1/one-verdict"}, epin.Initial: {"epin-initial/one-verdict"}},
}}
