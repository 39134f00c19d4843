package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/epin-conformance/harness/conformance/mutant"
	"github.com/epin-conformance/harness/conformance/suite"
	"github.com/epin-conformance/harness/conformance/wire"
)

// kill is how a mutant was found, once. The zero value is not at all.
type kill struct {
	found bool
	asked int           // inputs, or checks, the one that found it included; all, where none did
	took  time.Duration // of processors, for the harness and the library, from start to end
	layer string        // of what is asked in order
}

// row is what was measured of a mutant.
type row struct {
	mutant                 mutant.Mutant
	native, wire           []kill // by seed
	inOrder, suiteStandard kill
}

func (r row) String() string {
	return fmt.Sprintf("%s: native %s, epin fuzz %s, in order %s", r.mutant.Name, timesText(r.native), timesText(r.wire), r.inOrder)
}

// enumerating are the layers that ask everything of a kind, without test vectors that were
// written because somebody thought of a fault.
var enumerating = []string{"tokens", "complete", "exhaustive", "neighbours", "scalars", "lengths", "sequences"}

// longest is how long anything may take. It is there for what hangs.
const longest = 10 * time.Minute

// roundsOf returns how many rounds of the layer fuzz have so many questions: they begin
// with 64, and double up to 4,096.
func roundsOf(questions int) int {
	rounds := 0
	for size := 64; questions > 0; rounds++ {
		questions -= size
		size = min(2*size, 4096)
	}
	return rounds
}

// row measures a mutant in every way.
func (s settings) row(ctx context.Context, m mutant.Mutant) (r row, err error) {
	r.mutant = m
	for seed := range s.seeds {
		k, err := s.native(ctx, m, seed+1)
		if err != nil {
			return r, err
		}
		r.native = append(r.native, k)
		if k, err = s.overPipe(ctx, m, suite.Config{
			Profile: suite.Quick, Seed: uint64(seed + 1), Only: []string{suite.LayerFuzz}, Fuzz: &suite.Fuzz{Rounds: roundsOf(s.inputs)},
		}); err != nil {
			return r, err
		}
		r.wire = append(r.wire, k)
	}
	if r.inOrder, err = s.overPipe(ctx, m, suite.Config{Only: enumerating, Seed: 1, Fuzz: &suite.Fuzz{}}); err != nil {
		return r, err
	}
	r.suiteStandard, err = s.overPipe(ctx, m, suite.Config{Seed: 1, Fuzz: &suite.Fuzz{}})
	return r, err
}

// native fuzzes the target, with one worker, until the mutant is found.
func (s settings) native(ctx context.Context, m mutant.Mutant, seed int) (kill, error) {
	dir, err := os.MkdirTemp("", "killtimes")
	if err != nil {
		return kill{}, err
	}
	defer os.RemoveAll(dir)
	report := filepath.Join(dir, "report")
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.binary, "-test.run=^$", "-test.fuzz=^FuzzMutant$", "-test.parallel=1",
		fmt.Sprintf("-test.fuzztime=%dx", s.inputs), "-test.fuzzminimizetime=1x", "-test.fuzzcachedir="+filepath.Join(dir, "cache"))
	cmd.Dir, cmd.WaitDelay = dir, 5*time.Second
	cmd.Env = append(os.Environ(), "EPIN_KILLTIMES_MUTANT="+m.Name, "EPIN_KILLTIMES_REPORT="+report, fmt.Sprintf("GODEBUG=fuzzseed=%d", seed))
	began := cpuTime()
	said, failed := cmd.CombinedOutput()
	took := cpuTime() - began
	text, err := os.ReadFile(report)
	switch {
	case errors.Is(err, os.ErrNotExist) && failed == nil:
		return kill{asked: lastExecs(string(said))}, nil
	case err != nil:
		return kill{}, fmt.Errorf("native fuzzing: %w: %s", cmp.Or(failed, err), strings.TrimSpace(string(said)))
	}
	var inputs int
	if _, err := fmt.Sscan(string(text), &inputs); err != nil {
		return kill{}, fmt.Errorf("native fuzzing reported %q: %w", text, err)
	}
	return kill{found: true, asked: inputs, took: took}, nil
}

// lastExecs returns how many inputs were run, from what Go's engine says last.
func lastExecs(said string) (n int) {
	if at := strings.LastIndex(said, "execs: "); at >= 0 {
		_, _ = fmt.Sscanf(said[at:], "execs: %d", &n) // 0 where it says nothing
	}
	return n
}

// overPipe asks the mutant behind a pipe what cfg says, until something is wrong.
func (s settings) overPipe(ctx context.Context, m mutant.Mutant, cfg suite.Config) (kill, error) {
	inner, enough := context.WithCancel(ctx)
	defer enough()
	cfg.Open = wire.Command{Args: []string{s.self, serve, m.Name}}.Open
	cfg.FailFast, cfg.Jobs, cfg.MaxTime = true, 1, longest
	var k kill
	began := cpuTime()
	result, err := suite.Run(inner, cfg, func(e suite.Event) {
		switch e := e.(type) {
		case suite.CheckFailed:
			k.found = true
			k.layer, _, _ = strings.Cut(e.Failure.Check, "/")
			enough() // what follows changes nothing
		case suite.PartFinished:
			k.asked += e.Part.Passed + e.Part.Failed + e.Part.NotExercised
		}
	})
	k.took = cpuTime() - began
	switch {
	case err != nil:
		return kill{}, err
	case k.found:
		return k, nil
	case result.Cut != "":
		return kill{}, errors.New(result.Cut)
	}
	return k, nil
}

// median returns the middle one of some kills, of two the later; what was not found comes
// last. by says what they are ordered by.
func median(kills []kill, by func(kill) int) (int, bool) {
	sorted := slices.SortedFunc(slices.Values(kills), func(a, b kill) int {
		if a.found != b.found {
			if a.found {
				return -1
			}
			return 1
		}
		return cmp.Compare(by(a), by(b))
	})
	middle := sorted[len(sorted)/2]
	return by(middle), middle.found
}

func inputsOf(k kill) int { return k.asked }
func timeOf(k kill) int   { return int(k.took.Milliseconds()) }
