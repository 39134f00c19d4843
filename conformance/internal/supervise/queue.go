package supervise

import (
	"strings"

	"github.com/epin-conformance/harness/conformance"
)

// queue is successive requests for one process, with their responses. The place of a request is the number of those
// before it.
type queue struct {
	exchanges []exchange                         // a ring of mostKept; the first place is at its beginning
	first     int                                // the first place
	end       int                                // the place behind the last exchange
	next      func() (conformance.Request, bool) // draws further requests; nil for none
	answer    func(*conformance.Exchange) bool
	passed    int  // the place behind the last exchange that was passed to answer
	drawn     int  // the place behind the last exchange that the current stream has sent
	ended     bool // answer wants no more responses
}

// exchange is a request with its response, if it is answered.
type exchange struct {
	conformance.Exchange
	sent     conformance.Request // without its fatal tokens; the zero value before it is sent, and after its response
	answered bool
}

// mostKept bounds the exchanges of a queue that were not passed to answer: more than a session has in flight. A chunk
// has fewer.
const mostKept = 3 << 10

func (q *queue) add(req conformance.Request) {
	x := exchange{Exchange: conformance.Exchange{Index: q.end, Request: req}}
	if q.end-q.first < mostKept {
		q.exchanges = append(q.exchanges, x)
	} else {
		*q.at(q.end) = x
	}
	q.end++
}

func (q *queue) at(place int) *exchange { return &q.exchanges[(place-q.first)%mostKept] }

// isDone reports whether no response is left to pass on. If all were passed on, it draws another request.
func (q *queue) isDone() bool {
	if q.passed == q.end {
		q.draw()
	}
	return q.ended || q.passed == q.end
}

// draw adds another request, if there are more and a place is free.
func (q *queue) draw() {
	if q.next == nil || q.end-q.passed == mostKept {
		return
	}
	if req, ok := q.next(); ok {
		q.add(req)
	} else {
		q.next = nil
	}
}

// drawOne returns the next exchange for a stream; nil if there is none without a response, or if the queue is full.
func (q *queue) drawOne() *exchange {
	if q.drawn == q.end {
		q.draw()
	}
	if q.ended || q.drawn == q.end || q.at(q.drawn).answered {
		return nil
	}
	q.drawn++
	return q.at(q.drawn - 1)
}

// set sets the response to a request by its place, and passes on all responses that are next. Tokens of a sweep
// that were not sent get VerdictNone.
func (q *queue) set(place int, resp conformance.Response) {
	of := q.at(place)
	if all, sent := of.Request.Tokens, of.sent.Tokens; len(sent) < len(all) && resp.Outcome == conformance.Swept {
		verdicts, n := []byte(nones(len(all))), 0
		for i, token := range all {
			if n < len(sent) && n < len(resp.Verdicts) && sent[n] == token {
				verdicts[i] = resp.Verdicts[n]
				n++
			}
		}
		resp.Verdicts = string(verdicts)
	}
	of.Response, of.sent, of.answered = resp, conformance.Request{}, true
	for q.passed < q.end && q.at(q.passed).answered && !q.ended {
		q.passed++
		q.ended = !q.answer(&q.at(q.passed - 1).Exchange)
	}
}

// nones returns the verdicts on n tokens that were not sent.
func nones(n int) string { return strings.Repeat(string(conformance.VerdictNone), n) }
