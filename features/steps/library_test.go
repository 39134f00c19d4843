package steps

import (
	"io/fs"
	"strings"
	"testing"
)

// inLibrary returns a folder with one library scenario of the initial edition.
func inLibrary(steps ...string) fs.FS {
	return bookOf("@library @edition-1.0.0-initial\nFeature: F\n@epin-initial/accept\nScenario: S\n" + strings.Join(steps, "\n") + "\n")
}

// TestLibraryFails tests one incorrect expectation in each case, or one invalid step, which ends the
// run with an error.
func TestLibraryFails(t *testing.T) {
	const match = "Given a match of Chess against Ōgi"
	for _, c := range []struct {
		steps []string
		wants string // a part of the error
	}{
		{[]string{token, `Then it shows "k"`}, `the string form of "K": wanted "k", got "K"`},
		{[]string{`Given the token "K'"`, "Then it shows #<Epin::Identifier type=:K side=:first state=:normal native=true>"},
			`the native? of "K'": wanted "true", got "false"`},
		{[]string{"Given the piece made of R, second", `Then it shows "+r"`}, `the string form of "r": wanted "+r", got "r"`},
		{[]string{token, "When flip, with_type(:Q) are applied", `Then the result shows "K"`}, `the string form of "q": wanted "K", got "q"`},
		{[]string{token, "When flip is applied", `Then the original is still "k"`}, `the string form of "K": wanted "k", got "K"`},
		{[]string{`Given the tokens "K" / "+K"`, `Then their prefix is "" / "-"`}, `the prefix of "+K": wanted "-", got "+"`},
		{[]string{token, "Then its enhanced? is true"}, `the enhanced? of "K": wanted "true", got "false"`},
		{[]string{token, `Then its same_type? with "Q" is true`}, `the same_type? with "Q" of "K": wanted "true", got "false"`},
		{[]string{`Given the token "K'"`, "Then its Style status is Native"}, `the Style status of "K'": wanted "Native", got "Derived"`},
		{[]string{`Then the constant DERIVATION_SUFFIX is "^"`}, `DERIVATION_SUFFIX: wanted "^", got "'"`},
		{[]string{match, `Given the token "P'"`, "Then its style is Chess"}, `the style of "P'": wanted "Chess", got "\u014cgi"`},
		{[]string{`Given a game that lists "P" as Chess and "P'" as Makruk`, `Given the token "p"`, "Then its style is Chess"}, `the style of "p": wanted "Chess", got ""`},
		{[]string{match, "Then the native style of the second player is Chess"}, `the native style of the second player: wanted "Chess", got "\u014cgi"`},
		{[]string{match, `Given the token "P'"`, `Then its QPI is "s:P"`}, `the QPI of "P'": wanted "s:P", got "S:P"`},
		{[]string{"Given a game of the single style Chess", `Given the token "P'"`, "When the game leaves the marker out", `Then the result shows "P'"`},
			`the string form of "P": wanted "P'", got "P"`},
		{[]string{"Given the catalog of Thai Makruk", `Given the tokens "Q" / "q"`, `Then their Thai name is "Rua"`}, `the Thai name of "Q": wanted "Rua", got "Met"`},
		{[]string{"Then whether PIN has a letter for each of 27 types is yes"}, `whether PIN has a letter for each of 27 types: wanted "yes", got "no"`},
		{[]string{"Then PIN has 4 states"}, `the number of states: wanted "4", got "3"`},
		{[]string{`Then the letters of pieces whose Side is second are "abc"`}, `the letters of pieces that are second: wanted "abc", got "abcdefghijklmnopqrstuvwxyz"`},
		{[]string{`Then the prefix of pieces whose State is enhanced is "-"`}, `the prefix of pieces that are enhanced: wanted "-", got "+"`},

		{[]string{token, accepted}, `the step "it is accepted": a scenario with @library cannot use this sentence`},
		{[]string{`Given the token "K^"`, `Then it shows "K^"`}, `epin.Initial.Parse("K^")`},
		{[]string{"Given the token K", `Then it shows "K"`}, "K is not a quoted token"},
		{[]string{`Given the tokens "K", "Q"`, `Then it shows "K"`}, "name a token before it"},
		{[]string{`Then its letter is "K"`}, "name a token before it"},
		{[]string{token, `Then the result shows "K"`}, "name the applied methods before it"},
		{[]string{token, "When promote is applied", `Then the result shows "K"`}, `"promote" is not a transformation of epin.rb`},
		{[]string{token, "When with_type(:Queen) is applied", `Then the result shows "K"`}, `"Queen" is not one of [A B C`},
		{[]string{token, "When with_side(:third) is applied", `Then the result shows "K"`}, `"third" is not one of [first second]`},
		{[]string{token, "When with_derivation(:no) is applied", `Then the result shows "K"`}, `"no" is not one of [true false]`},
		{[]string{"Given the piece made of K", `Then it shows "K"`}, "a piece is made of two to four words"},
		{[]string{token, `Then its QPI is "C:K"`}, "name a match, a game or a catalog before it"},
		{[]string{"Given a match of Chess against Go", token, "Then its style is Chess"}, `"Go" is not one of [Chess Makruk`},
		{[]string{"Given the catalog of Go", token, `Then their Piece is "King"`}, "unknown catalog: Go"},
	} {
		if compiled, err := compile(inLibrary(c.steps...)); err == nil || !strings.Contains(err.Error(), c.wants) || compiled != nil {
			t.Errorf("%q: error %v; wanted one that says %q", c.steps, err, c.wants)
		}
	}
}
