package supervise

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"

	"github.com/epin-conformance/harness/conformance"
)

// chunk is successive requests for one process of a pool, and then their responses.
type chunk struct {
	queue
	process *process
	after   <-chan struct{} // filled of the chunk before it for the same process; nil for none
	filled  chan struct{}   // is closed when all have responses, or err is set
	err     error
}

// The weight of a chunk bounds the memory that it takes.
const (
	mostWeight    = 1 << 14
	requestWeight = 1 << 6
	stringWeight  = 1 << 4 // of each string of a sweep
)

// spent has the slices of chunks that have ended, as *[]exchange: new ones were most of what spread requests
// allocate.
var spent = sync.Pool{New: func() any { return new([]exchange) }}

// DoAll spreads the requests over the processes in turn, and calls answer in the order of the
// requests; see [conformance.Batcher].
func (p *Pool) DoAll(ctx context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var dropped atomic.Bool                                               // nobody waits for responses any more
	work, ordered := make(chan *chunk, p.jobs), make(chan *chunk, p.jobs) // bounds the chunks in memory
	var running sync.WaitGroup
	defer running.Wait()
	running.Go(func() {
		defer close(work)
		defer close(ordered)
		p.split(requests, &dropped, func(c *chunk) {
			ordered <- c
			work <- c
		})
	})
	for range p.jobs {
		running.Go(func() {
			for c := range work {
				if c.after != nil {
					<-c.after
				}
				c.err = c.process.perform(ctx, &c.queue)
				close(c.filled)
			}
		})
	}
	var err error
	for c := range ordered {
		<-c.filled
		for i := c.first; i < c.passed && !dropped.Load(); i++ {
			x := c.at(i).Exchange
			p.Observe(x)
			dropped.Store(!answer(x))
		}
		if c.err != nil && !dropped.Swap(true) {
			err = c.err
			cancel() // the other processes need not finish
		}
		clear(c.exchanges)
		c.exchanges = c.exchanges[:0]
		spent.Put(&c.exchanges)
	}
	return err
}

// split splits requests into chunks for the processes in turn, and passes them on.
func (p *Pool) split(requests iter.Seq[conformance.Request], dropped *atomic.Bool, pass func(*chunk)) {
	q, weight := queue{answer: func(*conformance.Exchange) bool { return !dropped.Load() }}, 0
	var last [Instances]<-chan struct{}
	full := func() {
		turn := p.turns % Instances
		c := &chunk{queue: q, process: p.processes[turn], after: last[turn], filled: make(chan struct{})}
		last[turn] = c.filled
		p.turns++
		q.first, q.passed = q.end, q.end
		q.exchanges, weight = *spent.Get().(*[]exchange), 0
		pass(c)
	}
	for req := range requests {
		if dropped.Load() { // a sparse sequence takes long to fill a chunk
			return
		}
		q.add(req)
		weight += requestWeight + len(req.Token)
		for _, token := range req.Tokens {
			weight += stringWeight + len(token)
		}
		if weight >= mostWeight {
			full()
		}
	}
	if weight > 0 {
		full()
	}
}
