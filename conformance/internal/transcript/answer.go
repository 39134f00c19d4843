package transcript

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
)

// Open is a [conformance.Factory] of implementations that replay the transcript. Callers use
// only one at a time.
func (t *Transcript) Open(_ context.Context, edition *notation.Edition) (conformance.Implementation, error) {
	offers, err := wire.DecodeHello(edition, t.hello)
	switch {
	case err == nil:
	case t.failed != nil:
		return nil, t.failed
	default:
		return nil, errors.New("the transcript has no response to hello")
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

// DoAll makes a player a [conformance.Batcher], as a session is, so that package supervise
// restarts it after a recorded exit or hang.
func (p *player) DoAll(ctx context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	return conformance.DoAll(ctx, struct{ conformance.Implementation }{p}, requests, answer)
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
