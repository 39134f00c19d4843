package suite

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/internal/tests"
)

// recalling is the reference, but has the other verdict where wrong says so, knowing what was
// tested before.
func recalling(wrong func(before []string, token string) bool) answering {
	before := []string{""}
	return altered(func(req conformance.Request, resp conformance.Response) conformance.Response {
		isWrong := wrong(before, req.Token)
		if before = append(before, req.Token); isWrong {
			return verdictOf(!epin.Valid(req.Token))
		}
		return resp
	})
}

func last(tokens []string) string { return tokens[len(tokens)-1] }

// Each history catches what depends on it. Only the layer sequences is tested, so that
// no other layer helps.
func TestHistoriesCatchWhatDependsOnThem(t *testing.T) {
	type wrong func(before []string, token string) bool
	never := func([]string, string) bool { return false }
	for i, test := range []struct {
		wrong wrong
		fresh wrong  // of what is opened later
		want  string // empty if nothing depends on it
	}{
		{never, never, ""},
		{func(before []string, token string) bool { return len(before) > 1 && token == last(before) }, never, "again"},
		{func(before []string, token string) bool {
			return len(before) > 700 && last(before) == "K''" && epin.Valid(token)
		}, never, "after-error"},
		{func(before []string, token string) bool { return last(before) == "+k^'" && token == "K" }, never, "after-relative"},
		{func(before []string, token string) bool {
			return token == "Q" && slices.Contains(before, "A\x00") && len(before) > 40_000
		}, never, "after-41000"},
		{func(before []string, token string) bool {
			return strings.ContainsAny(last(before), "NOPQRSTUVWXYZnopqrstuvwxyz") && token == "B"
		}, never, "shuffled"},
		{func(before []string, token string) bool { return last(before) == "-b" && token == "+V'" }, never, "pairs"},
		{never, func(_ []string, token string) bool { return token == "m" }, "fresh"},
	} {
		for j, ops := range [][]conformance.Op{{conformance.OpParse, conformance.OpSweep}, {conformance.OpValid}, {conformance.OpSweep}} {
			if !sampled(i+j, 3) {
				continue
			}
			t.Run(test.want+"/"+string(ops[0]), func(t *testing.T) {
				opened, cfg := 0, Config{Seed: 1, Only: []string{"sequences"}}
				if test.want != "" && test.want != "pairs" && !tests.Whole() { // without the pairs, which take most of the time
					cfg.Only = nil
					for _, h := range histories {
						cfg.Only = append(cfg.Only, "sequences/"+h.name)
					}
				}
				cfg.Open = opening(func(*notation.Edition) conformance.Implementation {
					if opened++; opened > 1 {
						return offeringText(recalling(test.fresh), ops...)
					}
					return offeringText(recalling(test.wrong), ops...)
				})
				report := run(t, cfg)
				if test.want == "" {
					if len(report.Failures) > 0 || report.Verdict == result.NotConformant {
						t.Errorf("%s: %v", report.Verdict, report.Failures)
					}
					return
				}
				want := strings.Replace("sequences/"+test.want, "pairs", "pairs/"+string(ops[len(ops)-1]), 1) // by the fastest
				if len(report.Failures) == 0 || report.Failures[0].Check != want || !report.Unstable {
					t.Fatalf("unstable %t, found %v, want %s first", report.Unstable, report.Failures, want)
				}
				if f := report.Failures[0]; !slices.Equal(f.Requirements, []string{"epin/9.1/one-verdict"}) || f.Wanted.String() != verdictOf(epin.Valid(string(f.Token))).Outcome.String() || f.Got == "" {
					t.Errorf("%+v", f)
				}
			})
		}
	}
}

// TestOrdersOfEachOperation: what depends on the request before it by one operation is found, by that operation.
func TestOrdersOfEachOperation(t *testing.T) {
	for _, op := range []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpApply, conformance.OpEqual} {
		var last conformance.Request
		impl := altered(func(req conformance.Request, resp conformance.Response) conformance.Response {
			if req.Op != op {
				return resp
			}
			before := last
			last = req
			if before.Token == "A" && req.Token == "Z" && before.Other == req.Other && slices.Equal(before.Methods, req.Methods) {
				return crash
			}
			return resp
		})
		report := run(t, Config{Open: open(impl), Only: []string{"sequences/pairs"}})
		if len(report.Failures) != 1 || report.Failures[0].Check != "sequences/pairs/"+string(op) || report.Failures[0].Token != "Z" || !report.Unstable {
			t.Errorf("%s: %v", op, report.Failures)
		}
	}
}

