package suite

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync"
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

	// Against are compared with the implementation under test: see [Comparison].
	Against []Companion
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

// fuzzPart is the last part: whatever can be found in order is found before chance is
// asked.
func fuzzPart(cfg Config) part {
	asked := "random inputs near tokens, transformations in a row, and calls one after the other"
	if len(cfg.fuzz().Against) > 0 {
		asked = "what other layers ask, beside other libraries; " + asked
	}
	return part{layer: LayerFuzz, run: runFuzz, asked: asked}
}

// fuzzRun is one run of the layer fuzz.
type fuzzRun struct {
	*runner
	fuzzer *fuzzing.Fuzzer
	keep   func(string)
	askers []*asker // the implementation under test, and then its companions
	matrix *matrix  // nil without companions
}

func runFuzz(ctx context.Context, r *runner, p part, t *tally) error {
	fuzz := r.cfg.fuzz()
	f := &fuzzRun{runner: r, keep: fuzz.Keep, askers: []*asker{newAsker(r, p, t)}}
	for _, c := range r.companions {
		c.asker = newAsker(c.runner, p, &tally{requirements: map[string]*Counts{}})
		f.askers = append(f.askers, c.asker)
	}
	offered := r.offeredByAny()
	f.fuzzer = fuzzing.New(fuzzing.Options{
		Edition: r.cfg.Edition, Seed: r.cfg.Seed, Offered: offered,
		Fastest: fastestWay(offered), Inputs: fuzz.Inputs,
	})
	if len(r.companions) > 0 {
		f.matrix = newMatrix(r.cfg.Edition, len(f.askers))
		r.matrix = f.matrix
		if err := f.layers(ctx); err != nil {
			return err
		}
	}
	for began := r.cfg.Now(); !fuzz.over(t.rounds, r.cfg.Now().Sub(began)); {
		t.rounds++
		if err := f.round(ctx, f.fuzzer.Round()); err != nil {
			return err
		}
	}
	return nil
}

// round asks a round of everybody who is there, and learns from the answers in the order
// of the requests and of the libraries, however fast they came.
func (f *fuzzRun) round(ctx context.Context, round fuzzing.Round) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var others sync.WaitGroup
	for _, c := range f.companions {
		if c.out == "" {
			others.Go(func() { c.failed = c.asker.ask(ctx, round) })
		}
	}
	err := f.askers[0].ask(ctx, round)
	if err != nil {
		cancel()
	}
	others.Wait()
	f.learn(round)
	if err != nil {
		return err
	}
	for _, c := range f.companions {
		c.leaveOut(ctx, c.failed)
	}
	f.emit(Progress{Done: f.askers[0].done})
	return nil
}

// learn takes everything that was answered in a round.
func (f *fuzzRun) learn(round fuzzing.Round) {
	for place, req := range slices.Concat(round.Calls, round.Bulk) {
		for i, a := range f.askers {
			if !a.took(place) {
				continue
			}
			own, _ := a.own(req, place >= len(round.Calls))
			if f.fuzzer.Learn(i, own, a.answers[place]) && f.keep != nil {
				f.keep(req.Token)
			}
		}
		if f.matrix != nil {
			f.matrix.add(f.oracle, req, place >= len(round.Calls), f.askers, place)
		}
	}
	for _, a := range f.askers {
		a.answers = a.answers[:0]
	}
}

// asker asks one library the rounds of the layer fuzz, and judges its answers.
type asker struct {
	*runner
	part    part
	tally   *tally
	fastest conformance.Op
	calls   *pace
	bulk    *pace
	asked   []conformance.Request // in the round before, and in this one
	begins  int                   // of this round in asked
	at      int                   // the next of them to be judged
	places  []int                 // of those of this round in the round
	answers []conformance.Response
	done    int
}

func newAsker(r *runner, p part, t *tally) *asker {
	a := &asker{runner: r, part: p, tally: t, fastest: fastestWay(r.description), calls: r.newPace(), bulk: r.newPace()}
	a.part.before = a.before
	return a
}

// own is a request as this library is asked it: a verdict by the fastest way that it has.
// It reports false for what the library cannot be asked.
func (a *asker) own(req conformance.Request, bulk bool) (conformance.Request, bool) {
	if bulk || req.Op == conformance.OpSweep && !a.description.Offers(req.Op) {
		req.Op = a.fastest
	}
	return req, (&prober{r: a.runner}).askable(req)
}

// took reports whether there is an answer to a request of this round.
func (a *asker) took(place int) bool {
	return place < len(a.answers) && a.answers[place].Outcome != conformance.Unsupported
}

// ask asks a round. Calls that may have to do with each other are asked of one process;
// verdicts are shared.
func (a *asker) ask(ctx context.Context, round fuzzing.Round) error {
	a.asked, a.places = slices.Clone(a.asked[a.begins:]), a.places[:0]
	a.begins = len(a.asked)
	a.at = a.begins
	a.answers = slices.Grow(a.answers[:0], len(round.Calls)+len(round.Bulk))[:len(round.Calls)+len(round.Bulk)]
	clear(a.answers)
	for place, req := range slices.Concat(round.Calls, round.Bulk) {
		if own, askable := a.own(req, place >= len(round.Calls)); askable {
			a.asked, a.places = append(a.asked, own), append(a.places, place)
		}
	}
	calls, _ := slices.BinarySearch(a.places, len(round.Calls))
	mine := a.asked[a.begins:]
	if err := a.askAll(ctx, a.impl, mine[:calls], a.calls); err != nil {
		return err
	}
	jobs := max(a.cfg.Jobs, 1)
	a.bulk.most = (len(mine) - calls + jobs - 1) / jobs
	return a.askAll(ctx, a.pool, mine[calls:], a.bulk)
}

func (a *asker) askAll(ctx context.Context, impl conformance.Implementation, reqs []conformance.Request, pace *pace) error {
	var failed error
	err := inOrder(ctx, impl, swept(slices.Values(reqs), pace), func(x conformance.Exchange) bool {
		before := a.at
		for req, resp := range exchanged(x) {
			if failed = a.judge(ctx, req, resp); failed != nil {
				return false
			}
		}
		pace.answered(a.at - before)
		return true
	})
	if failed != nil {
		return failed
	}
	return err
}

// judge judges the answer to one request, and keeps it for whoever learns from it.
func (a *asker) judge(ctx context.Context, req conformance.Request, resp conformance.Response) error {
	var err error
	if a.selected(a.part, req) {
		a.done++
		err = a.check(ctx, a.part, a.tally, req, resp)
	}
	a.answers[a.places[a.at-a.begins]] = brief(resp)
	a.at++
	return err
}

// before is what was asked before the request that is being judged, in this round and the
// one before it, and what is in the same sweep behind it.
func (a *asker) before() conversation {
	end := a.at + 1
	for end < len(a.asked) && end <= a.at+shownBehind && a.asked[end].Op == conformance.OpSweep && a.asked[a.at].Op == conformance.OpSweep {
		end++
	}
	return conversation{a.asked[:end:end], a.at}
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
