package suite

import (
	"context"
	"slices"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/fuzzing"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
)

// Fuzz configures the layer fuzz. It ends with the round in which it reaches the first limit. The
// zero value disables it. The same seed, inputs and responses give the same requests; only the
// number of rounds within Time depends on the library's speed.
type Fuzz struct {
	Time   time.Duration // 0 for no limit
	Rounds int           // 0 for no limit
	Inputs []string      // requested first: those that an earlier run has kept
	Keep   func(string)  // gets each input with a new kind of response; may be nil
}

// goes reports whether there is a limit, without which there is no round.
func (f Fuzz) goes() bool { return f.Time > 0 || f.Rounds > 0 }

func (f Fuzz) over(rounds int, elapsed time.Duration) bool {
	return f.Rounds > 0 && rounds >= f.Rounds || f.Time > 0 && elapsed >= f.Time
}

// fuzzPart is the last part, so that systematic layers find what they can before random requests.
func fuzzPart() part {
	return part{layer: result.LayerFuzz, run: runFuzz, about: "random inputs near tokens, transformations in a row, and calls one after the other"}
}

type fuzzRun struct {
	*runner
	part     part
	tally    *tally
	fuzzer   *fuzzing.Fuzzer
	calls    *supervise.Batches
	bulk     *supervise.Batches
	requests []conformance.Request // of the round before and of this one
	begins   int                   // where those of this round begin
	at       int                   // the one that is judged
	done     int
}

func runFuzz(ctx context.Context, r *runner, p part, t *tally) error {
	fuzz := r.plan.fuzz()
	f := &fuzzRun{runner: r, part: p, tally: t}
	f.calls, f.bulk = r.pool.Batches(r.plan.Seed), r.pool.Batches(r.plan.Seed)
	r.judge.before = f.before
	defer func() { r.judge.before = nil }()
	f.fuzzer = fuzzing.New(fuzzing.Options{
		Edition: r.plan.Edition, Seed: r.plan.Seed, Offered: r.description,
		Fastest: supervise.Fastest(r.description), Inputs: fuzz.Inputs,
	})
	for began := r.plan.Now(); !fuzz.over(t.fuzzed.Rounds, r.plan.Now().Sub(began)); {
		t.fuzzed.Rounds++
		if err := f.round(ctx); err != nil {
			return err
		}
	}
	return nil
}

// round performs the requests of a round. Calls that may depend on each other go to one process;
// verdicts are spread over all processes.
func (f *fuzzRun) round(ctx context.Context) error {
	calls, bulk := f.fuzzer.Round()
	f.requests = slices.Clone(f.requests[f.begins:])
	f.begins, f.at = len(f.requests), len(f.requests)
	f.requests = append(append(f.requests, calls...), bulk...)
	err := f.performAll(ctx, f.impl, calls, f.calls)
	if err == nil {
		f.bulk.Most = (len(bulk) + supervise.Instances - 1) / supervise.Instances
		err = f.performAll(ctx, f.pool, bulk, f.bulk)
	}
	if err == nil {
		f.runner.done(f.done)
	}
	return err
}

func (f *fuzzRun) performAll(ctx context.Context, impl conformance.Implementation, reqs []conformance.Request, b *supervise.Batches) error {
	return inOrder(ctx, impl, supervise.Swept(slices.Values(reqs), b), func(x conformance.Exchange) error {
		for d := range oracle.Responses(x) {
			if err := f.judge(d); err != nil {
				return err
			}
		}
		return nil
	})
}

// judge judges a response, and lets the fuzzer learn from it. Nothing keeps the response.
func (f *fuzzRun) judge(d *oracle.Deviation) (err error) {
	if f.plan.selected(f.part, d.Request) {
		f.done++
		err = f.check(&f.part, f.tally, d)
	}
	f.at++
	if f.fuzzer.Learn(d.Request, d.Got) {
		f.tally.fuzzed.Kept++
		if keep := f.plan.fuzz().Keep; keep != nil {
			keep(d.Request.Token)
		}
	}
	return err
}

// before returns the requests before the one that is being judged, in this round and the one
// before it, and those behind it in the same sweep.
func (f *fuzzRun) before() shrink.Conversation {
	end := f.at + 1
	isSweep := func(at int) bool { return at < len(f.requests) && f.requests[at].Op == conformance.OpSweep }
	for isSweep(f.at) && isSweep(end) && end <= f.at+shrink.ShownBehind {
		end++
	}
	return shrink.Conversation{Requests: f.requests[:end:end], At: f.at}
}
