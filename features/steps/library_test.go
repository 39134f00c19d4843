package steps

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

func TestLibraryPasses(t *testing.T) {
	for _, edition := range epin.Editions() {
		t.Run(edition.String(), func(t *testing.T) {
			t.Parallel()
			scenarios, err := features.List(edition)
			if err != nil {
				t.Fatal(err)
			}
			scenarios = slices.DeleteFunc(scenarios, func(s features.Scenario) bool { return !s.Library })
			results, err := RunLibrary(t.Context(), edition)
			if err != nil {
				t.Fatal(err)
			}
			if len(results) != len(scenarios) {
				t.Fatalf("%d results for %d scenarios", len(results), len(scenarios))
			}
			for i, r := range results {
				if r.ID != scenarios[i].ID {
					t.Errorf("result %d is of %s, wanted %s", i, r.ID, scenarios[i].ID)
				}
				if r.Status != features.Passed {
					t.Errorf("%s: %s: %s: %s", r.ID, r.Status, r.Step, r.Message)
				}
			}
		})
	}
}

// listens records its requests.
type listens struct {
	conformance.Implementation
	requests []conformance.Request
}

func (l *listens) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	l.requests = append(l.requests, req)
	return l.Implementation.Do(ctx, req)
}

// TestLibraryScenariosSendNoRequests checks that scenarios with Library set send no requests.
func TestLibraryScenariosSendNoRequests(t *testing.T) {
	beside := feature("@epin/9.1/accept", "Scenario: S", `Given the token "K"`, "Then it is accepted",
		"@library @epin/9.1/accept", "Scenario: T", `Given the token "Q"`, `Then its letter is "Q"`)
	impl := &listens{Implementation: conformance.Reference(epin.Current)}
	results, err := beside.run(t.Context(), impl, false, epin.Current)
	if err != nil || len(results) != 1 || results[0].Name != "S" {
		t.Errorf("results %v, error %v; wanted S alone", results, err)
	}
	if len(impl.requests) == 0 || slices.ContainsFunc(impl.requests, func(r conformance.Request) bool { return r.Token != "K" }) {
		t.Errorf("it got the requests %v", impl.requests)
	}

	impl.requests = nil
	alone := feature("@library @epin/9.1/accept", "Scenario: T", `Given the token "Q"`, `Then its letter is "Q"`)
	if results, err := alone.run(t.Context(), impl, false, epin.Current); err == nil || len(results) != 0 ||
		err.Error() != "features: no scenario to run with the tags ~@library && @edition-1.0.0" {
		t.Errorf("results %v, error %v; wanted that there is nothing to run", results, err)
	}
	if len(impl.requests) != 0 {
		t.Errorf("it got the requests %v", impl.requests)
	}
}

// inLibrary returns a book of one library scenario of the initial edition.
func inLibrary(steps ...string) book {
	return bookOf("@library @edition-1.0.0-initial\nFeature: F\n@epin-initial/accept\nScenario: S\n" + strings.Join(steps, "\n") + "\n")
}

