package diagnosis_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// otherwise returns its own attributes for invalid strings that it accepts, as a library does
// that takes every character for a letter.
type otherwise struct{ conformance.Implementation }

func (o otherwise) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	resp, err := o.Implementation.Do(ctx, req)
	if req.Op == conformance.OpParse && resp.Outcome == conformance.Accepted && !epin.Current.Valid(req.Token) {
		resp.Token, resp.Name, resp.Side = conformance.Some("q"), conformance.Some("Q"), conformance.Some("second")
	}
	return resp, err
}

// TestVerdictsAloneAreExplained checks that the attributes of invalid strings, which have no
// correct values, do not hide why these are accepted. The text tells that they were not compared.
func TestVerdictsAloneAreExplained(t *testing.T) {
	sent := quick(t, epin.Current)
	for _, name := range []string{"unicode-case-folding", "dollar-for-z"} {
		for _, own := range []bool{false, true} {
			library := named(t, name).New(epin.Current)
			if own {
				library = otherwise{library}
			}
			record, _ := recorded(t, library, epin.Current, sent)
			d := diagnose(t, record, sent, "")
			if d.VerdictsOnly != own || len(d.Explanations) == 0 || !slices.Contains(names(d.Explanations[0].Bugs[0]), name) {
				t.Errorf("%s, %t: %+v", name, own, d)
			}
			if noted := strings.Contains(strings.Join(d.Paragraphs(), "\n"), "was not compared"); noted != own {
				t.Errorf("%s, %t: %q", name, own, d.Paragraphs())
			}
		}
	}
}
