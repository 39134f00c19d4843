package suite_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

// fuzzOnly is a run of nothing but some rounds of the layer fuzz.
func fuzzOnly(open conformance.Factory, rounds int) suite.Config {
	return suite.Config{
		Open: open, Profile: suite.Quick, Seed: 1, Only: []string{result.LayerFuzz},
		Fuzz: &suite.Fuzz{Rounds: rounds},
	}
}

// fuzzPart is what came of the layer fuzz.
func fuzzPart(t *testing.T, events []suite.Event) suite.Part {
	t.Helper()
	for _, e := range events {
		if p, ok := e.(suite.PartFinished); ok && p.Part.Layer == result.LayerFuzz {
			return p.Part
		}
	}
	t.Fatal("there is no layer fuzz")
	return suite.Part{}
}

func TestFuzzingFindsNothingInTheReference(t *testing.T) {
	for _, e := range epin.Editions() {
		cfg := fuzzOnly(opening(conformance.Reference), 7)
		cfg.Edition = e
		_, events := run(t, cfg)
		p := fuzzPart(t, events)
		if p.Rounds != 7 || !p.Complete || p.Failed > 0 || p.NotExercised > 0 || p.Passed < 8000 {
			t.Errorf("%s: %d rounds, complete %t, %+v", e, p.Rounds, p.Complete, p.Counts)
		}
	}
}

// What is wrong is found by chance alone, and shrunk: characters, lengths, transformations,
// comparisons, crashes, and what depends on earlier calls.
func TestFuzzingFinds(t *testing.T) {
	for name, wanted := range map[string]string{
		"dollar-for-z":           `[]"A\n"`,
		"check-raises-on-bytes":  `[]"\x80"`,
		"side-inverted":          `[]"A"`,
		"derive-toggles":         `[apply] [derive]"A'"`,
		"equality-ignores-case":  `[]"A" "a"`,
		"last-index":             `sweep []"A" x1; [sweep] []"A"`,
		"sweep-of-the-first-256": `sweep []"A" x256; [sweep] []"U"`,
		"not-anchored-in-front":  `[]"AA"`,
		"longest-length-3":       `[]"+A^'"`,
		"receiver-changes":       `[apply] [derive]"A"`,
		"check-knows-only-pin":   `[]"A'"`,
	} {
		if testing.Short() && !strings.HasPrefix(name, "d") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := mutantNamed(t, name)
			result, _ := run(t, fuzzOnly(opening(m.New), 7))
			var got []string
			for _, f := range result.Findings {
				got = append(got, shown(f))
			}
			if !slices.ContainsFunc(got, func(s string) bool { return strings.HasSuffix(s, wanted) }) {
				t.Errorf("found %q, want %s among them", got, wanted)
			}
		})
	}
}

// noting keeps every token that it is asked about singly, in order.
type noting struct {
	conformance.Implementation
	mu    *sync.Mutex
	asked *[]string
}

func (n noting) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	n.mu.Lock()
	if req.Op != conformance.OpSweep {
		*n.asked = append(*n.asked, string(req.Op)+" "+req.Token+" "+req.Other)
	}
	for _, token := range req.Tokens {
		*n.asked = append(*n.asked, "sweep "+token)
	}
	n.mu.Unlock()
	return n.Implementation.Do(ctx, req)
}

