package suite

import (
	"context"
	"fmt"
	"hash/maphash"
	"strings"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/epin"
)

// sweepsOf is the reference, and passes each sweep to see.
func sweepsOf(see func(tokens []string)) answering {
	reference := conformance.Reference(epin.Current)
	return func(ctx context.Context, req conformance.Request) (conformance.Response, error) {
		if req.Op == conformance.OpSweep {
			see(req.Tokens)
		}
		return reference.Do(ctx, req)
	}
}

// Each place of a sweep holds valid and invalid strings, also the first and the last of any size.
func TestEachPlaceOfASweepIsTested(t *testing.T) {
	longTest(t)
	var places [conformance.MaxSweepTokens][2]int // by place: invalid and valid strings
	var last [2]int
	sizes := map[int]int{}
	number := map[bool]int{true: 1}
	_, failures := runOf(t, Config{Seed: 1, Open: open(sweepsOf(func(tokens []string) {
		sizes[len(tokens)]++
		for i, token := range tokens {
			places[i][number[epin.Valid(token)]]++
		}
		last[number[epin.Valid(tokens[len(tokens)-1])]]++
	}))})
	for i, n := range places {
		if n[0] == 0 || n[1] == 0 {
			t.Fatalf("place %d had %d invalid and %d valid strings", i, n[0], n[1])
		}
	}
	if min(last[0], last[1], places[0][0], places[0][1], sizes[conformance.MaxSweepTokens]) < 50 || len(sizes) < 200 || len(failures) > 0 {
		t.Errorf("first %v, last %v, %d sizes, %d of them full; %v", places[0], last, len(sizes), sizes[conformance.MaxSweepTokens], failures)
	}
}

// The seed alone chooses the sweeps, whatever the time says.
func TestSweepsDependOnTheSeed(t *testing.T) {
	digest := func(seed uint64, step time.Duration) uint64 {
		var hash maphash.Hash
		hash.SetSeed(digestSeed)
		now := time.Unix(0, 0)
		runOf(t, Config{Seed: seed, Profile: Quick, Only: []string{"tokens", "complete"}, Open: open(sweepsOf(func(tokens []string) {
			fmt.Fprintf(&hash, "%q", tokens)
		})), Now: func() time.Time { now = now.Add(step); return now }})
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

var digestSeed = maphash.MakeSeed()

// A sweep that rejects what follows one string shows in no other check: what follows is invalid.
func TestCanariesShowWhatNothingElseShows(t *testing.T) {
	const end = "{z^'" // no word behind it in the layer neighbours is valid
	reference := conformance.Reference(epin.Current)
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
	got, failures := runOf(t, Config{Open: open(answering(ended)), Only: []string{"tokens", "neighbours", "sequences/canaries"}, Seed: 1})
	if got.Verdict != NotConformant || len(failures) != 1 || failures[0].Check != "sequences/canaries" ||
		!strings.Contains(failures[0].Why.String(), "at each place of a sweep") {
		t.Fatalf("%s: %v", got.Verdict, failures)
	}
	if f := got.Findings; len(f) != 1 || f[0].Seen != result.RepeatAfter || len(f[0].Calls) != 1 || f[0].Calls[0].Token != end {
		t.Errorf("found %+v", f)
	}
}
