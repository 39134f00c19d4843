package property_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/law"
	"github.com/epin-conformance/harness/conformance/property"
	"github.com/epin-conformance/harness/epin"
)

// bent is the reference with its answers changed, and counts what it is asked.
type bent struct {
	edition epin.Edition
	bend    func(conformance.Request, conformance.Response) (conformance.Response, error)
	asked   int
	tokens  []string // of the requests, where they hold one
}

func (b *bent) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	b.asked++
	b.tokens = append(b.tokens, req.Token)
	resp, err := conformance.Reference(b.edition).Do(ctx, req)
	if err != nil || b.bend == nil {
		return resp, err
	}
	return b.bend(req, resp)
}

// answers bends the answers of one operation about accepted tokens; to apply, those
// about transformations.
func answers(op conformance.Op, change func(req conformance.Request, resp *conformance.Response)) *bent {
	return &bent{bend: func(req conformance.Request, resp conformance.Response) (conformance.Response, error) {
		right := resp.Outcome == conformance.Accepted || op == conformance.OpEqual
		if req.Op == op && right && !(op == conformance.OpApply && len(req.Methods) == 0) {
			change(req, &resp)
		}
		return resp, nil
	}}
}

// accepts is a yes-or-no check that accepts what the function says, too.
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
	r, err := property.Run(t.Context(), impl, named(t, name), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func named(t *testing.T, name string) law.Law {
	t.Helper()
	l, ok := law.Named(epin.Current, name)
	if !ok {
		t.Fatalf("there is no law %q", name)
	}
	return l
}

func TestReferenceHolds(t *testing.T) {
	for _, edition := range epin.Editions() {
		for _, l := range law.All(edition) {
			for _, bytes := range []bool{false, true} {
				o := property.Options{Edition: edition, Seed: 1, Bytes: bytes}
				r, err := property.Run(t.Context(), conformance.Reference(edition), l, o)
				if err != nil || r.Failure != nil {
					t.Fatalf("%s in %v: %v, %+v", l.Name, edition, err, r.Failure)
				}
				if r.Law != l.Name || r.Seed != 1 || r.Runs != property.DefaultRuns || r.Held+r.NotExercised != r.Runs {
					t.Errorf("%s in %v: the numbers do not fit: %+v", l.Name, edition, r)
				}
				// Half of the inputs are tokens, and one verdict is due on the others, too.
				if r.Held < r.Runs/3 || l.Name == "one-verdict" && r.Held != r.Runs {
					t.Errorf("%s in %v: held on only %d of %d inputs", l.Name, edition, r.Held, r.Runs)
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
		return answers(conformance.OpParse, func(_ conformance.Request, r *conformance.Response) {
			r.Token.Value = strings.TrimSuffix(r.Token.Value, "'")
		})
	}, "A'"},
	{"everything in upper case", "round-trip", func() *bent {
		return answers(conformance.OpParse, func(_ conformance.Request, r *conformance.Response) {
			r.Token.Value = strings.ToUpper(r.Token.Value)
		})
	}, "a"},
	{"the markers change places", "canonical-form", func() *bent {
		return answers(conformance.OpParse, func(_ conformance.Request, r *conformance.Response) {
			r.Token.Value = strings.ReplaceAll(r.Token.Value, "^'", "'^")
		})
	}, "A^'"},
	{"the sign is ignored", "native-or-derived", func() *bent {
		return answers(conformance.OpParse, func(req conformance.Request, r *conformance.Response) {
			r.Derived.Value = r.Derived.Value || req.Token[0] == '-'
		})
	}, "-A"},
	{"the marker is kept", "pin-superset", func() *bent {
		return answers(conformance.OpParse, func(req conformance.Request, r *conformance.Response) {
			r.PIN.Value = req.Token
		})
	}, "A'"},
	{"native toggles", "idempotent-native", func() *bent {
		return answers(conformance.OpApply, func(req conformance.Request, r *conformance.Response) {
			r.Tokens[0] = strings.TrimSuffix(req.Token, "'") + "'"
		})
	}, "A"},
	{"derive appends", "idempotent-derive", func() *bent {
		return answers(conformance.OpApply, func(req conformance.Request, r *conformance.Response) {
			for i := range r.Tokens {
				r.Tokens[i] = req.Token + strings.Repeat("'", i+1)
			}
		})
	}, "A"},
	{"derive drops the sign", "native-undoes-derive", func() *bent {
		return answers(conformance.OpApply, func(req conformance.Request, r *conformance.Response) {
			for i := range r.Tokens {
				if req.Methods[0] == conformance.Derive {
					r.Tokens[i] = strings.TrimLeft(r.Tokens[i], "+-")
				}
			}
		})
	}, "+A"},
	{"native drops the caret", "derive-undoes-native", func() *bent {
		return answers(conformance.OpApply, func(req conformance.Request, r *conformance.Response) {
			for i := range r.Tokens {
				if req.Methods[0] == conformance.Native {
					r.Tokens[i] = strings.Replace(r.Tokens[i], "^", "", 1)
				}
			}
		})
	}, "A^"},
	{"flip changes a late letter itself", "copy", func() *bent {
		return answers(conformance.OpApply, func(req conformance.Request, r *conformance.Response) {
			if req.Methods[0] == conformance.Flip && strings.ContainsAny(req.Token, "XYZ") {
				r.Original = r.Tokens[0]
			}
		})
	}, "X"},
	{"the marker is ignored", "equal-is-string-equality", func() *bent {
		return answers(conformance.OpEqual, func(_ conformance.Request, r *conformance.Response) {
			r.Outcome = conformance.Equal
		})
	}, "A"},
	{"not anchored behind", "one-verdict", func() *bent {
		return accepts(func(token string) bool { return token != "" && epin.Valid(token[:1]) })
	}, "AA"},
	{"two markers are accepted", "one-verdict", func() *bent {
		return accepts(func(token string) bool { return strings.Contains(token, "''") })
	}, "''"},
	{"visible characters are fine", "one-verdict", func() *bent {
		return accepts(func(token string) bool { return strings.ContainsAny(token, "!#$%&") })
	}, "!"},
	{"control characters are skipped", "one-verdict", func() *bent {
		return accepts(func(token string) bool { return strings.ContainsAny(token, "\x05\x07\x08\x0b\x1b\x7f") })
	}, "\x05"},
	{"the sweep stops at what it rejects", "one-verdict", func() *bent {
		return &bent{bend: func(req conformance.Request, resp conformance.Response) (conformance.Response, error) {
			if stop := strings.IndexByte(resp.Verdicts, conformance.VerdictNo); stop >= 0 {
				resp.Verdicts = resp.Verdicts[:stop] + strings.Repeat("0", len(req.Tokens)-stop)
			}
			return resp, nil
		}}
	}, "A"},
}

func TestBrokenImplementationsAreCaughtAndShrunk(t *testing.T) {
	caught := map[string]bool{}
	for _, b := range breakers {
		caught[b.law] = true
		for _, bytes := range []bool{false, true} {
			for seed := range uint64(5) {
				impl := b.impl()
				r := run(t, impl, b.law, property.Options{Seed: seed, Runs: 5_000, Bytes: bytes})
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
			}
		}
	}
	for _, l := range law.All(epin.Current) {
		if !caught[l.Name] {
			t.Errorf("no broken implementation shows that %s can fail", l.Name)
		}
	}
}

// A fault outside ASCII comes down to the first character there, or where inputs
// need not be text, to the first byte.
func TestShrinkingOutsideASCII(t *testing.T) {
	for _, c := range []struct {
		bytes   bool
		minimal string
	}{{false, "\u0080"}, {true, "\x80"}} {
		impl := accepts(func(token string) bool { return strings.ContainsFunc(token, func(r rune) bool { return r > 127 }) })
		r := run(t, impl, "one-verdict", property.Options{Seed: 1, Bytes: c.bytes})
		if r.Failure == nil || r.Failure.Token != c.minimal {
			t.Errorf("bytes %t: %+v, want %q", c.bytes, r.Failure, c.minimal)
		}
		for _, token := range impl.tokens {
			if !c.bytes && !utf8.ValidString(token) {
				t.Errorf("asked for %q", token)
			}
		}
	}
}

// What makes a minimal input is not taken from the shrinker: nothing shorter by a
// byte, and nothing with one letter or mark before its own, breaks the law.
func TestShrunkInputIsMinimal(t *testing.T) {
	order := "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'^+-"
	for residue := range 7 {
		breaks := func(token string) bool {
			sum := 0
			for _, b := range []byte(token) {
				sum += int(b)
			}
			return len(token) > 2 && sum%7 == residue
		}
		r := run(t, accepts(func(token string) bool { return breaks(token) }), "one-verdict", property.Options{Seed: 3, Bytes: true})
		if r.Failure == nil || r.Failure.Shrinks == 0 {
			t.Fatalf("residue %d: %+v", residue, r)
		}
		token := r.Failure.Token
		for at := range len(token) {
			if breaks(token[:at] + token[at+1:]) {
				t.Errorf("residue %d: %q does not need its byte %d", residue, token, at)
			}
			for _, b := range order[:strings.IndexByte(order, token[at])] {
				if other := token[:at] + string(b) + token[at+1:]; breaks(other) && !epin.Valid(other) {
					t.Errorf("residue %d: %q is simpler than %q", residue, other, token)
				}
			}
		}
	}
}

func TestSameSeedSameResult(t *testing.T) {
	for _, b := range breakers {
		o := property.Options{Seed: 11, Bytes: true, Runs: 5_000}
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
	// The two laws ask the same of an input.
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

func TestRuns(t *testing.T) {
	for runs, want := range map[int]int{0: property.DefaultRuns, 1: 1, 77: 77} {
		if r := run(t, &bent{}, "round-trip", property.Options{Runs: runs}); r.Runs != want {
			t.Errorf("asked for %d runs: %d", runs, r.Runs)
		}
	}
}

// What says nothing about a law is neither for it nor against it.
func TestNotExercised(t *testing.T) {
	impl := &bent{bend: func(conformance.Request, conformance.Response) (conformance.Response, error) {
		return conformance.Response{}, nil
	}}
	want := property.Result{Law: "copy", Seed: 2, Runs: 40, NotExercised: 40, Complete: true}
	if diff := cmp.Diff(want, run(t, impl, "copy", property.Options{Seed: 2, Runs: 40})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A library that crashes on what is not text, in every way in which it is asked,
// contradicts itself nowhere.
func TestCrashOnWhatIsNotText(t *testing.T) {
	crashes := 0
	impl := &bent{bend: func(req conformance.Request, resp conformance.Response) (conformance.Response, error) {
		if !utf8.ValidString(req.Token) {
			crashes++
			return conformance.Response{Outcome: conformance.Crashed}, nil
		}
		verdicts := []byte(resp.Verdicts)
		for i, token := range req.Tokens {
			if !utf8.ValidString(token) {
				verdicts[i] = conformance.VerdictCrash
			}
		}
		resp.Verdicts = string(verdicts)
		return resp, nil
	}}
	for _, l := range law.All(epin.Current) {
		crashes = 0
		r := run(t, impl, l.Name, property.Options{Seed: 1, Bytes: true})
		if r.Failure != nil || r.Held == 0 {
			t.Errorf("%s: %+v, held on %d of %d inputs", l.Name, r.Failure, r.Held, r.Runs)
		}
		if asked := l.Name != "equal-is-string-equality"; asked != (crashes > 0) { // which asks about tokens only
			t.Errorf("%s: %d crashes", l.Name, crashes)
		}
	}
}

var errGone = errors.New("the program is gone")

// An error ends everything: while drawing, and while shrinking.
func TestErrorsStopAtOnce(t *testing.T) {
	whole := answers(conformance.OpParse, func(_ conformance.Request, r *conformance.Response) { r.Token.Value = "" })
	shrunk := run(t, whole, "round-trip", property.Options{Seed: 1})
	if shrunk.Failure.Shrinks < 2 {
		t.Fatalf("the seed is of no use here: %+v", shrunk.Failure)
	}
	for answered := range whole.asked {
		impl := &bent{}
		impl.bend = func(_ conformance.Request, resp conformance.Response) (conformance.Response, error) {
			if impl.asked > answered {
				return conformance.Response{}, errGone
			}
			if resp.Outcome == conformance.Accepted {
				resp.Token.Value = ""
			}
			return resp, nil
		}
		r, err := property.Run(t.Context(), impl, named(t, "round-trip"), property.Options{Seed: 1})
		if !errors.Is(err, errGone) || err.Error() != "property round-trip: the program is gone" {
			t.Errorf("after %d answers: error %v", answered, err)
		}
		if impl.asked != answered+1 {
			t.Errorf("after %d answers: asked %d times more", answered, impl.asked-answered)
		}
		if failed := answered >= shrunk.Runs; failed != (r.Failure != nil) || r.Runs != min(answered, shrunk.Runs) {
			t.Errorf("after %d answers: %+v", answered, r)
		}
	}
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	impl := &bent{}
	impl.bend = func(_ conformance.Request, resp conformance.Response) (conformance.Response, error) {
		if impl.asked == 3 {
			cancel()
		}
		return resp, nil
	}
	r, err := property.Run(ctx, impl, named(t, "round-trip"), property.Options{})
	if !errors.Is(err, context.Canceled) || r.Runs != 3 || impl.asked != 3 {
		t.Errorf("error %v after %d runs and %d requests, want a cancelled context after 3", err, r.Runs, impl.asked)
	}
}

func TestPanicIsAnError(t *testing.T) {
	impl := &bent{bend: func(conformance.Request, conformance.Response) (conformance.Response, error) { panic("out of cheese") }}
	_, err := property.Run(t.Context(), impl, named(t, "round-trip"), property.Options{})
	if err == nil || !strings.Contains(err.Error(), "out of cheese") {
		t.Errorf("error %v, want one that tells of the panic", err)
	}
}

func TestBadOptions(t *testing.T) {
	for _, c := range []struct {
		o    property.Options
		want string
	}{
		{property.Options{Edition: 7}, "property: Edition(7) has no tokens to draw; use one of [1.0.0 1.0.0-initial]"},
		{property.Options{Runs: -1}, "property: -1 runs; ask for 1 or more, or for 0 to have 500"},
	} {
		impl := &bent{}
		if _, err := property.Run(t.Context(), impl, named(t, "copy"), c.o); err == nil || err.Error() != c.want || impl.asked > 0 {
			t.Errorf("%+v: error %v after %d requests, want %q", c.o, err, impl.asked, c.want)
		}
	}
}
