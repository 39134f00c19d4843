package supervise

import (
	"context"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/epin-conformance/harness/conformance"
)

// Fastest returns the offered operation that returns verdicts on strings at the highest rate:
// OpSweep, else OpParse, else OpValid.
func Fastest(offered conformance.Description) conformance.Op {
	for _, op := range []conformance.Op{conformance.OpSweep, conformance.OpParse} {
		if offered.Offers(op) {
			return op
		}
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

// Swept combines requests of OpSweep, each for its Token only, into sweeps with the sizes and the
// canaries of b. It yields all other requests unchanged.
func Swept(requests iter.Seq[conformance.Request], b *Batches) iter.Seq[conformance.Request] {
	return func(yield func(conformance.Request) bool) {
		var tokens []string
		index, bytes, repeated := 0, 0, 0 // repeated is the number of tokens from the sweep before
		rng, size := b.next(index)
		send := func(req conformance.Request) bool {
			index++
			return yield(req)
		}
		sweep := func() bool {
			canaries := b.canariesIn(size)
			if bytes > sweepBytes {
				canaries = 0 // a single token, which may have as many bytes as a sweep can
			}
			going := send(conformance.Request{Op: conformance.OpSweep, Tokens: b.mixed(rng, index, tokens, canaries)})
			last := tokens[len(tokens)-1]
			tokens, bytes = tokens[:0], 0
			if b.Overlap {
				tokens, bytes, repeated = append(tokens, last), len(last), 1
			}
			rng, size = b.next(index)
			return going
		}
		for req := range requests {
			if req.Op != conformance.OpSweep {
				if !send(req) {
					return
				}
				continue
			}
			full := len(tokens)+b.canariesIn(size) >= size || bytes+len(req.Token) > sweepBytes
			if len(tokens) > repeated && full && !sweep() {
				return
			}
			tokens = append(tokens, req.Token)
			bytes += len(req.Token)
		}
		if len(tokens) > repeated {
			sweep()
		}
	}
}

// Batches chooses the sizes of sweeps, and the places of canaries in them, from a seed. Only a sweep
// that is late makes others smaller than the seed says. Make one with [Record.Batches].
type Batches struct {
	Most     int      // the most tokens of a sweep; 0 means conformance.MaxSweepTokens
	Canaries []string // tokens that are added to sweeps; short ones
	Overlap  bool     // whether a sweep begins with the last token of the one before, so that two tokens in a row are in one sweep

	seed   [2]uint64
	limit  *atomic.Int64 // the most tokens of a sweep; 0 means no limit
	mu     sync.Mutex
	placed map[int][]int // by the index of a sweep, where it has canaries
}

const (
	smallestSweep = 16      // the first sweeps are small: a slow library meets the timeout
	sweepBytes    = 1 << 17 // of several tokens, without canaries; larger sweeps take memory and save no time
)

// Batches returns the Batches of the next sweeps. Each call has other sizes and places.
func (c *Record) Batches(seed uint64) *Batches {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.batches++
	return &Batches{seed: [2]uint64{seed, c.batches << 32}, limit: &c.sweepLimit, placed: map[int][]int{}}
}

// next returns the random numbers and the size of the sweep with an index.
func (b *Batches) next(index int) (*rand.Rand, int) {
	most := min(conformance.MaxSweepTokens, smallestSweep<<min(index, 8))
	for _, limit := range []int{b.Most, int(b.limit.Load())} {
		if limit > 0 {
			most = min(most, limit)
		}
	}
	rng := rand.New(rand.NewPCG(b.seed[0], b.seed[1]|uint64(index)))
	if rng.IntN(4) == 0 {
		return rng, most
	}
	return rng, int(math.Pow(float64(most), rng.Float64())) // as many of 1 to 2 tokens as of 1,000 to 2,000
}

// canariesIn returns the number of canaries in a sweep of a size.
func (b *Batches) canariesIn(size int) int {
	if len(b.Canaries) == 0 {
		return 0
	}
	return min(3+size/256, size-1)
}

// mixed returns the tokens of a sweep with its canaries: at random places, and often the first or
// the last.
func (b *Batches) mixed(rng *rand.Rand, index int, tokens []string, canaries int) []string {
	before := make([]int, canaries) // the numbers of tokens before each canary
	for i := range before {
		before[i] = rng.IntN(len(tokens) + 1)
		if i < 2 && rng.IntN(2) == 0 {
			before[i] = i * len(tokens)
		}
	}
	slices.Sort(before)
	all := make([]string, 0, len(tokens)+len(before))
	var places []int
	for i := range len(tokens) + 1 {
		for len(places) < len(before) && before[len(places)] == i {
			places = append(places, len(all))
			all = append(all, b.Canaries[rng.IntN(len(b.Canaries))])
		}
		if i < len(tokens) {
			all = append(all, tokens[i])
		}
	}
	if len(places) > 0 {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.placed[index] = places
	}
	return all
}

// Places returns the places of the canaries in the sweep of an exchange, in order, once.
func (b *Batches) Places(x conformance.Exchange) []int {
	b.mu.Lock()
	defer b.mu.Unlock()
	places := b.placed[x.Index]
	delete(b.placed, x.Index)
	return places
}