// The same seed asks the same, and says the same, whatever is asked side by side.
func TestFuzzingIsTheSameAgain(t *testing.T) {
	fuzzed := func(seed uint64, jobs int) (events []suite.Event, asked []string) {
		var mu sync.Mutex
		cfg := fuzzOnly(func(_ context.Context, e epin.Edition) (conformance.Implementation, error) {
			return noting{mutantNamed(t, "derive-toggles").New(e), &mu, &asked}, nil
		}, 6)
		cfg.Seed, cfg.Jobs = seed, jobs
		_, events = run(t, cfg)
		return events, asked
	}
	ignoreText := cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Diff" }, cmp.Ignore())
	events, asked := fuzzed(5, 1)
	again, askedAgain := fuzzed(5, 1)
	if !slices.Equal(asked, askedAgain) { // whatever the sizes of sweeps
		t.Error("the same seed asks something else")
	}
	if diff := cmp.Diff(events, again, ignoreText); diff != "" {
		t.Errorf("the same seed says something else:\n%s", diff)
	}
	several, askedSeveral := fuzzed(5, 3)
	if diff := cmp.Diff(events, several, ignoreText); diff != "" {
		t.Errorf("3 jobs say something else:\n%s", diff)
	}
	slices.Sort(asked)
	slices.Sort(askedSeveral)
	if !slices.Equal(slices.Compact(asked), slices.Compact(askedSeveral)) { // sweeps are cut in other places
		t.Error("3 jobs ask something else")
	}
	if _, other := fuzzed(6, 1); slices.Equal(asked, other) {
		t.Error("another seed asks the same")
	}
}

// The time decides only after which round it ends, and that is a normal end.
func TestFuzzingEndsInTime(t *testing.T) {
	now := time.Time{}
	cfg := fuzzOnly(opening(conformance.Reference), 0)
	cfg.Fuzz.Time = time.Hour
	cfg.Now = func() time.Time {
		now = now.Add(time.Minute)
		return now
	}
	result, events := run(t, cfg)
	if p := fuzzPart(t, events); p.Rounds == 0 || p.Rounds > 60 || !p.Complete || result.Cut != "" {
		t.Errorf("%d rounds, complete %t, cut %q", p.Rounds, p.Complete, result.Cut)
	}
}

func TestWhatFuzzingKeepsIsAskedFirst(t *testing.T) {
	var kept []string
	cfg := fuzzOnly(opening(conformance.Reference), 3)
	cfg.Fuzz.Keep = func(input string) { kept = append(kept, input) }
	run(t, cfg)
	if len(kept) < 10 {
		t.Fatalf("%d inputs are kept", len(kept))
	}
	var asked []string
	cfg = fuzzOnly(func(_ context.Context, e epin.Edition) (conformance.Implementation, error) {
		return noting{conformance.Reference(e), new(sync.Mutex), &asked}, nil
	}, 1)
	cfg.Seed, cfg.Fuzz.Inputs = 2, kept[:4]
	run(t, cfg)
	for _, input := range kept[:4] {
		if !slices.ContainsFunc(asked, func(a string) bool { return strings.Contains(a, " "+input) }) {
			t.Errorf("%q is not asked again", input)
		}
	}
}

func TestFuzzWishes(t *testing.T) {
	for _, cfg := range []suite.Config{
		{Fuzz: &suite.Fuzz{Time: time.Hour}, MaxTime: time.Minute},
		{Fuzz: &suite.Fuzz{Time: -1}},
		{Fuzz: &suite.Fuzz{Rounds: -1}},
	} {
		cfg.Open = opening(conformance.Reference)
		_, err := suite.Run(t.Context(), cfg, func(suite.Event) {})
		if cost := (*suite.CostError)(nil); !errors.As(err, &cost) {
			t.Errorf("%+v: %v", *cfg.Fuzz, err)
		}
	}
	// A selector of the layer wants it to be asked.
	cfg := fuzzOnly(opening(conformance.Reference), 0)
	_, err := suite.Run(t.Context(), cfg, func(suite.Event) {})
	if selection := (*selector.Error)(nil); !errors.As(err, &selection) {
		t.Errorf("a layer without rounds: %v", err)
	}
}

