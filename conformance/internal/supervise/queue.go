package supervise

import (
	"slices"
	"strings"
	"sync"

	"github.com/epin-conformance/harness/conformance"
)

// queue is the requests of a process that were drawn, up to those whose responses were passed on, in order.
type queue struct {
	mu      sync.Mutex // during a stream: an implementation may iterate requests on another goroutine than it answers on
	next    func() (conformance.Request, bool)
	answer  func(conformance.Exchange) bool
	waiting []waiting // from passed on
	sent    []sending // of the current stream
	drawn   int       // the number up to which the stream has sent them, or found them answered
	late    *sending  // the sweep at which the stream ends; nil for none
	passed  int       // requests whose responses were passed on
	head    int       // in waiting, the request with the number passed
	drained bool      // next has no more requests
	ended   bool      // answer wants no more responses
}

// waiting is a request whose response was not passed on.
type waiting struct {
	conformance.Exchange
	answered bool
}

// sending is a request as it is sent, with its number in the queue.
type sending struct {
	number  int
	request conformance.Request
}

func (q *queue) isDone() bool { return q.ended || q.drained && q.head == len(q.waiting) }

// at returns the request with a number that was not passed on, and draws it if it is the next one; nil if
// there is none.
func (q *queue) at(number int) *waiting {
	i := q.head + number - q.passed
	if i == len(q.waiting) && !q.drained {
		req, ok := q.next()
		if q.drained = !ok; ok {
			q.waiting = append(q.waiting, waiting{Exchange: conformance.Exchange{Index: number, Request: req}})
		}
	}
	if i == len(q.waiting) {
		return nil
	}
	return &q.waiting[i]
}

func (q *queue) isAnswered(number int) bool { return number < q.passed || q.at(number).answered }

// set sets the response to a request, and passes on all responses that are next. Of the tokens of a sweep,
// those that were not sent get VerdictNone.
func (q *queue) set(number int, sent []string, resp conformance.Response) {
	of := q.at(number)
	if all := of.Request.Tokens; len(sent) < len(all) && resp.Outcome == conformance.Swept {
		verdicts, n := []byte(nones(len(all))), 0
		for i, token := range all {
			if n < len(sent) && n < len(resp.Verdicts) && sent[n] == token {
				verdicts[i] = resp.Verdicts[n]
				n++
			}
		}
		resp.Verdicts = string(verdicts)
	}
	of.Response, of.answered = resp, true
	for q.head < len(q.waiting) && q.waiting[q.head].answered && !q.ended {
		next := &q.waiting[q.head]
		q.head++
		q.passed++
		q.ended = !q.answer(next.Exchange)
	}
	if q.head > len(q.waiting)/2 {
		q.waiting, q.head = slices.Delete(q.waiting, 0, q.head), 0
	}
}

// nones returns the verdicts on n tokens that were not sent.
func nones(n int) string { return strings.Repeat(string(conformance.VerdictNone), n) }
