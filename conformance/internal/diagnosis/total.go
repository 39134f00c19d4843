package diagnosis

import (
	"slices"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
)

const leastOfTotal = 20

// verdict is a verdict of the library on a string.
type verdict uint8

const (
	right verdict = iota
	wrong
	crashed
	declined
)

// verdicts counts the verdicts on strings of a kind.
type verdicts [declined + 1]int

func (v verdicts) allRight() bool { return v[wrong]+v[crashed] == 0 }

// all reports whether there are many verdicts, and all are of a kind.
func (v verdicts) all(kind verdict) bool {
	n := v[kind]
	v[kind] = 0
	return n >= leastOfTotal && v == verdicts{}
}

// verdictOn returns the verdict of the library on the string of a request. An accepted token with incorrect
// attributes is a right one.
func (d *diagnosis) verdictOn(req conformance.Request) verdict {
	q := keyOf(req)
	w := d.at[q]
	switch {
	case d.silent[q]:
		return declined
	case w == nil:
		return right
	case w.response.Outcome == conformance.Crashed:
		return crashed
	case !d.edition.Valid(req.Token) || w.response.Outcome == conformance.Rejected:
		return wrong
	}
	return right
}

// count counts the verdicts on valid tokens, on invalid strings and on those that are not malformed
// UTF-8, and the verdicts of parse on valid tokens that are not wrong.
func (d *diagnosis) count() (valid, invalid, text, parsed verdicts) {
	for req := range d.compared {
		if !slices.Contains(verdictOps, req.Op) {
			continue
		}
		v := d.verdictOn(req)
		switch {
		case d.edition.Valid(req.Token):
			valid[v]++
			if req.Op == conformance.OpParse && v != declined && v != wrong {
				parsed[v]++
			}
		case utf8.ValidString(req.Token):
			text[v]++
			fallthrough
		default:
			invalid[v]++
		}
	}
	return valid, invalid, text, parsed
}

// total returns the total failure of a library, which explains all of its incorrect verdicts or
// values at once, or nil. It is not a mutant, and needs no comparison with one. It sets guarded.
func (d *diagnosis) total() *suspect {
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
		{invalid.all(wrong) && valid.allRight(), aVerdict, "Every invalid string is accepted, so the string is not checked at all.",
			"Check that the adapter passes the string to the library, and returns what the library returned."},
		{valid.all(wrong) && invalid.allRight(), aVerdict, "Every valid token is rejected, so the string may not reach the library unchanged.",
			"Check that the adapter passes the string to the library, unchanged, and returns what the library returned."},
		{valid.all(wrong) && invalid.all(wrong), aVerdict, "The verdicts are inverted: every invalid string is accepted, and every valid token is rejected.",
			"Invert the condition, in the library or in the adapter."},
		{
			parsed.all(crashed) && text.allRight(), func(w *incorrect) bool { return w.response.Outcome == conformance.Crashed },
			"The parser crashes on every token that it accepts, and rejects invalid strings. The library, a library that it needs, " +
				"and the adapter may not fit together (a missing method, a dependency of another version), or the code that builds the value has a bug.",
			"Read the text of the crash. Install the versions that the library asks for, or correct the call in the adapter or the library.",
		},
		{valid.all(crashed) && invalid.all(crashed), aVerdict, "Every string crashes it, so the library may be missing, or may be called with a wrong type.",
			"Send one request to the adapter by hand, as epin smoke -v shows it, and read its standard error."},
		{invalid.all(crashed) && valid.allRight(), aVerdict, "Every invalid string crashes it, so the error that means a rejection may not be caught.",
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
		if same = append(same, w); !w.response.Form().Offered() || !w.response.Equal(same[0].response) {
			return false
		}
	}
	right := map[string]bool{}
	for req := range d.correct {
		if req.Op == conformance.OpParse && d.edition.Valid(req.Token) {
			right[req.Token] = true
		}
	}
	return len(same) >= leastOfTotal && len(right) <= 1
}
