package steps

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// bookOf returns a folder with one feature file.
func bookOf(text string) fs.FS { return fstest.MapFS{"epin/f.feature": {Data: []byte(text)}} }

// feature returns a folder with one feature of these lines.
func feature(lines ...string) fs.FS {
	return bookOf("@edition-1.0.0\nFeature: F\n" + strings.Join(lines, "\n") + "\n")
}

// scenario returns a folder with one scenario of these steps.
func scenario(steps ...string) fs.FS {
	return feature(append([]string{"@epin/9.1/accept", "Scenario: S"}, steps...)...)
}

const (
	token    = `Given the token "K"`
	accepted = "Then it is accepted"
	sound    = "@epin/9.1/accept\nScenario: S\n" + token + "\n" + accepted
	outline  = "@epin/9.1/accept\nScenario Outline: S\nGiven the token <token>\n" + accepted
)

// TestClosed checks that there is an error for each kind of invalid feature.
func TestClosed(t *testing.T) {
	withRow := func(cell string) fs.FS { return feature(outline, "Examples:", "| token |", "| "+cell+" |") }
	for _, c := range []struct {
		name  string
		files fs.FS
		wants string
	}{
		{"no files", fstest.MapFS{}, "features: no feature files"},
		{"no scenario", feature(), "features/epin/f.feature: no scenario: add one, or look for a misspelt keyword"},
		{"misspelt keyword", feature("Senario: S", token, accepted), "features/epin/f.feature: no scenario"},
		{"no feature", bookOf("# nothing\n"), "features/epin/f.feature: no scenario"},
		{"no Gherkin", bookOf("nothing\n"), "expected: #EOF"},
		{"rule without scenario", feature(sound, "Rule: R"), "features/epin/f.feature:7: the rule has no scenario"},
		{"outline without examples", feature(outline), "features/epin/f.feature:4: the scenario outline has no Examples"},
		{"background", feature("Background:", token, sound), "features/epin/f.feature:3: a Background cannot be shown"},
		{"background of a rule", feature("Rule: R", "Background:", token, sound), "features/epin/f.feature:4: a Background cannot be shown"},
		{"table of a step", feature(sound, "| c |"), "features/epin/f.feature:6: the argument of a step cannot be shown"},
		{"text of a step", feature(sound, `"""`, "c", `"""`), "features/epin/f.feature:6: the argument of a step cannot be shown"},
		{"examples without rows", feature(sound, outline, "Examples:", "| token |"), "features/epin/f.feature:11: the Examples have no row"},
		{"no steps", scenario(), "features/epin/f.feature:4: the scenario checks nothing: give it a Then"},
		{"nothing checked", scenario(token, "When native is applied"), "features/epin/f.feature:4: the scenario checks nothing: give it a Then"},

		{"no edition", bookOf("Feature: F\n" + sound), "features/epin/f.feature: the feature has no edition tag"},
		{"unknown edition", bookOf("@edition-2.0.0\nFeature: F\n" + sound), `unknown edition "2.0.0"`},
		{"edition on a rule", feature("@edition-1.0.0", "Rule: R", sound), "an edition tag stands on a feature"},
		{"unknown requirement", feature("@epin/9.9/nothing", sound),
			"features/epin/f.feature:5: the tag @epin/9.9/nothing is no requirement, no edition and not @library"},
		{"requirement of the other edition", feature("@epin-initial/accept", sound),
			"features/epin/f.feature:5: the tag @epin-initial/accept is no requirement of edition 1.0.0"},
		{"requirement of one of two editions", bookOf("@edition-1.0.0 @edition-pin/1.0.0\nFeature: F\n" + sound),
			"features/epin/f.feature:4: the tag @epin/9.1/accept is no requirement of edition pin/1.0.0"},
		{"no requirement", feature("Scenario: S", token, accepted), "features/epin/f.feature:3: the scenario names no requirement"},
		{"no requirement, of the library", feature("@library", "Scenario: S", token, `Then it shows "K"`),
			"features/epin/f.feature:4: the scenario names no requirement"},

		{"incorrect value", feature(sound, "And its Side is second"), `the Side of "K": wanted "second", got "first"`},
		{"undefined step", feature(sound, "And it is fine"), `features/epin/f.feature:4: the step "it is fine": step is undefined`},
		{"attribute of the library", feature(sound, `And its letter is "K"`), `the step "its letter is \"K\"": the letter of "K" is not offered`},
		{"sentence of the library", feature(sound, `And the constant DERIVATION_SUFFIX is "'"`), "only a scenario with @library can use this sentence"},
		{"bare token", withRow("K"), `features/epin/f.feature:9: the step "the token K": K is not a quoted token: write it as a quoted Go string literal`},
		{"character instead of string", withRow("'K'"), `'K' is not a quoted token`},
		{"raw string", withRow("`K`"), "`K` is not a quoted token"},
		{"backslash not doubled", withRow(`"K\n"`), `features/epin/f.feature:9: a cell has a line break in it: double the backslash of \n`},
		{"unknown escape", withRow(`"\\q"`), `"\q" is not a quoted token`},
		{"two tokens for one", withRow(`"K", "Q"`), `"K", "Q" is 2 tokens: write one`},
		{"something behind a token", withRow(`"K";"Q"`), `put ", " or " / " between two tokens`},
		{"nothing behind a comma", withRow(`"K",`), `put ", " or " / " between two tokens`},
		{"unknown value", feature(sound, "And its Side is third"), `the Side of "K": wanted "third", got "first"`},
		{"too many values", feature(sound, "And its Side is first / second"), "there are 1 tokens and 2 values"},
		{"no token", scenario(accepted), "name a token before it"},
		{"no token to compare", scenario(`Then it equals "K"`), "name a token before it"},
		{"no token to show", scenario("Then it shows #<Epin::Identifier type=:K side=:first state=:normal native=true>"),
			"name a token before it"},
		{"unknown transformation", scenario(token, "When native, promote are applied", `Then the result is "K"`),
			`"promote" is not a transformation of edition 1.0.0: use one of [native derive flip`},
		{"no transformation", feature(sound, `And the result is "K"`), "name one token before it, and what is applied to it (at least 1)"},
		{"one transformation for two", scenario(token, "When native is applied", "Then the last one changes nothing"),
			"name one token before it, and what is applied to it (at least 2)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if compiled, err := compile(c.files); err == nil || !strings.Contains(err.Error(), c.wants) || compiled != nil {
				t.Errorf("compiled to %v, error %v; wanted one that says %q", compiled, err, c.wants)
			}
		})
	}
}
