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

// bothRunners returns the results of an edition. It checks that the compiled scenarios and
// godog have the same results, each with its own implementation.
func bothRunners(t *testing.T, edition epin.Edition, open func() conformance.Implementation) []features.Result {
	t.Helper()
	compiled, err := features.Run(t.Context(), open(), features.Options{Edition: edition})
	if err != nil {
		t.Fatal(err)
	}
	godog, err := steps.Run(t.Context(), open(), edition)
	if err != nil {
		t.Fatal(err)
	}
	// godog does not run the steps after the one that decides.
	if diff := cmp.Diff(compiled, godog, cmpopts.IgnoreFields(features.Result{}, "Expected")); diff != "" {
		t.Errorf("the results of the compiled scenarios (-) and of godog (+) differ:\n%s", diff)
	}
	return compiled
}

// TestNoGodog checks that the command and package conformancetest do not link godog.
func TestNoGodog(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "../conformance/cmd/epin", "../conformance/conformancetest").Output()
	if err != nil {
		t.Fatal(err)
	}
	if list := string(out); strings.Contains(list, "cucumber") || !strings.Contains(list, "harness/features\n") {
		t.Errorf("linked are\n%s", list)
	}
}

// altered is an implementation with changed responses.
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
			results := bothRunners(t, edition, func() conformance.Implementation { return conformance.Reference(edition) })
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

// TestResultsLost checks that an implementation without results of its methods fails exactly the
// rows that apply some. Package mutant tests bugs that break other rows.
func TestResultsLost(t *testing.T) {
	losing := altered{conformance.Reference(epin.Current), func(_ conformance.Request, resp conformance.Response) conformance.Response {
		resp.Tokens = nil
		return resp
	}}
	var failed []string
	for _, r := range bothRunners(t, epin.Current, func() conformance.Implementation { return losing }) {
		if r.Status == features.Failed {
			failed = append(failed, r.ID)
		}
	}
	want := places(t, "epin/transformations:1-16 examples/capture-shogi:1-3,6-8 examples/idempotence:1-4 "+
		"examples/lifecycles:2-4,7-9,11-13 examples/recipes:1-9 examples/transformations:1-4")
	if !slices.Equal(failed, want) {
		t.Errorf("failed\n%s\nwanted\n%s", strings.Join(failed, "\n"), strings.Join(want, "\n"))
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

// TestNotOffered checks that a row which needs something that is not offered is not tested, and
// that all others pass.
func TestNotOffered(t *testing.T) {
	// only returns a library with these operations, and without accessors.
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
		exercised []string // prefixes of the requirements that are tested
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
			results := bothRunners(t, epin.Current, func() conformance.Implementation {
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
					t.Errorf("%s passed, although %s cannot be tested", r.ID, id)
				case r.Status == features.Passed:
					passed[id] = true
				case r.Declined != declined.MatchString(r.Message):
					t.Errorf("%s: declined is %t: %s", r.ID, r.Declined, r.Message)
				case r.Declined:
				case !strings.HasSuffix(r.Message, " is not offered") || r.Step == "":
					t.Errorf("%s is not tested, at step %q: %s", r.ID, r.Step, r.Message)
				}
			}
			for _, beginning := range c.exercised {
				if !slices.ContainsFunc(slices.Collect(maps.Keys(passed)), func(id string) bool { return strings.HasPrefix(id, beginning) }) {
					t.Errorf("no scenario of %s passed", beginning)
				}
			}
		})
	}
}

// TestOneAccessorMissing checks that only the rows that need the accessor are not tested.
func TestOneAccessorMissing(t *testing.T) {
	impl := altered{conformance.Reference(epin.Current), func(_ conformance.Request, resp conformance.Response) conformance.Response {
		resp.PIN, resp.Derived = conformance.Optional[string]{}, conformance.Optional[bool]{}
		return resp
	}}
	var got []string
	for _, r := range bothRunners(t, epin.Current, func() conformance.Implementation { return impl }) {
		if r.Status != features.Passed {
			got = append(got, r.ID)
		}
	}
	if want := places(t, "epin/accessors:1,3 examples/accessors:1,3 examples/basic-variants:6-10"); !slices.Equal(got, want) {
		t.Errorf("not tested: %q, wanted %q", got, want)
	}
}

// TestTextOfALibraryIsEscaped checks that Got is raw text of the library, and Message is escaped.
func TestTextOfALibraryIsEscaped(t *testing.T) {
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
	var offered, all, got []string
	results, err := features.Run(t.Context(), conformance.Reference(epin.Current), features.Options{Only: func(s features.Scenario) bool {
		offered = append(offered, s.ID)
		return slices.Contains(s.Requirements, "epin/9.4/whitespace")
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		got = append(got, r.ID)
	}
	if want := places(t, "epin/invalid-tokens:8-9"); !slices.Equal(got, want) {
		t.Errorf("ran %q, wanted %q", got, want)
	}
	for _, s := range list(t, epin.Current) {
		if !s.Library {
			all = append(all, s.ID)
		}
	}
	if !slices.Equal(offered, all) {
		t.Errorf("Only was called with %d scenarios, want the %d of the edition, in order", len(offered), len(all))
	}
}

func TestNothingToRun(t *testing.T) {
	nothing := func(features.Scenario) bool { return false }
	for _, o := range []features.Options{{Only: nothing}, {Edition: 7}} {
		_, err := features.Run(t.Context(), conformance.Reference(epin.Current), o)
		if want := fmt.Sprintf("features: no scenario to run for edition %s", o.Edition); err == nil || err.Error() != want {
			t.Errorf("error %v, wanted %s", err, want)
		}
	}
}

// breaksOff responds to n requests, and then behaves as configured.
type breaksOff struct {
	conformance.Implementation
	left  int
	then  func() error
	after int // later requests
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

// TestNoVerdict checks that Run sends no requests after an error or the end of the context, and
// keeps the results of complete scenarios.
func TestNoVerdict(t *testing.T) {
	gone := errors.New("the program is gone")
	type runner func(context.Context, conformance.Implementation) ([]features.Result, error)
	compiled := func(ctx context.Context, impl conformance.Implementation) ([]features.Result, error) {
		return features.Run(ctx, impl, features.Options{})
	}
	godog := func(ctx context.Context, impl conformance.Implementation) ([]features.Result, error) {
		return steps.Run(ctx, impl, epin.Current)
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
				t.Errorf("%d requests after the last response, want 1", impl.after)
			}
			if len(results) == 0 || len(results) > 2 || results[0].Status != features.Passed {
				t.Errorf("results %v, wanted the one pass from before", results)
			}
		})
	}
}
