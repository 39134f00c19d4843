package supervise

import (
	"context"
	"iter"
	"slices"
	"sync/atomic"
	"time"

	"github.com/epin-conformance/harness/conformance"
)

// Fastest returns the offered operation that carries most verdicts on strings in a time.
func Fastest(offered conformance.Description) conformance.Op {
	switch {
	case offered.Offers(conformance.OpSweep):
		return conformance.OpSweep
	case offered.Offers(conformance.OpParse):
		return conformance.OpParse
	}
	return conformance.OpValid
}

// InOrder performs everything that requests yields, and calls answer in the order of the
// requests, whatever the order of the answers, until it returns false.
func InOrder(ctx context.Context, impl conformance.Implementation, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	next := 0
	waiting := map[int]conformance.Exchange{} // answers that came before earlier ones
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

// Swept puts requests of OpSweep, each of which stands for its Token alone, together to
// sweeps, of the size that pace chooses.
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

// Pace chooses the size of sweeps: small at first, then what one of so many processes answers
// in a quarter of a second, so that a slow one is never late. Make one with [Record.Pace].
type Pace struct {
	Most int // tokens of a sweep, whatever the pace; 0 for no bound of its own

	now    func() time.Time
	began  time.Time
	jobs   int
	limit  *atomic.Int64 // of tokens, if it is above zero
	tokens atomic.Int64
}

const smallestSweep = 16

// Pace returns a pace for so many processes side by side, on a clock.
func (c *Record) Pace(now func() time.Time, jobs int) *Pace {
	return &Pace{now: now, began: now(), jobs: max(jobs, 1), limit: &c.sweepLimit}
}

// Answered notes that so many more tokens were answered.
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
