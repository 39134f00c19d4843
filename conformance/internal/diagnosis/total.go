package diagnosis

import (
	"slices"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
)

// verdictOps are the operations that return a verdict on a string.
var verdictOps = []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpSweep}

// leastOfTotal is the minimum number of incorrect responses of a total failure.
const leastOfTotal = 20

// outcomes counts the verdicts on strings of a kind.
type outcomes struct{ right, wrong, crashed, declined int }

func (o outcomes) allRight() bool { return o.wrong+o.crashed == 0 }
func (o outcomes) allWrong() bool {
	return o.wrong >= leastOfTotal && o.right+o.crashed+o.declined == 0
}
func (o outcomes) allCrashed() bool {
	return o.crashed >= leastOfTotal && o.right+o.wrong+o.declined == 0
}

func (o outcomes) and(p outcomes) outcomes {
	return outcomes{o.right + p.right, o.wrong + p.wrong, o.crashed + p.crashed, o.declined + p.declined}
}

// total returns the total failure of a library, which explains all of its incorrect verdicts or
// values at once, or nil. It is not a mutant, and needs no comparison with one. It sets guarded.
func (d *diagnosis) total() *suspect {
	var valid, invalid, malformed, parsed outcomes // parsed are those of parse on valid tokens
	for req := range d.compared {
		q := keyOf(req)
		if !slices.Contains(verdictOps, req.Op) {
			continue
		}
		of := &invalid
		switch {
		case d.edition.Valid(req.Token):
			of = &valid
		case !utf8.ValidString(req.Token):
			of = &malformed
		}
		w := d.Record.wrong[q]
		if req.Op == conformance.OpParse && of == &valid && !d.silent[q] {
			switch {
			case w != nil && w.response.Outcome == conformance.Crashed:
				parsed.crashed++
			case w == nil || w.response.Outcome == conformance.Accepted:
				parsed.right++
			}
		}
		switch {
		case d.silent[q]:
			of.declined++
		case w == nil:
			of.right++
		case w.response.Outcome == conformance.Crashed:
			of.crashed++
		case of != &valid || w.response.Outcome == conformance.Rejected:
			of.wrong++
		default:
			of.right++ // accepted, with incorrect attributes
		}
	}
	d.guarded = malformed.allRight() && !slices.ContainsFunc(d.wrong, func(w *incorrect) bool { return !utf8.ValidString(w.request.Token) })
	never := invalid.and(malformed)
	verdict := func(w *incorrect) bool {
		return !d.edition.Valid(w.request.Token) || w.response.Outcome != conformance.Accepted
	}
	switch {
	case never.allWrong() && valid.allRight():
		return d.totalOf(verdict, "Every invalid string is accepted, so the string is not checked at all.",
			"Check that the adapter passes the string to the library, and returns what the library returned.")
	case valid.allWrong() && never.allRight():
		return d.totalOf(verdict, "Every valid token is rejected, so the string may not reach the library unchanged.",
			"Check that the adapter passes the string to the library, unchanged, and returns what the library returned.")
	case valid.allWrong() && never.allWrong():
		return d.totalOf(verdict, "The verdicts are inverted: every invalid string is accepted, and every valid token is rejected.",
			"Invert the condition, in the library or in the adapter.")
	case parsed.allCrashed() && invalid.allRight():
		crashed := func(w *incorrect) bool { return w.response.Outcome == conformance.Crashed }
		return d.totalOf(crashed, "The parser crashes on every token that it accepts, and rejects invalid strings. The library, a library that it needs, "+
			"and the adapter may not fit together (a missing method, a dependency of another version), or the code that builds the value has a bug.",
			"Read the text of the crash. Install the versions that the library asks for, or correct the call in the adapter or the library.")
	case valid.allCrashed() && never.allCrashed():
		return d.totalOf(verdict, "Every string crashes it, so the library may be missing, or may be called with a wrong type.",
			"Send one request to the adapter by hand, as epin smoke -v shows it, and read its standard error.")
	case never.allCrashed() && valid.allRight():
		return d.totalOf(verdict, "Every invalid string crashes it, so the error that means a rejection may not be caught.",
			"Catch the error by which the library rejects a string, in the adapter.")
	case d.constant():
		return d.totalOf(func(w *incorrect) bool { return w.request.Op == conformance.OpParse && !verdict(w) },
			"Every token has the same values, so they may not depend on the request.",
			"Check that the adapter returns the values of the token that it was given.")
	}
	return nil
}

// totalOf returns a total failure that explains some incorrect responses.
func (d *diagnosis) totalOf(explains func(*incorrect) bool, bug, fix string) *suspect {
	s := &suspect{mutant: mutant.Mutant{Bug: bug, Fix: fix}, explained: make([]parts, len(d.wrong))}
	for i, w := range d.wrong {
		if slices.Contains(verdictOps, w.request.Op) && explains(w) {
			s.explained[i] = anyPart | entire
		}
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
		if !w.response.Form().Offered() || !w.response.Equal(*same) {
			return false
		}
		n++
	}
	if n < leastOfTotal {
		return false
	}
	right := map[string]bool{} // one token may have these values
	for req := range d.correct {
		if req.Op == conformance.OpParse && d.edition.Valid(req.Token) {
			right[req.Token] = true
		}
	}
	return len(right) <= 1
}
