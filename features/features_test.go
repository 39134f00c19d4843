package features_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/features"
)

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

// chosen returns the scenarios of the current edition for which a function returns true.
func chosen(is func(features.Scenario) bool) []features.Scenario {
	all, _ := features.List(notation.EPIN)
	return slices.DeleteFunc(all, func(s features.Scenario) bool { return !is(s) })
}

func every(features.Scenario) bool { return true }

// doing is the method of an implementation.
type doing func(context.Context, conformance.Request) (conformance.Response, error)

func (d doing) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	return d(ctx, req)
}

// alteration changes the response to a request.
type alteration func(conformance.Request, conformance.Response) conformance.Response

// altered returns the reference of the current edition with changed responses.
func altered(alter alteration) conformance.Implementation {
	return doing(func(ctx context.Context, req conformance.Request) (conformance.Response, error) {
		resp, err := conformance.Reference(notation.EPIN).Do(ctx, req)
		return alter(req, resp), err
	})
}

// offering offers certain operations, and all methods.
type offering struct {
	conformance.Implementation
	ops []conformance.Op
}

func (o offering) Describe() conformance.Description {
	return conformance.Description{Ops: o.ops, Methods: conformance.MethodsOf(notation.EPIN), Bytes: conformance.Ops()}
}

// only returns a library with these operations, and without attributes.
func only(ops ...conformance.Op) alteration {
	return func(req conformance.Request, resp conformance.Response) conformance.Response {
		if !slices.Contains(ops, req.Op) {
			return conformance.Response{}
		}
		resp.Attributes = notation.Values{}
		return resp
	}
}

func parts(known ...string) func(features.Expectation) bool {
	return func(e features.Expectation) bool { return slices.Contains(known, e.Part) }
}

// TestIncomplete checks that exactly the rows with an expectation that an implementation cannot meet
// fail or are not tested, and that a row which needs what is not offered never passes. Package mutant
// tests bugs that break other rows.
func TestIncomplete(t *testing.T) {
	const parse, valid, apply, equal, sweep = conformance.OpParse, conformance.OpValid, conformance.OpApply, conformance.OpEqual, conformance.OpSweep
	applies := func(e features.Expectation) bool { return len(e.Methods) > 0 }
	verdict := parts("verdict")
	// declined are the messages of rows that are not tested because a request was declined.
	declined := regexp.MustCompile(`^[a-z]+ "[^"]*" is offered, and was declined$`)
	for _, c := range []struct {
		name   string
		offers []conformance.Op
		alter  alteration
		can    func(features.Expectation) bool
		status features.Status // of rows with another expectation
	}{
		{"no results", conformance.Ops(), func(_ conformance.Request, resp conformance.Response) conformance.Response {
			resp.Tokens = nil
			return resp
		}, func(e features.Expectation) bool { return !applies(e) }, features.Failed},
		{"two accessors less", conformance.Ops(), func(_ conformance.Request, resp conformance.Response) conformance.Response {
			*resp.Attribute(notation.EPIN, "pin"), *resp.Attribute(notation.EPIN, "derived") = notation.Value{}, notation.Value{}
			return resp
		}, func(e features.Expectation) bool { return !parts("pin", "derived?")(e) }, features.NotExercised},
		{"a parser", []conformance.Op{parse}, only(parse), verdict, features.NotExercised},
		{"a yes-or-no check", []conformance.Op{valid}, only(valid), verdict, features.NotExercised},
		{"a bulk check", []conformance.Op{sweep}, only(sweep), verdict, features.NotExercised},
		{"a declined parser and a check", []conformance.Op{parse, valid}, only(valid), parts(), features.NotExercised},
		{"a parser and transformations", []conformance.Op{parse, apply}, only(parse, apply),
			func(e features.Expectation) bool { return verdict(e) || applies(e) }, features.NotExercised},
		{"comparison", []conformance.Op{equal}, only(equal), parts("equality"), features.NotExercised},
		{"nothing", nil, only(), parts(), features.NotExercised},
		{"a bulk check that was not sent", []conformance.Op{sweep}, func(req conformance.Request, resp conformance.Response) conformance.Response {
			resp = only(sweep)(req, resp)
			resp.Verdicts = strings.Repeat(string(rune(conformance.VerdictNone)), len(resp.Verdicts))
			return resp
		}, parts(), features.NotExercised},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			results, err := features.Run(t.Context(), offering{altered(c.alter), c.offers}, notation.EPIN, chosen(every))
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range results {
				want := features.Passed
				if slices.ContainsFunc(r.Expected, func(e features.Expectation) bool { return !c.can(e) }) {
					want = c.status
				}
				if r.Status != want {
					t.Errorf("%s: %s, wanted %s: %s", r.ID, r.Status, want, r.Message)
				}
				notOffered := strings.HasSuffix(r.Message, " is not offered") && r.Step != ""
				if r.Declined != declined.MatchString(r.Message) || r.Status == features.NotExercised && !r.Declined && !notOffered {
					t.Errorf("%s: declined is %t, at step %q: %s", r.ID, r.Declined, r.Step, r.Message)
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
	results, err := features.Run(t.Context(), impl, notation.EPIN, chosen(func(s features.Scenario) bool {
		return s.ID == "features/epin/core-attributes/2"
	}))
	if err != nil || len(results) != 1 {
		t.Fatalf("%d results, error %v", len(results), err)
	}
	got := results[0]
	if got.Status != features.Failed || got.Step != "their Piece Side is first / second" || got.Request.Token != "K" || got.Wanted != "first" ||
		got.Got != "\x1b[2Jfirst\xff\u202e" || got.Message != `the Side of "K": wanted "first", got "\x1b[2Jfirst\xff\u202e"` {
		t.Errorf("the result is %+v", got)
	}
}

// TestRun checks that Run returns the results of the scenarios that test an implementation, in order, and an
// error if there is none.
func TestRun(t *testing.T) {
	impl := conformance.Reference(notation.EPIN)
	results, err := features.Run(t.Context(), impl, notation.EPIN, chosen(every))
	wanted := chosen(func(s features.Scenario) bool { return !s.Library })
	if err != nil || !slices.EqualFunc(results, wanted, func(r features.Result, s features.Scenario) bool { return r.ID == s.ID }) {
		t.Errorf("%d results, error %v; wanted those of %d scenarios", len(results), err, len(wanted))
	}
	_, err = features.Run(t.Context(), impl, notation.EPIN, chosen(func(s features.Scenario) bool { return s.Library }))
	if want := "features: no scenario to run for edition 1.0.0"; err == nil || err.Error() != want {
		t.Errorf("error %v, wanted %s", err, want)
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
		}), notation.EPIN, chosen(every))
		if !errors.Is(err, want) || sent != 6 {
			t.Errorf("error %v, wanted %v; %d requests, wanted 6", err, want, sent)
		}
		if len(results) == 0 || len(results) > 2 || results[0].Status != features.Passed {
			t.Errorf("results %v, wanted the one pass from before", results)
		}
	}
}

