package suite

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
)

// JudgeOne sends one request to a fresh process, and returns how the response deviates from the correct
// one, or nil. A sweep has its one token in Token. It uses only Open and Edition of cfg. An error means that
// the response was not judged.
func JudgeOne(ctx context.Context, cfg Config, req conformance.Request) (*result.Deviation, error) {
	impl, err := cfg.Open(ctx, cfg.Edition)
	if err != nil {
		return nil, errors.New(supervise.Reason(ctx, err))
	}
	of := shrink.Subject{Open: cfg.Open, Edition: cfg.Edition, Description: conformance.Describe(impl, cfg.Edition), Oracle: oracle.New(cfg.Edition)}
	if c, ok := impl.(io.Closer); ok {
		_ = c.Close() // it got no request
	}
	if !of.Askable(req) {
		return nil, fmt.Errorf("%s does not offer %s of this token", conformance.Visible(of.Description.Name, ""), selector.Operation(req))
	}
	got, err := shrink.Perform(ctx, of, shrink.Conversation{Requests: []conformance.Request{req}})
	if err != nil {
		return nil, err
	}
	if got.Outcome == conformance.Unsupported {
		return nil, errors.New("the request was declined")
	}
	d := of.Oracle.Wrong(req, got)
	if d == nil {
		return nil, nil
	}
	deviation := of.Oracle.Describe(d)
	return &deviation, nil
}
