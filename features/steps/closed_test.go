package steps

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/cucumber/godog"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

// feature returns a book of one file with these lines. Everything else in it is valid.
func feature(lines ...string) book {
	return bookOf("@edition-1.0.0\nFeature: F\n" + strings.Join(lines, "\n") + "\n")
}

func bookOf(text string) book {
	return newBook(fstest.MapFS{"epin/f.feature": {Data: []byte(text)}})
}

const sound = `
  @epin/9.1/accept
  Scenario: S
    Given the token "K"
    Then it is accepted`

// TestClosed checks that a run ends with an error for each kind of invalid feature, and that no
// scenario passes.
func TestClosed(t *testing.T) {
	withStep := func(step string) book {
		return feature("@epin/9.1/accept", "Scenario: S", `Given the token "K"`, "Then it is accepted", step)
	}
	withRow := func(cell string) book {
		return feature("@epin/9.1/accept", "Scenario Outline: S", "Given the token <token>", "Then it is accepted",
			"Examples:", "| token |", "| "+cell+" |")
	}
	again := func(do any) book {
		b := feature(sound)
		b.vocabulary = func(a *attempt) []definition {
			return append(a.vocabulary(), definition{`^it is accept`, do})
		}
		return b
	}
	instead := func(do any) book {
		b := feature(sound)
		b.vocabulary = func(a *attempt) []definition {
			return []definition{a.vocabulary()[0], {`^it is accepted$`, do}}
		}
		return b
	}
	for _, c := range []struct {
		name  string
		book  book
		wants string
	}{
		{"no files", newBook(fstest.MapFS{}), "features: no feature files"},
		{"no scenario", feature(), "features/epin/f.feature: no scenario: add one, or look for a misspelt keyword"},
		{"misspelt keyword", feature("Senario: S", `Given the token "K"`, "Then it is accepted"), "features/epin/f.feature: no scenario"},
		{"no feature", bookOf("# nothing\n"), "features/epin/f.feature: no scenario"},
		{"no Gherkin", bookOf("nothing\n"), "expected: #EOF"},
		{"rule without scenario", feature(sound, "Rule: R"), "features/epin/f.feature:8: the rule has no scenario"},
		{"outline without examples", feature("@epin/9.1/accept", "Scenario Outline: S", `Given the token "K"`, "Then it is accepted"),
			"features/epin/f.feature:4: the scenario outline has no Examples"},
		{"background", feature("Background:", `Given the token "K"`, sound), "features/epin/f.feature:3: a Background cannot be shown"},
		{"background of a rule", feature("Rule: R", "Background:", `Given the token "K"`, sound), "features/epin/f.feature:4: a Background cannot be shown"},
		{"table of a step", feature(sound, "| c |"), "features/epin/f.feature:7: the argument of a step cannot be shown"},
		{"text of a step", feature(sound, `"""`, "c", `"""`), "features/epin/f.feature:7: the argument of a step cannot be shown"},
		{"examples without rows", feature(sound, "@epin/9.1/accept", "Scenario Outline: S", "Given the token <token>", "Then it is accepted", "Examples:", "| token |"),
			"features/epin/f.feature:12: the Examples have no row"},
		{"no steps", feature("@epin/9.1/accept", "Scenario: S"), "features/epin/f.feature:4: the scenario checks nothing: give it a Then"},
		{"nothing checked", feature("@epin/9.1/accept", "Scenario: S", `Given the token "K"`, "When native is applied"),
			"features/epin/f.feature:4: the scenario checks nothing: give it a Then"},

		{"no edition", bookOf("Feature: F" + sound), "features/epin/f.feature: the feature has 0 edition tags"},
		{"two editions", bookOf("@edition-1.0.0 @edition-1.0.0-initial\nFeature: F" + sound), "features/epin/f.feature: the feature has 2 edition tags"},
		{"unknown edition", bookOf("@edition-2.0.0\nFeature: F" + sound), "no such edition"},
		{"edition on a rule", feature("@edition-1.0.0", "Rule: R", sound), "an edition tag stands on a feature"},
		{"unknown requirement", feature("@epin/9.9/nothing", "Scenario: S", `Given the token "K"`, "Then it is accepted"),
			"features/epin/f.feature:4: the tag @epin/9.9/nothing is no requirement, no edition and not @library"},
		{"requirement of the other edition", feature("@epin-initial/accept", "Scenario: S", `Given the token "K"`, "Then it is accepted"),
			"features/epin/f.feature:4: the tag @epin-initial/accept is no requirement of edition 1.0.0"},
		{"no requirement", feature("Scenario: S", `Given the token "K"`, "Then it is accepted"),
			"features/epin/f.feature:3: the scenario names no requirement"},
		{"no requirement, of the library", feature("@library", "Scenario: S", `Given the token "K"`, `Then it shows "K"`),
			"features/epin/f.feature:4: the scenario names no requirement"},

		{"undefined step", withStep("And it is fine"), `features/epin/f.feature:4: the step "it is fine": step is undefined`},
		{"undefined step after one that is not offered", feature("@epin/9.1/accept", "Scenario: S", `Given the token "K"`, "And mark is applied",
			`Then the result is "K^"`, "And it is fine"), `the step "it is fine": step is undefined`},
		{"ambiguous step", again(func() error { return nil }), "ambiguous step definition"},
		{"pending step", instead(func() error { return godog.ErrPending }), "step implementation is pending"},
		{"skipped for no reason", instead(func() error { return godog.ErrSkip }), "features: 1 of the scenarios did not run to their end"},
		{"broken step", instead(func() error { return errors.New("out of order") }), "out of order"},
		{"panic in a step", instead(func() error { panic("out of order") }), "out of order"},

		{"bare token", withRow("K"), `features/epin/f.feature:9: the step "the token K": K is not a quoted token: write it as a quoted Go string literal`},
		{"character instead of string", withRow("'K'"), `'K' is not a quoted token`},
		{"raw string", withRow("`K`"), "`K` is not a quoted token"},
		{"backslash not doubled", withRow(`"K\n"`), `features/epin/f.feature:9: a cell has a line break in it: double the backslash of \n`},
		{"unknown escape", withRow(`"\\q"`), `"\q" is not a quoted token`},
		{"two tokens for one", withRow(`"K", "Q"`), `"K", "Q" is 2 tokens: write one`},
		{"something behind a token", withRow(`"K";"Q"`), `put ", " or " / " between two tokens`},
		{"nothing behind a comma", withRow(`"K",`), `put ", " or " / " between two tokens`},
		{"unknown value", withStep("And its Side is third"), `"third" is not a value of Side: use one of first, second`},
		{"too many values", withStep("And its Side is first / second"), "there are 1 tokens and 2 values"},
		{"no token", feature("@epin/9.1/accept", "Scenario: S", "Then it is accepted"), "name a token before it"},
		{"no token to read", feature("@epin/7.1/side", "Scenario: S", "Then its Side is first"), "name a token before it"},
		{"no token to compare", feature("@epin/9.3/equivalent", "Scenario: S", `Then it equals "K"`), "name a token before it"},
		{"unknown transformation", feature("@epin/9.3/native", "Scenario: S", `Given the token "K"`, "When native, promote are applied", `Then the result is "K"`),
			`"promote" is not a transformation of edition 1.0.0: use one of [native derive flip`},
		{"no token to show", feature("@epin/9.3/native", "Scenario: S", "Then it shows #<Epin::Identifier type=:K side=:first state=:normal native=true>"),
			"name a token before it"},
		{"sentence of the library", withStep(`And its letter is "K"`), `the step "its letter is \"K\"": step is undefined`},
		{"no transformation", withStep(`And the result is "K"`), "name one token before it, and what is applied to it (at least 1)"},
		{"one transformation for two", feature("@epin/9.3/native", "Scenario: S", `Given the token "K"`, "When native is applied", "Then the last one changes nothing"),
			"name one token before it, and what is applied to it (at least 2)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if compiled, err := c.book.compile(); err == nil || !strings.Contains(err.Error(), c.wants) || compiled != nil {
				t.Errorf("compiled to %v, error %v; wanted one that says %q", compiled, err, c.wants)
			}
			results, err := c.book.run(t.Context(), withoutMark{conformance.Reference(epin.Current)}, false, epin.Current)
			if err == nil || !strings.Contains(err.Error(), c.wants) {
				t.Errorf("error %v; wanted one that says %q", err, c.wants)
			}
			for _, r := range results {
				if r.Status == features.Passed {
					t.Errorf("%s passed", r.ID)
				}
			}
		})
	}
}

// withoutMark does not support the method mark.
type withoutMark struct{ conformance.Implementation }

func (w withoutMark) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if len(req.Methods) > 0 && req.Methods[0] == conformance.Mark {
		return conformance.Response{}, nil
	}
	return w.Implementation.Do(ctx, req)
}

// TestFaultInAnotherEdition checks that an invalid step is an error only in the edition of its
// feature.
func TestFaultInAnotherEdition(t *testing.T) {
	b := feature(sound)
	b.files.(fstest.MapFS)["epin/g.feature"] = &fstest.MapFile{Data: []byte(
		"@edition-1.0.0-initial\nFeature: G\n@epin-initial/accept\nScenario: S\nGiven the token \"K\"\nThen it is fine\n")}
	results, err := b.run(t.Context(), conformance.Reference(epin.Current), false, epin.Current)
	if err != nil || len(results) != 1 || results[0].Status != features.Passed {
		t.Errorf("the other edition: results %v, error %v; wanted one pass", results, err)
	}
	if _, err := b.run(t.Context(), conformance.Reference(epin.Initial), false, epin.Initial); !errors.Is(err, godog.ErrUndefined) {
		t.Errorf("error %v; wanted that a step is undefined", err)
	}
}
