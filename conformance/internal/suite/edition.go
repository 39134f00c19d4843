package suite

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
	"github.com/epin-conformance/harness/conformance/notation"
)

// fits returns the other edition whose verdicts all are, or nil.
func (o *observations) fits() *notation.Edition {
	if !o.broken || len(o.others) == 0 {
		return nil
	}
	return o.others[0]
}

// sentence describes a library whose verdicts are those of another edition. It does not claim
// that the library implements that edition: an unescaped ^ has the same verdicts.
func (o *observations) sentence(other *notation.Edition) string {
	crashes := ""
	if len(o.crashed) > 0 {
		others := [...]string{"", " and other strings"}[len(o.crashed)-1]
		crashes = ", but for crashes on " + printable.Token(o.crashed[0]).Shown() + others + ","
	}
	var differences []string
	for _, d := range []struct{ verb, marks, without string }{
		{"accepts", other.Marks(), o.edition.Marks()}, {"rejects", o.edition.Marks(), other.Marks()},
	} {
		has := func(mark string) bool { return strings.Contains(d.without, mark) }
		if more := slices.DeleteFunc(strings.Split(d.marks, ""), has); len(more) > 0 {
			differences = append(differences, d.verb+" "+strings.Join(more, " and "))
		}
	}
	return "every verdict" + crashes + " is that of edition " + other.String() + ": the library " + strings.Join(differences, " and ")
}

// onlyIn returns some tokens of an edition that another one does not have.
func onlyIn(e, other *notation.Edition) []string {
	const enough = 6
	tokens := slices.Collect(e.Tokens())
	tokens = slices.DeleteFunc(tokens, other.Valid)
	for i := range enough {
		tokens[i] = tokens[i+(len(tokens)-enough)*i/(enough-1)]
	}
	return tokens[:enough]
}

// Detect returns the edition of a notation that an implementation implements: the first one if it accepts
// the tokens that only this one has, and the second one if it rejects them all, or does not support
// the first. A crash decides nothing. It returns an error if the implementation fails, or does
// neither consistently. A notation with one edition needs no request.
func Detect(ctx context.Context, first *notation.Edition, open conformance.Factory) (edition *notation.Edition, err error) {
	siblings := first.Siblings()
	if len(siblings) == 0 {
		return first, nil
	}
	second := siblings[0]
	var pool *supervise.Pool
	for _, edition = range []*notation.Edition{first, second} {
		pool, err = supervise.NewPool(edition, 1, func() (conformance.Implementation, error) { return open(ctx, edition) })
		if !errors.Is(err, conformance.ErrUnsupportedEdition) {
			break
		}
	}
	switch {
	case errors.Is(err, conformance.ErrUnsupportedEdition):
		return nil, fmt.Errorf("the adapter supports no edition of %s: name one of another notation (%s)", first.Notation, notation.Names())
	case err != nil:
		return nil, err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	if edition == second {
		return second, nil
	}
	n, tokens := map[conformance.Outcome]int{}, onlyIn(first, second)
	for _, token := range tokens {
		outcome, err := recognise(ctx, first, pool.First(), token)
		if err != nil {
			return nil, err
		}
		n[outcome]++
	}
	switch accepted, rejected := n[conformance.Accepted], n[conformance.Rejected]; {
	case accepted == len(tokens):
		return first, nil
	case rejected == len(tokens):
		return second, nil
	default:
		return nil, fmt.Errorf("the edition cannot be detected: of the tokens %s, which are valid only in edition %s, "+
			"%d are accepted, %d rejected, and %d neither: name an edition, of %s or another notation",
			strings.Join(tokens, " "), first, accepted, rejected, len(tokens)-accepted-rejected, first.Notation)
	}
}

// recognise returns the verdict of the first operation that accepts or rejects a token, or
// Unsupported.
func recognise(ctx context.Context, edition *notation.Edition, impl conformance.Implementation, token string) (conformance.Outcome, error) {
	offered := conformance.Describe(impl, edition)
	for _, op := range []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpSweep} {
		if !offered.Offers(op) {
			continue
		}
		resp, err := impl.Do(ctx, oracle.Sent(conformance.Request{Op: op, Token: token}))
		if outcome := oracle.SweptOutcome(&resp, 0).Outcome; err != nil || outcome == conformance.Accepted || outcome == conformance.Rejected {
			return outcome, err
		}
	}
	return conformance.Unsupported, nil
}
