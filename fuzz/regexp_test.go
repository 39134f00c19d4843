package fuzz

import (
	"errors"
	"regexp"
	"testing"

	"github.com/epin-conformance/harness/epin"
)

// expressions holds the regular expressions from the documents, of EPIN and of PIN by edition.
var expressions, pinExpressions = []*regexp.Regexp{
	regexp.MustCompile(`\A[-+]?[A-Za-z]\^?'?\z`), regexp.MustCompile(`\A[-+]?[A-Za-z]'?\z`),
}, []*regexp.Regexp{
	regexp.MustCompile(`\A[-+]?[A-Za-z]\^?\z`), regexp.MustCompile(`\A[-+]?[A-Za-z]\z`),
}

// FuzzRegexp compares the reference with the regular expressions of both editions. A token that
// is valid in both has the same value in both. The PIN tokens are the native tokens (EPIN §3).
// Tests of package epin compare the values of all tokens.
func FuzzRegexp(f *testing.F) {
	Seed(f, TokenSeeds)
	f.Fuzz(Export(func(t *testing.T, input []byte) {
		current, initial := agree(t, epin.Current, input), agree(t, epin.Initial, input)
		if !initial.IsZero() && initial != current {
			t.Errorf("%q is %v in one edition and %v in the other", input, initial, current)
		}
	}))
}

// agree checks that the functions of the reference agree with the expression. It returns the
// parsed value, or zero.
func agree(t *testing.T, edition epin.Edition, input []byte) epin.Identifier {
	want, wantPIN := expressions[edition].Match(input), pinExpressions[edition].Match(input)
	parsed, err := edition.Parse(string(input))
	p, errPIN := edition.PIN().Parse(string(input))
	if edition.Valid(string(input)) != want || (err == nil) != want || parsed.IsZero() == want || want && parsed.String() != string(input) {
		t.Errorf("%q was read as %q, %v, and the expression returns %t", input, parsed, err, want)
	}
	if ofPIN := epin.FromPIN(p); edition.PIN().Valid(string(input)) != wantPIN || wantPIN != (errPIN == nil) || wantPIN == ofPIN.IsZero() || wantPIN && ofPIN != parsed {
		t.Errorf("the PIN token %q was read as %q, %v; in EPIN it is %q", input, p, errPIN, parsed)
	}
	for _, err := range []error{err, errPIN} {
		if reason := (*epin.ParseError)(nil); err != nil && (!errors.As(err, &reason) || reason.Offset > len(input)) {
			t.Errorf("the error of %q is %#v", input, err)
		}
	}
	return parsed
}
