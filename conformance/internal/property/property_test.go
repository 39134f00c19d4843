package property_test

import (
	stdcmp "cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/law"
	"github.com/epin-conformance/harness/conformance/internal/property"
	"github.com/epin-conformance/harness/epin"
)

// bent is the reference with changed responses, and counts its requests.
type bent struct {
	edition  epin.Edition
	bend     func(conformance.Request, conformance.Response) (conformance.Response, error)
	requests int
	tokens   []string // of the requests
}

func (b *bent) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	b.requests++
	b.tokens = append(b.tokens, req.Token)
	resp, err := conformance.Reference(b.edition).Do(ctx, req)
	if err != nil || b.bend == nil {
		return resp, err
	}
	return b.bend(req, resp)
}

// responding changes the responses of one operation to accepted tokens. For apply, it changes
// only those with transformations.
func responding(op conformance.Op, change func(req conformance.Request, resp *conformance.Response)) *bent {
	return &bent{bend: func(req conformance.Request, resp conformance.Response) (conformance.Response, error) {
		right := resp.Outcome == conformance.Accepted || op == conformance.OpEqual
		if req.Op == op && right && !(op == conformance.OpApply && len(req.Methods) == 0) {
			change(req, &resp)
		}
		return resp, nil
	}}
}

// accepts changes the operation valid, which also accepts the strings for which also holds.
func accepts(also func(token string) bool) *bent {
	return &bent{bend: func(req conformance.Request, resp conformance.Response) (conformance.Response, error) {
		if req.Op == conformance.OpValid && also(req.Token) {
			resp = conformance.Response{Outcome: conformance.Accepted}
		}
		return resp, nil
	}}
}