// TestApplyWithoutMethods: an adapter may offer apply and no method.
func TestApplyWithoutMethods(t *testing.T) {
	offered := conformance.Description{Ops: []conformance.Op{conformance.OpParse, conformance.OpApply}, Bytes: conformance.Ops()}
	report := run(t, Config{Open: open(limit(conformance.Reference(notation.EPIN), offered)), Only: []string{"sequences/pairs", "lengths/apply"}})
	if longest := partOf(t, report, result.LayerLengths, conformance.OpApply); len(report.Failures) > 0 || longest.Passed != 1 {
		t.Errorf("%v, %+v: %v", report.Verdict, longest, report.Failures)
	}
}

// A changed attribute is found like a changed verdict. A key less breaks no sentence, and leaves one not tested.
func TestAnAnswerThatChangesIsFound(t *testing.T) {
	for _, side := range []notation.Value{notation.TextValue("first"), {}} {
		asked := 0
		impl := altered(func(req conformance.Request, resp conformance.Response) conformance.Response {
			if req.Token == "q" {
				if asked++; asked > 1 {
					*resp.Attribute(notation.EPIN, "side") = side
				}
			}
			return resp
		})
		report := run(t, Config{Open: open(impl), Only: []string{"sequences/again"}})
		if side.Offered() && (len(report.Failures) != 1 || report.Failures[0].Token != "q") {
			t.Errorf("another value: %v", report.Failures)
		}
		if !side.Offered() && (len(report.Failures) > 0 || !report.Declined.Any() || report.Declined.Attributes[0].Missing != `"q"`) {
			t.Errorf("a key less: failures %v, and it %s", report.Failures, report.Declined.What())
		}
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
		only := []string{"sequences/again", "sequences/shuffled"}
		if report := run(t, Config{Open: open(offering(impl, conformance.OpSweep)), Only: only}); len(report.Failures) > 0 || asked < 2 {
			t.Errorf("declined %d times of %d: %v", declined, asked, report.Failures)
		}
	}
}

// openSweeps opens the reference, which offers nothing but sweeps and passes each to see.
func openSweeps(see func(tokens []string)) conformance.Factory {
	return opening(func(e *notation.Edition) conformance.Implementation {
		return offering(answering(func(ctx context.Context, req conformance.Request) (conformance.Response, error) {
			see(req.Tokens)
			return conformance.Reference(e).Do(ctx, req)
		}), conformance.OpSweep)
	})
}

// Each string comes directly after each once, in the shortest order, and in one sweep, since the claim speaks of
// orders within a sweep.
func TestPairsAreInOneSweep(t *testing.T) {
	pairs := map[[2]string]bool{}
	run(t, Config{Only: []string{"sequences/pairs/sweep"}, Open: openSweeps(func(tokens []string) {
		for i := range max(len(tokens)-1, 0) {
			pairs[[2]string(tokens[i:])] = true
		}
	})})
	probes := probesOf(notation.EPIN)
	n := len(probes)
	if requests := len(slices.Collect(inPairs(probes))); len(pairs) != n*n || requests != n*n+1 {
		t.Errorf("%d pairs in %d requests, want %d", len(pairs), requests, n*n)
	}
}

// Where the order was interrupted, nothing is claimed of it, and the report says why.
func TestInterruptedPairsShowNothing(t *testing.T) {
	edition := notation.PINInitial // which has fewer pairs
	interrupted, first := false, probesOf(edition)[0]
	impl := opening(func(e *notation.Edition) conformance.Implementation {
		ends := func(_ int, req conformance.Request, token string) conformance.FailureKind {
			if interrupted || token != first {
				return 0
			}
			at := slices.Index(req.Tokens, first)
			if len(req.Tokens) <= at+4 || req.Tokens[at+2] != first || req.Tokens[at+4] != first {
				return 0
			}
			interrupted = true // a sweep of pairs: no other has a token so often
			return conformance.Hung
		}
		reference := offering(conformance.Reference(e), conformance.OpParse, conformance.OpSweep)
		return &process{Implementation: reference, ends: ends}
	})
	got := run(t, Config{Open: impl, Edition: edition, Seed: 1, Sizes: Sizes{Complete: new(int), Exhaustive: new(int)}})
	pairs := partOf(t, got, result.LayerSequences, conformance.OpSweep)
	noted := slices.ContainsFunc(got.Notes, func(n printable.Text) bool {
		return strings.Contains(n.String(), "began 1 new segment;")
	})
	claimed := slices.ContainsFunc(got.Claims, func(c result.Claim) bool { return c.Op == string(conformance.OpSweep) && c.Probes != 0 })
	if got.Verdict != result.FullyConformant || !noted || pairs.NotExercised != 1 || claimed {
		t.Errorf("%s, %+v, claims %+v, notes %q", got.Verdict, pairs, got.Claims, got.Notes)
	}
}

