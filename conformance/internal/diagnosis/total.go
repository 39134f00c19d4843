package diagnosis

import (
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
)

// verdictOps are the operations that return a verdict on a string.
var verdictOps = []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpSweep}

// leastOfTotal is the minimum number of incorrect responses of a total failure.
const leastOfTotal = 20

// outcomes counts the verdicts on strings of a kind.
type outcomes struct{ right, wrong, crashed int }

func (o outcomes) all() int { return o.right + o.wrong + o.crashed }

// total returns the total failure of a library, which explains all of its incorrect verdicts or
// values at once, or nil. It is not a mutant, and needs no comparison with one. It sets guarded.
func (d *diagnosis) total() *suspect {
	var valid, invalid, malformed outcomes
	for req := range d.compared {
		q := keyOf(req)
		if req.Op != conformance.OpParse && req.Op != conformance.OpValid && req.Op != conformance.OpSweep || d.silent[q] {
			continue
		}
		of := &invalid
		switch {
		case d.edition.Valid(req.Token):
			of = &valid
		case !utf8.ValidString(req.Token):
			of = &malformed
		}
		resp, wrong := d.Record.wrong[q]
		switch {
		case !wrong:
			of.right++
		case resp.Outcome == conformance.Crashed:
			of.crashed++
		case of != &valid || resp.Outcome == conformance.Rejected:
			of.wrong++
		default:
			of.right++ // accepted, with incorrect attributes
		}
	}
	d.guarded = malformed.right == malformed.all()
	never := outcomes{right: invalid.right + malformed.right, wrong: invalid.wrong + malformed.wrong, crashed: invalid.crashed + malformed.crashed}
	verdict := func(w incorrect) bool {
		return !d.edition.Valid(w.request.Token) || w.response.Outcome != conformance.Accepted
	}
	switch {
	case never.wrong >= leastOfTotal && never.wrong == never.all() && valid.right == valid.all():
		return d.totalOf(verdict, "Every invalid string is accepted, so the string is not checked at all.",
			"Check that the adapter passes the string to the library, and returns what the library returned.")
	case valid.wrong >= leastOfTotal && valid.wrong == valid.all() && never.right == never.all():
		return d.totalOf(verdict, "Every valid token is rejected, so the string may not reach the library unchanged.",
			"Check that the adapter passes the string to the library, unchanged, and returns what the library returned.")
	case valid.wrong >= leastOfTotal && valid.wrong == valid.all() && never.wrong == never.all():
		return d.totalOf(verdict, "The verdicts are inverted: every invalid string is accepted, and every valid token is rejected.",
			"Invert the condition, in the library or in the adapter.")
	case valid.crashed >= leastOfTotal && valid.crashed == valid.all() && never.crashed == never.all():
		return d.totalOf(verdict, "Every string crashes it, so the library may be missing, or may be called with a wrong type.",
			"Send one request to the adapter by hand, as epin smoke -v shows it, and read its standard error.")
	case never.crashed >= leastOfTotal && never.crashed == never.all() && valid.right == valid.all():
		return d.totalOf(verdict, "Every invalid string crashes it, so the error that means a rejection may not be caught.",
			"Catch the error by which the library rejects a string, in the adapter.")
	case malformed.crashed >= leastOfTotal && malformed.crashed == malformed.all() && invalid.right == invalid.all() && valid.right == valid.all():
		return d.totalOf(verdict, "Malformed UTF-8 crashes it, and nothing else does: an operation that needs valid text comes before the check.",
			"Check the encoding before the first operation that needs valid text, and reject.")
	case d.constant():
		return d.totalOf(func(w incorrect) bool { return w.request.Op == conformance.OpParse && !verdict(w) },
			"Every token has the same values, so they may not depend on the request.",
			"Check that the adapter returns the values of the token that it was given.")
	}
	return nil
}

// totalOf returns a total failure that explains some incorrect responses.
func (d *diagnosis) totalOf(explains func(incorrect) bool, bug, fix string) *suspect {
	s := &suspect{mutant: mutant.Mutant{Bug: bug, Fix: fix}, explained: make([]bool, len(d.wrong))}
	for i, w := range d.wrong {
		s.explained[i] = w.request.Op != conformance.OpApply && w.request.Op != conformance.OpEqual && explains(w)
	}
	return s
}

// constant reports whether parse returned the same values for all tokens.
func (d *diagnosis) constant() bool {
	var same *conformance.Response
	n := 0
	for _, w := range d.wrong {
		if w.request.Op != conformance.OpParse || w.response.Outcome != conformance.Accepted || !d.edition.Valid(w.request.Token) {
			continue
		}
		if same == nil {
			same = &w.response
		}
		if !w.response.Token.Offered || !w.response.Equal(*same) {
			return false
		}
		n++
	}
	// The values are correct for one token at most.
	return n >= leastOfTotal
}
