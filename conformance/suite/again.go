package suite

import (
	"context"
	"errors"
	"fmt"

	"github.com/epin-conformance/harness/conformance"
)

// Again is what came of asking something again.
type Again struct {
	Implementation conformance.Description
	Wrong          bool // whether the answer is wrong now
	Wanted, Got    string
	Diff           string // as that of a Failure
}

// Replay asks requests of a fresh process, in order, and judges the answer to one of them:
// what a finding says has to be asked, see [Finding.Requests]. A sweep has its one token in
// Token, and sweeps that follow each other are one. Of cfg, Open and Edition are used. An
// error means that it could not be found out.
func Replay(ctx context.Context, cfg Config, requests []conformance.Request, answer int) (again Again, err error) {
	r := newRunner(cfg, &selection{}, func(Event) {})
	r.cfg.Jobs = 1
	if err := r.open(ctx); err != nil {
		return again, errors.New(cutBy(ctx, err))
	}
	again.Implementation = r.description
	_ = r.pool.Close() // it was asked nothing
	p := prober{r: r}
	defer p.close()
	for _, req := range requests {
		if !p.askable(req) {
			return again, fmt.Errorf("%s cannot be asked by %s, which it does not offer, or not about this", conformance.Visible(r.description.Name, ""), operation(req))
		}
	}
	c := conversation{requests, answer}
	got, err := p.converse(ctx, c)
	if err != nil {
		return again, errors.New(p.stopped)
	}
	if got.Outcome == conformance.Unsupported {
		return again, errors.New("the request that matters was not answered")
	}
	req := requests[answer]
	wanted, _, err := r.wanted(ctx, part{}, req)
	if err != nil {
		return again, err
	}
	aspects, symptoms := p.judge(ctx, req, got)
	again.Wrong = len(symptoms) > 0
	again.Wanted, again.Got = texts(aspects)
	if again.Wrong {
		again.Diff = difference(wanted, got)
	}
	return again, nil
}