// The selectors of a finding show it again, of the same library and no other.
func TestSelectorsReproduce(t *testing.T) {
	if testing.Short() {
		t.Skip("short runs are for the race detector, and nothing runs side by side here")
	}
	for i, name := range []string{"dollar-for-z", "last-index", "sweep-of-the-last", "sweep-of-the-first-256", "table-full", "equality-ignores-case"} {
		if !suite.Sampled(i, 4) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := mutantNamed(t, name)
			f := findingsOn(t, opening(m.New))[0]
			file, err := suite.ParseSelectorFile(suite.SelectorFile{Selectors: suite.SelectorsOf(f)}.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			result, events := run(t, suite.Config{Open: opening(m.New), Only: file.Selectors, Jobs: 3})
			if len(result.Findings) == 0 || result.Findings[0].Got != f.Got || result.Findings[0].Wanted != f.Wanted {
				t.Errorf("%d requests give %d findings; found was wanted %s, got %s", len(file.Selectors), len(result.Findings), f.Wanted, f.Got)
			}
			if started := events[0].(suite.RunStarted); !slices.Equal(printable.Strings(started.Only), file.Selectors) {
				t.Errorf("the run says that it was %q", started.Only)
			}
			result, _ = run(t, suite.Config{Open: opening(conformance.Reference), Only: file.Selectors})
			if len(result.Findings) > 0 || result.Verdict != suite.NoVerdict {
				t.Errorf("the reference: %s, %+v", result.Verdict, result.Findings)
			}
		})
	}
}

// Single requests may be as long as the protocol allows, and are made as they are: of one
// process, in their order, a sweep whole.
func TestSingleRequestsAreMadeAsTheyAre(t *testing.T) {
	long := strings.Repeat("41", conformance.MaxTokenBytes)
	sweep := "single/sweep" + strings.Repeat("/4b", conformance.MaxSweepTokens)
	only := []string{"single/parse/" + long, "3× single/valid/4b", sweep, "single/equal/4b/6b", "single/sweep/empty/41", "single/apply/flip-derive/4b"}
	var asked []string
	impl := func(_ context.Context, e epin.Edition) (conformance.Implementation, error) {
		return noting{conformance.Reference(e), new(sync.Mutex), &asked}, nil
	}
	result, events := run(t, suite.Config{Open: impl, Only: only, Jobs: 4})
	want := slices.Concat(
		[]string{"parse " + strings.Repeat("A", conformance.MaxTokenBytes) + " "}, slices.Repeat([]string{"valid K "}, 3),
		slices.Repeat([]string{"sweep K"}, conformance.MaxSweepTokens), []string{"equal K k", "sweep ", "sweep A", "apply K "},
	)
	if !slices.Equal(asked, want) || len(result.Findings) > 0 {
		t.Errorf("%d requests are made where %d are wanted, or in another order; findings %d", len(asked), len(want), len(result.Findings))
	}
	for _, e := range events {
		if p, ok := e.(suite.PartFinished); ok && p.Part.Layer == "single" && p.Part.Passed != len(want) {
			t.Errorf("%+v of %d", p.Part.Counts, len(want))
		}
	}
	for _, wrong := range []string{
		"single/parse/" + long + "41", sweep + "/4b", "single/sweep/" + long, "65537× single/parse/4b", "-1× single/parse/4b", "× single/parse/4b",
		"2× 2× single/parse/4b", "2× vectors", "2×single/parse/4b", "single/equal/4b", "single/parse/4b/6b", "single/apply/4b/6b", "single/sweep",
	} {
		_, err := selector.Parse(epin.Current, wrong)
		if selection := (*selector.Error)(nil); !errors.As(err, &selection) || len(err.Error()) > 1000 {
			t.Errorf("%.40q: %.2000v", wrong, err)
		}
	}
	many := []string{"65536× single/parse/4b", "single/parse/4b"}
	_, err := suite.Run(t.Context(), suite.Config{Open: opening(conformance.Reference), Only: many}, func(suite.Event) {})
	if selection := (*selector.Error)(nil); !errors.As(err, &selection) {
		t.Errorf("too many requests: %v", err)
	}
}
