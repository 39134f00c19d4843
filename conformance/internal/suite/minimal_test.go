package suite

import (
	"context"
	"slices"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/epin"
)

// Each finding fails in a fresh library, and none of what is left without one byte of
// it, or without one of its transformations, fails in the same way. Mutants are sampled,
// more of them with EPIN_WHOLE=1.
func TestFindingsAreMinimal(t *testing.T) {
	longTest(t)
	type broken struct {
		name    string
		edition epin.Edition
		open    func() conformance.Implementation
	}
	var all []broken
	for _, e := range epin.Editions() {
		for i, m := range mutant.All() {
			if i%7 == 0 && sampled(i/7, 28) && m.ExistsIn(e) && m.Layer == mutant.Basic {
				all = append(all, broken{m.Name, e, func() conformance.Implementation { return m.New(e) }})
			}
		}
		i := 0
		for name, impl := range mutant.Automata(e) {
			if i++; i%7 == 0 && sampled(i/7, 262) {
				all = append(all, broken{name, e, func() conformance.Implementation { return impl }})
			}
		}
	}
	alone, after := 0, 0
	for _, b := range all {
		open := func(context.Context, epin.Edition) (conformance.Implementation, error) { return b.open(), nil }
		cfg := Config{Open: open, Edition: b.edition, Profile: Quick, Seed: 1, Only: []string{result.LayerVectors}}
		got, failures := runOf(t, cfg)
		if len(failures) > 0 != (len(got.Findings) > 0) {
			t.Errorf("%s: %d failures and %d findings", b.name, len(failures), len(got.Findings))
		}
		of := shrink.Subject{Open: open, Edition: b.edition, Description: conformance.Describe(b.open(), b.edition), Oracle: oracle.New(b.edition)}
		for _, f := range got.Findings {
			switch f.Seen {
			case RepeatAlone:
				alone++
			case RepeatAfter:
				after++
			default:
				continue
			}
			wrongAfter := func(op conformance.Op, input result.Input) []oracle.Symptom {
				req := input.Request(op)
				if !of.Askable(req) {
					return nil
				}
				var c shrink.Conversation
				calls, _ := shrink.Calls(Finding{Ops: []conformance.Op{op}, Input: input, Calls: f.Calls})
				for _, call := range calls {
					c.Requests = append(c.Requests, slices.Repeat([]conformance.Request{call.Request(call.Op)}, call.Times)...)
				}
				c.At = len(c.Requests) - 1
				for !c.Requests[c.At].Equal(req) {
					c.At-- // what comes behind in a sweep
				}
				resp, err := shrink.Perform(t.Context(), of, c)
				if err != nil {
					t.Fatal(err)
				}
				_, symptoms := of.Oracle.Wrong(req, resp)
				return symptoms
			}
			for _, op := range f.Ops {
				symptoms := wrongAfter(op, f.Input)
				if len(symptoms) == 0 {
					t.Errorf("%s: %s %v %+q does not fail after %d calls", b.name, op, f.Methods, f.Token, len(f.Calls))
				}
				if f.Seen != RepeatAlone || !f.Minimal {
					continue
				}
				// A finding can have symptoms that belong together, of which one may be shorter.
				longest := func(left []oracle.Symptom) bool {
					return len(left) > 0 && len(symptoms) > 0 && !slices.ContainsFunc(symptoms, func(s oracle.Symptom) bool {
						return !slices.ContainsFunc(left, func(l oracle.Symptom) bool { return l.Name == s.Name })
					})
				}
				for i := range f.Token {
					shorter := f.Input
					shorter.Token = f.Token[:i] + f.Token[i+1:]
					if b.edition.Valid(string(shorter.Token)) == b.edition.Valid(string(f.Token)) && longest(wrongAfter(op, shorter)) {
						t.Errorf("%s: %s %v fails as %+q does", b.name, op, shorter, f.Token)
					}
				}
				for i := range f.Methods {
					fewer := f.Input
					if fewer.Methods = slices.Delete(slices.Clone(f.Methods), i, i+1); longest(wrongAfter(op, fewer)) {
						t.Errorf("%s: %s %v fails as %v does", b.name, op, fewer, f.Methods)
					}
				}
			}
		}
	}
	if alone == 0 {
		t.Errorf("%d findings alone, and %d after calls", alone, after)
	}
	t.Logf("%d findings alone, and %d after calls", alone, after)
}
