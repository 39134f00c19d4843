package supervise

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/epin-conformance/harness/conformance"
)

// chunk is successive requests for one process, and then their responses.
type chunk struct {
	exchanges []conformance.Exchange
	answered  []bool
	todo      []sending // what to send next
	process   *process
	dropped   *atomic.Bool    // see call
	after     <-chan struct{} // filled of the chunk before it for the same process; nil for none
	filled    chan struct{}   // is closed when err and all responses are set
	err       error           // why a response is missing
}

// The weight of a chunk bounds the memory that it takes. That of a chunk for a single process doubles
// while chunks take less than shortChunk, since the process waits for the next one. It halves while they
// take more than longChunk, so that progress shows soon.
const (
	leastWeight   = 1 << 8
	turnWeight    = 1 << 13 // for one of several processes
	mostWeight    = 1 << 16
	requestWeight = 1 << 6
	stringWeight  = 1 << 4 // of each string of a sweep
	shortChunk    = time.Second / 2
	longChunk     = 2 * shortChunk
)

// call is one DoAll.
type call struct {
	jobs    int             // processes that may work at a time
	next    func() *process // returns the process for the next chunk
	weight  atomic.Int64    // of the next chunk
	least   int64
	most    int64
	dropped atomic.Bool // whether nobody waits for the responses any more
}

// spare holds chunks, whose memory is used again.
var spare sync.Pool

var errNoResponse = errors.New("a request got no response")

// inOrder performs requests, and calls answer in their order.
func (k *call) inOrder(ctx context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	k.weight.Store(k.least)
	work, ordered := make(chan *chunk, k.jobs), make(chan *chunk, k.jobs) // bounds the chunks in memory
	var running sync.WaitGroup
	defer running.Wait()
	running.Go(func() {
		defer close(work)
		defer close(ordered)
		for c := range k.chunks(requests) {
			ordered <- c
			work <- c
		}
	})
	for range k.jobs {
		running.Go(func() {
			for c := range work {
				k.perform(ctx, c)
			}
		})
	}
	var err error
	for c := range ordered {
		<-c.filled
		for i := 0; i < len(c.exchanges) && !k.dropped.Load(); i++ {
			if !c.answered[i] {
				c.err = cmp.Or(c.err, errNoResponse)
				break
			}
			k.dropped.Store(!answer(c.exchanges[i]))
		}
		if c.err != nil && !k.dropped.Swap(true) {
			err = c.err
			cancel() // the other processes need not finish
		}
		spare.Put(c)
	}
	return err
}

// chunks splits requests into chunks.
func (k *call) chunks(requests iter.Seq[conformance.Request]) iter.Seq[*chunk] {
	return func(yield func(*chunk) bool) {
		c, index, weight := k.chunk(), 0, 0
		pass := func() bool {
			c.process = k.next()
			c.after, c.process.last = c.process.last, c.filled
			whole := c
			c, weight = k.chunk(), 0
			return !k.dropped.Load() && yield(whole)
		}
		for req := range requests {
			if k.dropped.Load() { // a sparse sequence takes long to fill a chunk
				return
			}
			c.add(conformance.Exchange{Index: index, Request: req})
			index++
			weight += requestWeight + len(req.Token)
			for _, token := range req.Tokens {
				weight += stringWeight + len(token)
			}
			if weight >= int(k.weight.Load()) && !pass() {
				return
			}
		}
		if weight > 0 {
			pass()
		}
	}
}

// chunk returns an empty chunk.
func (k *call) chunk() *chunk {
	c := &chunk{dropped: &k.dropped, filled: make(chan struct{})}
	if used, ok := spare.Get().(*chunk); ok {
		c.exchanges, c.answered, c.todo = used.exchanges[:0], used.answered[:0], used.todo[:0]
	}
	return c
}

// add adds a request, which has no response yet.
func (c *chunk) add(x conformance.Exchange) {
	c.exchanges, c.answered = append(c.exchanges, x), append(c.answered, false)
}

// perform has a chunk filled, and sets the weight of the next ones.
func (k *call) perform(ctx context.Context, c *chunk) {
	defer close(c.filled)
	if c.after != nil {
		<-c.after
	}
	if c.err = context.Cause(ctx); c.err != nil {
		return
	}
	began := time.Now()
	c.err = c.process.fill(ctx, c)
	switch took := time.Since(began); {
	case took < shortChunk:
		k.weight.Store(min(2*k.weight.Load(), k.most))
	case took > longChunk:
		k.weight.Store(max(k.weight.Load()/2, k.least))
	}
}

// sending is a request as it is sent, and its place in the chunk.
type sending struct {
	place   int
	request conformance.Request
}

// send sends the requests of todo, and takes the responses. It returns those without one.
func (c *chunk) send(ctx context.Context, impl conformance.Implementation) (inFlight []sending, err error) {
	sent := 0
	err = conformance.DoAll(ctx, impl, func(yield func(conformance.Request) bool) {
		for _, s := range c.todo {
			sent++
			if !yield(s.request) {
				return
			}
		}
	}, func(x conformance.Exchange) bool {
		c.answer(c.todo[x.Index].place, x.Request.Tokens, x.Response)
		return !c.dropped.Load()
	})
	for _, s := range c.todo[:sent] {
		if !c.answered[s.place] {
			inFlight = append(inFlight, s)
		}
	}
	return inFlight, err
}

// answer sets the response to a request. Of the tokens of a sweep, those that were not sent get
// VerdictNone.
func (c *chunk) answer(place int, sent []string, resp conformance.Response) {
	if all := c.exchanges[place].Request.Tokens; len(sent) < len(all) && resp.Outcome == conformance.Swept {
		verdicts, n := []byte(nones(len(all))), 0
		for i, token := range all {
			if n < len(sent) && n < len(resp.Verdicts) && sent[n] == token {
				verdicts[i] = resp.Verdicts[n]
				n++
			}
		}
		resp.Verdicts = string(verdicts)
	}
	c.exchanges[place].Response, c.answered[place] = resp, true
}

// nones returns the verdicts on n tokens that were not sent.
func nones(n int) string { return strings.Repeat(string(conformance.VerdictNone), n) }