// TestLibraryFails tests one incorrect expectation in each case, or one invalid step, which ends the
// run with an error.
func TestLibraryFails(t *testing.T) {
	const token = `Given the token "K"`
	const match = "Given a match of Chess against Ōgi"
	for _, c := range []struct {
		steps []string
		wants string // the message, or "error: " and a part of the error
	}{
		{[]string{`Given the token "K"`, `Then it shows "k"`}, `it: wanted "k", got "K"`},
		{[]string{`Given the token "K'"`, "Then it shows #<Epin::Identifier type=:K side=:first state=:normal native=true>"},
			`it: wanted "#<Epin::Identifier type=:K side=:first state=:normal native=true>", got "#<Epin::Identifier type=:K side=:first state=:normal native=false>"`},
		{[]string{"Given the piece made of R, second", `Then it shows "+r"`}, `it: wanted "+r", got "r"`},
		{[]string{`Given the token "K"`, "When flip, with_type(:Q) are applied", `Then the result shows "K"`}, `the result: wanted "K", got "q"`},
		{[]string{`Given the token "K"`, "When flip is applied", `Then the original is still "k"`}, `it: wanted "k", got "K"`},
		{[]string{`Given the token "K"`, `Then its letter is "k"`}, `the letter of "K": wanted "k", got "K"`},
		{[]string{`Given the tokens "K" / "+K"`, `Then their prefix is "" / "-"`}, `the prefix of "+K": wanted "-", got "+"`},
		{[]string{`Given the token "K"`, `Then its suffix is "'"`}, `the suffix of "K": wanted "'", got ""`},
		{[]string{`Given the token "K"`, "Then its enhanced? is true"}, `the enhanced? of "K": wanted "true", got "false"`},
		{[]string{`Given the token "K"`, `Then its same_type? with "Q" is true`}, `the same_type? with "Q" of "K": wanted "true", got "false"`},
		{[]string{`Given the token "K'"`, "Then its Style status is Native"}, `the Style status of "K'": wanted "Native", got "Derived"`},
		{[]string{`Given the token "K"`, "Then its Side is second"}, `the Side of "K": wanted "second", got "first"`},
		{[]string{`Then the constant DERIVATION_SUFFIX is "^"`}, `DERIVATION_SUFFIX: wanted "^", got "'"`},
		{[]string{match, `Given the token "P'"`, "Then its style is Chess"}, `the style of "P'": wanted "Chess", got "\u014cgi"`},
		{[]string{"Given a game of the single style Makruk", `Given the token "P'"`, "Then its style is Chess"}, `the style of "P'": wanted "Chess", got "Makruk"`},
		{[]string{`Given a game that lists "P" as Chess and "P'" as Makruk`, `Given the token "p"`, "Then its style is Chess"}, `the style of "p": wanted "Chess", got ""`},
		{[]string{match, "Then the native style of the second player is Chess"}, `the native style of the second player: wanted "Chess", got "\u014cgi"`},
		{[]string{match, `Given the token "P'"`, `Then its QPI is "s:P"`}, `the QPI of "P'": wanted "s:P", got "S:P"`},
		{[]string{match, `Given the token "P'"`, "Then its QPI has 2 characters more"}, `the length of the QPI beyond that of "P'": wanted "2", got "1"`},
		{[]string{match, `Given the token "P'"`, "Then in its QPI sin.side == pin.side is false"}, `the answer to sin.side == pin.side of "P'": wanted "false", got "true"`},
		{[]string{"Given a game of the single style Chess", `Given the token "P'"`, "When the game leaves the marker out", `Then the result shows "P'"`},
			`the result: wanted "P'", got "P"`},
		{[]string{"Given the catalog of Thai Makruk", `Given the tokens "Q" / "q"`, `Then their Thai name is "Rua"`}, `the Thai name of "Q": wanted "Rua", got "Met"`},
		{[]string{"Given the catalog of Thai Makruk", `Given the tokens "K" / "k"`, `Then their Piece is "King"`}, `the Piece of "K": wanted "King", got "not in the catalog"`},
		{[]string{"Given a game of 27 types", "Then whether PIN has a letter for each is yes"}, `whether PIN has a letter for each of 27 types: wanted "yes", got "no"`},
		{[]string{"Then PIN has 4 states"}, `the number of states: wanted "4", got "3"`},
		{[]string{"Then the letters of the second player are a to c"}, `the letters of the second player: wanted "a b c", got "a b c d e f g h i j k l m n o p q r s t u v w x y z"`},
		{[]string{`Then the prefix of the enhanced pieces is "-"`}, `the token of a piece that is enhanced: wanted "-A", got "+A"`},

		{[]string{token, "Then it is accepted"}, `error: the step "it is accepted": step is undefined`},
		{[]string{`Given the token "K^"`, `Then it shows "K^"`}, `error: epin.Initial.Parse("K^")`},
		{[]string{"Given the token K", `Then it shows "K"`}, "error: K is not a quoted token"},
		{[]string{`Then it shows "K"`}, "error: name a token before it"},
		{[]string{`Then its letter is "K"`}, "error: name a token before it"},
		{[]string{`Given the tokens "K", "Q"`, `Then it shows "K"`}, "error: name a token before it"},
		{[]string{`Given the tokens "K", "Q", "R"`, "Then their Side is first / first"}, "error: there are 3 tokens and 2 values"},
		{[]string{token, `Then the result shows "K"`}, "error: name the applied methods before it"},
		{[]string{token, "When promote is applied", `Then the result shows "K"`}, `error: "promote" is not a transformation of epin.rb`},
		{[]string{token, "When with_type(:Queen) is applied", `Then the result shows "K"`}, `error: "Queen" is not a type`},
		{[]string{token, "When with_side(:third) is applied", `Then the result shows "K"`}, `error: "third" is not one of [first second]`},
		{[]string{token, "When with_state(:new) is applied", `Then the result shows "K"`}, `error: "new" is not one of [normal enhanced diminished]`},
		{[]string{token, "When with_derivation(:no) is applied", `Then the result shows "K"`}, `error: "no" is not one of NATIVE, FOREIGN, true and false`},
		{[]string{"Given the piece made of K", `Then it shows "K"`}, "error: a piece is made of two to four words"},
		{[]string{"Given the piece made of k, first", `Then it shows "K"`}, `error: "k" is not a type`},
		{[]string{token, "Then its style is Chess"}, "error: name a match, a game or a catalog before it"},
		{[]string{token, `Then its QPI is "C:K"`}, "error: name a match, a game or a catalog before it"},
		{[]string{"Then the native style of the first player is Chess"}, "error: name a match, a game or a catalog before it"},
		{[]string{token, "When the game leaves the marker out", `Then the result shows "K"`}, "error: name a match, a game or a catalog before it"},
		{[]string{token, `Then their Piece is "King"`}, "error: name a match, a game or a catalog before it"},
		{[]string{"Then whether PIN has a letter for each is yes"}, "error: name a match, a game or a catalog before it"},
		{[]string{"Given a match of Chess against Go", token, "Then its style is Chess"}, `error: "Go" is not one of [Chess Makruk`},
		{[]string{"Given the catalog of Go", token, `Then their Piece is "King"`}, "error: unknown catalog: Go"},
	} {
		t.Run(strings.Join(c.steps, " "), func(t *testing.T) {
			t.Parallel()
			results, err := inLibrary(c.steps...).run(t.Context(), nil, true, epin.Initial)
			if wants, is := strings.CutPrefix(c.wants, "error: "); is {
				if err == nil || !strings.Contains(err.Error(), wants) || len(results) > 0 {
					t.Errorf("results %v, error %v; wanted one that says %q", results, err, wants)
				}
			} else if err != nil || len(results) != 1 || results[0].Status != features.Failed || results[0].Message != wants {
				t.Errorf("results %+v, error %v; wanted a failure: %s", results, err, wants)
			}
		})
	}
}
