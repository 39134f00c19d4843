package property_test

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/law"
	"github.com/epin-conformance/harness/conformance/internal/property"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/epin"
)

type bend = func(conformance.Request, conformance.Response) (conformance.Response, error)

// bent is the reference with changed responses, and counts its requests.
type bent struct {
	bend     bend
	requests int
	tokens   []string // of the requests
}

func (b *bent) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	b.requests++
	b.tokens = append(b.tokens, req.Token)
	resp, err := conformance.Reference(epin.Current).Do(ctx, req)
	if err != nil || b.bend == nil {
		return resp, err
	}
	return b.bend(req, resp)
}

// together is a batching implementation that returns the responses of a batch in reverse order.
type together struct {
	bent
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
		answer(conformance.Exchange{Index: i, Request: req, Response: resp})
	}
	return nil
}

// accepts changes the operation valid, which also accepts the strings for which also holds.
func accepts(also func(token string) bool) bend {
	return func(req conformance.Request, resp conformance.Response) (conformance.Response, error) {
		if req.Op == conformance.OpValid && also(req.Token) {
			resp = conformance.Response{Outcome: conformance.Accepted}
		}
		return resp, nil
	}
}

// runOne checks one law, on 500 inputs unless o.Runs is set.
func runOne(t *testing.T, impl conformance.Implementation, name string, o property.Options) property.Result {
	t.Helper()
	o.Runs = cmp.Or(o.Runs, 500)
	results, err := property.Run(t.Context(), impl, []law.Law{named(name)}, o)
	if err != nil {
		t.Fatal(err)
	}
	return results[0]
}

func named(name string) law.Law {
	all := law.All(epin.Current)
	return all[slices.IndexFunc(all, func(l law.Law) bool { return l.Name == name })]
}

func TestReferenceHolds(t *testing.T) {
	for _, edition := range epin.Editions() {
		for _, bytes := range []bool{false, true} {
			laws, o := law.All(edition), property.Options{Edition: edition, Seed: 1, Bytes: bytes, Runs: 500}
			results, err := property.Run(t.Context(), conformance.Reference(edition), laws, o)
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range results {
				// Half of the inputs are tokens, and the law of one verdict holds on all inputs.
				if want := (property.Result{Law: laws[i].Name, Runs: 500, Held: r.Held, Complete: true}); !reflect.DeepEqual(r, want) ||
					r.Held < r.Runs/3 || r.Law == "one-verdict" && r.Held != r.Runs {
					t.Errorf("in %v: %+v", edition, r)
				}
			}
		}
	}
}

// simpler yields tokens without some bytes, and with simpler ones.
func simpler(input string) iter.Seq[string] { return shrink.SimplerTokens(input, false) }

func TestBrokenImplementationsAreCaughtAndShrunk(t *testing.T) {
	for _, b := range []struct {
		name, law string
		bend      bend
		minimal   string
	}{
		{"the sign is ignored", "native-or-derived", func(req conformance.Request, r conformance.Response) (conformance.Response, error) {
			r.Derived.Value = r.Derived.Value || strings.HasPrefix(req.Token, "-")
			return r, nil
		}, "-A"},
		{"two markers are accepted", "one-verdict", accepts(func(token string) bool { return strings.Contains(token, "''") }), "''"},
		{"punctuation is skipped", "one-verdict",
			accepts(func(token string) bool { return strings.ContainsAny(token, "!#%&*/=?@") }), "!"},
	} {
		for _, bytes := range []bool{false, true} {
			for seed := range uint64(5) {
				impl, o := &bent{bend: b.bend}, property.Options{Seed: seed, Runs: 5_000, Bytes: bytes}
				plain := runOne(t, impl, b.law, o)
				o.Simpler = simpler
				r := runOne(t, impl, b.law, o)
				f := r.Failure
				if f == nil || f.Token != b.minimal || f.Outcome != law.Broken || f.Wanted == "" || f.Got == "" || len(f.Exchanges) == 0 {
					t.Errorf("%s, %s from %d: %+v, want %q", b.law, b.name, seed, f, b.minimal)
				}
				// Shrinking changes nothing but the failure.
				if plain.Failure == nil || plain.Failure.Outcome != law.Broken || r.Runs != plain.Runs || r.Held != plain.Held || r.Held >= r.Runs {
					t.Errorf("%s, %s from %d: %+v, and without steps %+v", b.law, b.name, seed, r, plain)
				}
			}
		}
	}
}

