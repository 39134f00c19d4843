package supervise

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/epin-conformance/harness/conformance"
)

// Reason returns why a run was cut short by err, or "" if err is nil, and only then: a run without
// a reason is complete. If err follows from ctx, it is the cause of ctx.
func Reason(ctx context.Context, err error) string {
	if err == nil {
		return ""
	}
	return cmp.Or(reason(ctx, err), "the run ended with an error that has no text")
}

func reason(ctx context.Context, err error) string {
	var failure *conformance.Failure
	switch {
	case ctx.Err() != nil && (errors.Is(err, context.Cause(ctx)) || errors.Is(err, ctx.Err())):
		return context.Cause(ctx).Error()
	case errors.As(err, &failure):
		return strings.TrimPrefix(failure.Error(), "wire: ")
	}
	return err.Error()
}
