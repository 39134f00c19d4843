package supervise

import (
	"cmp"
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
	return FirstOffered(offered, conformance.OpSweep, conformance.OpParse, conformance.OpValid)
}

// FirstOffered returns the first of some operations that is offered, or else the last of them.
func FirstOffered(by conformance.Description, ops ...conformance.Op) conformance.Op {
	for _, op := range ops {
		if by.Offers(op) {
			return op
		}
	}
	return ops[len(ops)-1]
}

// Swept combines requests of OpSweep, each for its Token only, into sweeps with the sizes and the
// canaries of b. It yields all other requests unchanged.
func Swept(requests iter.Seq[conformance.Request], b *Batches) iter.Seq[conformance.Request] {
	return func(yield func(conformance.Request) bool) {
		var tokens []string
		index, bytes, repeated := 0, 0, 0 // repeated is the number of tokens from the sweep before
		rng, size, canaries := b.next(index)
		sweep := func() bool {
			if bytes > sweepBytes {
				canaries = 0 // a single token, which may have as many bytes as a sweep can
			}
			mixed := b.mixed(rng, index, tokens, canaries)
			last := tokens[len(tokens)-1]
			tokens, bytes = tokens[:0], 0
			if b.Overlap {
				tokens, bytes, repeated = append(tokens, last), len(last), 1
			}
			index++
			rng, size, canaries = b.next(index)
			return yield(conformance.Request{Op: conformance.OpSweep, Tokens: mixed})
		}
		for req := range requests {
			if req.Op != conformance.OpSweep {
				if index++; !yield(req) {
					return
				}
				continue
			}
			full := len(tokens) >= size || bytes+len(req.Token) > sweepBytes
			if full && len(tokens) > repeated && !sweep() {
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
// that is late makes others smaller than the seed says. Make one with [Pool.Batches].
type Batches struct {
	Most     int      // the most tokens of a sweep; 0 means conformance.MaxSweepTokens
	Canaries []string // tokens that are added to sweeps; short ones
	Overlap  bool     // whether a sweep begins with the last token of the one before, so that two tokens in a row are in one sweep

	seed   [2]uint64
	limit  *atomic.Int64 // see Pool
	mu     sync.Mutex
	placed map[int][]int // by the index of a sweep, where it has canaries
}

const (
	smallestSweep = 16      // the first sweeps are small: a slow library meets the timeout
	sweepBytes    = 1 << 17 // of several tokens, without canaries; larger sweeps take memory and save no time
)

// roundSizes are sizes that each large part has, whatever the seed: numbers with one decimal digit that is not 0,
// and those at most one away from a power of 2.
var roundSizes = func() (sizes []int) {
	for power := 1; power < conformance.MaxSweepTokens; power *= 10 {
		for n := power; n < min(10*power, conformance.MaxSweepTokens); n += power {
			sizes = append(sizes, n)
		}
	}
	for power := 16; power <= conformance.MaxSweepTokens; power *= 2 {
		sizes = append(sizes, power-1, power, power+1)
	}
	slices.Sort(sizes)
	return sizes
}()

// Batches returns the Batches of the next sweeps. Each call has other sizes and places.
func (r *record) Batches(seed uint64) *Batches {
	return &Batches{seed: [2]uint64{seed, r.batches.Add(1) << 32}, limit: &r.sweepLimit, placed: map[int][]int{}}
}

// next returns the random numbers of the sweep with an index, and how many tokens and canaries it has.
func (b *Batches) next(index int) (rng *rand.Rand, tokens, canaries int) {
	size := min(smallestSweep<<min(index, 8), cmp.Or(b.Most, conformance.MaxSweepTokens), int(b.limit.Load()))
	rng = rand.New(rand.NewPCG(b.seed[0], b.seed[1]|uint64(index)))
	if round := roundSizes[index/2%len(roundSizes)]; index%2 == 1 && round <= size {
		size = round
	} else if rng.IntN(4) > 0 {
		size = int(math.Pow(float64(size), rng.Float64())) // as many of 1 to 2 tokens as of 1,000 to 2,000
	}
	if len(b.Canaries) > 0 {
		canaries = min(3+size/256, size-1)
	}
	return rng, size - canaries, canaries
}

// mixed returns the tokens of a sweep with its canaries: at random places, and often the first or
// the last.
func (b *Batches) mixed(rng *rand.Rand, index int, tokens []string, canaries int) []string {
	places := make([]int, canaries) // at first the numbers of tokens before each canary
	for i := range places {
		places[i] = rng.IntN(len(tokens) + 1)
		if i < 2 && rng.IntN(2) == 0 {
			places[i] = i * len(tokens)
		}
	}
	slices.Sort(places)
	all := make([]string, 0, len(tokens)+canaries)
	from := 0
	for i, n := range places {
		all = append(append(all, tokens[from:n]...), b.Canaries[rng.IntN(len(b.Canaries))])
		places[i], from = n+i, n
	}
	all = append(all, tokens[from:]...)
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
