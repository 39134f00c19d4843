package transcript

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
)

// Open is a [conformance.Factory] of implementations that replay the transcript. Callers use
// only one at a time.
func (t *Transcript) Open(_ context.Context, edition *notation.Edition) (conformance.Implementation, error) {
	offers, err := wire.DecodeHello(edition, t.hello)
	if err != nil {
		return nil, cmp.Or(t.failed, errors.New("the transcript has no response to hello"))
	}
	return &player{Transcript: t, offers: offers}, nil
}

// player is an implementation that replays a transcript.
type player struct {
	*Transcript
	offers conformance.Description
}

func (p *player) Describe() conformance.Description { return p.offers }

// Do returns the recorded response.
func (p *player) Do(_ context.Context, req conformance.Request) (resp conformance.Response, err error) {
	if !p.offers.Answers(req) {
		return resp, nil
	}
	verdicts := make([]byte, 0, len(req.Tokens))
	for token, key := range p.keys(req) {
		answer, f := p.index.take(key)
		switch {
		case f != nil:
			again := *f
			again.Request = &req
			return resp, &again
		case answer != 0 && req.Op != conformance.OpSweep:
			return *p.responses[answer-1], nil
		case answer == 0:
			if err := p.miss(key, req.Op, token); err != nil || req.Op != conformance.OpSweep {
				return conformance.Response{NotSent: true}, err
			}
			answer = conformance.VerdictNone
		}
		verdicts = append(verdicts, byte(answer))
	}
	return conformance.Response{Outcome: conformance.Swept, Verdicts: string(verdicts)}, nil
}

// miss records that there is no response. It returns an error if the run was cut short.
func (p *player) miss(key uint64, op conformance.Op, token string) error {
	if len(p.missing) == 0 {
		if len(token) > 60 {
			token = token[:60] + "…"
		}
		p.first, p.missing = fmt.Sprintf("%s %q", op, token), map[uint64]bool{}
	}
	p.missing[key] = true
	return p.cut
}

// Close returns an error if the run was cut short, or if some requests were not in the
// transcript.
func (p *player) Close() error {
	if p.cut != nil || len(p.missing) == 0 {
		return p.cut
	}
	be := "are"
	if len(p.missing) == 1 {
		be = "is"
	}
	return fmt.Errorf("%s of this version of the suite %s not in the transcript, the first: %s", number.Counted(len(p.missing), "request"), be, p.first)
}

// index finds the responses to a request by its key. It has a place for each request, and for
// each token of a sweep, in the order in which they were sent.
type index struct {
	places []place
	lists  map[uint64]list // by key
	fatal  map[uint64]*conformance.Failure
}

type place struct {
	answer int32 // 0 for none, died for an exit or a hang
	later  int32 // the next place of the same key, plus 1; 0 for none
}

// died is the answer to a request that was open alone when the process exited or hung.
const died = -1

// list is the list of the places of a key, each plus 1.
type list struct {
	next int32 // the first place whose answer was not taken; 0 for none
	last int32 // the place whose answer was taken last, and before that the last place of the list
}

func (x *index) add(key uint64) {
	x.places = append(x.places, place{})
	at := int32(len(x.places))
	l, known := x.lists[key]
	if known {
		x.places[l.last-1].later = at
	} else {
		l.next = at
	}
	l.last = at
	x.lists[key] = l
}

// take returns the next answer to a key, or its failure. If there is none, it returns the failure
// of the key, else the last answer again, else 0. A request that was open with others when the
// process ended has no answer; package supervise repeated it alone, so both times it fails.
func (x *index) take(key uint64) (answer int32, f *conformance.Failure) {
	l, known := x.lists[key]
	if !known {
		return 0, nil
	}
	skipped := false
	for l.next > 0 && x.places[l.next-1].answer == 0 {
		l.next, skipped = x.places[l.next-1].later, true
	}
	at := l.next
	if at > 0 {
		answer = x.places[at-1].answer
	}
	if at > 0 && !(skipped && answer == died) {
		l = list{x.places[at-1].later, at}
	}
	x.lists[key] = l
	switch {
	case answer > 0:
		return answer, nil
	case x.fatal[key] != nil:
		return 0, x.fatal[key]
	}
	return x.places[l.last-1].answer, nil
}
