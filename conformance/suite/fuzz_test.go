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
	"github.com/epin-conformance/harness/conformance/suite"
	"github.com/epin-conformance/harness/epin"
)

// fuzzOnly is a run of nothing but some rounds of the layer fuzz.
func fuzzOnly(open conformance.Factory, rounds int) suite.Config {
	return suite.Config{
		Open: open, Profile: suite.Quick, Seed: 1, Only: []string{suite.LayerFuzz},
		Fuzz: &suite.Fuzz{Rounds: rounds},
	}
}

// fuzzPart is what came of the layer fuzz.
func fuzzPart(t *testing.T, events []suite.Event) suite.Part {
	t.Helper()
	for _, e := range events {
		if p, ok := e.(suite.PartFinished); ok && p.Part.Layer == suite.LayerFuzz {
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
		if wish := (*suite.WishError)(nil); !errors.As(err, &wish) {
			t.Errorf("%+v: %v", *cfg.Fuzz, err)
		}
	}
	// A selector of the layer wants it to be asked.
	cfg := fuzzOnly(opening(conformance.Reference), 0)
	_, err := suite.Run(t.Context(), cfg, func(suite.Event) {})
	if selection := (*suite.SelectionError)(nil); !errors.As(err, &selection) {
		t.Errorf("a layer without rounds: %v", err)
	}
}

// What a finding says is to be asked shows it again, of the same library and no other.
func TestReplay(t *testing.T) {
	if testing.Short() {
		t.Skip("short runs are for the race detector, and nothing runs side by side here")
	}
	for _, name := range []string{"dollar-for-z", "last-index", "sweep-of-the-last", "equality-ignores-case"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := mutantNamed(t, name)
			f := findingsOn(t, opening(m.New))[0]
			var requests []conformance.Request
			answer := 0
			calls, at := f.Requests()
			for i, c := range calls {
				if i == at {
					answer = len(requests)
				}
				requests = append(requests, slices.Repeat([]conformance.Request{c.Request}, c.Times)...)
			}
			again, err := suite.Replay(t.Context(), suite.Config{Open: opening(m.New)}, requests, answer)
			if err != nil || !again.Wrong || again.Got != f.Got || again.Wanted != f.Wanted {
				t.Errorf("%+v, %v; found was wanted %s, got %s", again, err, f.Wanted, f.Got)
			}
			again, err = suite.Replay(t.Context(), suite.Config{Open: opening(conformance.Reference)}, requests, answer)
			if err != nil || again.Wrong {
				t.Errorf("the reference: %+v, %v", again, err)
			}
		})
	}
	cannot := conformance.Request{Op: conformance.OpEqual, Token: "!", Other: "K"}
	if _, err := suite.Replay(t.Context(), suite.Config{Open: opening(conformance.Reference)}, []conformance.Request{cannot}, 0); err == nil {
		t.Error("what may not be asked is asked")
	}
}