// rows are the numbers of rows of each document, in its editions. A rule has a table of its document,
// in which a row may be repeated for several tokens, or tokens that its text implies. The words of the
// rows were compared with the documents in a review.
var rows = map[string]int{
	"1.0.0 epin":                    143,
	"1.0.0 examples":                169,
	"1.0.0-initial epin-initial":    82,
	"1.0.0-initial epin-rb":         170,
	"1.0.0-initial pin-initial":     14,
	"pin/1.0.0 pin":                 137,
	"pin/1.0.0-initial pin-initial": 52,

	// We have seen no tables of these.
	"sin/1.0.0 sin":                          46,
	"qpi/1.0.0 qpi":                          107,
	"qpi/1.0.0-aligned qpi-aligned":          65,
	"qpi/1.0.0-aligned-terminal qpi-aligned": 71,
}

// TestNumberOfRows checks that no document loses a row. New rows go to the end of a feature.
func TestNumberOfRows(t *testing.T) {
	got := map[string]int{}
	for _, edition := range notation.All() {
		all, _ := features.List(edition)
		for _, s := range all {
			got[edition.String()+" "+strings.Split(s.ID, "/")[1]]++
		}
	}
	if diff := cmp.Diff(rows, got); diff != "" {
		t.Errorf("the rows of each document (-wanted, +got):\n%s", diff)
	}
}

// TestEveryFileIsEmbedded checks that no feature is in a folder that is not embedded.
func TestEveryFileIsEmbedded(t *testing.T) {
	err := fs.WalkDir(os.DirFS("."), ".", func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".feature") {
			_, err = fs.Stat(features.Files(), path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestScenarios checks that each scenario has its texts, and that every required or recommended
// requirement has a scenario, unless its test needs more than one request.
func TestScenarios(t *testing.T) {
	for _, edition := range notation.All() {
		has := map[string]bool{}
		all, _ := features.List(edition)
		for _, s := range all {
			for _, id := range s.Requirements {
				has[id] = true
			}
			unfilled := strings.ContainsAny(s.Name, "<>") && !strings.HasSuffix(s.File, "-initial/grammar.feature") // which have productions
			if s.Feature == "" || s.Name == "" || s.Line == 0 || unfilled {
				t.Errorf("%s: title %q, name %q, line %d", s.ID, s.Feature, s.Name, s.Line)
			}
		}
		for _, r := range requirement.Of(edition) {
			without := slices.Contains(edition.Clauses.OneVerdict, r.ID)
			if r.Level != requirement.Informative && has[r.ID] == without {
				t.Errorf("%s: has a scenario: %v, wanted %v", r.ID, has[r.ID], !without)
			}
		}
	}
}
