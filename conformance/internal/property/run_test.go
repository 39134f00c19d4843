package property

import (
	"context"
	"errors"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/conformance/notation"
)

func TestReference(t *testing.T) {
	for _, edition := range notation.All() {
		for _, bytes := range []bool{false, true} {
			results, err := Check(t.Context(), conformance.Reference(edition), All(edition), Options{Edition: edition, Seed: 1, Bytes: bytes, Runs: 500})
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range All(edition) {
				// Half of the inputs are tokens, and there is one verdict on all inputs.
				if got := results[i]; got.Failure != nil || got.Held < 500/3 || p.Name == "one-verdict" && got.Held != 500 {
					t.Errorf("%s in %v: %+v", p.Name, edition, got)
				}
			}
		}
	}
}

// one checks one property.
func one(ctx context.Context, p Property, impl conformance.Implementation, o Options) (Result, error) {
	results, err := Check(ctx, impl, []Property{p}, o)
	return append(results, Result{})[0], err
}

// accepts changes the operation valid, which also accepts the strings for which also holds.
func accepts(also func(token string) bool) bent {
	return func(req conformance.Request, resp conformance.Response) conformance.Response {
		if req.Op == conformance.OpValid && also(req.Token) {
			resp = conformance.Response{Outcome: conformance.Accepted}
		}
		return resp
	}
}

func simpler(text bool) func(string) iter.Seq[string] {
	return func(input string) iter.Seq[string] { return shrink.SimplerTokens(input, text) }
}

func TestFailuresAreShrunk(t *testing.T) {
	outside := func(token string) bool { return strings.ContainsFunc(token, func(r rune) bool { return r > 127 }) }
	for _, c := range []struct {
		name, property string
		impl           bent
		minimal        []string
	}{
		{"the sign is ignored", "native-or-derived", onParse(func(r *conformance.Response) {
			derived := r.Attribute(notation.EPIN, "derived")
			*derived = notation.BoolValue(derived.Text == "true" || strings.HasPrefix(r.Form().Text, "-"))
		}), []string{"-A"}},
		{"two markers are accepted", "one-verdict", accepts(func(token string) bool { return strings.Contains(token, "''") }), []string{"''"}},
		{"characters beyond ASCII are accepted", "one-verdict", accepts(outside), []string{"\x80", "\u0080"}},
	} {
		for _, bytes := range []bool{false, true} {
			for seed := range uint64(5) {
				got, err := one(t.Context(), named(t, c.property), c.impl, Options{Edition: notation.EPIN, Seed: seed, Runs: 5_000, Bytes: bytes, Simpler: simpler(!bytes)})
				if err != nil || got.Failure == nil || len(got.Failure.Exchanges) == 0 || got.Failure.Wanted == "" {
					t.Fatalf("%s from %d: %+v, %v", c.name, seed, got, err)
				}
				token := got.Failure.Token
				if !slices.Contains(c.minimal, token) && (bytes || !utf8.ValidString(token) || utf8.RuneCountInString(token) > 1) {
					t.Errorf("%s from %d: shrunk to %+q, want one of %+q", c.name, seed, token, c.minimal)
				}
			}
		}
	}
}

// together is an implementation that performs requests together, last request first.
type together struct {
	bent
	alone int // requests performed one by one
}

func (b *together) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	b.alone++
	return b.bent.Do(ctx, req)
}

func (b *together) DoAll(ctx context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	for i, req := range slices.Backward(slices.Collect(requests)) {
		resp, err := b.bent.Do(ctx, req)
		if err != nil {
			return err
		}
		answer(conformance.Exchange{Index: i, Request: req, Response: resp})
	}
	return nil
}

// TestRequestsTogether tests that the results do not depend on whether requests are performed
// together, and that a correct implementation gets none alone.
func TestRequestsTogether(t *testing.T) {
	for name, impl := range map[string]bent{
		"correct": func(_ conformance.Request, resp conformance.Response) conformance.Response { return resp },
		"broken": onParse(func(r *conformance.Response) {
			r.Attribute(notation.EPIN, "token").Text, r.Attribute(notation.EPIN, "pin").Text = "K'", "+k"
		}),
	} {
		for _, p := range All(notation.EPIN) {
			o := Options{Edition: notation.EPIN, Seed: 3, Runs: 50, Simpler: simpler(true)}
			batcher := &together{bent: impl}
			want, err := one(t.Context(), p, impl, o)
			got, errTogether := one(t.Context(), p, batcher, o)
			if err != nil || errTogether != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %s: %+v, %v together, %+v, %v one by one", name, p.Name, got, errTogether, want, err)
			}
			if name == "correct" && batcher.alone > 0 {
				t.Errorf("%s: %d requests one by one", p.Name, batcher.alone)
			}
		}
	}
}

