package suite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
	"github.com/epin-conformance/harness/conformance/notation"
)

// fit records whether all verdicts of an implementation are those of another edition, and some are not
// those of the edition under test.
type fit struct {
	asked   *notation.Edition
	others  []candidate // those without an incorrect verdict
	crashes []string    // the shortest two strings with a crash
}

type candidate struct {
	edition *notation.Edition
	wrong   int // verdicts that are correct in this edition, and not in the one under test
}

func newFit(asked *notation.Edition) fit {
	f := fit{asked: asked}
	for _, e := range notation.All() {
		if e != asked {
			f.others = append(f.others, candidate{edition: e})
		}
	}
	return f
}

// verdict records a verdict on a token.
func (f *fit) verdict(token string, accepted bool) {
	if len(f.others) == 0 {
		return
	}
	right, fitting := f.asked.Valid(token) == accepted, f.others[:0]
	for _, o := range f.others {
		if o.edition.Valid(token) != accepted {
			continue
		}
		if !right {
			o.wrong++
		}
		fitting = append(fitting, o)
	}
	f.others = fitting
}

// crash records a crash in place of a verdict. A crash on a string that both editions reject
// excludes neither.
func (f *fit) crash(token string) {
	f.others = slices.DeleteFunc(f.others, func(o candidate) bool { return f.asked.Valid(token) || o.edition.Valid(token) })
	if !slices.Contains(f.crashes, token) {
		f.crashes = append(f.crashes, token)
		slices.SortFunc(f.crashes, byLength)
		f.crashes = f.crashes[:min(len(f.crashes), 2)]
	}
}

// fits returns the other edition whose verdicts all are, or nil.
func (f *fit) fits() *notation.Edition {
	for _, o := range f.others {
		if o.wrong > 0 {
			return o.edition
		}
	}
	return nil
}

// fitsSibling reports whether the verdicts are those of another edition of the notation.
func (f *fit) fitsSibling() bool {
	e := f.fits()
	return e != nil && e.Notation == f.asked.Notation
}

// sentence describes a library whose verdicts are those of another edition. It does not claim
// that the library implements that edition: an unescaped ^ has the same verdicts.
func (f *fit) sentence(other *notation.Edition) string {
	crashes := ""
	if len(f.crashes) > 0 {
		others := [...]string{"", " and other strings"}[len(f.crashes)-1]
		crashes = ", but for crashes on " + printable.Token(f.crashes[0]).Shown() + others + ","
	}
	var differences []string
	for _, d := range []struct{ verb, marks, without string }{
		{"accepts", other.Marks(), f.asked.Marks()}, {"rejects", f.asked.Marks(), other.Marks()},
	} {
		more := strings.Map(func(r rune) rune {
			if strings.ContainsRune(d.without, r) {
				return -1
			}
			return r
		}, d.marks)
		if more != "" {
			differences = append(differences, d.verb+" "+strings.Join(strings.Split(more, ""), " and "))
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
	pool, err := supervise.NewPool(first, 1, func() (conformance.Implementation, error) { return open(ctx, first) })
	if errors.Is(err, conformance.ErrUnsupportedEdition) {
		impl, err := open(ctx, second)
		if errors.Is(err, conformance.ErrUnsupportedEdition) {
			return nil, fmt.Errorf("the adapter supports no edition of %s: name one of another notation (%s)", first.Notation, notation.Names())
		}
		if err != nil {
			return nil, err
		}
		if c, ok := impl.(io.Closer); ok {
			err = c.Close()
		}
		return second, err
	}
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
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
		req := conformance.Request{Op: op, Token: token}
		if op == conformance.OpSweep {
			req = conformance.Request{Op: op, Tokens: []string{token}}
		}
		resp, err := impl.Do(ctx, req)
		if outcome := oracle.SweptOutcome(resp, 0).Outcome; err != nil || outcome == conformance.Accepted || outcome == conformance.Rejected {
			return outcome, err
		}
	}
	return conformance.Unsupported, nil
}
