package supervise

import (
	"strings"

	"github.com/epin-conformance/harness/conformance"
)

// queue is successive requests for one process, with their responses.
type queue struct {
	exchanges []exchange
	added     int                                // requests so far, of which exchanges holds the last ones
	next      func() (conformance.Request, bool) // draws further requests; nil for none
	answer    func(*conformance.Exchange) bool
	passed    int  // exchanges that were passed to answer, the first ones
	drawn     int  // exchanges that the current stream has sent, or found answered
	ended     bool // answer wants no more responses
}

// exchange is a request with its response, if it is answered.
type exchange struct {
	conformance.Exchange
	answered bool
}

// mostKept bounds the exchanges of a queue that draws further requests.
const mostKept = 1 << 13

func (q *queue) add(req conformance.Request) {
	q.exchanges = append(q.exchanges, exchange{Exchange: conformance.Exchange{Index: q.added, Request: req}})
	q.added++
}

// isDone reports whether no response is left to pass on. If all were passed on, it draws another request.
func (q *queue) isDone() bool {
	if q.next != nil && q.passed == len(q.exchanges) {
		q.exchanges, q.passed = q.exchanges[:0], 0
		q.draw()
	}
	return q.ended || q.passed == len(q.exchanges)
}

func (q *queue) draw() {
	if req, ok := q.next(); ok {
		q.add(req)
	} else {
		q.next = nil
	}
}

// drawOne makes drawn the number after the next request that is not answered. It reports false if there is
// none, or if a stream has as many as it may.
func (q *queue) drawOne() bool {
	for !q.ended {
		if q.next != nil && q.drawn == len(q.exchanges) && q.drawn < mostKept {
			q.draw()
		}
		if q.drawn == len(q.exchanges) {
			return false
		}
		if q.drawn++; !q.exchanges[q.drawn-1].answered {
			return true
		}
	}
	return false
}

// set sets the response to a request by its place, and passes on all responses that are next. Of the
// tokens of a sweep, those that were not sent get VerdictNone.
func (q *queue) set(place int, sent []string, resp conformance.Response) {
	of := &q.exchanges[place]
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
	for q.passed < len(q.exchanges) && q.exchanges[q.passed].answered && !q.ended {
		q.passed++
		q.ended = !q.answer(&q.exchanges[q.passed-1].Exchange)
	}
}

// nones returns the verdicts on n tokens that were not sent.
func nones(n int) string { return strings.Repeat(string(conformance.VerdictNone), n) }