// failing returns an error for each request after the first ones.
type failing struct {
	impl bent
	left int
	err  error
}

func (f *failing) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if f.left--; f.left < 0 {
		return conformance.Response{}, f.err
	}
	return f.impl.Do(ctx, req)
}

// TestErrors tests that an error at any request ends the check, also while it shrinks: there is
// no result, and no further request.
func TestErrors(t *testing.T) {
	gone := errors.New("the program is gone")
	impl := onParse(func(r *conformance.Response) { r.Attribute(notation.EPIN, "token").Text += "x" })
	for after := 0; ; after++ {
		f := &failing{impl, after, gone}
		got, err := one(t.Context(), named(t, "round-trip"), f, Options{Edition: notation.EPIN, Runs: 3, Simpler: simpler(true)})
		if f.left >= 0 {
			if err != nil || after < 4 || got.Failure == nil {
				t.Errorf("after all requests: %+v, %v", got, err)
			}
			return
		}
		if !errors.Is(err, gone) || !strings.HasPrefix(err.Error(), "propert") || got.Failure != nil || f.left != -1 {
			t.Fatalf("after %d responses: %+v, %v, and %d more requests", after, got, err, -f.left-1)
		}
	}
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := one(ctx, named(t, "copy"), conformance.Reference(notation.EPIN), Options{Edition: notation.EPIN, Runs: 9}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want a cancelled context", err)
	}
}

// TestInputs tests that about half of the inputs are tokens, that each token is drawn, and that
// each kind of edit is, by an input that no other kind makes.
func TestInputs(t *testing.T) {
	const n = 50_000
	for _, edition := range []*notation.Edition{notation.EPIN, notation.EPINInitial} {
		for _, bytes := range []bool{false, true} {
			inputs := Options{Edition: edition, Seed: 2, Bytes: bytes, Runs: n}.inputs("copy")
			count := func(is func(string) bool) (n int) {
				for _, input := range inputs {
					if is(input) {
						n++
					}
				}
				return n
			}
			if tokens := count(edition.Valid); tokens < n/2 || tokens > n*3/4 {
				t.Errorf("%v: %d of %d inputs are tokens", edition, tokens, n)
			}
			for token := range edition.Tokens() {
				if !slices.Contains(inputs, token) {
					t.Errorf("%v: the token %v was never drawn", edition, token)
				}
			}
			if texts := count(utf8.ValidString); bytes == (texts == n) {
				t.Errorf("%v, bytes %t: %d of %d inputs are text", edition, bytes, texts, n)
			}
			for kind, is := range map[string]func(s string) bool{
				"nothing left of a token": func(s string) bool { return s == "" },
				"something inserted in front": func(s string) bool {
					return len(s) > 1 && edition.Valid(s[1:]) && strings.ContainsRune("\x00!\u007f", rune(s[0]))
				},
				"something replaced":   func(s string) bool { return len(s) == 3 && s[0] == '+' && s[1] < 'A' && s[2] == '\'' },
				"something doubled":    func(s string) bool { return len(s) == 2 && s[0] == s[1] && edition.Valid(s[1:]) },
				"a token twice":        func(s string) bool { return len(s) == 6 && s[:3] == s[3:] && edition.Valid(s[3:]) },
				"twice, with a symbol": func(s string) bool { return len(s) == 7 && s[:3] == s[4:] && edition.Valid(s[4:]) },
				"two edits":            func(s string) bool { return len(s) == 3 && s[:2] == "''" && edition.Valid(s[2:]) },
				"neighbours exchanged": func(s string) bool { return len(s) == 3 && edition.Valid(s[1:2]+s[:1]+s[2:]) && s[1] == '+' },
				"not ASCII":            func(s string) bool { return strings.ContainsFunc(s, func(r rune) bool { return r > 127 }) },
			} {
				if count(is) == 0 {
					t.Errorf("%v, bytes %t: never drawn: %s", edition, bytes, kind)
				}
			}
		}
	}
}

// TestSeeds tests that the inputs of a seed and a property do not change, and are its own.
func TestSeeds(t *testing.T) {
	o := Options{Edition: notation.EPIN, Seed: 7, Bytes: true, Runs: 8}
	if got, want := o.inputs("copy"), []string{"-l'", "g", "i", "-r^", "-UF", "-R+-R", "x'", "-D^\xd5"}; !slices.Equal(got, want) {
		t.Errorf("drew %+q, want %+q", got, want)
	}
	if slices.Equal(o.inputs("copy"), o.inputs("round-trip")) {
		t.Error("two properties have the same inputs")
	}
}
