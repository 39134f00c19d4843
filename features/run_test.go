package features_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
	"github.com/epin-conformance/harness/features/steps"
)

// bothWays returns the results of an edition, which have to be the same from the compiled
// scenarios and from godog, each of an implementation of its own.
func bothWays(t *testing.T, edition epin.Edition, open func() conformance.Implementation) []features.Result {
	t.Helper()
	compiled, err := features.Run(t.Context(), open(), features.Options{Edition: edition})
	if err != nil {
		t.Fatal(err)
	}
	godog, err := steps.Run(t.Context(), open(), edition, nil)
	if err != nil {
		t.Fatal(err)
	}
	// godog does not come to the steps after the one that decides.
	if diff := cmp.Diff(compiled, godog, cmpopts.IgnoreFields(features.Result{}, "Expected")); diff != "" {
		t.Errorf("the results of the compiled scenarios (-) and of godog (+) differ:\n%s", diff)
	}
	return compiled
}

// TestNoGodog: whoever certifies, or tests a library in Go, does not link godog.
func TestNoGodog(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".", "../conformance/internal/suite", "../conformance/conformancetest").Output()
	if err != nil {
		t.Fatal(err)
	}
	if list := string(out); strings.Contains(list, "cucumber") || !strings.Contains(list, "harness/features\n") {
		t.Errorf("linked are\n%s", list)
	}
}

// altered is an implementation whose answers are tampered with.
type altered struct {
	conformance.Implementation
	alter func(conformance.Request, conformance.Response) conformance.Response
}

func (a altered) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	resp, err := a.Implementation.Do(ctx, req)
	return a.alter(req, resp), err
}

func TestReferencePasses(t *testing.T) {
	for _, edition := range epin.Editions() {
		t.Run(edition.String(), func(t *testing.T) {
			t.Parallel()
			results := bothWays(t, edition, func() conformance.Implementation { return conformance.Reference(edition) })
			want := slices.DeleteFunc(list(t, edition), func(s features.Scenario) bool { return s.Library })
			if len(results) != len(want) {
				t.Fatalf("%d results for %d scenarios", len(results), len(want))
			}
			for i, r := range results {
				if r.ID != want[i].ID || r.Line != want[i].Line {
					t.Errorf("result %d is of %s, wanted %s", i, r.ID, want[i].ID)
				}
				if r.Status != features.Passed || r.Step != "" || r.Message != "" {
					t.Errorf("%s: %s: %s: %s", r.ID, r.Status, r.Step, r.Message)
				}
			}
		})
	}
}

