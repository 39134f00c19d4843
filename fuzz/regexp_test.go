package fuzz

import (
	"bytes"
	"errors"
	"regexp"
	"testing"

	"github.com/epin-conformance/harness/epin"
)

// expressions holds the regular expressions of the editions, from the documents.
var expressions = map[epin.Edition]*regexp.Regexp{
	epin.Current: regexp.MustCompile(`\A[-+]?[A-Za-z]\^?'?\z`),
	epin.Initial: regexp.MustCompile(`\A[-+]?[A-Za-z]'?\z`),
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

// agree checks that every function of the reference agrees with the expression. It returns the
// parsed value, or zero.
func agree(t *testing.T, edition epin.Edition, input []byte) epin.Identifier {
	want := expressions[edition].Match(input)
	parsed, err := edition.Parse(string(input))
	fromBytes, errBytes := edition.ParseBytes(input)
	if edition.Valid(string(input)) != want || edition.ValidBytes(input) != want || (err == nil) != want || (errBytes == nil) != want ||
		parsed.IsZero() == want || parsed != fromBytes {
		t.Errorf("%q was read as %q, %v and %q, %v, and the expression returns %t", input, parsed, err, fromBytes, errBytes, want)
	}
	p, errPIN := edition.PIN().ParseBytes(input)
	native := want && !bytes.HasSuffix(input, []byte("'"))
	ofPIN := epin.FromPIN(p)
	if edition.PIN().ValidBytes(input) != native || native != (errPIN == nil) || native == ofPIN.IsZero() || native && ofPIN != parsed {
		t.Errorf("the PIN token %q was read as %q, %v; in EPIN it is %q", input, p, errPIN, parsed)
	}
	for _, err := range []error{err, errBytes, errPIN} {
		if reason := (*epin.ParseError)(nil); err != nil && (!errors.As(err, &reason) || reason.Offset > len(input)) {
			t.Errorf("the error of %q is %#v", input, err)
		}
	}
	return parsed
}
