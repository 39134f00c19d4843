package diagnosis

import (
	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Approximate sizes in bytes, and limits.
const (
	mostKept         = 6 << 20 // incorrect responses
	weightOfRequest  = 160
	weightOfResponse = 400
	mostSilent       = 1 << 17 // requests: an error in parse makes those of apply silent, which are 115,440
	mostRight        = 1 << 16 // correct requests
)

// Record keeps what a diagnosis needs from a run. Make one with [NewRecord]; the zero value
// must not be used. It is not safe for concurrent use.
type Record struct {
	// Unstable is whether the library gave two different responses to one request. Add sets it, too.
	Unstable bool

	edition *notation.Edition
	oracle  *oracle.Oracle
	wrong   []*incorrect
	at      map[requestKey]*incorrect // of wrong
	silent  map[requestKey]bool       // not supported, or not compared
	right   map[requestKey]bool       // the first correct ones that were added; see Unstable
	offers  parts                     // values offered for any accepted token

	affected map[conformance.Op]parts // incorrect parts of failed responses, kept or not

	room    int         // bytes that are left for incorrect responses
	dropped *requestKey // the first incorrect response that is not kept, if there are any
}

// incorrect is an incorrect response of the library, with the number of its failed checks.
type incorrect struct {
	index    int // in Record.wrong
	request  conformance.Request
	response *conformance.Response // that of the one before, if they are equal
	failed   int
}

// NewRecord returns an empty record of a run of an edition.
func NewRecord(edition *notation.Edition) *Record {
	o := oracle.New(edition)
	o.Attributes = true
	return &Record{
		edition: edition, oracle: o, room: mostKept,
		at: map[requestKey]*incorrect{}, silent: map[requestKey]bool{}, right: map[requestKey]bool{},
		affected: map[conformance.Op]parts{},
	}
}

// Add adds a response, in the order of the requests, and whether its check failed. A request of
// OpSweep has its one token in Token, and its response is like that of OpValid.
//
// Callers must add every response that is incorrect, a crash, or Unsupported. Add compares it with
// the reference. An incorrect response whose check did not fail follows from another one, such as
// the transformation of a misread token, and is not compared. Callers should also add correct
// responses where that is cheap, above all those to OpParse. They show what the library offers, and
// whether a request has two different responses.
func (r *Record) Add(req conformance.Request, resp conformance.Response, failed bool) {
	q, wrong := keyOf(req), difference(r.oracle.Wanted(req), resp)
	if resp.Outcome == conformance.Unsupported || wrong != 0 && !failed {
		note(r.silent, mostSilent, q) // others count as correct, which can only refute too much
		return
	}
	if req.Op == conformance.OpParse && resp.Outcome == conformance.Accepted {
		for i, v := range resp.Attributes {
			if v.Offered() {
				r.offers |= ofAttribute(i)
			}
		}
	}
	before := r.at[q]
	switch {
	case wrong == 0:
		r.Unstable = r.Unstable || before != nil
		note(r.right, mostRight, q)
		return
	case before != nil:
		r.Unstable = r.Unstable || difference(*before.response, resp) != 0
	case r.right[q]:
		r.Unstable = true
	default:
		r.affected[req.Op] |= wrong
		r.keep(q, req, resp)
	}
	if w := r.at[q]; w != nil {
		w.failed++
	}
}

func note(noted map[requestKey]bool, most int, q requestKey) {
	if len(noted) < most {
		noted[q] = true
	}
}

// keep keeps an incorrect response, unless it dropped one before. So a record has all
// incorrect responses up to some request.
func (r *Record) keep(q requestKey, req conformance.Request, resp conformance.Response) {
	r.room -= weightOfRequest + len(req.Token)
	if bare := (conformance.Response{Outcome: resp.Outcome}); resp.Equal(bare) {
		resp = bare
	} else {
		resp.Error, resp.Crash, resp.Verdicts = "", "", ""
		r.room -= weightOfResponse + resp.Size()
	}
	switch {
	case r.dropped != nil:
	case r.room < 0:
		r.dropped = &q
	default:
		w := &incorrect{index: len(r.wrong), request: req}
		if w.index > 0 && r.wrong[w.index-1].response.Equal(resp) {
			w.response = r.wrong[w.index-1].response
		} else {
			w.response = new(resp)
		}
		r.at[q], r.wrong = w, append(r.wrong, w)
	}
}
