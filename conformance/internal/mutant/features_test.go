package mutant

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
	"github.com/epin-conformance/harness/features/steps"
)

// TestFeaturesFail checks which scenarios each of some mutants fails: those about its bug.
func TestFeaturesFail(t *testing.T) {
	for _, c := range []struct {
		mutant  string
		edition epin.Edition
		fails   string // files and the places in them
	}{
		{"dollar-for-z", epin.Current, "epin/anchoring:8 epin/invalid-tokens:10"},
		{"trims", epin.Current, "epin/anchoring:8-9,14-15 epin/invalid-tokens:8-10"},
		{"first-line-only", epin.Current, "epin/anchoring:8,10,12 epin/invalid-tokens:10"},
		{"markers-in-any-order", epin.Current, "epin/invalid-tokens:4 epin/marker-last:8"},
		{"check-searches", epin.Current,
			"epin/anchoring:1-17 epin/grammar:13-17,24-26 epin/invalid-tokens:2-6,8-10 epin/marker-last:5-9"},
		{"parser-raises-on-empty", epin.Current, "epin/invalid-tokens:1"},
		{"caret-or-quote", epin.Current,
			"epin/accessors:1-3 epin/canonical-form:8-9 epin/derivation-flag:2,4,6,8,10,12 epin/grammar:9 " +
				"epin/marker-last:2,4 epin/transformations:2,6,10,16,19 examples/accessors:1 " +
				"examples/basic-variants:3,8 examples/catalogues:14,29 " +
				"examples/modifier-matrix:4,8,12,16,20,24,28,32,36,40 examples/pin-components:4 " +
				"examples/recipes:7 examples/single-style:4 examples/transformations:1,3"},
		{"side-inverted", epin.Current,
			"epin/core-attributes:2 examples/capture-chess:1-2 examples/catalogues:7-12,28-42,49-54 " +
				"examples/modifier-matrix:1-40 examples/pin-components:2"},
		{"state-knows-only-plus", epin.Current,
			"epin/core-attributes:3 examples/modifier-matrix:7-8,15-16,25-28,37-40 examples/pin-components:3"},
		{"terminal-lost", epin.Current,
			"epin/accessors:1 epin/canonical-form:5,8-9 epin/core-attributes:4 " +
				"epin/transformations:2,4,6,8,14,16,24 examples/accessors:1 examples/basic-variants:8 " +
				"examples/catalogues:7,28-29,49 examples/lifecycles:12 " +
				"examples/modifier-matrix:3-4,8,11-12,16,19-20,23-24,27-28,31-32,35-36,39-40 " +
				"examples/pin-components:4 examples/transformations:1-4"},
		{"native-and-derived", epin.Current,
			"epin/accessors:2 epin/derivation-flag:1-12 examples/accessors:2 examples/basic-variants:6-10 " +
				"examples/capture-shogi:5 examples/catalogues:29 " +
				"examples/modifier-matrix:2,4,6,8,10,12,14,16,18,20,22,24,26,28,30,32,34,36,38,40"},
		{"pin-keeps-the-quote", epin.Current, "epin/accessors:1 examples/accessors:1 examples/basic-variants:6-10"},
		{"text-without-caret", epin.Current,
			"epin/canonical-form:5,8-9 epin/transformations:2,4,6,8,14,16 examples/lifecycles:11-12 " +
				"examples/recipes:6 examples/transformations:1-4"},
		{"text-without-quote", epin.Current,
			"epin/canonical-form:6-11 epin/transformations:3-6,15-16 examples/capture-shogi:3,5 " +
				"examples/idempotence:2,4 examples/lifecycles:7-8 examples/recipes:2,4,7-8 " +
				"examples/transformations:2-3"},
		{"derive-toggles", epin.Current, "epin/transformations:11-12,15-16 examples/idempotence:4"},
		{"native-loses-caret", epin.Current, "epin/transformations:2,14 examples/transformations:1"},
		{"receiver-changes", epin.Current, "epin/transformations:5-8 examples/transformations:3-4"},
		{"mark-does-nothing", epin.Current, "examples/lifecycles:11 examples/recipes:6"},
		{"flip-makes-native", epin.Current, "examples/recipes:2"},
		{"equality-ignores-case", epin.Current, "epin/transformations:21"},
		{"equality-by-identity", epin.Current, "epin/transformations:17-19"},

		{"check-of-the-other-edition", epin.Initial, "epin-initial/grammar:15-16"},
		{"side-inverted", epin.Initial,
			"epin-initial/attribute-mapping:2 epin-rb/api-reference:2,7,10 epin-rb/format-examples:1-4 " +
				"epin-rb/protocol-mapping:2 epin-rb/usage:1,4,11-12,15,17,19,21,23,32-33 pin-initial/mapping:2"},
		{"flip-loses-sign", epin.Initial, "epin-rb/api-reference:37"},
		{"derive-does-nothing", epin.Initial,
			"epin-rb/advanced-usage:7 epin-rb/api-reference:35 epin-rb/game-examples:15 " +
				"epin-rb/transformations:1-2,10 epin-rb/usage:19-20,42"},
		{"receiver-changes", epin.Initial, "epin-rb/advanced-usage:5 epin-rb/transformations:11-13"},
		{"native-and-derived", epin.Initial,
			"epin-initial/attribute-mapping:4 epin-initial/style-derivation:7-12 epin-rb/accessors:5 " +
				"epin-rb/api-reference:2,7,12,17 epin-rb/format-examples:6-7 epin-rb/protocol-mapping:4 " +
				"epin-rb/usage:12,19"},
	} {
		m, _ := Named(c.mutant)
		results, err := features.Run(t.Context(), m.New(c.edition), features.Options{Edition: c.edition})
		if err != nil {
			t.Fatal(err)
		}
		var failed []string
		for _, r := range results {
			switch r.Status {
			case features.Failed:
				failed = append(failed, r.ID)
				if r.Step == "" || r.Request.Op == "" || r.Wanted == r.Got || r.Message == "" {
					t.Errorf("%s: %s failed, at step %q, with request %v, wanted %q, got %q, message %q", m.Name, r.ID, r.Step, r.Request, r.Wanted, r.Got, r.Message)
				}
			case features.NotExercised:
				t.Errorf("%s: %s was not exercised: %s", m.Name, r.ID, r.Message)
			}
		}
		if diff := cmp.Diff(inFull(c.fails), failed); diff != "" {
			t.Errorf("%s in edition %s fails other scenarios (-want +got):\n%s", m.Name, c.edition, diff)
		}
	}
}

