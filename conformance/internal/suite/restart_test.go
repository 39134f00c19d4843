package suite

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/internal/tests"
)

// endsFunc returns how a process ends on a string, or 0 if it goes on.
type endsFunc func(asked int, req conformance.Request, token string) conformance.FailureKind

// process is an adapter that answers as an implementation does until ends says that a string ends it.
type process struct {
	conformance.Implementation
	ends endsFunc // nil for never

	asked int // strings
	gone  error
}

func (p *process) Describe() conformance.Description {
	return conformance.Describe(p.Implementation, notation.EPIN)
}

func (p *process) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	tokens := req.Tokens
	if req.Op != conformance.OpSweep {
		tokens = []string{req.Token}
	}
	for _, token := range tokens {
		if p.asked++; p.ends == nil || p.gone != nil {
			continue
		}
		if kind := p.ends(p.asked, req, token); kind != 0 {
			p.gone = &conformance.Failure{Kind: kind, What: "the adapter is gone", State: "exit status 7", Stderr: "Traceback\nboom\n"}
		}
	}
	if p.gone != nil {
		return conformance.Response{}, p.gone
	}
	return p.Implementation.Do(ctx, req)
}

func killable(ends endsFunc) conformance.Factory {
	return opening(func(e *notation.Edition) conformance.Implementation {
		return &process{Implementation: conformance.Reference(e), ends: ends}
	})
}

func endsOn(kind conformance.FailureKind, ends func(token string) bool) endsFunc {
	return func(_ int, _ conformance.Request, token string) conformance.FailureKind {
		if ends(token) {
			return kind
		}
		return 0
	}
}

func TestRequestsThatKillAreFound(t *testing.T) {
	on := func(tokens ...string) func(string) bool {
		return func(token string) bool { return slices.Contains(tokens, token) }
	}
	marked := func(token string) bool { return strings.ContainsAny(token, "'^") }
	died := false
	for _, test := range []struct {
		name    string
		ends    endsFunc
		failing []string // the tokens that are said to be wrong
		cut     string
	}{
		{"some", endsOn(conformance.Died, on("K", "", "\x00", "+z^'")), []string{"", "\x00", "+z^'", "K"}, ""},
		{"a hang", endsOn(conformance.Hung, on("!")), []string{"!"}, ""},
		{"after so many, and later after two", func(asked int, _ conformance.Request, _ string) conformance.FailureKind {
			if asked == 5000 || died && asked == 2 {
				died = true
				return conformance.Died
			}
			return 0
		}, nil, " it in a fresh process"},
		{"everything", endsOn(conformance.Died, func(string) bool { return true }), nil, "the adapter responded to no request: the adapter is gone"},
		{
			"too much", endsOn(conformance.Died, marked), []string{},
			"the adapter was restarted 200 times, so the run ended; the last exit: the adapter is gone",
		},
		{"too many hangs", endsOn(conformance.Hung, marked), []string{}, "the adapter hung on 11 requests, so the run ended"},
	} {
		t.Run(test.name, func(t *testing.T) {
			report := run(t, Config{
				Open: killable(test.ends), Profile: Quick, Seed: 1, Processes: Processes{Jobs: 3},
				Only: []string{"vectors", "exhaustive", "complete", "properties"},
			})
			if !strings.Contains(report.Cut.String(), test.cut) || (test.cut == "") != (report.Cut == "") {
				t.Errorf("cut short: %s", report.Cut)
			}
			found := map[string]bool{}
			for _, f := range report.Failures {
				found[string(f.Token)] = true
				says := func(text string) bool { return strings.Contains(f.Got.String(), text) }
				if !says("the process exited: exit status 7; standard error ends with boom") && !says("it hung: the adapter is gone") && !says("crash") {
					t.Errorf("%q: got %s", f.Token, f.Got)
				}
			}
			for _, token := range test.failing {
				if !found[token] {
					t.Errorf("%q was not found", token)
				}
				delete(found, token)
			}
			if test.cut == "" && len(found) > 0 {
				t.Errorf("found besides: %v", found)
			}
			if (report.Verdict == result.NotConformant) != (test.failing != nil) {
				t.Errorf("%s: %s", report.Verdict, report.Reason)
			}
		})
	}
}

