package suite_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// oneGrammar is a library that knows one edition and ignores what it is asked for.
func oneGrammar(e epin.Edition) conformance.Factory {
	return func(context.Context, epin.Edition) (conformance.Implementation, error) {
		return conformance.Reference(e), nil
	}
}

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
			impl := limited{conformance.Reference(test.has), conformance.Description{Ops: []conformance.Op{op}, Bytes: true}}
			result, _ := run(t, suite.Config{Open: always(impl), Edition: test.asked, Profile: suite.Quick, Seed: 1, Only: only})
			if result.OtherEdition != test.says || (result.Verdict == suite.NotConformant) != (test.asked != test.has) {
				t.Errorf("a library of %s asked for %s by %s: %s, %q", test.has, test.asked, op, result.Verdict, result.OtherEdition)
			}
		}
	}
}

// crashingOn crashes on some tokens in place of a verdict.
type crashingOn struct {
	conformance.Implementation
	tokens string
}

func (c crashingOn) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if req.Op == conformance.OpParse && strings.ContainsAny(req.Token, c.tokens) {
		return conformance.Response{Outcome: conformance.Crashed, Crash: "oh"}, nil
	}
	return c.Implementation.Do(ctx, req)
}

// A crash on what both editions reject hides no edition, and no known mistake is named
// where the library has the other edition.
func TestACrashHidesNoEdition(t *testing.T) {
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
		impl := limited{crashingOn{conformance.Reference(test.has), test.crashes}, conformance.Description{Ops: []conformance.Op{conformance.OpParse}, Bytes: true}}
		result, _ := run(t, suite.Config{Open: always(impl), Profile: suite.Quick, Seed: 1, Only: []string{"vectors/parse", "tokens/parse"}})
		if (result.OtherEdition != "") != test.says || (result.Diagnosis == nil) != (test.says || result.Verdict != suite.NotConformant) {
			t.Errorf("one of %s that crashes on %q: %q, diagnosis %v", test.has, test.crashes, result.OtherEdition, result.Diagnosis)
		}
	}
}

// caretOnKings accepts ^ on a king alone.
type caretOnKings struct{ conformance.Implementation }

func (c caretOnKings) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if strings.Contains(req.Token, "^") && !strings.ContainsAny(req.Token, "Kk") {
		return conformance.Response{Outcome: conformance.Rejected}, nil
	}
	return c.Implementation.Do(ctx, req)
}

func TestDetect(t *testing.T) {
	refusing := func(_ context.Context, e epin.Edition) (conformance.Implementation, error) {
		if e == epin.Current {
			return nil, fmt.Errorf("not that one: %w", wire.ErrUnsupportedEdition)
		}
		return conformance.Reference(e), nil
	}
	broken := errors.New("broken")
	for _, test := range []struct {
		name string
		open conformance.Factory
		want epin.Edition
		says string
	}{
		{"one of 1.0.0", oneGrammar(epin.Current), epin.Current, ""},
		{"one of the initial edition", oneGrammar(epin.Initial), epin.Initial, ""},
		{"one of both", opening(conformance.Reference), epin.Current, ""},
		{"one that refuses 1.0.0", refusing, epin.Initial, ""},
		{"one that cannot be opened", func(context.Context, epin.Edition) (conformance.Implementation, error) { return nil, broken }, 0, "broken"},
		{"one that does not answer", always(&dying{conformance.Reference(epin.Current), 3}), 0, errDied.Error()},
		{"one of neither", always(caretOnKings{conformance.Reference(epin.Current)}), 0, "the edition cannot be told"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := suite.Detect(context.Background(), test.open)
			if (err == nil) != (test.says == "") || err != nil && !strings.Contains(err.Error(), test.says) {
				t.Fatalf("error %v, want %q", err, test.says)
			}
			if err == nil && got != test.want {
				t.Errorf("it is taken for one of %s", got)
			}
		})
	}
	for _, op := range []conformance.Op{conformance.OpValid, conformance.OpSweep} {
		for _, e := range epin.Editions() {
			impl := limited{conformance.Reference(e), conformance.Description{Ops: []conformance.Op{op}, Bytes: true}}
			if got, err := suite.Detect(context.Background(), always(impl)); err != nil || got != e {
				t.Errorf("one of %s that offers only %s: %s, %v", e, op, got, err)
			}
		}
	}
}
