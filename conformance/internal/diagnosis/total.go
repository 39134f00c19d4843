package diagnosis

import (
	"slices"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
)

const leastOfTotal = 20

// verdicts counts the verdicts on strings of a kind by outcome. Unsupported stands for no verdict.
type verdicts map[conformance.Outcome]int

// all reports whether there are many verdicts, and all have an outcome.
func (v verdicts) all(of conformance.Outcome) bool { return len(v) == 1 && v[of] >= leastOfTotal }

// none reports whether no verdict has one of two outcomes.
func (v verdicts) none(of, or conformance.Outcome) bool { return v[of]+v[or] == 0 }

// count counts the verdicts on valid tokens, on invalid strings and on those that are not malformed
// UTF-8, and the verdicts of parse on valid tokens. Incorrect attributes of a token change nothing.
func (d *diagnosis) count() (valid, invalid, text, parsed verdicts) {
	valid, invalid, text, parsed = verdicts{}, verdicts{}, verdicts{}, verdicts{}
	for req := range d.compared {
		if !slices.Contains(verdictOps, req.Op) {
			continue
		}
		q, isValid, of := keyOf(req), d.edition.Valid(req.Token), conformance.Rejected
		switch w := d.at[q]; {
		case d.silent[q]:
			of = conformance.Unsupported
		case w != nil:
			of = w.response.Outcome
		case isValid:
			of = conformance.Accepted
		}
		switch {
		case isValid:
			valid[of]++
			if req.Op == conformance.OpParse {
				parsed[of]++
			}
		case utf8.ValidString(req.Token):
			text[of]++
			fallthrough
		default:
			invalid[of]++
		}
	}
	return valid, invalid, text, parsed
}

// total returns the total failure of a library, which explains all of its incorrect verdicts or
// values at once, or nil. It is not a mutant, and needs no comparison with one. It sets guarded.
func (d *diagnosis) total() *suspect {
	const accepted, rejected, crashed = conformance.Accepted, conformance.Rejected, conformance.Crashed
	valid, invalid, text, parsed := d.count()
	d.guarded = !slices.ContainsFunc(d.wrong, func(w *incorrect) bool { return !utf8.ValidString(w.request.Token) })
	aVerdict := func(w *incorrect) bool {
		return !d.edition.Valid(w.request.Token) || w.response.Outcome != conformance.Accepted
	}
	for _, total := range []struct {
		is       bool
		explains func(*incorrect) bool
		bug, fix string
	}{
		{invalid.all(accepted) && valid.none(rejected, crashed), aVerdict, "Every invalid string is accepted, so the string is not checked at all.",
			"Check that the adapter passes the string to the library, and returns what the library returned."},
		{valid.all(rejected) && invalid.none(accepted, crashed), aVerdict, "Every valid token is rejected, so the string may not reach the library unchanged.",
			"Check that the adapter passes the string to the library, unchanged, and returns what the library returned."},
		{valid.all(rejected) && invalid.all(accepted), aVerdict, "The verdicts are inverted: every invalid string is accepted, and every valid token is rejected.",
			"Invert the condition, in the library or in the adapter."},
		{
			parsed[crashed] >= leastOfTotal && parsed[accepted] == 0 && text.none(accepted, crashed),
			func(w *incorrect) bool { return w.response.Outcome == crashed },
			"The parser crashes on every token that it accepts, and rejects invalid strings. The library, a library that it needs, " +
				"and the adapter may not fit together (a missing method, a dependency of another version), or the code that builds the value has a bug.",
			"Read the text of the crash. Install the versions that the library asks for, or correct the call in the adapter or the library.",
		},
		{valid.all(crashed) && invalid.all(crashed), aVerdict, "Every string crashes the library, so it may be missing, or may be called with an incorrect type.",
			"Send one request to the adapter by hand, as epin smoke -v shows it, and read its standard error."},
		{invalid.all(crashed) && valid.none(rejected, crashed), aVerdict, "Every invalid string crashes the library, so the error that means a rejection may not be caught.",
			"Catch the error by which the library rejects a string, in the adapter."},
		{d.constant(), func(w *incorrect) bool { return w.request.Op == conformance.OpParse && !aVerdict(w) },
			"Every token has the same values, so they may not depend on the request.",
			"Check that the adapter returns the values of the token that it was given."},
	} {
		if !total.is {
			continue
		}
		s := &suspect{mutant: mutant.Mutant{Bug: total.bug, Fix: total.fix}, explained: make([]parts, len(d.wrong))}
		for i, w := range d.wrong {
			if slices.Contains(verdictOps, w.request.Op) && total.explains(w) {
				s.explained[i] = anyPart | entire
			}
		}
		return s
	}
	return nil
}

// constant reports whether parse returned the same values for all tokens. One token may have these values.
func (d *diagnosis) constant() bool {
	var same []*incorrect
	for _, w := range d.wrong {
		if w.request.Op != conformance.OpParse || w.response.Outcome != conformance.Accepted || !d.edition.Valid(w.request.Token) {
			continue
		}
		if same = append(same, w); !w.response.Form().Offered() || !w.response.Equal(*same[0].response) {
			return false
		}
	}
	if len(same) < leastOfTotal {
		return false
	}
	right := map[string]bool{}
	for req := range d.correct {
		if req.Op == conformance.OpParse && d.edition.Valid(req.Token) {
			right[req.Token] = true
		}
	}
	return len(right) <= 1
}