// Each place of a sweep holds valid and invalid strings, also the first and the last of any size.
func TestEachPlaceOfASweepIsTested(t *testing.T) {
	var places [conformance.MaxSweepTokens][2]int // by place: invalid and valid strings
	var last [2]int
	sizes := map[int]int{}
	number := map[bool]int{true: 1}
	cfg := Config{Seed: 1, Only: []string{result.LayerNeighbours}}
	if tests.Whole() { // a place between the first and the last has few valid strings
		cfg.Only = nil
	}
	cfg.Open = openSweeps(func(tokens []string) {
		sizes[len(tokens)]++
		for i, token := range tokens {
			places[i][number[epin.Valid(token)]]++
		}
		last[number[epin.Valid(tokens[len(tokens)-1])]]++
	})
	report := run(t, cfg)
	for i, n := range places {
		if n[0] == 0 || n[1] == 0 && tests.Whole() {
			t.Fatalf("place %d had %d invalid and %d valid strings", i, n[0], n[1])
		}
	}
	for size := 1; size < conformance.MaxSweepTokens; size++ {
		if digits := strings.TrimRight(fmt.Sprint(size), "0"); (len(digits) == 1 || size > 8 && bits.OnesCount(uint(size)) == 1) && sizes[size] == 0 {
			t.Errorf("no sweep has %d strings", size)
		}
	}
	if min(last[0], last[1], places[0][0], places[0][1], sizes[conformance.MaxSweepTokens]) < 50 || len(sizes) < 150 || len(report.Failures) > 0 {
		t.Errorf("first %v, last %v, %d sizes, %d of them full; %v", places[0], last, len(sizes), sizes[conformance.MaxSweepTokens], report.Failures)
	}
}

// The seed alone chooses the sweeps, whatever the time says.
func TestSweepsDependOnTheSeed(t *testing.T) {
	digest := func(seed uint64, step time.Duration) uint64 {
		hash := fnv.New64a()
		now := time.Unix(0, 0)
		run(t, Config{Seed: seed, Profile: Quick, Only: []string{"tokens", "complete"}, Open: openSweeps(func(tokens []string) {
			fmt.Fprintf(hash, "%q", tokens)
		}), Hooks: Hooks{Now: func() time.Time { now = now.Add(step); return now }}})
		return hash.Sum64()
	}
	one := digest(1, 0)
	if slow := digest(1, time.Minute); slow != one {
		t.Error("the sweeps depend on the time")
	}
	if digest(2, 0) == one {
		t.Error("the sweeps do not depend on the seed")
	}
}

// TestCanariesOfASweepThatIsWrongEverywhere: a token that sweeps always reject is no change.
func TestCanariesOfASweepThatIsWrongEverywhere(t *testing.T) {
	impl := replaced(reject, func(req conformance.Request) bool {
		return req.Op == conformance.OpSweep && epin.Valid(req.Token) && strings.ContainsAny(req.Token, "abc")
	})
	got := run(t, Config{Open: open(offering(impl, validity...)), Profile: Quick, Seed: 1})
	if got.Unstable || got.Verdict != result.NotConformant {
		t.Errorf("%s, unstable: %t", got.Verdict, got.Unstable)
	}
	for _, f := range got.Failures {
		if f.Check == "sequences/canaries" {
			t.Error(f)
		}
	}
}

// A sweep that rejects what follows one string shows in no other check: what follows is invalid.
func TestCanariesShowWhatNothingElseShows(t *testing.T) {
	const end = "{z^'" // no word behind it in the layer neighbours is valid
	reference := conformance.Reference(notation.EPIN)
	ended := func(ctx context.Context, req conformance.Request) (conformance.Response, error) {
		resp, err := reference.Do(ctx, req)
		if verdicts := []byte(resp.Verdicts); req.Op == conformance.OpSweep {
			over := false
			for i, token := range req.Tokens {
				if over {
					verdicts[i] = conformance.VerdictNo
				}
				over = over || token == end
			}
			resp.Verdicts = string(verdicts)
		}
		return resp, err
	}
	got := run(t, Config{Open: open(offering(answering(ended), validity...)), Only: []string{"tokens", "neighbours", "sequences/canaries"}, Seed: 1})
	if got.Verdict != result.NotConformant || len(got.Failures) != 1 || got.Failures[0].Check != "sequences/canaries" ||
		!strings.Contains(got.Failures[0].Why.String(), "at each place of a sweep") {
		t.Fatalf("%s: %v", got.Verdict, got.Failures)
	}
	if f := got.Findings; len(f) != 1 || f[0].Seen != result.RepeatAfter || len(f[0].Calls) != 1 || f[0].Calls[0].Token != end {
		t.Errorf("found %+v", f)
	}
}