// TestBrokenImplementations breaks one thing at a time: the scenarios that are about
// it fail, and no other.
func TestBrokenImplementations(t *testing.T) {
	type alter = func(conformance.Request, conformance.Response) conformance.Response
	when := func(applies func(conformance.Request, conformance.Response) bool, change func(conformance.Request, *conformance.Response)) alter {
		return func(req conformance.Request, resp conformance.Response) conformance.Response {
			if applies(req, resp) {
				resp.Tokens = slices.Clone(resp.Tokens)
				change(req, &resp)
			}
			return resp
		}
	}
	parsed := func(change func(conformance.Request, *conformance.Response)) alter {
		return when(func(req conformance.Request, resp conformance.Response) bool {
			return req.Op == conformance.OpParse && resp.Outcome == conformance.Accepted
		}, change)
	}
	applied := func(change func(conformance.Request, *conformance.Response)) alter {
		return when(func(req conformance.Request, resp conformance.Response) bool {
			return req.Op == conformance.OpApply && resp.Outcome == conformance.Accepted
		}, change)
	}
	// after changes the results of methods of which this one is the first.
	after := func(first conformance.Method, change func(token, result string) string) alter {
		return applied(func(req conformance.Request, resp *conformance.Response) {
			for i := range resp.Tokens {
				if req.Methods[0] == first {
					resp.Tokens[i] = change(req.Token, resp.Tokens[i])
				}
			}
		})
	}
	outcome := func(from, to conformance.Outcome, applies func(conformance.Request) bool) alter {
		return when(func(req conformance.Request, resp conformance.Response) bool {
			return resp.Outcome == from && applies(req)
		},
			func(_ conformance.Request, resp *conformance.Response) { resp.Outcome = to })
	}
	accepting := func(edition epin.Edition, repair func(string) string) alter {
		return func(req conformance.Request, resp conformance.Response) conformance.Response {
			if repaired := repair(req.Token); repaired != req.Token && (req.Op == conformance.OpParse || req.Op == conformance.OpValid) {
				req.Token = repaired
				resp, _ = conformance.Reference(edition).Do(t.Context(), req)
			}
			return resp
		}
	}
	without := func(characters string) func(token, result string) string {
		return func(_, result string) string {
			return strings.Trim(strings.ReplaceAll(result, characters, ""), characters)
		}
	}
	unchanged := func(token, _ string) string { return token }
	otherSide := parsed(func(_ conformance.Request, resp *conformance.Response) {
		resp.Side.Value = map[string]string{"first": "second", "second": "first"}[resp.Side.Value]
	})
	changesOriginal := applied(func(_ conformance.Request, resp *conformance.Response) {
		resp.Original = resp.Tokens[len(resp.Tokens)-1]
	})
	for _, c := range []struct {
		name    string
		edition epin.Edition
		alter   alter
		fails   string // files and the places in them
	}{
		{"lets a final line break pass", epin.Current,
			accepting(epin.Current, func(s string) string { return strings.TrimSuffix(s, "\n") }),
			"epin/anchoring:8 epin/invalid-tokens:10"},
		{"trims blanks", epin.Current,
			accepting(epin.Current, func(s string) string { return strings.Trim(s, " ") }),
			"epin/invalid-tokens:8-9"},
		{"drops what follows a line break", epin.Current,
			accepting(epin.Current, func(s string) string { s, _, _ = strings.Cut(s, "\n"); return s }),
			"epin/anchoring:8,10,12 epin/invalid-tokens:10"},
		{"repairs the order of the markers", epin.Current,
			accepting(epin.Current, func(s string) string { return strings.ReplaceAll(s, "'^", "^'") }),
			"epin/invalid-tokens:4 epin/marker-last:8"},
		{"only its yes-or-no check takes two markers", epin.Current,
			outcome(conformance.Rejected, conformance.Accepted, func(req conformance.Request) bool {
				return req.Op == conformance.OpValid && req.Token == "K''"
			}),
			"epin/invalid-tokens:2"},
		{"breaks down on the empty string", epin.Current,
			outcome(conformance.Rejected, conformance.Crashed, func(req conformance.Request) bool {
				return req.Op == conformance.OpParse && req.Token == ""
			}),
			"epin/invalid-tokens:1"},
		{"refuses a derived piece that is terminal", epin.Current,
			outcome(conformance.Accepted, conformance.Rejected, func(req conformance.Request) bool {
				return req.Op == conformance.OpValid && strings.HasSuffix(req.Token, "^'")
			}),
			"epin/grammar:9 epin/marker-last:2,4 examples/basic-variants:3 examples/catalogues:14 examples/modifier-matrix:4,8,12,16,20,24,28,32,36,40 examples/single-style:4"},
		{"has the sides the wrong way round", epin.Current, otherSide,
			"epin/core-attributes:2 examples/capture-chess:1-2 examples/catalogues:7-12,28-42,49-54 examples/modifier-matrix:1-40 examples/pin-components:2"},
		{"knows no diminished pieces", epin.Current,
			parsed(func(_ conformance.Request, resp *conformance.Response) {
				resp.State.Value = strings.Replace(resp.State.Value, "diminished", "normal", 1)
			}),
			"epin/core-attributes:3 examples/modifier-matrix:7-8,15-16,25-28,37-40 examples/pin-components:3"},
		{"calls no piece terminal", epin.Current,
			parsed(func(_ conformance.Request, resp *conformance.Response) { resp.Terminal.Value = false }),
			"epin/core-attributes:4 examples/catalogues:7,28-29,49 examples/modifier-matrix:3-4,8,11-12,16,19-20,23-24,27-28,31-32,35-36,39-40 examples/pin-components:4"},
		{"says that every piece is native, and which is derived", epin.Current,
			parsed(func(_ conformance.Request, resp *conformance.Response) { resp.Native.Value = true }),
			"epin/accessors:2 epin/derivation-flag:1-12 examples/accessors:2 examples/basic-variants:6-10 " +
				"examples/capture-shogi:5 examples/catalogues:29 examples/modifier-matrix:2,4,6,8,10,12,14,16,18,20,22,24,26,28,30,32,34,36,38,40"},
		{"keeps the marker in the PIN token", epin.Current,
			parsed(func(req conformance.Request, resp *conformance.Response) { resp.PIN.Value = req.Token }),
			"epin/accessors:1 examples/accessors:1 examples/basic-variants:6-10"},
		{"forgets the terminal marker in the string form", epin.Current,
			parsed(func(_ conformance.Request, resp *conformance.Response) {
				resp.Token.Value = strings.ReplaceAll(resp.Token.Value, "^", "")
			}),
			"epin/canonical-form:5,8-9"},
		{"writes derived pawns as native", epin.Current,
			parsed(func(_ conformance.Request, resp *conformance.Response) {
				resp.Token.Value = strings.Replace(resp.Token.Value, "p'", "p", 1)
			}),
			"epin/canonical-form:11"},
		{"derive toggles", epin.Current,
			applied(func(req conformance.Request, resp *conformance.Response) {
				for i, derived := 0, strings.HasSuffix(req.Token, "'"); i < len(resp.Tokens) && req.Methods[0] == conformance.Derive; i++ {
					if derived = !derived; !derived {
						resp.Tokens[i] = strings.TrimSuffix(resp.Tokens[i], "'")
					}
				}
			}),
			"epin/transformations:11-12,15-16 examples/idempotence:4"},
		{"native forgets the terminal marker", epin.Current, after(conformance.Native, without("^")),
			"epin/transformations:2,14 examples/transformations:1"},
		{"changes the piece that it was given", epin.Current, changesOriginal,
			"epin/transformations:5-8 examples/transformations:3-4"},
		{"loses results", epin.Current,
			applied(func(_ conformance.Request, resp *conformance.Response) { resp.Tokens = nil }),
			"epin/transformations:1-16 examples/capture-shogi:1-3,6-8 examples/idempotence:1-4 examples/lifecycles:2-4,7-9,11-13 " +
				"examples/recipes:1-9 examples/transformations:1-4"},
		{"mark does nothing", epin.Current, after(conformance.Mark, unchanged), "examples/lifecycles:11 examples/recipes:6"},
		{"flip forgets that a piece is derived", epin.Current,
			applied(func(req conformance.Request, resp *conformance.Response) {
				if slices.Equal(req.Methods, []conformance.Method{conformance.Flip}) {
					resp.Tokens[0] = strings.TrimSuffix(resp.Tokens[0], "'")
				}
			}),
			"examples/recipes:2"},
		{"does not tell sides apart when it compares", epin.Current,
			outcome(conformance.Unequal, conformance.Equal, func(req conformance.Request) bool { return strings.EqualFold(req.Token, req.Other) }),
			"epin/transformations:21"},
		{"compares identities", epin.Current,
			outcome(conformance.Equal, conformance.Unequal, func(conformance.Request) bool { return true }),
			"epin/transformations:17-19"},

		{"takes the terminal marker of the later text", epin.Initial,
			accepting(epin.Initial, func(s string) string { return strings.ReplaceAll(s, "^", "") }),
			"epin-initial/grammar:15-16"},
		{"has the sides the wrong way round", epin.Initial, otherSide,
			"epin-initial/attribute-mapping:2 epin-rb/api-reference:2,7,10 epin-rb/format-examples:1-4 epin-rb/protocol-mapping:2 " +
				"epin-rb/usage:1,4,11-12,15,17,19,21,23,32-33 pin-initial/mapping:2"},
		{"flip forgets the state", epin.Initial, after(conformance.Flip, without("+-")),
			"epin-rb/api-reference:37 epin-rb/transformations:10 epin-rb/usage:42"},
		{"derive does nothing", epin.Initial, after(conformance.Derive, unchanged),
			"epin-rb/advanced-usage:7 epin-rb/api-reference:35 epin-rb/game-examples:15 epin-rb/transformations:1-2 epin-rb/usage:19-20"},
		{"changes the piece that it was given", epin.Initial, changesOriginal,
			"epin-rb/advanced-usage:5 epin-rb/transformations:11-13"},
		{"says that every piece is native", epin.Initial,
			parsed(func(_ conformance.Request, resp *conformance.Response) {
				resp.Native.Value, resp.Derived.Value = true, false
			}),
			"epin-initial/attribute-mapping:4 epin-initial/style-derivation:7-12 epin-rb/accessors:2-3,5 epin-rb/advanced-usage:2,4 " +
				"epin-rb/api-reference:2,7,12,17-19 epin-rb/format-examples:6-7 epin-rb/game-examples:6 epin-rb/protocol-mapping:4 epin-rb/usage:12,19,27-28"},
	} {
		t.Run(fmt.Sprintf("%s: %s", c.edition, c.name), func(t *testing.T) {
			t.Parallel()
			results, err := features.Run(t.Context(), altered{conformance.Reference(c.edition), c.alter}, features.Options{Edition: c.edition})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range results {
				switch r.Status {
				case features.Failed:
					got = append(got, r.ID)
					if r.Step == "" || r.Request.Op == "" || r.Wanted == r.Got || r.Message == "" {
						t.Errorf("%s failed, at step %q, with request %v, wanted %q, got %q, message %q", r.ID, r.Step, r.Request, r.Wanted, r.Got, r.Message)
					}
				case features.NotExercised:
					t.Errorf("%s was not exercised: %s", r.ID, r.Message)
				}
			}
			if want := places(t, c.fails); !slices.Equal(got, want) {
				t.Errorf("failed\n%s\nwanted\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

// places writes out "epin/a:1,3-4 epin/b:2" as identifiers.
func places(t *testing.T, s string) []string {
	var ids []string
	for _, field := range strings.Fields(s) {
		file, list, _ := strings.Cut(field, ":")
		for _, part := range strings.Split(list, ",") {
			var first, last int
			if n, err := fmt.Sscanf(part, "%d-%d", &first, &last); n == 0 {
				t.Fatalf("%s: %v", field, err)
			} else if n == 1 {
				last = first
			}
			for i := first; i <= last; i++ {
				ids = append(ids, fmt.Sprintf("features/%s/%d", file, i))
			}
		}
	}
	return ids
}

// offering offers certain operations, and all methods.
type offering struct {
	conformance.Implementation
	ops []conformance.Op
}

func (o offering) Describe() conformance.Description {
	return conformance.Description{Ops: o.ops, Methods: conformance.MethodsOf(epin.Current), Bytes: true}
}

// TestNotOffered: what cannot be asked is not exercised, whatever else the row asks,
// and all the rest passes.
func TestNotOffered(t *testing.T) {
	// only returns a library that has these operations, and nothing to read off a piece.
	only := func(ops ...conformance.Op) func(conformance.Request, conformance.Response) conformance.Response {
		return func(req conformance.Request, resp conformance.Response) conformance.Response {
			if !slices.Contains(ops, req.Op) {
				return conformance.Response{}
			}
			return conformance.Response{Outcome: resp.Outcome, Verdicts: resp.Verdicts, Tokens: resp.Tokens, Original: resp.Original}
		}
	}
	validity := []string{"epin/3/pin-superset", "epin/4/", "epin/6/", "epin/9.4/", "examples/catalog/", "examples/single-style/", "examples/variants"}
	// declined are the messages of rows that are not tested because a request was declined.
	declined := regexp.MustCompile(`^[a-z]+ "[^"]*" is offered, and was declined$`)
	for _, c := range []struct {
		name      string
		offers    []conformance.Op
		alter     func(conformance.Request, conformance.Response) conformance.Response
		exercised []string // beginnings of the requirements that are exercised
	}{
		{"only a parser", []conformance.Op{conformance.OpParse}, only(conformance.OpParse), validity},
		{"only a yes-or-no check", []conformance.Op{conformance.OpValid}, only(conformance.OpValid), validity},
		{"only a bulk check", []conformance.Op{conformance.OpSweep}, only(conformance.OpSweep), validity},
		{"a parser that is declined beside a check", []conformance.Op{conformance.OpParse, conformance.OpValid}, only(conformance.OpValid), nil},
		{"a parser and transformations", []conformance.Op{conformance.OpParse, conformance.OpApply}, only(conformance.OpParse, conformance.OpApply),
			append([]string{"epin/9.3/native", "epin/9.3/derive", "epin/9.3/idempotent", "epin/9.3/copy", "examples/idempotence",
				"examples/capture-shogi", "examples/recipes/", "examples/lifecycle/"}, validity...)},
		{"only comparison", []conformance.Op{conformance.OpEqual}, only(conformance.OpEqual), []string{"epin/9.3/equivalent"}},
		{"nothing", nil, only(), nil},
		{"a bulk check that was not asked", []conformance.Op{conformance.OpSweep}, func(req conformance.Request, resp conformance.Response) conformance.Response {
			if req.Op != conformance.OpSweep {
				return conformance.Response{}
			}
			resp.Verdicts = strings.Repeat(string(rune(conformance.VerdictNone)), len(req.Tokens))
			return resp
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			results := bothWays(t, epin.Current, func() conformance.Implementation {
				return offering{altered{conformance.Reference(epin.Current), c.alter}, c.offers}
			})
			passed := map[string]bool{}
			for _, r := range results {
				id := r.Requirements[0]
				can := slices.ContainsFunc(c.exercised, func(beginning string) bool { return strings.HasPrefix(id, beginning) })
				switch {
				case r.Status == features.Failed:
					t.Errorf("%s failed: %s", r.ID, r.Message)
				case r.Status == features.Passed && !can:
					t.Errorf("%s passed, though %s cannot be asked", r.ID, id)
				case r.Status == features.Passed:
					passed[id] = true
				case r.Declined != declined.MatchString(r.Message):
					t.Errorf("%s: declined is %t: %s", r.ID, r.Declined, r.Message)
				case r.Declined:
				case !strings.HasSuffix(r.Message, " is not offered") || r.Step == "":
					t.Errorf("%s is not exercised, at step %q: %s", r.ID, r.Step, r.Message)
				}
			}
			for _, beginning := range c.exercised {
				if !slices.ContainsFunc(slices.Collect(maps.Keys(passed)), func(id string) bool { return strings.HasPrefix(id, beginning) }) {
					t.Errorf("nothing of %s passed", beginning)
				}
			}
		})
	}
}

// TestOneAccessorMissing: only the rows that need it are left out.
func TestOneAccessorMissing(t *testing.T) {
	impl := altered{conformance.Reference(epin.Current), func(_ conformance.Request, resp conformance.Response) conformance.Response {
		resp.PIN, resp.Derived = conformance.Optional[string]{}, conformance.Optional[bool]{}
		return resp
	}}
	var got []string
	for _, r := range bothWays(t, epin.Current, func() conformance.Implementation { return impl }) {
		if r.Status != features.Passed {
			got = append(got, r.ID)
		}
	}
	if want := places(t, "epin/accessors:1,3 examples/accessors:1,3 examples/basic-variants:6-10"); !slices.Equal(got, want) {
		t.Errorf("not exercised: %q, wanted %q", got, want)
	}
}

// TestStrangersTextIsEscaped: Got is what was said; the message can be shown.
func TestStrangersTextIsEscaped(t *testing.T) {
	impl := altered{conformance.Reference(epin.Current), func(_ conformance.Request, resp conformance.Response) conformance.Response {
		if resp.Side.Offered {
			resp.Side.Value = "\x1b[2Jfirst\xff\u202e"
		}
		return resp
	}}
	results, err := features.Run(t.Context(), impl, features.Options{Only: func(s features.Scenario) bool {
		return s.ID == "features/epin/core-attributes/2"
	}})
	if err != nil || len(results) != 1 {
		t.Fatalf("%d results, error %v", len(results), err)
	}
	r := results[0]
	if r.Got != "\x1b[2Jfirst\xff\u202e" || r.Wanted != "first" {
		t.Errorf("wanted %q, got %q", r.Wanted, r.Got)
	}
	if want := `the Side of "K": wanted "first", got "\x1b[2Jfirst\xff\u202e"`; r.Message != want {
		t.Errorf("the message is %s, wanted %s", r.Message, want)
	}
	if r.Request.Op != conformance.OpParse || r.Request.Token != "K" || r.Step != "their Piece Side is first / second" {
		t.Errorf("step %q, request %+v", r.Step, r.Request)
	}
}

func TestOnly(t *testing.T) {
	var offered []string
	results, err := features.Run(t.Context(), conformance.Reference(epin.Current), features.Options{Only: func(s features.Scenario) bool {
		offered = append(offered, s.ID)
		return slices.Contains(s.Requirements, "epin/9.4/whitespace")
	}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range results {
		got = append(got, r.ID)
	}
	if want := places(t, "epin/invalid-tokens:8-9"); !slices.Equal(got, want) {
		t.Errorf("ran %q, wanted %q", got, want)
	}
	var all []string
	for _, s := range list(t, epin.Current) {
		if !s.Library {
			all = append(all, s.ID)
		}
	}
	if !slices.Equal(offered, all) {
		t.Errorf("Only was asked about %d scenarios, wanted the %d of the edition, in order", len(offered), len(all))
	}
}

func TestNothingToRun(t *testing.T) {
	nothing := func(features.Scenario) bool { return false }
	if _, err := features.Run(t.Context(), conformance.Reference(epin.Current), features.Options{Only: nothing}); err == nil ||
		err.Error() != "features: no scenario to run for edition 1.0.0" {
		t.Errorf("nothing selected: error %v", err)
	}
	if _, err := features.Run(t.Context(), conformance.Reference(epin.Current), features.Options{Edition: 7}); err == nil ||
		err.Error() != "features: no scenario to run for edition Edition(7)" {
		t.Errorf("unknown edition: error %v", err)
	}
	if _, err := features.List(7); err == nil || err.Error() != "features: no scenario for edition Edition(7)" {
		t.Errorf("unknown edition: error %v", err)
	}
}

// breaksOff answers n requests, and then does what it is told.
type breaksOff struct {
	conformance.Implementation
	left  int
	then  func() error
	after int // requests that came nevertheless
}

func (b *breaksOff) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if b.left > 0 {
		b.left--
		return b.Implementation.Do(ctx, req)
	}
	if b.after++; b.after > 1 {
		return b.Implementation.Do(ctx, req)
	}
	return conformance.Response{}, b.then()
}

// TestNoVerdict: after an error, and once the context is done, nothing is asked any more,
// and what had ended before it is kept.
func TestNoVerdict(t *testing.T) {
	gone := errors.New("the program is gone")
	type runner func(context.Context, conformance.Implementation) ([]features.Result, error)
	compiled := func(ctx context.Context, impl conformance.Implementation) ([]features.Result, error) {
		return features.Run(ctx, impl, features.Options{})
	}
	godog := func(ctx context.Context, impl conformance.Implementation) ([]features.Result, error) {
		return steps.Run(ctx, impl, epin.Current, nil)
	}
	for _, c := range []struct {
		name string
		run  runner
		then func(cancel func()) error
		is   error
		says string
	}{
		{"error", compiled, func(func()) error { return gone }, gone, "the program is gone"},
		{"error under godog", godog, func(func()) error { return gone }, gone, "features/epin/accessors.feature:21: "},
		{"panic under godog", godog, func(func()) error { panic("out of order") }, nil, "out of order"},
		{"context done", compiled, func(cancel func()) error { cancel(); return nil }, context.Canceled, ""},
		{"context done under godog", godog, func(cancel func()) error { cancel(); return nil }, context.Canceled, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			impl := &breaksOff{Implementation: conformance.Reference(epin.Current), left: 5, then: func() error { return c.then(cancel) }}
			results, err := c.run(ctx, impl)
			if err == nil || !strings.Contains(err.Error(), c.says) || c.is != nil && !errors.Is(err, c.is) {
				t.Errorf("error %v, wanted %v, %q", err, c.is, c.says)
			}
			if c.is != context.Canceled && impl.after != 1 {
				t.Errorf("%d requests after the last answer, wanted 1", impl.after)
			}
			if len(results) == 0 || len(results) > 2 || results[0].Status != features.Passed {
				t.Errorf("results %v, wanted the one pass from before", results)
			}
		})
	}
}

func TestStatusNames(t *testing.T) {
	for status, want := range map[features.Status]string{
		features.NotExercised: "not exercised", features.Passed: "passed", features.Failed: "failed", 9: "Status(9)",
	} {
		if status.String() != want {
			t.Errorf("%q, wanted %q", status.String(), want)
		}
	}
}
