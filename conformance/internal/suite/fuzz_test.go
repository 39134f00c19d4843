package suite

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/notation"
)

func fuzzOnly(open conformance.Factory, rounds int) Config {
	return Config{
		Open: open, Profile: Quick, Seed: 1, Only: []string{result.LayerFuzz},
		Sizes: Sizes{Fuzz: &Fuzz{Rounds: rounds}},
	}
}

// The reference fails nothing, and a number of rounds or a time, which decides only after which round it ends, is a
// normal end. Inputs come first, and new ones are kept.
func TestFuzzingFindsNothingInTheReference(t *testing.T) {
	var asked []string
	now := time.Time{}
	for _, e := range sample(notation.All(), 4) {
		for rounds, least := range map[int]int{0: 1, 7: 7} {
			kept := 0
			cfg := fuzzOnly(open(noting(conformance.Reference(e), &asked)), rounds)
			cfg.Edition, cfg.Fuzz.Inputs, cfg.Fuzz.Keep = e, []string{"input"}, func(string) { kept++ }
			if rounds == 0 {
				cfg.Fuzz.Time = time.Hour
				cfg.Now = func() time.Time { now = now.Add(5 * time.Minute); return now }
			}
			asked = nil
			report := run(t, cfg)
			p := partOf(t, report, result.LayerFuzz, "")
			if p.Rounds < least || p.Rounds > 12 || !p.Complete || p.Failed > 0 || p.NotExercised > 0 || p.Passed < 1000*p.Rounds || report.Cut != "" || p.Kept != kept || kept < 3 {
				t.Errorf("%s: %+v, complete %t, %+v, cut %q, %d inputs kept", e, p.Fuzzed, p.Complete, p.Counts, report.Cut, kept)
			}
			if !slices.ContainsFunc(asked, func(a string) bool { return strings.Contains(a, " input") }) {
				t.Errorf("%s: the input is not requested", e)
			}
		}
	}
}

// What is wrong is found by chance alone, and shrunk: characters, lengths, transformations,
// comparisons, crashes, and what depends on earlier calls.
func TestFuzzingFinds(t *testing.T) {
	for name, wanted := range map[string]string{
		"dollar-for-z":           `[]"A\n"`,
		"check-raises-on-bytes":  `[]"\x80"`,
		"derive-toggles":         `[apply] [derive]"A'"`,
		"equality-ignores-case":  `[]"A" "a"`,
		"last-index":             `sweep []"A" x1; [sweep] []"A"`,
		"sweep-of-the-first-256": `sweep []"A" x256; [sweep] []"y"`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := mutantNamed(name)
			report := run(t, fuzzOnly(opening(m.New), 7))
			var got []string
			for _, f := range report.Findings {
				got = append(got, shown(f))
			}
			if !slices.ContainsFunc(got, func(s string) bool { return strings.HasSuffix(s, wanted) }) {
				t.Errorf("found %q, want %s among them", got, wanted)
			}
		})
	}
}

// noting keeps every string that is tested, in order, with its operation.
func noting(impl conformance.Implementation, asked *[]string) answering {
	var mu sync.Mutex
	return func(ctx context.Context, req conformance.Request) (conformance.Response, error) {
		mu.Lock()
		defer mu.Unlock()
		if req.Op != conformance.OpSweep {
			*asked = append(*asked, string(req.Op)+" "+req.Token+" "+req.Other)
		}
		for _, token := range req.Tokens {
			*asked = append(*asked, "sweep "+token)
		}
		return impl.Do(ctx, req)
	}
}

// Single requests may be as long as the protocol allows, and are made as they are: of one
// process, in their order, a sweep whole.
func TestSingleRequestsAreMadeAsTheyAre(t *testing.T) {
	long := strings.Repeat("41", conformance.MaxTokenBytes)
	sweep := "single/sweep" + strings.Repeat("/4b", conformance.MaxSweepTokens)
	only := []string{"single/parse/" + long, "3× single/valid/4b", sweep, "single/equal/4b/6b", "single/sweep/empty/41", "single/apply/flip-derive/4b"}
	var asked []string
	impl := noting(conformance.Reference(notation.EPIN), &asked)
	report := run(t, Config{Open: open(impl), Only: only, Processes: Processes{Jobs: 4}})
	want := slices.Concat(
		[]string{"parse " + strings.Repeat("A", conformance.MaxTokenBytes) + " "}, slices.Repeat([]string{"valid K "}, 3),
		slices.Repeat([]string{"sweep K"}, conformance.MaxSweepTokens), []string{"equal K k", "sweep ", "sweep A", "apply K "},
	)
	if !slices.Equal(asked, want) || len(report.Findings) > 0 {
		t.Errorf("%d requests are made where %d are wanted, or in another order; findings %d", len(asked), len(want), len(report.Findings))
	}
	if p := partOf(t, report, "single", ""); p.Passed != len(want) {
		t.Errorf("%+v of %d", p.Counts, len(want))
	}
	for _, wrong := range []string{
		"single/parse/" + long + "41", sweep + "/4b", "single/sweep/" + long, "65537× single/parse/4b", "2× 2× single/parse/4b",
	} {
		_, err := selector.Parse(notation.EPIN, wrong) // scripts of the command have more
		if selection := (*selector.Error)(nil); !errors.As(err, &selection) || len(err.Error()) > 1000 {
			t.Errorf("%.40q: %.2000v", wrong, err)
		}
	}
	many := []string{"65536× single/parse/4b", "single/parse/4b"}
	_, err := Run(t.Context(), Config{Open: openReference, Only: many})
	if selection := (*selector.Error)(nil); !errors.As(err, &selection) {
		t.Errorf("too many requests: %v", err)
	}
}
