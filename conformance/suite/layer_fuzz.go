package suite

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/fuzzing"
)

// Fuzz says how long the layer fuzz goes on, and from where it begins. It ends with the
// round in which the first of its bounds is reached. The zero value has none: nothing is
// asked then. For the same seed, inputs and answers it asks the same, and only how many
// rounds it has in Time depends on the library's speed.
type Fuzz struct {
	Time   time.Duration // 0 for no bound
	Rounds int           // 0 for no bound
	Inputs []string      // are asked first: what an earlier run has kept
	Keep   func(string)  // is given each input that brought a new kind of answer; may be nil
}

// goes reports whether anything is asked.
func (f Fuzz) goes() bool { return f.Time > 0 || f.Rounds > 0 }

// over reports whether no further round begins.
func (f Fuzz) over(rounds int, elapsed time.Duration) bool {
	return f.Rounds > 0 && rounds >= f.Rounds || f.Time > 0 && elapsed >= f.Time
}

// checkFuzz refuses a layer fuzz that the run has no time for.
func checkFuzz(cfg Config) error {
	f := cfg.Fuzz
	switch {
	case f == nil: // the profile's own is cut short, where there is no time for it
	case f.Time < 0 || f.Rounds < 0:
		return &WishError{errors.New("fuzzing for less than nothing: give a time, or a number of rounds, from 0 on")}
	case cfg.MaxTime > 0 && f.Time >= cfg.MaxTime:
		return &WishError{errors.New("fuzzing for " + f.Time.String() + " leaves no time for anything else, since the run may take " +
			cfg.MaxTime.String() + ": fuzz for less, or raise --max-time")}
	}
	return nil
}

// withFuzz adds the layer fuzz, if there is to be one. It is the last: whatever can be
// found in order is found before chance is asked.
func withFuzz(parts []part, cfg Config) []part {
	if !cfg.fuzz().goes() {
		return parts
	}
	return append(parts, part{
		layer: LayerFuzz, run: runFuzz,
		asked: "random inputs near tokens, transformations in a row, and calls one after the other",
	})
}

// fuzzRun is one run of the layer fuzz.
type fuzzRun struct {
	*runner
	part   part
	tally  *tally
	fuzzer *fuzzing.Fuzzer
	keep   func(string)
	calls  *pace
	bulk   *pace
	asked  []conformance.Request // in the round before, and in this one
	begins int                   // of this round in asked
	at     int                   // the next of them to be judged
	done   int
}

func runFuzz(ctx context.Context, r *runner, p part, t *tally) error {
	fuzz := r.cfg.fuzz()
	f := &fuzzRun{
		runner: r, part: p, tally: t, keep: fuzz.Keep, calls: r.newPace(), bulk: r.newPace(),
		fuzzer: fuzzing.New(fuzzing.Options{
			Edition: r.cfg.Edition, Seed: r.cfg.Seed, Offered: r.description,
			Fastest: fastestWay(r.description), Inputs: fuzz.Inputs,
		}),
	}
	f.part.before = f.before
	for began := r.cfg.Now(); !fuzz.over(t.rounds, r.cfg.Now().Sub(began)); {
		t.rounds++
		if err := f.round(ctx); err != nil {
			return err
		}
		r.emit(Progress{Done: f.done})
	}
	return nil
}

// round asks a round. Calls that may have to do with each other are asked of one process;
// verdicts are shared.
func (f *fuzzRun) round(ctx context.Context) error {
	round := f.fuzzer.Round()
	f.asked = slices.Concat(f.asked[f.begins:], round.Calls, round.Bulk)
	f.begins = len(f.asked) - len(round.Calls) - len(round.Bulk)
	f.at = f.begins
	if err := f.ask(ctx, f.impl, round.Calls, f.calls); err != nil {
		return err
	}
	jobs := max(f.cfg.Jobs, 1)
	f.bulk.most = (len(round.Bulk) + jobs - 1) / jobs
	return f.ask(ctx, f.pool, round.Bulk, f.bulk)
}

func (f *fuzzRun) ask(ctx context.Context, impl conformance.Implementation, reqs []conformance.Request, pace *pace) error {
	var failed error
	err := inOrder(ctx, impl, swept(slices.Values(reqs), pace), func(x conformance.Exchange) bool {
		before := f.at
		for req, resp := range exchanged(x) {
			if failed = f.judge(ctx, req, resp); failed != nil {
				return false
			}
		}
		pace.answered(f.at - before)
		return true
	})
	if failed != nil {
		return failed
	}
	return err
}

// judge judges the answer to one request, and learns from it.
func (f *fuzzRun) judge(ctx context.Context, req conformance.Request, resp conformance.Response) error {
	var err error
	if f.selected(f.part, req) {
		f.done++
		err = f.check(ctx, f.part, f.tally, req, resp)
	}
	f.at++
	if f.fuzzer.Learn(0, req, resp) && f.keep != nil {
		f.keep(req.Token)
	}
	return err
}

// before is what was asked before the request that is being judged, in this round and the
// one before it, and what is in the same sweep behind it.
func (f *fuzzRun) before() conversation {
	end := f.at + 1
	for end < len(f.asked) && end <= f.at+shownBehind && f.asked[end].Op == conformance.OpSweep && f.asked[f.at].Op == conformance.OpSweep {
		end++
	}
	return conversation{f.asked[:end:end], f.at}
}

// exchanged yields the requests of an exchange with their answers: of a sweep, one for
// each of its tokens.
func exchanged(x conformance.Exchange) iter.Seq2[conformance.Request, conformance.Response] {
	return func(yield func(conformance.Request, conformance.Response) bool) {
		if x.Request.Op != conformance.OpSweep {
			yield(x.Request, x.Response)
			return
		}
		for i, token := range x.Request.Tokens {
			got := x.Response
			if got.Outcome == conformance.Swept {
				got = sweptOutcome(got, i)
			}
			if !yield(conformance.Request{Op: conformance.OpSweep, Token: token}, got) {
				return
			}
		}
	}
}
