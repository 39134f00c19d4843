package suite

import (
	"context"
	"errors"
	"fmt"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/selector"
)

// Judgement is the result of one request. The zero value is that of a correct response.
type Judgement struct {
	Wrong       bool
	Wanted, Got string // where it is wrong: what differs, as in a [Failure]
}

// JudgeOne makes one request of a fresh process, and judges the response. A sweep has its
// one token in Token. Of cfg, Open and Edition are used. An error means that there is no
// judgement.
func JudgeOne(ctx context.Context, cfg Config, req conformance.Request) (Judgement, error) {
	r := newRunner(cfg, &selector.Selection{}, func(Event) {})
	r.cfg.Jobs = 1
	if err := r.open(ctx); err != nil {
		return Judgement{}, errors.New(cutBy(ctx, err))
	}
	_ = r.pool.Close() // no request was made of it
	p := prober{r: r}
	defer p.close()
	if !p.askable(req) {
		return Judgement{}, fmt.Errorf("%s does not offer %s of this token", conformance.Visible(r.description.Name, ""), selector.Operation(req))
	}
	got, err := p.converse(ctx, conversation{requests: []conformance.Request{req}})
	if err != nil {
		return Judgement{}, errors.New(p.stopped)
	}
	if got.Outcome == conformance.Unsupported {
		return Judgement{}, errors.New("the request was declined")
	}
	aspects, symptoms := r.oracle.Wrong(req, got)
	if len(symptoms) == 0 {
		return Judgement{}, nil
	}
	wanted, said := oracle.Texts(aspects)
	return Judgement{Wrong: true, Wanted: wanted, Got: said}, nil
}
