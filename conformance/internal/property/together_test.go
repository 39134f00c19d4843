package property_test

import (
	"context"
	"errors"
	"iter"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/law"
	"github.com/epin-conformance/harness/conformance/internal/property"
	"github.com/epin-conformance/harness/epin"
)

// together is a batching implementation that returns the responses of a batch in reverse order.
type together struct {
	*bent
	batches int
	largest int
}

func (b *together) DoAll(ctx context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	all := slices.Collect(requests)
	b.batches++
	b.largest = max(b.largest, len(all))
	for i, req := range slices.Backward(all) {
		resp, err := b.Do(ctx, req)
		if err != nil {
			return err
		}
		if !answer(conformance.Exchange{Index: i, Request: req, Response: resp}) {
			return nil
		}
	}
	return nil
}

// TestLawsTogether checks that the results do not depend on whether requests are performed
// together. The requests are the same unless a law is broken, always in the same order.
func TestLawsTogether(t *testing.T) {
	rejects := func(req conformance.Request, resp conformance.Response) (conformance.Response, error) {
		if req.Op == conformance.OpParse && len(req.Token) == 4 {
			resp = conformance.Response{Outcome: conformance.Rejected}
		}
		return resp, nil
	}
	for name, bend := range map[string]func(conformance.Request, conformance.Response) (conformance.Response, error){"correct": nil, "broken": rejects} {
		laws, o := law.All(epin.Current), property.Options{Seed: 3, Runs: 50}
		alone := &bent{bend: bend}
		want, err := property.Run(t.Context(), alone, laws, o)
		if err != nil {
			t.Fatal(err)
		}
		batcher := &together{bent: &bent{bend: bend}}
		got, err := property.Run(t.Context(), batcher, laws, o)
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Errorf("%s: error %v (-one by one +together):\n%s", name, err, diff)
		}
		if batcher.largest <= len(laws) || bend == nil && (batcher.requests != alone.requests || batcher.batches >= alone.requests/20) {
			t.Errorf("%s: %d requests in %d batches of up to %d; one by one there are %d requests", name, batcher.requests, batcher.batches, batcher.largest, alone.requests)
		}
		again := &together{bent: &bent{bend: bend}}
		if _, err := property.Run(t.Context(), again, laws, o); err != nil || !slices.Equal(batcher.tokens, again.tokens) {
			t.Errorf("%s: the requests of two runs differ, error %v", name, err)
		}
	}
}

// TestErrorEndsAllLaws checks that an error at any request ends every law. Laws that
// were broken before stay broken.
func TestErrorEndsAllLaws(t *testing.T) {
	laws := law.All(epin.Current)
	whole := &together{bent: &bent{}}
	if _, err := property.Run(t.Context(), whole, laws, property.Options{Runs: 3}); err != nil {
		t.Fatal(err)
	}
	for answered := range 2 * whole.requests {
		// First in batches, then one request after the other.
		batcher := &together{bent: &bent{}}
		impl := batcher.bent
		var library conformance.Implementation = batcher
		if answered >= whole.requests {
			answered, library = answered-whole.requests, impl
		}
		impl.bend = func(req conformance.Request, resp conformance.Response) (conformance.Response, error) {
			if impl.requests > answered {
				return resp, errGone
			}
			resp.Token.Value += "x"
			return resp, nil
		}
		results, err := property.Run(t.Context(), library, laws, property.Options{Runs: 3, Simpler: simpler})
		if !errors.Is(err, errGone) || len(results) != len(laws) {
			t.Fatalf("after %d responses: %d results, error %v", answered, len(results), err)
		}
		if impl.requests != answered+1 {
			t.Errorf("after %d responses there were %d requests", answered, impl.requests)
		}
		broken := slices.ContainsFunc(results, func(r property.Result) bool { return r.Failure != nil })
		if answered > 2*len(laws)*3 && !broken {
			t.Errorf("after %d responses no law is broken: %+v", answered, results)
		}
	}
}
