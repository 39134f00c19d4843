// Package law holds the laws of EPIN libraries. A law is a metamorphic relation: a
// property that relates several responses of one library.
//
// A [Law] needs no oracle. It compares responses of an implementation with each
// other, so it finds contradictions, even on inputs without a known correct response.
// It does not find a library that is incorrect in a consistent way; the layers that
// compare with the reference do. They also test the premise of a law. So a broken law
// names only the requirements that it is about.
//
// [Law.Check] checks a law on an implementation. [Law.Inquire] leaves the sending to the caller,
// who can so send the requests of many checks together.
package law

import (
	"context"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// Outcome is the outcome of checking a law on a token.
type Outcome uint8

// The outcomes.
const (
	// NotExercised is the zero value: the law was not tested, because the token was
	// rejected, or because the implementation does not offer what the law is about. It
	// is never a pass.
	NotExercised Outcome = iota
	Holds
	Broken
)

// Result is the result of checking a law on a token. The zero value is NotExercised
// without exchanges.
type Result struct {
	Outcome Outcome

	// Wanted is what the law expects, and Got what the implementation returned. Both
	// are empty unless the law is broken. They contain strings from the implementation,
	// which may not be printable: escape them for display.
	Wanted, Got string

	// Exchanges has all requests and responses in order. Index counts from 0.
	Exchanges []conformance.Exchange
}

// Law is a property of the responses of an implementation. Laws come from [All]; the zero
// value must not be used.
type Law struct {
	Name string // in kebab-case; part of the identifiers of checks, so it never changes
	Says string // one sentence

	current, initial string // the requirements in each edition, separated by blanks
	check            relation
}

// All returns the laws of an edition, those about single responses first. The caller may
// change the result.
func All(edition epin.Edition) []Law {
	return slices.Clone(laws) // the editions have the same laws, for different requirements
}

// Requirements returns the identifiers of the requirements of an edition that an
// implementation violates if it breaks the law. The caller may change the result.
func (l Law) Requirements(edition epin.Edition) []string {
	return strings.Fields(map[epin.Edition]string{epin.Current: l.current, epin.Initial: l.initial}[edition])
}

// Inquire begins to check the law on a token, which may be any bytes. offers describes an
// implementation of an edition.
//
// The requests are only those that the implementation offers: its operations and
// transformations, and no token that is not valid UTF-8 if it does not take that. They respect
// conformance.MaxTokenBytes and conformance.MaxSweepBytes.
//
// The outcome of a law about accepted tokens is NotExercised if the implementation rejects the
// token, or crashes before it accepts it. After that, a crash breaks the law. There are two
// exceptions. A crash of a comparison always breaks the law of equality, because only valid
// tokens of the edition are compared. In the law of one verdict, a crash is a verdict like
// the others. A malformed response breaks every law, such as string forms that are not as
// many as the requested transformations.
func (l Law) Inquire(edition epin.Edition, offers *conformance.Description, token string) *Inquiry {
	q := &Inquiry{Token: token, law: l, edition: edition, offers: offers}
	q.advance()
	return q
}

// Check checks the law on a token, with the requests of [Law.Inquire] to impl. An error comes
// from impl, and means that there is no outcome. The result then has the exchanges before it.
func (l Law) Check(ctx context.Context, impl conformance.Implementation, edition epin.Edition, token string) (Result, error) {
	offers := conformance.Describe(impl, edition)
	q := l.Inquire(edition, &offers, token)
	for q.Request() != nil {
		resp, err := impl.Do(ctx, *q.Request())
		if err != nil {
			return q.Result(), err
		}
		q.Answer(resp)
	}
	return q.Result(), nil
}

// laws has the laws with the requirements of both editions.
var laws = []Law{
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
