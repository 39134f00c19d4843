package steps

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/features"
	"github.com/epin-conformance/harness/internal/tests"
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

// inLibrary returns a folder with one library scenario of the initial edition.
func inLibrary(steps ...string) fs.FS {
	return bookOf("@library @edition-1.0.0-initial\nFeature: F\n@epin-initial/accept\nScenario: S\n" + strings.Join(steps, "\n") + "\n")
}

func withRow(cell string) fs.FS { return feature(outline, "Examples:", "| token |", "| "+cell+" |") }

const match = "Given a match of Chess against Ōgi"

var notClosed = []struct {
	files fs.FS
	wants string // a part of the error
}{
	{fstest.MapFS{}, "features: no feature files"},
	{feature(), "features/epin/f.feature: no scenario: add one, or look for a misspelt keyword"},
	{feature("Senario: S", token, accepted), "features/epin/f.feature: no scenario"},
	{bookOf("# nothing\n"), "features/epin/f.feature: no scenario"},
	{bookOf("nothing\n"), "expected: #EOF"},
	{feature(sound, "Rule: R"), "features/epin/f.feature:7: the rule has no scenario"},
	{feature(outline), "features/epin/f.feature:4: the scenario outline has no Examples"},
	{feature("Background:", token, sound), "features/epin/f.feature:3: a Background cannot be shown"},
	{feature("Rule: R", "Background:", token, sound), "features/epin/f.feature:4: a Background cannot be shown"},
	{feature(sound, "| c |"), "features/epin/f.feature:6: the argument of a step cannot be shown"},
	{feature(sound, `"""`, "c", `"""`), "features/epin/f.feature:6: the argument of a step cannot be shown"},
	{feature(sound, outline, "Examples:", "| token |"), "features/epin/f.feature:11: the Examples have no row"},
	{scenario(), "features/epin/f.feature:4: the scenario checks nothing: give it a Then"},
	{scenario(token, "When native is applied"), "features/epin/f.feature:4: the scenario checks nothing: give it a Then"},

	{bookOf("Feature: F\n" + sound), "features/epin/f.feature:1: the feature has no edition tag"},
	{bookOf("@edition-2.0.0\nFeature: F\n" + sound), `unknown edition "2.0.0"`},
	{feature("@edition-1.0.0", "Rule: R", sound), "an edition tag belongs on a feature"},
	{feature("@epin/9.9/nothing", sound),
		"features/epin/f.feature:5: the tag @epin/9.9/nothing is not a requirement, an edition or @library"},
	{feature("@epin-initial/accept", sound),
		"features/epin/f.feature:5: the tag @epin-initial/accept is not a requirement of edition 1.0.0"},
	{bookOf("@edition-1.0.0 @edition-pin/1.0.0\nFeature: F\n" + sound),
		"features/epin/f.feature:4: the tag @epin/9.1/accept is not a requirement of edition pin/1.0.0"},
	{feature("Scenario: S", token, accepted), "features/epin/f.feature:3: the scenario names no requirement"},
	{feature("@library", "Scenario: S", token, `Then it shows "K"`),
		"features/epin/f.feature:4: the scenario names no requirement"},

	{feature(sound, "And its Side is second"), `the Side of "K": wanted "second", got "first"`},
	{feature(sound, "And it is fine"), `features/epin/f.feature:4: the step "it is fine": step is undefined`},
	{feature(sound, `And its letter is "K"`), `the step "its letter is \"K\"": the letter of "K" is not offered`},
	{feature(sound, `And the constant DERIVATION_SUFFIX is "'"`), "only a scenario with @library can use this sentence"},
	{withRow("K"), `features/epin/f.feature:9: the step "the token K": K is not a quoted token: write it as a quoted Go string literal`},
	{withRow("'K'"), `'K' is not a quoted token`},
	{withRow("`K`"), "`K` is not a quoted token"},
	{withRow(`"K\n"`), `features/epin/f.feature:9: a cell has a line break in it: double the backslash of \n`},
	{withRow(`"\\q"`), `"\q" is not a quoted token`},
	{withRow(`"K", "Q"`), `"K", "Q" is 2 tokens: write one`},
	{withRow(`"K";"Q"`), `put ", " or " / " between two tokens`},
	{withRow(`"K",`), `put ", " or " / " between two tokens`},
	{feature(sound, "And its Side is first / second"), "there are 1 tokens and 2 values"},
	{scenario(accepted), "name a token before it"},
	{scenario(`Then it equals "K"`), "name a token before it"},
	{scenario(token, "When native, promote are applied", `Then the result is "K"`),
		`"promote" is not a transformation of edition 1.0.0: use one of [native derive flip`},
	{feature(sound, `And the result is "K"`), "name one token before it, and what is applied to it (at least 1)"},
	{scenario(token, "When native is applied", "Then the last one changes nothing"),
		"name one token before it, and what is applied to it (at least 2)"},

	{inLibrary(token, `Then it shows "k"`), `the string form of "K": wanted "k", got "K"`},
	{inLibrary(`Given the token "K'"`, "Then it shows #<Epin::Identifier type=:K side=:first state=:normal native=true>"),
		`the native? of "K'": wanted "true", got "false"`},
	{inLibrary("Given the piece made of R, second", `Then it shows "+r"`), `the string form of "r": wanted "+r", got "r"`},
	{inLibrary(token, "When flip, with_type(:Q) are applied", `Then the result shows "K"`), `the string form of "q": wanted "K", got "q"`},
	{inLibrary(token, "When flip is applied", `Then the original is still "k"`), `the string form of "K": wanted "k", got "K"`},
	{inLibrary(`Given the tokens "K" / "+K"`, `Then their prefix is "" / "-"`), `the prefix of "+K": wanted "-", got "+"`},
	{inLibrary(token, "Then its enhanced? is true"), `the enhanced? of "K": wanted "true", got "false"`},
	{inLibrary(token, `Then its same_type? with "Q" is true`), `the same_type? with "Q" of "K": wanted "true", got "false"`},
	{inLibrary(`Given the token "K'"`, "Then its Style status is Native"), `the Style status of "K'": wanted "Native", got "Derived"`},
	{inLibrary(`Then the constant DERIVATION_SUFFIX is "^"`), `DERIVATION_SUFFIX: wanted "^", got "'"`},
	{inLibrary(match, `Given the token "P'"`, "Then its style is Chess"), `the style of "P'": wanted "Chess", got "\u014cgi"`},
	{inLibrary(`Given a game that lists "P" as Chess and "P'" as Makruk`, `Given the token "p"`, "Then its style is Chess"), `the style of "p": wanted "Chess", got ""`},
	{inLibrary(match, "Then the native style of the second player is Chess"), `the native style of the second player: wanted "Chess", got "\u014cgi"`},
	{inLibrary(match, `Given the token "P'"`, `Then its QPI is "s:P"`), `the QPI of "P'": wanted "s:P", got "S:P"`},
	{inLibrary("Given a game of the single style Chess", `Given the token "P'"`, "When the game leaves the marker out", `Then the result shows "P'"`),
		`the string form of "P": wanted "P'", got "P"`},
	{inLibrary("Then whether PIN has a letter for each of 27 types is yes"), `whether PIN has a letter for each of 27 types: wanted "yes", got "no"`},
	{inLibrary("Then PIN has 4 states"), `the number of states: wanted "4", got "3"`},
	{inLibrary(`Then the letters of pieces whose Side is second are "abc"`), `the letters of pieces that are second: wanted "abc", got "abcdefghijklmnopqrstuvwxyz"`},
	{inLibrary(`Then the prefix of pieces whose State is enhanced is "-"`), `the prefix of pieces that are enhanced: wanted "-", got "+"`},

	{inLibrary(token, accepted), `the step "it is accepted": a scenario with @library cannot use this sentence`},
	{inLibrary(`Given the token "K^"`, `Then it shows "K^"`), `epin.Initial.Parse("K^")`},
	{inLibrary(`Given the tokens "K", "Q"`, `Then it shows "K"`), "name a token before it"},
	{inLibrary(token, `Then the result shows "K"`), "name the applied methods before it"},
	{inLibrary(token, "When promote is applied", `Then the result shows "K"`), `"promote" is not a transformation of epin.rb`},
	{inLibrary(token, "When with_type(:Queen) is applied", `Then the result shows "K"`), `"Queen" is not one of [A B C`},
	{inLibrary(token, "When with_side(:third) is applied", `Then the result shows "K"`), `"third" is not one of [first second]`},
	{inLibrary(token, "When with_derivation(:no) is applied", `Then the result shows "K"`), `"no" is not one of [true false]`},
	{inLibrary("Given the piece made of K", `Then it shows "K"`), "a piece is made of two to four words"},
	{inLibrary(token, `Then its QPI is "C:K"`), "name a match or a game before it"},
	{inLibrary("Given a match of Chess against Go", token, "Then its style is Chess"), `"Go" is not one of [Chess Makruk`},
}

