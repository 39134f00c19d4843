package diagnosis

import (
	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// MostKept is how many bytes of wrong answers a [Record] keeps, roughly.
const MostKept = 6 << 20

// What the things that are kept weigh, roughly.
const (
	weightOfQuestion = 160
	weightOfResponse = 400
	mostSilent       = 1 << 16 // questions
	mostRight        = 1 << 17 // questions
	longestNoted     = 1 << 8  // bytes of the token of such a question
)

// Record is what is kept of a run for its diagnosis. The zero value is none: see
// [NewRecord]. It is not used by two goroutines at once.
type Record struct {
	edition epin.Edition
	wrong   map[question]conformance.Response
	silent  map[question]bool    // answered without saying anything
	right   map[question]bool    // the first of those that were added as right; see unstable
	failed  map[question]int     // failed checks by question
	offers  conformance.Response // what was offered of any accepted token

	weight, most int
	dropped      int      // wrong answers that are not kept
	from         question // the first of them
	unstable     bool     // whether one question had two answers
}

// isBare reports whether a response says nothing but its outcome.
func isBare(resp conformance.Response) bool { return resp.Equal(bare(resp.Outcome)) }

func bare(outcome conformance.Outcome) conformance.Response {
	return conformance.Response{Outcome: outcome}
}

// NewRecord returns an empty record of a run of an edition.
func NewRecord(edition epin.Edition) *Record {
	return &Record{
		edition: edition, most: MostKept,
		wrong: map[question]conformance.Response{}, silent: map[question]bool{}, right: map[question]bool{}, failed: map[question]int{},
	}
}

// Add adds an answer, in the order of the questions. A request of OpSweep has its one
// token in Token and an answer such as OpValid has.
//
// It has to be called for every answer that is not right: wrong ones, crashes, and
// those that are Unsupported. That one is wrong is found out here, by the reference;
// what a run finds wrong about an answer for other reasons does not count. It should be
// called for right ones as well where that is cheap, above all for those of OpParse: it
// is how the record learns what the library offers, and notices where one question has
// two answers.
func (r *Record) Add(req conformance.Request, resp conformance.Response) {
	q := questionOf(req)
	if resp.Outcome == conformance.Unsupported {
		if len(r.silent) < mostSilent && len(q.token) <= longestNoted {
			r.silent[q] = true // beyond, it counts as right, which forbids more than it has to
		}
		return
	}
	if req.Op == conformance.OpParse && resp.Outcome == conformance.Accepted {
		r.offers = union(r.offers, resp)
	}
	before, known := r.wrong[q]
	if agree(rightly(r.edition, req), resp) {
		r.unstable = r.unstable || known
		if len(r.right) < mostRight && len(q.token) <= longestNoted {
			r.right[q] = true
		}
		return
	}
	switch {
	case known:
		r.unstable = r.unstable || !agree(before, resp)
	case r.right[q]:
		r.unstable = true
	default:
		r.keep(q, resp)
	}
}

// Failed counts a failed check whose answer was added.
func (r *Record) Failed(req conformance.Request) {
	if q := questionOf(req); r.has(q) {
		r.failed[q]++
	}
}

// has reports whether a wrong answer is kept.
func (r *Record) has(q question) bool {
	_, is := r.wrong[q]
	return is
}

// Unstable says that the library was seen to give one question two answers.
func (r *Record) Unstable() { r.unstable = true }

// IsUnstable reports whether the library was seen to give one question two answers.
func (r *Record) IsUnstable() bool { return r.unstable }

// keep keeps a wrong answer, unless one was dropped before: what is kept is all that
// was wrong up to some question.
func (r *Record) keep(q question, resp conformance.Response) {
	r.weight += weightOfQuestion + len(q.token)
	if isBare(resp) {
		resp = bare(resp.Outcome)
	} else {
		resp.Error, resp.Crash, resp.Verdicts = "", "", ""
		r.weight += weightOfResponse + resp.Size()
	}
	if r.dropped > 0 || r.weight > r.most {
		if r.dropped == 0 {
			r.from = q
		}
		r.dropped++
		return
	}
	r.wrong[q] = resp
}