// inFull returns the ids that "a/b:1-2,4" stands for: features/a/b/1, features/a/b/2, features/a/b/4.
func inFull(short string) []string {
	var ids []string
	for _, of := range strings.Fields(short) {
		file, places, _ := strings.Cut(of, ":")
		for place := range strings.SplitSeq(places, ",") {
			from, to, _ := strings.Cut(place, "-")
			first, _ := strconv.Atoi(from)
			last, _ := strconv.Atoi(to) // 0 for a single place
			for n := first; n <= max(first, last); n++ {
				ids = append(ids, fmt.Sprintf("features/%s/%d", file, n))
			}
		}
	}
	return ids
}

// TestFeaturesBothRunners compares the results of the compiled features and of godog for some
// mutants without state. The two send different requests after a step that decides.
func TestFeaturesBothRunners(t *testing.T) {
	failed := 0
	for i, m := range All() {
		for _, edition := range epin.Editions() {
			if i%60 > 0 || len(m.Witness) > 1 || !m.ExistsIn(edition) {
				continue
			}
			compiled, err := features.Run(t.Context(), m.New(edition), features.Options{Edition: edition})
			if err != nil {
				t.Fatal(err)
			}
			godog, err := steps.Run(t.Context(), m.New(edition), edition)
			if err != nil {
				t.Fatal(err)
			}
			// godog does not run the steps after the one that decides.
			if diff := cmp.Diff(compiled, godog, cmpopts.IgnoreFields(features.Result{}, "Expected")); diff != "" {
				t.Errorf("%s: the results of the compiled scenarios (-) and of godog (+) differ:\n%s", m.Name, diff)
			}
			for _, r := range compiled {
				if r.Status == features.Failed {
					failed++
				}
			}
		}
	}
	if failed == 0 {
		t.Error("no mutant failed a row")
	}
}
