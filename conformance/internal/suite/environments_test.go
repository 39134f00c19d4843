package suite

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
)

func TestEnvironments(t *testing.T) {
	correct := conformance.Reference(notation.EPIN)
	with := func(by conformance.Response, matches func(token string) bool) conformance.Implementation {
		impl := replaced(by, func(req conformance.Request) bool { return matches(req.Token) })
		return limited{impl, conformance.Describe(correct, notation.EPIN)}
	}
	isI := func(token string) bool { return token == "i" }
	rejectsI, declinesI := with(reject, isI), with(conformance.Response{}, isI)
	declining := with(conformance.Response{}, func(string) bool { return true })
	onlyASCII := with(crash, func(token string) bool { return strings.ContainsFunc(token, func(c rune) bool { return c > 0x7F }) })
	onlyValid := limited{correct, conformance.Description{Ops: []conformance.Op{conformance.OpValid}}}
	always := func(impl conformance.Implementation) func(Environment) conformance.Implementation {
		return func(Environment) conformance.Implementation { return impl }
	}
	inLocale := func(locale string, impl conformance.Implementation) func(Environment) conformance.Implementation {
		return func(e Environment) conformance.Implementation {
			if e.Locale() == locale {
				return impl
			}
			return correct
		}
	}
	for _, test := range []struct {
		name   string
		impl   conformance.Implementation
		fresh  conformance.Implementation                     // opened after the first time, if it is another one
		in     func(e Environment) conformance.Implementation // nil if it has no process, or cannot be opened
		failed string                                         // the token of a failed check, behind its environment
		passed int
		why    string // some are not tested

		declined bool // a request that hello offers
	}{
		{name: "no process", impl: correct, why: "it is not a process with single requests"},
		{
			name: "Turkish", impl: correct, passed: len(environments) - 1, failed: "environments/turkish i",
			in: inLocale("tr_TR.UTF-8", rejectsI),
		},
		{name: "incorrect everywhere", impl: rejectsI, passed: len(environments), in: always(rejectsI)},
		{
			name: "every fresh process", impl: correct, fresh: rejectsI,
			failed: "environments/turkish i, environments/turkish-java i, environments/c i, environments/time-zone i, " +
				"environments/directory i, environments/empty i",
			in: always(rejectsI),
		},
		{
			name: "not installed", impl: correct, passed: len(environments) - 1,
			why: "with no environment variable but PATH: there is none",
			in: func(e Environment) conformance.Implementation {
				if e.Cleared {
					return nil
				}
				return correct
			},
		},
		{
			name: "less offered in Turkish", impl: correct, passed: len(environments) - 1,
			why: "with LC_ALL=tr_TR.UTF-8: the response to hello differs",
			in:  inLocale("tr_TR.UTF-8", onlyValid),
		},
		{
			name: "everything declined in Turkish", impl: correct, passed: len(environments) - 1, declined: true,
			why: "with LC_ALL=tr_TR.UTF-8: it answered no request",
			in:  inLocale("tr_TR.UTF-8", declining),
		},
		{name: "one token declined in Turkish", impl: correct, passed: len(environments), declined: true, in: inLocale("tr_TR.UTF-8", declinesI)},
		{name: "text in the locale C", impl: correct, passed: len(environments), in: inLocale("C", onlyASCII)},
	} {
		t.Run(test.name, func(t *testing.T) {
			opened := 0
			cfg := Config{Only: []string{result.LayerEnvironments}, Open: func(context.Context, *notation.Edition) (conformance.Implementation, error) {
				if opened++; opened > 1 && test.fresh != nil {
					return test.fresh, nil
				}
				return test.impl, nil
			}}
			if test.in != nil {
				cfg.OpenIn = func(_ context.Context, e Environment, _ *notation.Edition) (conformance.Implementation, error) {
					if impl := test.in(e); impl != nil {
						return impl, nil
					}
					return nil, errors.New("there is none")
				}
			}
			res := run(t, cfg)
			var failed []string
			for _, f := range res.Failures {
				failed = append(failed, f.Check+" "+string(f.Token))
			}
			part := partOf(t, res, result.LayerEnvironments, "")
			if strings.Join(failed, ", ") != test.failed || part.Passed != test.passed || part.Why != test.why || len(res.Notes) > 0 {
				t.Errorf("failed %q, want %q; %d passed, want %d; why: %s; notes: %s", failed, test.failed, part.Passed, test.passed, part.Why, res.Notes)
			}
			if res.Declined.Any() != test.declined {
				t.Errorf("declined: %+v", res.Declined)
			}
			command, sentence := "env LC_ALL=tr_TR.UTF-8", `Rejects "i", which is a valid token, with LC_ALL=tr_TR.UTF-8.`
			if test.fresh != nil {
				command, sentence = "", `Rejects "i", which is a valid token.`
			}
			for _, f := range res.Findings {
				if strings.Join(f.Command, " ") != command || f.Only[0] != "single/parse/69" ||
					!slices.Contains(f.Requirements, "epin/9.1/accept") || f.Sentence() != sentence {
					t.Errorf("%s: %v %v violates %v", f.Sentence(), f.Command, f.Only, f.Requirements)
				}
			}
			if len(res.Findings) != min(len(failed), 1) {
				t.Errorf("%d findings", len(res.Findings))
			}
		})
	}
}