// TestFirstStallEndsTheOthers: a pattern that backtracks hangs on each longer run, so one run is enough.
func TestFirstStallEndsTheOthers(t *testing.T) {
	report := run(t, Config{Only: []string{"lengths/valid"}, Seed: 1, Open: killable(endsOn(conformance.Hung, func(token string) bool {
		return len(token) > 28 && len(strings.Trim(token, "Kk+^'")) == 1
	}))})
	stalls := partOf(t, report, result.LayerLengths, conformance.OpValid)
	if stalls.Failed != 1 || stalls.Skipped < 20 || stalls.Why != "another one ended the process" || report.Verdict != result.NotConformant {
		t.Errorf("%v, %+v", report.Verdict, stalls)
	}
}

// What hangs is shrunk with few further hangs.
func TestHangsAreShrunk(t *testing.T) {
	dead := 0
	report := run(t, Config{Open: killable(endsOn(conformance.Hung, func(token string) bool {
		hangs := strings.Contains(token, "!") && len(token) > 2
		if hangs {
			dead++
		}
		return hangs
	})), Profile: Quick, Seed: 1})
	for _, f := range report.Findings {
		if f.Seen != result.RepeatAlone {
			t.Errorf("of a library that hangs: %+v", f)
		}
	}
	if len(report.Findings) == 0 || dead > 2*supervise.MostHangs+2+shrink.MostHangs+1 {
		t.Errorf("%d findings after %d hangs", len(report.Findings), dead)
	}
}

// TestJobsChangeNothing: the same seed gives the same report, whatever the number of processes that
// work at a time. The mutants have state, but for the first. Package badadapter has an adapter that is out of order.
func TestJobsChangeNothing(t *testing.T) {
	mutants := []string{"dollar-for-z"} // which is learned, too
	for _, m := range mutant.All() {
		if _, layers := mutant.Kills(m.Name, notation.EPIN); slices.Contains(layers, result.LayerSequences) {
			mutants = append(mutants, m.Name)
		}
	}
	for i, name := range mutants {
		if i > 1 && !tests.Whole() {
			continue
		}
		cfg := Config{Open: openVerdicts(name), Profile: Quick, Seed: 3, Sizes: Sizes{Fuzz: &Fuzz{Rounds: 1}}}
		if tests.Whole() {
			cfg.Open = opening(mutantNamed(name).New)
		}
		tested := func(jobs int) result.Report {
			cfg.Processes = Processes{jobs, 100}
			return run(t, cfg)
		}
		same := func(a, b *automaton.DFA) bool { return a == b || a != nil && b != nil && automaton.Equal(a, b) }
		if diff := cmp.Diff(tested(3), tested(1), cmp.Comparer(same)); diff != "" {
			t.Errorf("%s: 3 jobs give another report:\n%s", name, diff)
		}
	}
}

// TestSpoiledProcessIsFound: all tokens are tested again in each process, so a string that spoils a
// process is found in whichever process it was.
func TestSpoiledProcessIsFound(t *testing.T) {
	for _, jobs := range []int{4, 2, 1} {
		report := run(t, Config{
			Processes: Processes{jobs, 100}, Only: []string{"exhaustive", "sequences/last"},
			Open: opening(func(e *notation.Edition) conformance.Implementation {
				return recalling(func(before []string, token string) bool { return token == "m" && slices.Contains(before, "\xff\xff") })
			}),
		})
		if report.Verdict != result.NotConformant || len(report.Failures) != 1 || report.Failures[0].Check != "sequences/last" || report.Failures[0].Token != "m" {
			t.Errorf("%d jobs: %s, %+v", jobs, report.Verdict, report.Failures)
		}
	}
}
