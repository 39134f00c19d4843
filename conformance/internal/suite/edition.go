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
	for _, d := range []struct {
		verb       string
		has, lacks *notation.Edition
	}{{"accepts", other, o.edition}, {"rejects", o.edition, other}} {
		common := func(mark string) bool { return strings.Contains(d.lacks.Marks(), mark) }
		more := slices.DeleteFunc(strings.Split(d.has.Marks(), ""), common)
		for token := range d.has.Tokens() { // one that no mark explains
			if !d.lacks.Valid(token) && !strings.ContainsAny(token, strings.Join(more, "")) {
				more = append(more, "tokens such as "+token)
				break
			}
		}
		if len(more) > 0 {
			differences = append(differences, d.verb+" "+strings.Join(more, " and "))
		}
	}
	name := other.String()
	if other.Notation != o.edition.Notation {
		name = strings.ToLower(other.Notation) + "/" + other.Number
	}
	return "every verdict" + crashes + " is that of edition " + name + ": the library " + strings.Join(differences, " and ")
}

// onlyIn returns some tokens of an edition that another one does not have, if there are any.
func onlyIn(e, other *notation.Edition) []string {
	const enough = 6
	tokens := slices.DeleteFunc(slices.Collect(e.Tokens()), other.Valid)
	if len(tokens) == 0 {
		return nil
	}
	for i := range enough {
		tokens[i] = tokens[i+(len(tokens)-enough)*i/(enough-1)]
	}
	return tokens[:enough]
}

// Detect returns the edition of a notation that an implementation implements: the one with its verdicts on
// some tokens that not all editions have. It opens the first edition that the implementation supports, and
// does not consider those before it. A crash fits no edition. Detect returns an error if the
// implementation fails, or fits no edition. A notation with one edition needs no request.
func Detect(ctx context.Context, first *notation.Edition, open conformance.Factory) (edition *notation.Edition, err error) {
	all := append([]*notation.Edition{first}, first.Siblings()...)
	if len(all) == 1 {
		return first, nil
	}
	left := all
	var pool *supervise.Pool
	for ; len(left) > 0; left = left[1:] {
		pool, err = supervise.NewPool(left[0], 1, func() (conformance.Implementation, error) { return open(ctx, left[0]) })
		if !errors.Is(err, conformance.ErrUnsupportedEdition) {
			break
		}
	}
	switch {
	case len(left) == 0:
		return nil, fmt.Errorf("the adapter supports no edition of %s: name one of another notation (%s)", first.Notation, notation.Names(all...))
	case err != nil:
		return nil, err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	var tokens []string
	for _, e := range left {
		for _, other := range left {
			tokens = append(tokens, onlyIn(e, other)...)
		}
	}
	n, asked := map[conformance.Outcome]int{}, left[0]
	for _, token := range tokens {
		outcome, err := recognise(ctx, asked, pool.First(), token)
		if err != nil {
			return nil, err
		}
		n[outcome]++
		left = slices.DeleteFunc(left, func(e *notation.Edition) bool { return outcome != verdictOn(e, token) })
	}
	if len(left) == 1 { // every two differ in a token
		return left[0], nil
	}
	accepted, rejected := n[conformance.Accepted], n[conformance.Rejected]
	return nil, fmt.Errorf("the edition cannot be detected: of the tokens %s, which not all editions of %s have, "+
		"%d are accepted, %d rejected, and %d neither: name an edition, of %s or another notation",
		strings.Join(tokens, " "), first.Notation, accepted, rejected, len(tokens)-accepted-rejected, first.Notation)
}

func verdictOn(e *notation.Edition, token string) conformance.Outcome {
	if e.Valid(token) {
		return conformance.Accepted
	}
	return conformance.Rejected
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
