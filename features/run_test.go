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
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/features"
	"github.com/epin-conformance/harness/features/steps"
)

// bothRunners returns the results of an edition. It checks that the compiled scenarios and
// godog have the same results.
func bothRunners(t *testing.T, edition *notation.Edition, impl conformance.Implementation) []features.Result {
	t.Helper()
	compiled, err := features.Run(t.Context(), impl, features.Options{Edition: edition})
	if err != nil {
		t.Fatal(err)
	}
	godog, err := steps.Run(t.Context(), impl, edition)
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

// doing is the method of an implementation.
type doing func(context.Context, conformance.Request) (conformance.Response, error)

func (d doing) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	return d(ctx, req)
}

// altered returns the reference of the current edition with changed responses.
func altered(alter func(conformance.Request, conformance.Response) conformance.Response) conformance.Implementation {
	return doing(func(ctx context.Context, req conformance.Request) (conformance.Response, error) {
		resp, err := conformance.Reference(notation.EPIN).Do(ctx, req)
		return alter(req, resp), err
	})
}

func TestReferencePasses(t *testing.T) {
	for _, edition := range notation.All() {
		t.Run(edition.String(), func(t *testing.T) {
			t.Parallel()
			var want []features.Result
			for _, s := range list(t, edition) {
				if !s.Library {
					want = append(want, features.Result{Scenario: s, Status: features.Passed})
				}
			}
			if diff := cmp.Diff(want, bothRunners(t, edition, conformance.Reference(edition))); diff != "" {
				t.Errorf("results (-wanted, +got):\n%s", diff)
			}
		})
	}
}

// TestRowsThatNeedAField checks that an implementation without results of its methods fails exactly
// the rows that apply some, and that exactly the rows that need an accessor are not tested without
// it. Package mutant tests bugs that break other rows.
func TestRowsThatNeedAField(t *testing.T) {
	for _, c := range []struct {
		alter  func(*conformance.Response)
		status features.Status // of these rows; all others pass
		rows   string
	}{
		{
			func(resp *conformance.Response) { resp.Tokens = nil }, features.Failed,
			"epin/transformations:1-16 examples/capture-shogi:1-3,6-8 examples/idempotence:1-4 " +
				"examples/lifecycles:2-4,7-9,11-13 examples/recipes:1-9 examples/transformations:1-4",
		},
		{
			func(resp *conformance.Response) {
				*resp.Attribute(notation.EPIN, "pin"), *resp.Attribute(notation.EPIN, "derived") = notation.Value{}, notation.Value{}
			}, features.NotExercised, "epin/accessors:1,3 examples/accessors:1,3 examples/basic-variants:6-10",
		},
	} {
		var got []string
		for _, r := range bothRunners(t, notation.EPIN, altered(func(_ conformance.Request, resp conformance.Response) conformance.Response {
			c.alter(&resp)
			return resp
		})) {
			if r.Status == c.status {
				got = append(got, r.ID)
			} else if r.Status != features.Passed {
				t.Errorf("%s: %s: %s", r.ID, r.Status, r.Message)
			}
		}
		if want := places(t, c.rows); !slices.Equal(got, want) {
			t.Errorf("%s: %q, wanted %q", c.status, got, want)
		}
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
	return conformance.Description{Ops: o.ops, Methods: conformance.MethodsOf(notation.EPIN), Bytes: true}
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
			results := bothRunners(t, notation.EPIN, offering{altered(c.alter), c.offers})
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

// TestTextOfALibraryIsEscaped checks that Got is raw text of the library, and Message is escaped.
func TestTextOfALibraryIsEscaped(t *testing.T) {
	impl := altered(func(_ conformance.Request, resp conformance.Response) conformance.Response {
		if resp.Attribute(notation.EPIN, "side").Offered() {
			resp.Attribute(notation.EPIN, "side").Text = "\x1b[2Jfirst\xff\u202e"
		}
		return resp
	})
	results, err := features.Run(t.Context(), impl, features.Options{Edition: notation.EPIN, Only: func(s features.Scenario) bool {
		return s.ID == "features/epin/core-attributes/2"
	}})
	if err != nil || len(results) != 1 {
		t.Fatalf("%d results, error %v", len(results), err)
	}
	want := features.Result{
		Status: features.Failed, Step: "their Piece Side is first / second",
		Request: conformance.Request{Op: conformance.OpParse, Token: "K"},
		Wanted:  "first", Got: "\x1b[2Jfirst\xff\u202e",
		Message: `the Side of "K": wanted "first", got "\x1b[2Jfirst\xff\u202e"`,
	}
	if diff := cmp.Diff(want, results[0], cmpopts.IgnoreFields(features.Result{}, "Scenario", "Response")); diff != "" {
		t.Errorf("the result (-wanted, +got):\n%s", diff)
	}
}

func TestOnly(t *testing.T) {
	var offered, all, got []string
	results, err := features.Run(t.Context(), conformance.Reference(notation.EPIN), features.Options{Edition: notation.EPIN, Only: func(s features.Scenario) bool {
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
	for _, s := range list(t, notation.EPIN) {
		if !s.Library {
			all = append(all, s.ID)
		}
	}
	if !slices.Equal(offered, all) {
		t.Errorf("Only was called with %d scenarios, want the %d of the edition, in order", len(offered), len(all))
	}

	nothing := func(features.Scenario) bool { return false }
	for _, o := range []features.Options{{Edition: notation.EPIN, Only: nothing}, {Edition: &notation.Edition{}}} {
		_, err := features.Run(t.Context(), conformance.Reference(notation.EPIN), o)
		if want := fmt.Sprintf("features: no scenario to run for edition %s", o.Edition); err == nil || err.Error() != want {
			t.Errorf("error %v, wanted %s", err, want)
		}
	}
}

// TestNoVerdict checks that Run sends no requests after an error or the end of the context, and
// keeps the results of complete scenarios.
func TestNoVerdict(t *testing.T) {
	gone := errors.New("the program is gone")
	for _, want := range []error{gone, context.Canceled} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		sent := 0
		results, err := features.Run(ctx, doing(func(ctx context.Context, req conformance.Request) (conformance.Response, error) {
			sent++
			switch {
			case sent <= 5:
				return conformance.Reference(notation.EPIN).Do(ctx, req)
			case want == gone:
				return conformance.Response{}, gone
			}
			cancel()
			return conformance.Response{}, nil
		}), features.Options{Edition: notation.EPIN})
		if !errors.Is(err, want) || sent != 6 {
			t.Errorf("error %v, wanted %v; %d requests, wanted 6", err, want, sent)
		}
		if len(results) == 0 || len(results) > 2 || results[0].Status != features.Passed {
			t.Errorf("results %v, wanted the one pass from before", results)
		}
	}
}
