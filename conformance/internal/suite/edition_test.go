package suite

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
)

// TestOtherEdition: a library that has the other edition is named as such. A crash on what both
// editions reject hides that, or no edition; and no known mistake is named besides.
func TestOtherEdition(t *testing.T) {
	longTest(t)
	diagnosed(t)
	explained := func(g result.Group) bool { return len(g.Causes) > 0 }
	for i, test := range []struct {
		asked, has *notation.Edition
		op         conformance.Op
		crashes    string
		says       string
	}{
		{notation.EPIN, notation.EPINInitial, conformance.OpParse, "", "every verdict is that of edition 1.0.0-initial: the library rejects ^"},
		{notation.EPINInitial, notation.EPIN, conformance.OpSweep, "", "every verdict is that of edition 1.0.0: the library accepts ^"},
		{notation.EPIN, notation.EPINInitial, conformance.OpParse, "\n\u00e9", `every verdict, but for crashes on "\n" and other strings, is that of edition 1.0.0-initial: the library rejects ^`},
		{notation.EPIN, notation.EPINInitial, conformance.OpParse, "K", ""},
		{notation.EPIN, notation.EPINInitial, conformance.OpParse, "^", ""}, // it may be one of 1.0.0 that crashes
		{notation.EPIN, notation.EPIN, conformance.OpParse, "\n", ""},
		{notation.PINInitial, notation.PIN, conformance.OpSweep, "", "every verdict is that of edition pin/1.0.0: the library accepts ^"},
		{notation.EPIN, notation.PIN, conformance.OpParse, "", "every verdict is that of edition pin/1.0.0: the library rejects '"},
		{notation.PIN, notation.EPINInitial, conformance.OpSweep, "", "every verdict is that of edition 1.0.0-initial: the library accepts ' and rejects ^"},
	} {
		impl := offering(alteredOf(conformance.Reference(test.has), func(req conformance.Request, resp conformance.Response) conformance.Response {
			if strings.ContainsAny(req.Token, test.crashes) {
				return crash
			}
			return resp
		}), test.op)
		if test.asked.Notation == notation.PIN.Notation || test.has.Notation == notation.PIN.Notation {
			within(t, &diagnosisAtLeast, 0) // these differ in more than one way
		}
		report := run(t, Config{Open: open(impl), Edition: test.asked, Profile: Quick, Seed: 1})
		if report.OtherEdition != test.says || test.says != "" && slices.ContainsFunc(report.Groups, explained) || report.Verdict != result.NotConformant {
			t.Errorf("%d, %+v: %s, %q, groups %+v", i, test, report.Verdict, report.OtherEdition, report.Groups)
		}
	}
	rejectsOne := replaced(reject, func(req conformance.Request) bool { return req.Token == "A^" })
	one := run(t, Config{Open: open(rejectsOne), Only: []string{"single/parse/415e"}})
	if one.Verdict != result.NotConformant || one.OtherEdition != "" {
		t.Errorf("one request: %s, %s", one.Verdict, one.OtherEdition)
	}
}

// TestDetect: the edition is told from the verdicts, by whatever operation is offered.
func TestDetect(t *testing.T) {
	refusing := func(_ context.Context, e *notation.Edition) (conformance.Implementation, error) {
		if e == notation.EPIN {
			return nil, fmt.Errorf("not that one: %w", conformance.ErrUnsupportedEdition)
		}
		return conformance.Reference(e), nil
	}
	caretOnKings := replaced(reject, func(req conformance.Request) bool {
		return strings.Contains(req.Token, "^") && !strings.ContainsAny(req.Token, "Kk")
	})
	type detected struct {
		name string
		open conformance.Factory
		want *notation.Edition
		says string
	}
	tests := []detected{
		{"one that refuses 1.0.0", refusing, notation.EPINInitial, ""},
		{"one that refuses both", func(context.Context, *notation.Edition) (conformance.Implementation, error) {
			return nil, conformance.ErrUnsupportedEdition
		}, nil, "supports no edition of EPIN"},
		{"one that does not answer", open(dying(conformance.Reference(notation.EPIN), 3)), nil, errDied.Error()},
		{"neither", open(caretOnKings), nil, "the edition cannot be detected"},
		{"a parser that crashes", open(replaced(crash, func(req conformance.Request) bool { return req.Op == conformance.OpParse })), notation.EPIN, ""},
		{"nothing but crashes", open(replaced(crash, func(conformance.Request) bool { return true })), nil, "0 are accepted, 0 rejected, and 6 neither: name an edition, of EPIN"},
	}
	for _, e := range notation.All() {
		for _, op := range validity {
			tests = append(tests, detected{e.String() + " by " + string(op), open(offering(conformance.Reference(e), op)), e, ""})
		}
	}
	for _, test := range tests {
		first := notation.EPIN
		if test.want != nil && test.want.Notation != first.Notation {
			first = notation.PIN
		}
		got, err := Detect(t.Context(), first, test.open)
		if (err == nil) != (test.says == "") || err != nil && !strings.Contains(err.Error(), test.says) || err == nil && got != test.want {
			t.Errorf("%s: edition %s, error %v, want %q", test.name, got, err, test.says)
		}
	}
}
