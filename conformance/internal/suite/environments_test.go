package suite

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/epin"
)

// rejecting is the reference, but for one token that it rejects.
func rejecting(token string) conformance.Implementation {
	return replaced(conformance.Response{Outcome: conformance.Rejected}, func(req conformance.Request) bool {
		return req.Token == token
	})
}

func TestEnvironments(t *testing.T) {
	for _, test := range []struct {
		name       string
		impl       conformance.Implementation
		in         func(e Environment) (conformance.Implementation, error) // nil if it has no process
		failed     string                                                  // the tokens of failed checks, by environment
		passed     int
		why        string // some are not tested
		reproduced string // the words before the command
	}{
		{name: "no process", impl: rejecting(""), why: "it is not a process with single requests"},
		{
			name: "correct everywhere", impl: rejecting(""), passed: len(environments),
			in: func(Environment) (conformance.Implementation, error) { return rejecting(""), nil },
		},
		{
			name: "Turkish", impl: rejecting(""), passed: len(environments) - 1, failed: "turkish i", reproduced: "env LC_ALL=tr_TR.UTF-8",
			in: func(e Environment) (conformance.Implementation, error) {
				if e.Locale() == "tr_TR.UTF-8" {
					return rejecting("i"), nil
				}
				return rejecting(""), nil
			},
		},
		{
			name: "incorrect everywhere", impl: rejecting("i"), passed: len(environments),
			in: func(Environment) (conformance.Implementation, error) { return rejecting("i"), nil },
		},
		{
			name: "not installed", impl: rejecting(""), passed: len(environments) - 1,
			why: "with no environment variable but PATH: there is none",
			in: func(e Environment) (conformance.Implementation, error) {
				if e.Cleared {
					return nil, errors.New("there is none")
				}
				return rejecting(""), nil
			},
		},
		{
			name: "text in the locale C", impl: rejecting(""), passed: len(environments),
			in: func(e Environment) (conformance.Implementation, error) {
				return answering(func(ctx context.Context, req conformance.Request) (conformance.Response, error) {
					if strings.ContainsFunc(req.Token, func(c rune) bool { return c > 0x7F }) && e.Locale() == "C" {
						return conformance.Response{Outcome: conformance.Crashed, Crash: "not ASCII"}, nil
					}
					return rejecting("").Do(ctx, req)
				}), nil
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			cfg := Config{Open: open(test.impl), Only: []string{result.LayerEnvironments}}
			if test.in != nil {
				cfg.OpenIn = func(_ context.Context, e Environment, _ epin.Edition) (conformance.Implementation, error) {
					return test.in(e)
				}
			}
			var part Part
			var failed []string
			res, err := Run(t.Context(), cfg, func(e Event) {
				switch e := e.(type) {
				case PartFinished:
					if e.Part.Layer == result.LayerEnvironments {
						part = e.Part
					}
				case CheckFailed:
					failed = append(failed, strings.TrimPrefix(e.Failure.Check, result.LayerEnvironments+"/")+" "+string(e.Failure.Token))
				}
			})
			if err != nil || strings.Join(failed, ", ") != test.failed || part.Passed != test.passed {
				t.Errorf("failed %q, want %q; %d passed, want %d; error %v", failed, test.failed, part.Passed, test.passed, err)
			}
			if part.Why != test.why || len(res.Notes) > 0 {
				t.Errorf("why: %s, want: %s; notes: %s", part.Why, test.why, res.Notes)
			}
			for _, f := range res.Findings {
				if strings.Join(f.Command, " ") != test.reproduced || f.Only[0] != "single/parse/69" ||
					!slices.Contains(f.Requirements, "epin/9.1/accept") ||
					f.Sentence() != `Rejects "i", which is a valid token, with LC_ALL=tr_TR.UTF-8.` {
					t.Errorf("%s: %v %v violates %v", f.Sentence(), f.Command, f.Only, f.Requirements)
				}
			}
			if len(res.Findings) != len(failed) {
				t.Errorf("%d findings", len(res.Findings))
			}
		})
	}
}
