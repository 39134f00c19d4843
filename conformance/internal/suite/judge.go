package suite

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
)

// Judgement is the result of one request. The zero value is that of a correct response.
type Judgement struct {
	Wrong       bool
	Wanted, Got string // if Wrong: what differs, as in a [Failure]
}

// JudgeOne sends one request to a fresh process, and judges the response. A sweep has its one token
// in Token. It uses only Open and Edition of cfg. An error means that there is no judgement.
func JudgeOne(ctx context.Context, cfg Config, req conformance.Request) (Judgement, error) {
	impl, err := cfg.Open(ctx, cfg.Edition)
	if err != nil {
		return Judgement{}, errors.New(supervise.Reason(ctx, err))
	}
	of := shrink.Subject{Open: cfg.Open, Edition: cfg.Edition, Description: conformance.Describe(impl, cfg.Edition), Oracle: oracle.New(cfg.Edition)}
	if c, ok := impl.(io.Closer); ok {
		_ = c.Close() // it got no request
	}
	if !of.Askable(req) {
		return Judgement{}, fmt.Errorf("%s does not offer %s of this token", conformance.Visible(of.Description.Name, ""), selector.Operation(req))
	}
	got, err := shrink.Perform(ctx, of, shrink.Conversation{Requests: []conformance.Request{req}})
	if err != nil {
		return Judgement{}, err
	}
	if got.Outcome == conformance.Unsupported {
		return Judgement{}, errors.New("the request was declined")
	}
	aspects, symptoms := of.Oracle.Wrong(req, got)
	if len(symptoms) == 0 {
		return Judgement{}, nil
	}
	wanted, observed := oracle.Texts(aspects)
	return Judgement{Wrong: true, Wanted: wanted, Got: observed}, nil
}
