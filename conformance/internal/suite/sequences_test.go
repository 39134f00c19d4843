package suite

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// recalling is the reference, but has the other verdict where wrong says so, knowing what was
// tested before.
func recalling(wrong func(before []string, token string) bool) answering {
	var before []string
	return altered(func(req conformance.Request, resp conformance.Response) conformance.Response {
		isWrong := wrong(before, req.Token)
		if before = append(before, req.Token); isWrong {
			return verdictOf(!epin.Valid(req.Token))
		}
		return resp
	})
}

func last(tokens []string) string {
	if len(tokens) == 0 {
		return ""
	}
	return tokens[len(tokens)-1]
}

// Each history catches what depends on it. Only the layer sequences is asked, so that
// no other layer helps.
func TestHistoriesCatchWhatDependsOnThem(t *testing.T) {
	longTest(t)
	never := func([]string, string) bool { return false }
	for i, test := range []struct {
		name  string
		wrong func(before []string, token string) bool
		fresh func(before []string, token string) bool // of what is opened later
		want  string
	}{
		{"nothing", never, never, ""},
		{"twice in a row", func(before []string, token string) bool { return len(before) > 0 && token == last(before) }, never, "again"},
		{"after an error", func(before []string, token string) bool {
			return len(before) > 700 && last(before) == "K''" && epin.Valid(token)
		}, never, "after-error"},
		{"by letter", func(before []string, token string) bool { return last(before) == "+k^'" && token == "K" }, never, "after-relative"},
		{"from the 10,000th on", func(before []string, _ string) bool { return len(before) > 30_000 }, never, "after-relative"},
		{"25,000 later", func(before []string, token string) bool {
			return token == "Q" && slices.Contains(before, "A\x00") && len(before) > 40_000
		}, never, "after-25000"},
		{"in another order", func(before []string, token string) bool {
			return strings.ContainsAny(last(before), "NOPQRSTUVWXYZnopqrstuvwxyz") && token == "B"
		}, never, "shuffled"},
		{"directly after one other", func(before []string, token string) bool {
			return last(before) == "-b" && token == "+V'"
		}, never, "pairs"},
		{"in the first process alone", never, func(_ []string, token string) bool { return token == "m" }, "fresh"},
	} {
		for j, ops := range [][]conformance.Op{{conformance.OpParse, conformance.OpSweep}, {conformance.OpValid}, {conformance.OpSweep}} {
			if !sampled(i+j, 3) {
				continue
			}
			t.Run(test.name+"/"+string(ops[0]), func(t *testing.T) {
				opened := 0
				result, failures := runOf(t, Config{
					Only: []string{"sequences"}, Seed: 1,
					Open: opening(func(epin.Edition) conformance.Implementation {
						wrong := test.wrong
						if opened++; opened > 1 {
							wrong = test.fresh
						}
						return offeringText(recalling(wrong), ops...)
					}),
				})
				if test.want == "" {
					if len(failures) > 0 || result.Verdict == NotConformant {
						t.Errorf("%s: %v", result.Verdict, failures)
					}
					return
				}
				want := "sequences/" + test.want
				if test.want == "pairs" {
					want += "/" + string(ops[len(ops)-1]) // the fastest
				}
				if len(failures) == 0 || failures[0].Check != want {
					t.Fatalf("found %v, want %s first", failures, want)
				}
				if !result.Unstable {
					t.Error("the run was not marked as non-deterministic")
				}
				f := failures[0]
				if !slices.Equal(f.Requirements, []string{"epin/9.1/one-verdict"}) || !strings.HasPrefix(f.Wanted.String(), "the first response, ") || f.Got == "" {
					t.Errorf("%+v", f)
				}
			})
		}
	}
}

// A changed attribute is found like a changed verdict.
func TestAnAnswerThatChangesIsFound(t *testing.T) {
	for name, change := range map[string]func(*conformance.Response){
		"another value": func(r *conformance.Response) { r.Side = conformance.Some("first") },
		"a key less":    func(r *conformance.Response) { r.Side = conformance.Optional[string]{} }, // breaks no sentence, and leaves one not tested
	} {
		t.Run(name, func(t *testing.T) {
			asked := map[string]int{}
			impl := altered(func(req conformance.Request, resp conformance.Response) conformance.Response {
				if asked[req.Token]++; req.Token == "q" && asked["q"] > 1 {
					change(&resp)
				}
				return resp
			})
			result, failures := runOf(t, Config{Open: open(impl), Only: []string{"sequences/again"}})
			if name == "a key less" {
				if len(failures) > 0 || !result.Declined.Any() || result.Declined.Attributes[0].Missing != `"q"` {
					t.Errorf("failures %v, and it %s", failures, result.Declined.What())
				}
				return
			}
			if len(failures) != 1 || failures[0].Token != "q" {
				t.Fatalf("%v", failures)
			}
		})
	}
}

// A sweep that is declined is no other answer than before, nor is the answer after one.
func TestDeclinedSweepIsNoChange(t *testing.T) {
	for _, declined := range []int{1, math.MaxInt} {
		asked := 0
		impl := replaced(conformance.Response{}, func(req conformance.Request) bool {
			if req.Op == conformance.OpSweep && req.Token == "Q" {
				asked++
				return asked <= declined
			}
			return false
		})
		if _, failures := runOf(t, Config{Open: open(impl), Only: []string{"sequences"}}); len(failures) > 0 || asked < 2 {
			t.Errorf("declined %d times of %d: %v", declined, asked, failures)
		}
	}
}

// Each string comes directly after each once, in the shortest order.
func TestPairsAreAllThere(t *testing.T) {
	for _, e := range epin.Editions() {
		words := probesOf(e)
		next, all := map[[2]string]bool{}, inPairs(words)
		for i := range all[1:] {
			next[[2]string(all[i:])] = true
		}
		if want := len(words) * len(words); len(next) != want || len(all) != want+1 {
			t.Errorf("%s: %d pairs in %d requests, want %d in %d", e, len(next), len(all), want, want+1)
		}
	}
}

// Where the order was interrupted, nothing is claimed of it, and the report says why.
func TestInterruptedPairsShowNothing(t *testing.T) {
	longTest(t)
	interrupted, first := false, probesOf(epin.Current)[0]
	impl := opening(func(e epin.Edition) conformance.Implementation {
		ends := func(_ int, req conformance.Request, token string) wire.Kind {
			if interrupted || token != first {
				return 0
			}
			at := slices.Index(req.Tokens, first)
			if len(req.Tokens) <= at+4 || req.Tokens[at+2] != first || req.Tokens[at+4] != first {
				return 0
			}
			interrupted = true // a sweep of pairs: no other has a token so often
			return wire.Hung
		}
		reference := offering(conformance.Reference(e), conformance.OpParse, conformance.OpSweep)
		return &process{Implementation: reference, batch: 1, ends: ends}
	})
	got, events := run(t, Config{Open: impl, Seed: 1})
	parts := partsOf(events)
	pairs := parts[slices.IndexFunc(parts, func(p Part) bool { return p.Layer == result.LayerSequences && p.Way != "" })]
	noted := slices.ContainsFunc(got.Notes, func(n printable.Text) bool {
		return strings.Contains(n.String(), "began 1 new segment;")
	})
	if got.Verdict != Conformant || !noted || pairs.NotExercised != 1 || got.Claims[len(got.Claims)-1].Probes != 0 {
		t.Errorf("%s, %+v, claims %+v, notes %q", got.Verdict, pairs, got.Claims, got.Notes)
	}
}
