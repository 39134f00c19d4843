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

	requirements map[epin.Edition]string // separated by blanks
	check        func(q *Inquiry, token string)
}

// All returns the laws of an edition, those about single responses first. The caller may
// change the result.
func All(edition epin.Edition) []Law {
	// The editions have the same laws, for different requirements.
	return slices.Clone(laws)
}

// Requirements returns the identifiers of the requirements of an edition that an
// implementation violates if it breaks the law. The caller may change the result.
func (l Law) Requirements(edition epin.Edition) []string {
	return strings.Fields(l.requirements[edition])
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
	lawOf("round-trip", roundTrip, "epin/9.2/canonical epin/9.2/no-context", "epin-initial/canonical",
		"The string form of an accepted token is that token."),
	lawOf("canonical-form", canonicalForm, "epin/9.2/canonical", "epin-initial/canonical",
		"The string form of an accepted token is accepted, with the same response."),
	lawOf("native-or-derived", nativeOrDerived,
		"epin/7.2/derivation epin/9.3/is-native epin/9.3/is-derived", "epin-initial/derivation epin-initial/accessors",
		"An accepted token is either native or derived."),
	lawOf("pin-superset", pinSuperset,
		"epin/3/pin-superset epin/9.3/pin", "epin-initial/pin-inheritance epin-initial/accessors",
		"The PIN token of an accepted token is accepted, is native, and is its own PIN token."),
	lawOf("idempotent-native", idempotent(conformance.Native), "epin/9.3/idempotent", "epin-initial/idempotent",
		"Native twice returns the same as native once."),
	lawOf("idempotent-derive", idempotent(conformance.Derive), "epin/9.3/idempotent", "epin-initial/idempotent",
		"Derive twice returns the same as derive once."),
	lawOf("native-undoes-derive", undoes(conformance.Native, conformance.Derive),
		"epin/9.3/native epin/9.3/derive", "epin-initial/native epin-initial/derive",
		"Native after derive returns the same as native alone."),
	lawOf("derive-undoes-native", undoes(conformance.Derive, conformance.Native),
		"epin/9.3/native epin/9.3/derive", "epin-initial/native epin-initial/derive",
		"Derive after native returns the same as derive alone."),
	lawOf("copy", copies, "epin/9.3/copy", "epin-initial/copy",
		"A transformation does not change the value that it is called on."),
	lawOf("equal-is-string-equality", equalIsStringEquality, "epin/9.3/equivalent", "epin-initial/equivalent",
		"A token equals itself, and does not equal its derived form if that is another token."),
	lawOf("one-verdict", oneVerdict, "epin/9.1/one-verdict", "epin-initial/one-verdict",
		"Every operation returns the same verdict on a token, also among other tokens, and when repeated."),
}

func lawOf(name string, check func(*Inquiry, string), current, initial, says string) Law {
	return Law{Name: name, Says: says, check: check, requirements: map[epin.Edition]string{epin.Current: current, epin.Initial: initial}}
}