// TestClosed checks that there is an error for each kind of invalid feature and step, and for an incorrect
// expectation in each sentence of the library.
func TestClosed(t *testing.T) {
	for _, c := range notClosed {
		if err := fmt.Sprint(panicOf(c.files)); !strings.Contains(err, c.wants) {
			t.Errorf("%s: error %s; wanted one that says %q", c.files, err, c.wants)
		}
	}
}

func panicOf(files fs.FS) (err any) {
	defer func() { err = recover() }()
	compile(files)
	return nil
}

// TestVocabulary checks that README.md lists exactly the vocabulary, in order, and that features use every
// sentence.
func TestVocabulary(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	b := &book{files: features.Files(), byNode: map[string]row{}}
	if b.read(); err != nil {
		t.Fatal(err)
	}
	var used strings.Builder
	for _, f := range must(b.suite().RetrieveFeatures()) {
		for _, p := range f.Pickles {
			for _, step := range p.Steps {
				used.WriteString(step.Text + "\n")
			}
		}
	}
	var got, want []string
	for _, m := range regexp.MustCompile("(?m)^- `(\\^.*\\$)`: [a-z].{10,}$").FindAllStringSubmatch(string(readme), -1) {
		got = append(got, m[1])
	}
	for _, d := range new(attempt).vocabulary() {
		want = append(want, d.pattern)
		if !regexp.MustCompile("(?m)" + d.pattern).MatchString(used.String()) {
			t.Errorf("no scenario uses %s", d.pattern)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the vocabulary (-) is not what README.md lists (+):\n%s", diff)
	}
}

// TestRecordedRows checks that rows.jsonl is compiled from the current features.
func TestRecordedRows(t *testing.T) {
	var want strings.Builder
	enc := json.NewEncoder(&want)
	enc.SetEscapeHTML(false)
	for _, f := range Compile() {
		if err := enc.Encode(f); err != nil {
			t.Fatal(err)
		}
	}
	tests.Recorded(t, "../rows.jsonl", want.String())
}
