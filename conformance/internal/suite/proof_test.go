package suite

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/epin"
)

// TestPlanIsWhatIsAsked: each part of a run has as many checks as its plan says, whatever
// the implementation offers.
func TestPlanIsWhatIsAsked(t *testing.T) {
	for _, edition := range epin.Editions() {
		few := everything(edition)
		few.Ops, few.Bytes = []conformance.Op{conformance.OpValid}, false
		noNUL := everything(edition)
		noNUL.NoNUL = true
		for _, offered := range []conformance.Description{everything(edition), few, noNUL} {
			cfg := Config{Profile: Quick, Edition: edition, Now: StandingClock}
			cfg.Open = func(context.Context, epin.Edition) (conformance.Implementation, error) {
				return described{conformance.Reference(edition), offered}, nil
			}
			plan, err := Plan(cfg, offered)
			if err != nil {
				t.Fatal(err)
			}
			var ran []PlannedPart
			_, err = Run(t.Context(), cfg, func(e Event) {
				if e, ok := e.(PartFinished); ok {
					p := e.Part
					ran = append(ran, PlannedPart{p.Layer, p.Asked, p.Way, p.Passed + p.Failed + p.NotExercised + p.Skipped, p.Skipped})
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(plan, ran); diff != "" {
				t.Errorf("%s, which offers %v: what ran is not as planned:\n%s", edition, offered.Ops, diff)
			}
		}
	}
}

// TestPlanChangesWithVersion: certificates name the digest of the plan, so a plan may
// change only with the version of the suite. Where this fails, raise conformance.Version
// and write the line that the test asks for.
func TestPlanChangesWithVersion(t *testing.T) {
	data, err := os.ReadFile("testdata/plans")
	if err != nil {
		t.Fatal(err)
	}
	for _, edition := range epin.Editions() {
		for _, profile := range append(Profiles(), Exec) {
			plan, err := Plan(Config{Edition: edition, Profile: profile}, everything(edition))
			if err != nil {
				t.Fatal(err)
			}
			line := fmt.Sprintf("%s %s %s %s", conformance.Version, edition, profile, PlanDigest(plan))
			if !slices.Contains(strings.Split(string(data), "\n"), line) {
				t.Errorf("testdata/plans has no line\n%s", line)
			}
		}
	}
}

// planOf resolves a configuration.
func planOf(t *testing.T, cfg Config) plan {
	t.Helper()
	p, err := newPlan(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func partNamed(t *testing.T, cfg Config, layer string, op conformance.Op) part {
	t.Helper()
	parts := planOf(t, cfg).allParts(everything(cfg.Edition))
	var found *part
	for i, p := range parts {
		if p.layer == layer && p.op == op {
			found = &parts[i] // the last of them is the largest
		}
	}
	if found == nil {
		t.Fatalf("there is no %s by %s", layer, op)
	}
	return *found
}

func TestSizesOfTheLayers(t *testing.T) {
	for _, test := range []struct {
		edition epin.Edition
		profile Profile
		want    map[string]int
	}{
		{epin.Current, Quick, map[string]int{"complete": 3_069, "exhaustive": 257}},
		{epin.Current, Standard, map[string]int{"complete": 785_512, "exhaustive": 65_793, "neighbours": 553_695}},
		{epin.Current, Thorough, map[string]int{"complete": 785_512, "exhaustive": 16_843_009, "neighbours": 553_695}},
		{epin.Initial, Standard, map[string]int{"complete": 654_593, "exhaustive": 65_793, "neighbours": 237_303}},
	} {
		for layer, size := range test.want {
			p := partNamed(t, Config{Edition: test.edition, Profile: test.profile}, layer, conformance.OpSweep)
			if p.checks != size {
				t.Errorf("%s, %s: %s has %d checks, want %d", test.edition, test.profile, layer, p.checks, size)
			}
		}
	}
}

// What a part says that it has is what it asks.
func TestPartsAskAsMuchAsTheySay(t *testing.T) {
	if testing.Short() {
		t.Skip("short runs are for the race detector, and nothing runs side by side here")
	}
	for _, e := range epin.Editions() {
		parts := planOf(t, Config{Edition: e}).allParts(everything(e))
		for _, p := range parts {
			n := len(p.members)
			if p.requests != nil {
				for range p.requests {
					n++
				}
			}
			if n != p.checks {
				t.Errorf("%s: %s by %s says %d checks, and asks %d", e, p.layer, p.op, p.checks, n)
			}
		}
	}
}

// No layer is split between ways: the words of a layer in full are in one part.
func TestTheFastestWayGetsEverything(t *testing.T) {
	for _, test := range []struct {
		ops  []conformance.Op
		want conformance.Op
	}{
		{conformance.Ops(), conformance.OpSweep},
		{[]conformance.Op{conformance.OpParse, conformance.OpValid}, conformance.OpParse},
		{[]conformance.Op{conformance.OpValid, conformance.OpApply}, conformance.OpValid},
		{[]conformance.Op{conformance.OpSweep}, conformance.OpSweep},
	} {
		parts := planOf(t, Config{}).allParts(conformance.Description{Ops: test.ops})
		full := map[string]string{}
		for _, p := range parts {
			switch {
			case p.layer == result.LayerComplete && p.extra == 1, p.layer == result.LayerExhaustive && p.length == 2,
				p.layer == result.LayerNeighbours, p.layer == result.LayerScalars && p.checks > 1000:
				full[p.layer] += string(p.op)
			}
		}
		want := map[string]string{}
		for _, layer := range []string{result.LayerComplete, result.LayerExhaustive, result.LayerNeighbours, result.LayerScalars} {
			want[layer] = string(test.want)
		}
		if !maps.Equal(full, want) {
			t.Errorf("%v: asked in full are %v, want %s", test.ops, full, test.want)
		}
	}
}

// verdicts is an implementation that accepts what a function says.
type verdicts func(string) bool

func (v verdicts) Do(_ context.Context, req conformance.Request) (conformance.Response, error) {
	outcome := func(token string) conformance.Outcome {
		if v(token) {
			return conformance.Accepted
		}
		return conformance.Rejected
	}
	switch req.Op {
	case conformance.OpSweep:
		var s strings.Builder
		for _, token := range req.Tokens {
			if v(token) {
				s.WriteByte(conformance.VerdictYes)
			} else {
				s.WriteByte(conformance.VerdictNo)
			}
		}
		return conformance.Response{Outcome: conformance.Swept, Verdicts: s.String()}, nil
	case conformance.OpParse, conformance.OpValid:
		return conformance.Response{Outcome: outcome(req.Token)}, nil
	}
	return conformance.Response{}, nil
}

func (verdicts) Describe() conformance.Description {
	return conformance.Description{
		Name: "verdicts", Ops: []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpSweep}, Bytes: true,
	}
}

func open(impl conformance.Implementation) conformance.Factory {
	return func(context.Context, epin.Edition) (conformance.Implementation, error) { return impl, nil }
}

// runOf runs the suite, and returns the result with its failures. The clock stands still,
// if there is none.
func runOf(t *testing.T, cfg Config) (Result, []Failure) {
	t.Helper()
	if cfg.Now == nil {
		cfg.Now = StandingClock
	}
	var failures []Failure
	result, err := Run(t.Context(), cfg, func(e Event) {
		if f, ok := e.(CheckFailed); ok {
			failures = append(failures, f.Failure)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return result, failures
}

// Each implementation that accepts exactly one string too many, or one token too few,
// is caught by the layer neighbours where the string is at edit distance 1 from a
// token: one in twenty is tried, all 553,695 with EPIN_WHOLE=1, one wrong answer each.
func TestOneWrongNeighbourIsCaught(t *testing.T) {
	if testing.Short() {
		t.Skip("many answers, one by one")
	}
	for _, e := range epin.Editions() {
		p := partNamed(t, Config{Edition: e}, result.LayerNeighbours, conformance.OpSweep)
		r := newRunner(planOf(t, Config{Edition: e}), func(Event) {})
		asked := 0
		for req := range p.requests {
			asked++
			if !Sampled(asked, 50) {
				continue
			}
			tally := &tally{requirements: map[string]*Counts{}}
			verdict := conformance.VerdictYes
			if e.Valid(req.Token) {
				verdict = conformance.VerdictNo
			}
			_, err := r.settle(t.Context(), p, tally, conformance.Exchange{
				Request:  conformance.Request{Op: conformance.OpSweep, Tokens: []string{req.Token}},
				Response: conformance.Response{Outcome: conformance.Swept, Verdicts: string(verdict)},
			})
			if err != nil || tally.counts != (Counts{Failed: 1}) {
				t.Fatalf("%q: %+v, error %v", req.Token, tally.counts, err)
			}
		}
		if asked != p.checks {
			t.Errorf("%d asked of %d", asked, p.checks)
		}
	}
}

// The same through the whole of the suite, for some of them, and for others that
// are farther from tokens.
func TestOneStringTooMany(t *testing.T) {
	if testing.Short() {
		t.Skip("the profile standard many times")
	}
	words := []string{
		"\uFF2B", "\u212A", "+\uFF4B^'", "K\u212A", // fullwidth letters and the Kelvin sign
		"K" + strings.Repeat("\x00", 256), strings.Repeat("\x00", 4096) + "K",
		"\xC1\x8B", "\xED\xA1\x8B", // an overlong K, a surrogate
	}
	var near []string
	for word := range result.Specification(epin.Current).Neighbours().Words() {
		if !epin.Valid(word) {
			near = append(near, word)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2 {
		words = append(words, near[rng.IntN(len(near))])
	}
	for i, word := range words {
		if !Sampled(i, 8) {
			continue
		}
		t.Run(fmt.Sprintf("%.20q", word), func(t *testing.T) {
			t.Parallel()
			impl := verdicts(func(s string) bool { return s == word || epin.Valid(s) })
			result, failures := runOf(t, Config{Open: open(impl), Seed: 1})
			if result.Verdict != NotConformant || len(failures) == 0 {
				t.Fatalf("%s: %s", result.Verdict, result.Reason)
			}
			for _, f := range failures {
				if string(f.Token) != word {
					t.Errorf("%q is said to be wrong", f.Token)
				}
			}
		})
	}
}

// TestCompleteSuiteKillsFaultyAutomata checks the theorem about the complete test suite
// for k=0: its words kill every automaton with one fault; one in seven is tried, all with
// EPIN_WHOLE=1. Some of these mutants are also put to the layer complete of the profile quick.
func TestCompleteSuiteKillsFaultyAutomata(t *testing.T) {
	if testing.Short() {
		t.Skip("12,811 automata")
	}
	step := 389
	if os.Getenv("EPIN_WHOLE") == "1" {
		step = 17
	}
	for _, e := range epin.Editions() {
		right := result.Specification(e)
		suite, err := right.Suite(0)
		if err != nil {
			t.Fatal(err)
		}
		words := slices.Collect(suite.Words())
		killed := func(impl conformance.Implementation) bool {
			return slices.ContainsFunc(words, func(word string) bool {
				resp, err := impl.Do(t.Context(), conformance.Request{Op: conformance.OpValid, Token: word})
				if err != nil {
					t.Fatal(err)
				}
				return (resp.Outcome == conformance.Accepted) != right.Accepts(word)
			})
		}
		if killed(conformance.Reference(e)) {
			t.Errorf("%s: the suite kills the reference", e)
		}
		mutants := 0
		for name, impl := range mutant.Automata(e) {
			mutants++
			if Sampled(mutants, 20) && !killed(impl) {
				t.Errorf("%s: %s survives", e, name)
			}
			if mutants%step == 1 {
				cfg := Config{Open: open(impl), Edition: e, Profile: Quick, Only: []string{result.LayerComplete}}
				if result, _ := runOf(t, cfg); result.Verdict != NotConformant {
					t.Errorf("%s: %s: %s", e, name, result.Verdict)
				}
			}
		}
		if want := map[epin.Edition]int{epin.Current: 6*256*5 + 6, epin.Initial: 5*256*4 + 5}[e]; mutants != want {
			t.Errorf("%s: %d mutants, want %d", e, mutants, want)
		}
		for _, op := range []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpSweep} {
			asked := map[string]bool{}
			for req := range partNamed(t, Config{Edition: e, Profile: Quick}, result.LayerComplete, op).requests {
				asked[req.Token] = true
			}
			if len(asked) != len(words) {
				t.Errorf("%s: quick asks %d words by %s, want %d", e, len(asked), op, len(words))
			}
		}
	}
}

// silentOn cannot be asked about one token.
type silentOn struct {
	conformance.Implementation
	token string
}

func (s silentOn) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if req.Token == s.token {
		return conformance.Response{}, nil
	}
	return s.Implementation.Do(ctx, req)
}

// misspelt gives a wrong string form of what is longer than a byte.
type misspelt struct{ conformance.Implementation }

func (m misspelt) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	resp, err := m.Implementation.Do(ctx, req)
	if req.Op == conformance.OpParse && resp.Outcome == conformance.Accepted && len(req.Token) > 1 {
		resp.Token = conformance.Some("?")
	}
	return resp, err
}

func TestClaims(t *testing.T) {
	if testing.Short() {
		t.Skip("short runs are for the race detector, and nothing runs side by side here")
	}
	describe := func(ops ...conformance.Op) func(conformance.Implementation, bool) conformance.Implementation {
		return func(impl conformance.Implementation, bytes bool) conformance.Implementation {
			return described{impl, conformance.Description{Name: "some", Ops: ops, Bytes: bytes}}
		}
	}
	all := describe(conformance.OpParse, conformance.OpValid, conformance.OpSweep)
	right := verdicts(epin.Valid)
	two := 2
	for _, test := range []struct {
		name string
		impl conformance.Implementation
		only []string
		want string // way, extra states, length, whether bytes
	}{
		{"all", all(right, true), nil, "parse 0 1 true; valid 0 1 true; sweep 0 2 true; "},
		{"text", all(right, false), nil, "parse 0 1 false; valid 0 1 false; sweep 0 2 false; "},
		{"one way", describe(conformance.OpValid)(right, true), nil, "valid 0 2 true; "},
		{"a selection", all(right, true), []string{"complete"}, ""},
		{"wrong on two bytes", describe(conformance.OpValid)(verdicts(func(s string) bool { return s == "--" || epin.Valid(s) }), true), nil, "valid 0 -1 true; "},
		{"silent on two bytes", describe(conformance.OpValid)(silentOn{right, "--"}, true), nil, "valid 0 -1 true; "},
		{"wrong string forms", all(misspelt{right}, true), nil,
			"parse -1 1 true; valid 0 1 true; sweep 0 2 true; "},
		{"wrong on one", describe(conformance.OpValid)(verdicts(func(s string) bool { return s == "!" || epin.Valid(s) }), true), nil, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			result, _ := runOf(t, Config{Open: open(test.impl), Profile: Quick, Exhaustive: &two, Only: test.only})
			got := ""
			for _, c := range result.Claims {
				got += fmt.Sprintf("%s %d %d %t; ", c.Way, orNone(c.Extra), orNone(c.Exhausted), c.Alphabet == "all 256 bytes")
			}
			if got != test.want {
				t.Errorf("claimed: %s, want %s", got, test.want)
			}
		})
	}
}

// orNone is a number, or -1 for nil.
func orNone(n *int) int {
	if n == nil {
		return -1
	}
	return *n
}

// described says something of itself.
type described struct {
	conformance.Implementation
	conformance.Description
}

func (d described) Describe() conformance.Description { return d.Description }

func TestCosts(t *testing.T) {
	number := func(n int) *int { return &n }
	reference := func(_ context.Context, e epin.Edition) (conformance.Implementation, error) {
		return conformance.Reference(e), nil
	}
	for _, test := range []struct {
		cfg  Config
		want string
	}{
		{Config{Complete: number(-1)}, "the complete suite for -1 extra states: give a number from 0 on"},
		{Config{Exhaustive: number(-2)}, "every byte string of length up to -2: give a number from 0 on"},
		{Config{Complete: number(3), MaxTime: 30 * 60e9}, "the complete suite for 3 extra states is some 51.5 thousand million words, and takes at least 3 hours even if 5,000,000 are answered a second; the run may take 30m0s: ask for less, or raise --max-time"},
		{Config{Complete: number(4)}, "the complete suite for 4 extra states is some 13.2 million million words, and takes at least 31 days even if 5,000,000 are answered a second; the run may take 24h0m0s: ask for less"},
		{Config{Exhaustive: number(5), Jobs: 2}, "every byte string of length up to 5 is some 1.1 million million strings, and takes at least 31 hours even if 10,000,000 are answered a second; the run may take 24h0m0s: ask for less"},
		{Config{Complete: number(1), MaxTime: 1e6}, "the complete suite for 1 extra state is some 785,512 words, and takes at least 0.16 seconds even if 5,000,000 are answered a second; the run may take 1ms: ask for less, or raise --max-time"},
		{Config{Exhaustive: number(40)}, "every byte string of length up to 40 is some 2.14e+96 strings, and takes at least 1.36e+82 years even if 5,000,000 are answered a second; the run may take 24h0m0s: ask for less"},
	} {
		test.cfg.Open = reference
		_, err := Run(t.Context(), test.cfg, func(Event) { t.Error("an event") })
		if _, ok := err.(*CostError); !ok || err.Error() != test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
	result, failures := runOf(t, Config{Open: reference, Profile: Quick, Complete: number(1), Exhaustive: number(2)})
	if c := result.Claims[len(result.Claims)-1]; *c.Extra != 1 || *c.Exhausted != 2 || len(failures) > 0 {
		t.Errorf("claimed %+v; %d failures", c, len(failures))
	}
}
