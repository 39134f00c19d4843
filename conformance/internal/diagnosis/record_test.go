package diagnosis_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/diagnosis"
	"github.com/epin-conformance/harness/epin"
)

func parse(token string) conformance.Request {
	return conformance.Request{Op: conformance.OpParse, Token: token}
}

func TestNothingWrong(t *testing.T) {
	sent := quick(t, epin.Current)
	record, _ := recorded(t, conformance.Reference(epin.Current), epin.Current, sent)
	if causes := diagnose(t, record, sent)[0]; len(causes) > 0 {
		t.Errorf("%+v", causes)
	}
}

// TestOneResponseContradicts checks that one more response can refute an explanation.
func TestOneResponseContradicts(t *testing.T) {
	accepted := conformance.Response{Outcome: conformance.Accepted}
	rejected := conformance.Response{Outcome: conformance.Rejected}
	for name, c := range map[string]struct {
		more  conformance.Request
		says  conformance.Response
		added bool // or only sent
		named bool
	}{
		"the same mistake":                    {valid("Q\n"), accepted, true, true},
		"a right answer where it is wrong":    {valid("Q\n"), rejected, true, false},
		"the same, which is not added":        {valid("Q\n"), rejected, false, false},
		"a right answer where it is right":    {valid("Q"), accepted, true, true},
		"a wrong answer where it is right":    {valid("Q"), rejected, true, false},
		"no answer where it is wrong":         {valid("Q\n"), conformance.Response{}, true, true},
		"a crash where it is wrong otherwise": {valid("Q\n"), conformance.Response{Outcome: conformance.Crashed}, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			record := diagnosis.NewRecord(epin.Current)
			sent := []conformance.Request{valid("K\n"), valid("x!\nK"), valid("K\r"), valid("K "), valid("!K"), c.more}
			for i, says := range []conformance.Response{accepted, rejected, rejected, rejected, rejected} {
				record.Add(sent[i], says)
			}
			if c.added {
				record.Add(c.more, c.says)
			}
			if causes := diagnose(t, record, sent)[0]; slices.Contains(names(causes), "dollar-for-z") != c.named {
				t.Errorf("named %t, want %t: %+v", !c.named, c.named, causes)
			}
		})
	}
}

// TestOnlyFailure checks the text of a cause: how much it explains, and the fix, which is that for
// the language of the library, if it has one.
func TestOnlyFailure(t *testing.T) {
	record := diagnosis.NewRecord(epin.Current)
	var sent []conformance.Request
	for i, token := range []string{"K\n", "K", "K\r", "K!", "K ", "!K", "x!\nK", "\nK", "K\u0085", "K\n\n"} {
		outcome := conformance.Rejected
		if i < 2 {
			outcome = conformance.Accepted
		}
		sent = append(sent, valid(token))
		record.Add(sent[i], conformance.Response{Outcome: outcome})
		record.Failed(sent[i]) // counts if the response is incorrect
	}
	m := named(t, "dollar-for-z")
	for language, fix := range map[string]string{
		"Python 3.12": `Use re.fullmatch, or end the pattern in \Z.`, "python": m.Fixes["python"], "python, pypy 7.3": m.Fixes["python"],
		"jruby 9": m.Fixes["ruby"], "C#": m.Fixes["c#"], "rust": m.Fix, "a language of my own\n": m.Fix, "": m.Fix,
	} {
		run := runOf(sent, language)
		run.Failed = 1
		causes, err := record.Diagnose(context.Background(), run)
		want := "The pattern ends in $, which also matches before a trailing newline. This explains the only failure. Fix: " + fix
		if err != nil || len(causes[0]) != 1 || causes[0][0].String() != want || fix == "" {
			t.Errorf("%q: %v, %v, want %s", language, causes, err, want)
		}
	}
}

func TestTwoResponsesToOneRequest(t *testing.T) {
	right, wrong := responseOf(t, conformance.Reference(epin.Current), parse("K")), conformance.Response{Outcome: conformance.Rejected}
	crash := conformance.Response{Outcome: conformance.Crashed}
	for _, responses := range [][]conformance.Response{{right, wrong}, {wrong, right}, {wrong, crash}} {
		record := diagnosis.NewRecord(epin.Current)
		for _, a := range responses {
			record.Add(parse("K"), a)
		}
		if !record.IsUnstable() || len(diagnose(t, record, []conformance.Request{parse("K"), parse("K")})[0]) > 0 {
			t.Errorf("%v: stable, or with a cause", responses)
		}
	}
	record := diagnosis.NewRecord(epin.Current)
	record.Add(parse("K"), wrong)
	record.Add(parse("K"), wrong)
	if record.IsUnstable() || !record.Wrong(parse("K")) {
		t.Error("the same response twice is unstable, or not kept")
	}
	record.Unstable()
	if !record.IsUnstable() {
		t.Error("not marked as unstable")
	}
}

// TestManyIncorrectResponses diagnoses more incorrect responses than a record keeps.
// TestMoreThanIsKept does so with a small record.
func TestManyIncorrectResponses(t *testing.T) {
	if !whole() {
		t.Skip("with EPIN_WHOLE=1")
	}
	record, kept := diagnosis.NewRecord(epin.Current), 0
	neighbours := automaton.Current().Neighbours()
	sent := func(yield func(conformance.Request) bool) { // the strings at edit distance 1 from a token
		for word := range neighbours.Words() {
			if !yield(conformance.Request{Op: conformance.OpSweep, Token: word}) {
				return
			}
		}
	}
	impl := named(t, "not-anchored-behind").New(epin.Current)
	for req := range sent {
		if resp := responseOf(t, impl, req); epin.Valid(req.Token) != (resp.Outcome == conformance.Accepted) {
			record.Add(req, resp)
		}
	}
	run := diagnosis.Run{Sent: sent, Language: "python", Groups: make([]diagnosis.Group, 1)}
	for req := range run.Sent {
		if run.Failed++; record.Wrong(req) {
			kept++
			run.Groups[0].Requests = append(run.Groups[0].Requests, req)
		}
	}
	causes, err := record.Diagnose(context.Background(), run)
	if err != nil {
		t.Fatal(err)
	}
	if kept < 30_000 || !record.Full() || len(causes[0]) != 1 || causes[0][0].Mutant != "not-anchored-behind" {
		t.Errorf("%d kept: %+v", kept, causes)
	}
}

func TestDiagnosisEnds(t *testing.T) {
	record := diagnosis.NewRecord(epin.Current)
	record.Add(parse("K\n"), conformance.Response{Outcome: conformance.Accepted})
	ctx, cancel := context.WithCancelCause(context.Background())
	over := errors.New("over")
	cancel(over)
	if d, err := record.Diagnose(ctx, runOf([]conformance.Request{parse("K\n")}, "")); !errors.Is(err, over) || len(d[0]) > 0 {
		t.Errorf("%+v, %v", d, err)
	}
}