func run(t *testing.T, impl conformance.Implementation, name string, o property.Options) property.Result {
	t.Helper()
	r, err := runOne(t.Context(), impl, named(t, name), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// runOne checks one law, on 500 inputs unless o.Runs is set.
func runOne(ctx context.Context, impl conformance.Implementation, l law.Law, o property.Options) (property.Result, error) {
	o.Runs = stdcmp.Or(o.Runs, 500)
	results, err := property.Run(ctx, impl, []law.Law{l}, o)
	return results[0], err
}

func named(t *testing.T, name string) law.Law {
	t.Helper()
	all := law.All(epin.Current)
	i := slices.IndexFunc(all, func(l law.Law) bool { return l.Name == name })
	if i < 0 {
		t.Fatalf("unknown law %q", name)
	}
	return all[i]
}

func TestReferenceHolds(t *testing.T) {
	for _, edition := range epin.Editions() {
		for _, l := range law.All(edition) {
			for _, bytes := range []bool{false, true} {
				o := property.Options{Edition: edition, Seed: 1, Bytes: bytes}
				r, err := runOne(t.Context(), conformance.Reference(edition), l, o)
				if err != nil || r.Failure != nil {
					t.Fatalf("%s in %v: %v, %+v", l.Name, edition, err, r.Failure)
				}
				if r.Law != l.Name || r.Runs != 500 || r.Held+r.NotExercised != r.Runs {
					t.Errorf("%s in %v: the numbers do not fit: %+v", l.Name, edition, r)
				}
				// Half of the inputs are tokens, and the law of one verdict holds on all inputs.
				if r.Held < r.Runs/3 || l.Name == "one-verdict" && r.Held != r.Runs {
					t.Errorf("%s in %v: held on only %d of %d inputs", l.Name, edition, r.Held, r.Runs)
				}
			}
		}
	}
}

// simpler yields an input without one of its bytes, and with one of its bytes replaced by each
// that comes before it in an order.
func simpler(input string) iter.Seq[string] {
	const order = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'^+-!\x05\x80"
	return func(yield func(string) bool) {
		for at := range len(input) {
			if !yield(input[:at] + input[at+1:]) {
				return
			}
		}
		for at := range len(input) {
			before, _, _ := strings.Cut(order, input[at:at+1])
			for i := range len(before) {
				if !yield(input[:at] + before[i:i+1] + input[at+1:]) {
					return
				}
			}
		}
	}
}

var breakers = []struct {
	name, law string
	impl      func() *bent
	minimal   string
}{
	{"the marker is lost", "round-trip", func() *bent {
		return responding(conformance.OpParse, func(_ conformance.Request, r *conformance.Response) {
			r.Token.Value = strings.TrimSuffix(r.Token.Value, "'")
		})
	}, "A'"},
	{"the markers change places", "canonical-form", func() *bent {
		return responding(conformance.OpParse, func(_ conformance.Request, r *conformance.Response) {
			r.Token.Value = strings.ReplaceAll(r.Token.Value, "^'", "'^")
		})
	}, "A^'"},
	{"the sign is ignored", "native-or-derived", func() *bent {
		return responding(conformance.OpParse, func(req conformance.Request, r *conformance.Response) {
			r.Derived.Value = r.Derived.Value || req.Token[0] == '-'
		})
	}, "-A"},
	{"flip changes a late letter itself", "copy", func() *bent {
		return responding(conformance.OpApply, func(req conformance.Request, r *conformance.Response) {
			if req.Methods[0] == conformance.Flip && strings.ContainsAny(req.Token, "XYZ") {
				r.Original = r.Tokens[0]
			}
		})
	}, "X"},
	{"two markers are accepted", "one-verdict", func() *bent {
		return accepts(func(token string) bool { return strings.Contains(token, "''") })
	}, "''"},
	{"control characters are skipped", "one-verdict", func() *bent {
		return accepts(func(token string) bool { return strings.ContainsAny(token, "\x05\x07\x08\x0b\x1b\x7f") })
	}, "\x05"},
}

func TestBrokenImplementationsAreCaughtAndShrunk(t *testing.T) {
	for _, b := range breakers {
		for _, bytes := range []bool{false, true} {
			for seed := range uint64(5) {
				impl := b.impl()
				o := property.Options{Seed: seed, Runs: 5_000, Bytes: bytes, Simpler: simpler}
				r := run(t, impl, b.law, o)
				f := r.Failure
				if f == nil {
					t.Errorf("%s, %s from %d: nothing found in %d runs", b.law, b.name, seed, r.Runs)
					continue
				}
				if f.Token != b.minimal || f.Outcome != law.Broken || f.Wanted == "" || f.Got == "" || len(f.Exchanges) == 0 {
					t.Errorf("%s, %s from %d: %+v, want %q", b.law, b.name, seed, *f, b.minimal)
				}
				if (f.Token == f.First) != (f.Shrinks == 0) {
					t.Errorf("%s, %s from %d: from %q to %q in %d steps", b.law, b.name, seed, f.First, f.Token, f.Shrinks)
				}
				if r.Runs != r.Held+r.NotExercised+1 {
					t.Errorf("%s, %s from %d: the numbers do not fit: %+v", b.law, b.name, seed, r)
				}
				for _, token := range []string{f.Token, f.First} {
					again, err := named(t, b.law).Check(t.Context(), impl, epin.Current, token)
					if err != nil || again.Outcome != law.Broken {
						t.Errorf("%s, %s from %d: %q gives %v, %v", b.law, b.name, seed, token, again.Outcome, err)
					}
				}
				o.Simpler = nil
				if plain := run(t, impl, b.law, o).Failure; plain.Token != f.First || plain.First != f.First || plain.Shrinks != 0 {
					t.Errorf("%s, %s from %d, without steps: %+v, want %q", b.law, b.name, seed, plain, f.First)
				}
			}
		}
	}
}

// TestShrinkingOutsideASCII checks that shrinking sends only valid UTF-8 if inputs are text.
func TestShrinkingOutsideASCII(t *testing.T) {
	for _, bytes := range []bool{false, true} {
		impl := accepts(func(token string) bool { return strings.ContainsFunc(token, func(r rune) bool { return r > 127 }) })
		r := run(t, impl, "one-verdict", property.Options{Seed: 1, Bytes: bytes, Simpler: simpler})
		if r.Failure == nil || bytes && r.Failure.Token != "\x80" || !bytes && utf8.RuneCountInString(r.Failure.Token) != 1 {
			t.Errorf("bytes %t: %+v, want one character", bytes, r.Failure)
		}
		for _, token := range impl.tokens {
			if !bytes && !utf8.ValidString(token) {
				t.Errorf("sent a request for %q", token)
			}
		}
	}
}

// TestSameSeedSameResult checks that inputs depend only on the options and the law.
func TestSameSeedSameResult(t *testing.T) {
	for _, b := range breakers {
		o := property.Options{Seed: 11, Bytes: true, Runs: 5_000, Simpler: simpler}
		once := run(t, b.impl(), b.law, o)
		for _, l := range law.All(epin.Current) {
			run(t, b.impl(), l.Name, property.Options{Runs: 10}) // other properties in between change nothing
		}
		if diff := cmp.Diff(once, run(t, b.impl(), b.law, o)); diff != "" {
			t.Errorf("%s, %s: the second run differs:\n%s", b.law, b.name, diff)
		}
	}
}

func TestDifferentInputs(t *testing.T) {
	drawn := func(name string, seed uint64) string {
		impl := &bent{}
		run(t, impl, name, property.Options{Seed: seed, Runs: 50})
		return strings.Join(impl.tokens, " ")
	}
	seen := map[string]string{}
	// The two laws send the same requests about an input.
	for _, name := range []string{"round-trip", "native-or-derived"} {
		for seed := range uint64(3) {
			inputs := drawn(name, seed)
			if inputs != drawn(name, seed) {
				t.Errorf("%s drew other inputs from the same seed", name)
			}
			if by, twice := seen[inputs]; twice {
				t.Errorf("%s drew the inputs of %s", name, by)
			}
			seen[inputs] = name
		}
	}
}

// TestNotExercised checks the counts of inputs that do not test the law.
func TestNotExercised(t *testing.T) {
	impl := &bent{bend: func(conformance.Request, conformance.Response) (conformance.Response, error) {
		return conformance.Response{}, nil
	}}
	want := property.Result{Law: "copy", Runs: 40, NotExercised: 40, Complete: true}
	if diff := cmp.Diff(want, run(t, impl, "copy", property.Options{Seed: 2, Runs: 40})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

var errGone = errors.New("the program is gone")

// TestErrorsStopAtOnce checks that an error ends the tests, also while shrinking.
func TestErrorsStopAtOnce(t *testing.T) {
	whole := responding(conformance.OpParse, func(_ conformance.Request, r *conformance.Response) { r.Token.Value = "" })
	shrunk := run(t, whole, "round-trip", property.Options{Seed: 1, Simpler: simpler})
	if shrunk.Failure.Shrinks < 2 {
		t.Fatalf("the seed finds no suitable failure: %+v", shrunk.Failure)
	}
	for answered := range whole.requests {
		impl := &bent{}
		impl.bend = func(_ conformance.Request, resp conformance.Response) (conformance.Response, error) {
			if impl.requests > answered {
				return conformance.Response{}, errGone
			}
			if resp.Outcome == conformance.Accepted {
				resp.Token.Value = ""
			}
			return resp, nil
		}
		r, err := runOne(t.Context(), impl, named(t, "round-trip"), property.Options{Seed: 1, Simpler: simpler})
		if !errors.Is(err, errGone) || err.Error() != "property round-trip: the program is gone" {
			t.Errorf("after %d responses: error %v", answered, err)
		}
		if impl.requests != answered+1 {
			t.Errorf("after %d responses: %d more requests", answered, impl.requests-answered)
		}
		if failed := answered >= shrunk.Runs; failed != (r.Failure != nil) || r.Runs != min(answered, shrunk.Runs) {
			t.Errorf("after %d responses: %+v", answered, r)
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
	r, err := runOne(ctx, impl, named(t, "round-trip"), property.Options{})
	if !errors.Is(err, context.Canceled) || r.Runs != 3 || impl.requests != 3 {
		t.Errorf("error %v after %d runs and %d requests, want a cancelled context after 3", err, r.Runs, impl.requests)
	}
}

func TestPanicIsAnError(t *testing.T) {
	impl := &bent{bend: func(conformance.Request, conformance.Response) (conformance.Response, error) { panic("out of cheese") }}
	_, err := runOne(t.Context(), impl, named(t, "round-trip"), property.Options{})
	if err == nil || !strings.Contains(err.Error(), "out of cheese") {
		t.Errorf("error %v, want one with the value of the panic", err)
	}
}
