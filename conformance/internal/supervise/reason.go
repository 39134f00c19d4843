package supervise

import (
	"cmp"
	"context"
	"errors"

	"github.com/epin-conformance/harness/conformance"
)

// Reason returns why a run was cut short by err, or "" if err is nil, and only then: a run without
// a reason is complete. If err follows from ctx, it is the cause of ctx.
func Reason(ctx context.Context, err error) string {
	if err == nil {
		return ""
	}
	text := err.Error()
	failure, failed := errors.AsType[*conformance.Failure](err)
	switch {
	case ctx.Err() != nil && (errors.Is(err, context.Cause(ctx)) || errors.Is(err, ctx.Err())):
		text = context.Cause(ctx).Error()
	case failed:
		text = failure.Error()
	}
	return cmp.Or(text, "the run ended with an error that has no text")
}