// TestShrinkingOutsideASCII checks that shrinking sends only valid UTF-8 if inputs are text.
func TestShrinkingOutsideASCII(t *testing.T) {
	for _, bytes := range []bool{false, true} {
		impl := &bent{bend: accepts(func(token string) bool { return strings.ContainsFunc(token, func(r rune) bool { return r > 127 }) })}
		r := runOne(t, impl, "one-verdict", property.Options{Seed: 1, Bytes: bytes, Simpler: simpler})
		if r.Failure == nil || bytes && r.Failure.Token != "\x80" || !bytes && utf8.RuneCountInString(r.Failure.Token) != 1 {
			t.Errorf("bytes %t: %+v, want one character", bytes, r.Failure)
		}
		if !bytes && slices.ContainsFunc(impl.tokens, func(token string) bool { return !utf8.ValidString(token) }) {
			t.Errorf("sent a request for one of %q", impl.tokens)
		}
	}
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
	for name, bend := range map[string]bend{"correct": nil, "broken": rejects} {
		laws, o := law.All(epin.Current), property.Options{Seed: 3, Runs: 50}
		run := func(impl conformance.Implementation) []property.Result {
			results, err := property.Run(t.Context(), impl, laws, o)
			if err != nil {
				t.Fatal(err)
			}
			return results
		}
		alone, batcher, again := &bent{bend: bend}, &together{bent: bent{bend: bend}}, &together{bent: bent{bend: bend}}
		if want, got := run(alone), run(batcher); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: one by one %+v, together %+v", name, want, got)
		}
		if batcher.largest <= len(laws) || bend == nil && (batcher.requests != alone.requests || batcher.batches >= alone.requests/20) {
			t.Errorf("%s: %d requests in %d batches of up to %d; one by one there are %d requests",
				name, batcher.requests, batcher.batches, batcher.largest, alone.requests)
		}
		if run(again); !slices.Equal(batcher.tokens, again.tokens) {
			t.Errorf("%s: the requests of two runs differ", name)
		}
	}
}

var errGone = errors.New("the program is gone")

// TestErrorEndsAllLaws checks that an error at any request ends every law, also while shrinking.
// Laws that were broken before stay broken.
func TestErrorEndsAllLaws(t *testing.T) {
	laws, o := law.All(epin.Current), property.Options{Runs: 3, Simpler: simpler}
	for _, batches := range []bool{false, true} {
		run := func(most int) (*bent, []property.Result, error) {
			impl := &together{}
			impl.bend = func(req conformance.Request, resp conformance.Response) (conformance.Response, error) {
				if impl.requests > most {
					return resp, errGone
				}
				resp.Token.Value += "x"
				return resp, nil
			}
			var library conformance.Implementation = &impl.bent
			if batches {
				library = impl
			}
			results, err := property.Run(t.Context(), library, laws, o)
			return &impl.bent, results, err
		}
		whole, _, err := run(1 << 20)
		if err != nil {
			t.Fatal(err)
		}
		for answered := range whole.requests {
			impl, results, err := run(answered)
			if !errors.Is(err, errGone) || !strings.HasPrefix(err.Error(), "property ") || len(results) != len(laws) || impl.requests != answered+1 {
				t.Fatalf("after %d responses: %d results after %d requests, error %v", answered, len(results), impl.requests, err)
			}
			broken := slices.ContainsFunc(results, func(r property.Result) bool { return r.Failure != nil })
			if answered > 2*len(laws)*3 && !broken {
				t.Errorf("after %d responses no law is broken: %+v", answered, results)
			}
		}
	}
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	impl := &bent{}
	impl.bend = func(_ conformance.Request, resp conformance.Response) (conformance.Response, error) {
		if impl.requests == 3 {
			cancel()
		}
		return resp, nil
	}
	results, err := property.Run(ctx, impl, []law.Law{named("round-trip")}, property.Options{Runs: 500})
	if !errors.Is(err, context.Canceled) || results[0].Runs != 3 || impl.requests != 3 {
		t.Errorf("error %v after %+v and %d requests, want a cancelled context after 3", err, results, impl.requests)
	}
}
