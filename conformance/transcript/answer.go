package transcript

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// Open is a [conformance.Factory] of what answers from the transcript. What is opened is
// to be used by one goroutine, and one after the other.
func (t *Transcript) Open(_ context.Context, edition epin.Edition) (conformance.Implementation, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.hello == "" && t.more() {
	}
	h, err := decodeHello([]byte(t.hello))
	if err != nil || h.Unsupported {
		switch wrong := t.whole(); {
		case wrong != nil:
			return nil, wrong
		case t.failed != nil:
			return nil, t.failed
		}
		return nil, errors.New("the transcript holds no session that was greeted")
	}
	h.Description.Methods = slices.DeleteFunc(h.Description.Methods, func(m conformance.Method) bool {
		return !slices.Contains(conformance.MethodsOf(edition), m)
	})
	return &player{t, h.Description}, nil
}

// decodeHello is [wire.DecodeHello], but that an implementation without a name is taken: the
// runs of version 0.1.0 took it.
func decodeHello(line []byte) (wire.Hello, error) {
	h, err := wire.DecodeHello(line)
	if errors.Is(err, wire.ErrUnnamed) {
		err = nil
	}
	return h, err
}

// player is one opening of a transcript.
type player struct {
	*Transcript
	offers conformance.Description
}

// Describe returns what the adapter said of its library.
func (p *player) Describe() conformance.Description { return p.offers }

// Do answers as the adapter did.
func (p *player) Do(_ context.Context, req conformance.Request) (conformance.Response, error) {
	if !p.offers.Answers(req) {
		return conformance.Response{}, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if req.Op == conformance.OpSweep {
		return p.sweep(req)
	}
	at, f := p.single.take(p.ofRequest(req))
	switch {
	case f != nil:
		return conformance.Response{}, fails(f, req)
	case at < 0:
		return conformance.Response{}, p.miss(req)
	}
	return *p.responses[at], nil
}

// DoAll answers one after the other: see [conformance.Batcher], which an adapter is too.
func (p *player) DoAll(ctx context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	return conformance.DoAll(ctx, struct{ conformance.Implementation }{p}, requests, answer)
}

func (p *player) sweep(req conformance.Request) (conformance.Response, error) {
	var verdicts strings.Builder
	verdicts.Grow(len(req.Tokens))
	for _, token := range req.Tokens {
		at, f := p.swept.take(p.ofText(token))
		if f != nil {
			return conformance.Response{}, fails(f, req)
		}
		if at >= 0 {
			verdicts.WriteByte(*p.swept.verdict(at) &^ taken)
			continue
		}
		one := conformance.Request{Op: conformance.OpSweep, Token: token}
		if err := p.miss(one); err != nil {
			return conformance.Response{}, err
		}
		verdicts.WriteByte(conformance.VerdictNone)
	}
	return conformance.Response{Outcome: conformance.Swept, Verdicts: verdicts.String()}, nil
}

// fails is the failure that a request brings back.
func fails(f *wire.Failure, req conformance.Request) error {
	again := *f
	again.Request = &req
	return &again
}

// miss notes a question that was never answered: an error where the run was cut short,
// or where something is wrong with the transcript.
func (t *Transcript) miss(req conformance.Request) error {
	if err := t.whole(); err != nil {
		return err
	}
	if t.missing++; t.missing == 1 {
		token := req.Token
		if len(token) > 60 {
			token = token[:60] + "…"
		}
		t.first = fmt.Sprintf("%s of %q", req.Op, token)
	}
	if t.end.Cut != "" {
		return errors.New(t.end.Cut)
	}
	return nil
}

// Close returns why what was asked is not the whole of what is asked now, if it is not.
func (p *player) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	wrong := p.whole()
	switch {
	case wrong != nil:
		return wrong
	case p.end.Cut != "":
		return errors.New(p.end.Cut)
	case p.missing > 0:
		return fmt.Errorf("the transcript holds no answer to %d questions that are asked now, the first a %s: they are not exercised", p.missing, p.first)
	}
	return nil
}
