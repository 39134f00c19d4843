package supervise

import (
	"context"
	"iter"
	"slices"
	"sync/atomic"
	"time"

	"github.com/epin-conformance/harness/conformance"
)

// Fastest returns the offered operation that returns verdicts on strings at the highest rate:
// OpSweep, else OpParse, else OpValid.
func Fastest(offered conformance.Description) conformance.Op {
	switch {
	case offered.Offers(conformance.OpSweep):
		return conformance.OpSweep
	case offered.Offers(conformance.OpParse):
		return conformance.OpParse
	}
	return conformance.OpValid
}

// InOrder performs all requests, and calls answer in the order of the requests, even if the
// responses come in another order. It stops when answer returns false.
func InOrder(ctx context.Context, impl conformance.Implementation, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	next := 0
	waiting := map[int]conformance.Exchange{} // responses that came before earlier ones
	return conformance.DoAll(ctx, impl, requests, func(x conformance.Exchange) bool {
		if x.Index != next {
			waiting[x.Index] = x
			return true
		}
		for {
			if !answer(x) {
				return false
			}
			next++
			var ok bool
			if x, ok = waiting[next]; !ok {
				return true
			}
			delete(waiting, next)
		}
	})
}

// Swept combines requests of OpSweep, each for its Token only, into sweeps of the size that
// pace chooses. It yields all other requests unchanged.
func Swept(requests iter.Seq[conformance.Request], pace *Pace) iter.Seq[conformance.Request] {
	return func(yield func(conformance.Request) bool) {
		var tokens []string
		bytes, size := 0, pace.sweep()
		for req := range requests {
			if req.Op != conformance.OpSweep {
				if !yield(req) {
					return
				}
				continue
			}
			if len(tokens) > 0 && (len(tokens) >= size || bytes+len(req.Token) > conformance.MaxSweepBytes) {
				if !yield(conformance.Request{Op: conformance.OpSweep, Tokens: slices.Clone(tokens)}) {
					return
				}
				tokens, bytes, size = tokens[:0], 0, pace.sweep()
			}
			tokens = append(tokens, req.Token)
			bytes += len(req.Token)
		}
		if len(tokens) > 0 {
			yield(conformance.Request{Op: conformance.OpSweep, Tokens: tokens})
		}
	}
}

// Pace chooses the size of sweeps. It begins small, and then chooses the number of tokens that
// one process answers in a quarter of a second, so that a slow process meets the timeout. Make
// one with [Record.Pace].
type Pace struct {
	Most int // the most tokens of a sweep; 0 means conformance.MaxSweepTokens

	now    func() time.Time
	began  time.Time
	jobs   int
	limit  *atomic.Int64 // the most tokens of a sweep; 0 means no limit
	tokens atomic.Int64
}

const smallestSweep = 16

// Pace returns a Pace for a number of parallel processes. now is its clock.
func (c *Record) Pace(now func() time.Time, jobs int) *Pace {
	return &Pace{now: now, began: now(), jobs: max(jobs, 1), limit: &c.sweepLimit}
}

// Answered records that n more tokens were answered.
func (p *Pace) Answered(n int) { p.tokens.Add(int64(n)) }

func (p *Pace) sweep() int {
	most := conformance.MaxSweepTokens
	if p.Most > 0 {
		most = min(most, p.Most)
	}
	if limit := int(p.limit.Load()); limit > 0 {
		most = min(most, limit)
	}
	done := p.tokens.Load()
	if done == 0 {
		return min(smallestSweep, most)
	}
	elapsed := max(p.now().Sub(p.began), time.Millisecond)
	perQuarter := float64(done) / elapsed.Seconds() / 4 / float64(p.jobs)
	return min(int(max(perQuarter, smallestSweep)), most)
}
