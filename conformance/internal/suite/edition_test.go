package suite

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

func TestALibraryOfTheOtherEditionIsNamed(t *testing.T) {
	var only []string
	if testing.Short() {
		only = []string{"vectors"}
	}
	for _, test := range []struct {
		asked, has epin.Edition
		says       string
	}{
		{epin.Current, epin.Initial, "every verdict is that of the initial edition: it rejects ^"},
		{epin.Initial, epin.Current, "every verdict is that of edition 1.0.0: it accepts ^"},
		{epin.Current, epin.Current, ""},
		{epin.Initial, epin.Initial, ""},
	} {
		for _, op := range []conformance.Op{conformance.OpParse, conformance.OpSweep} {
			impl := offering(conformance.Reference(test.has), op)
			result, _ := run(t, Config{Open: open(impl), Edition: test.asked, Profile: Quick, Seed: 1, Only: only})
			if result.OtherEdition != test.says || (result.Verdict == NotConformant) != (test.asked != test.has) {
				t.Errorf("a library of %s asked for %s by %s: %s, %q", test.has, test.asked, op, result.Verdict, result.OtherEdition)
			}
		}
	}
}

// A crash on what both editions reject hides no edition, and no known mistake is named
// where the library has the other edition.
func TestACrashHidesNoEdition(t *testing.T) {
	diagnosed(t)
	for _, test := range []struct {
		has     epin.Edition
		crashes string
		says    bool
	}{
		{epin.Initial, "", true},
		{epin.Initial, "\n\u00e9", true},
		{epin.Initial, "K", false},
		{epin.Initial, "^", false}, // it may be one of 1.0.0 that crashes
		{epin.Current, "\n", false},
	} {
		impl := offering(alteredOf(test.has, func(req conformance.Request, resp conformance.Response) conformance.Response {
			if strings.ContainsAny(req.Token, test.crashes) {
				return crash
			}
			return resp
		}), conformance.OpParse)
		result, _ := run(t, Config{Open: open(impl), Profile: Quick, Seed: 1, Only: []string{"vectors/parse", "tokens/parse"}})
		if (result.OtherEdition != "") != test.says || (result.Diagnosis == nil) != (test.says || result.Verdict != NotConformant) {
			t.Errorf("one of %s that crashes on %q: %q, diagnosis %v", test.has, test.crashes, result.OtherEdition, result.Diagnosis)
		}
	}
}

// TestDetect: the edition is told from the verdicts, by whatever operation is offered.
func TestDetect(t *testing.T) {
	refusing := func(_ context.Context, e epin.Edition) (conformance.Implementation, error) {
		if e == epin.Current {
			return nil, fmt.Errorf("not that one: %w", wire.ErrUnsupportedEdition)
		}
		return conformance.Reference(e), nil
	}
	failing := func(context.Context, epin.Edition) (conformance.Implementation, error) { return nil, errDied }
	caretOnKings := replaced(reject, func(req conformance.Request) bool {
		return strings.Contains(req.Token, "^") && !strings.ContainsAny(req.Token, "Kk")
	})
	type detected struct {
		name string
		open conformance.Factory
		want epin.Edition
		says string
	}
	tests := []detected{
		{"both", openReference, epin.Current, ""},
		{"one that refuses 1.0.0", refusing, epin.Initial, ""},
		{"one that cannot be opened", failing, 0, errDied.Error()},
		{"one that does not answer", open(dying(conformance.Reference(epin.Current), 3)), 0, errDied.Error()},
		{"neither", open(caretOnKings), 0, "the edition cannot be told"},
	}
	for _, e := range epin.Editions() {
		tests = append(tests, detected{e.String(), open(conformance.Reference(e)), e, ""})
		for _, op := range []conformance.Op{conformance.OpValid, conformance.OpSweep} {
			tests = append(tests, detected{e.String() + " by " + string(op), open(offering(conformance.Reference(e), op)), e, ""})
		}
	}
	for _, test := range tests {
		got, err := Detect(t.Context(), test.open)
		if (err == nil) != (test.says == "") || err != nil && !strings.Contains(err.Error(), test.says) || err == nil && got != test.want {
			t.Errorf("%s: edition %s, error %v, want %q", test.name, got, err, test.says)
		}
	}
}
