package corpus_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/corpus"
)

// The expressions of the two texts, to the letter.
var expressions = map[string]*regexp.Regexp{
	corpus.Current: regexp.MustCompile(`\A[-+]?[A-Za-z]\^?'?\z`),
	corpus.Initial: regexp.MustCompile(`\A[-+]?[A-Za-z]'?\z`),
}

// all returns the vectors of both editions.
func all(t *testing.T) []corpus.Vector {
	t.Helper()
	var vectors []corpus.Vector
	for _, edition := range corpus.Editions() {
		vs, err := corpus.Vectors(edition)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range vs {
			if v.Edition != edition {
				t.Fatalf("%s is of edition %q, in the file of %q", v.ID, v.Edition, edition)
			}
		}
		vectors = append(vectors, vs...)
	}
	return vectors
}

func TestVectorsOfUnknownEdition(t *testing.T) {
	_, err := corpus.Vectors("2.0.0\n")
	const want = `corpus.Vectors: edition "2.0.0\n" is not known; there are "1.0.0" and "1.0.0-initial"`
	if err == nil || err.Error() != want {
		t.Errorf("Vectors = %v; want %s", err, want)
	}
}

// The vectors that Vectors returns are the caller's.
func TestVectorsAreTheCallersOwn(t *testing.T) {
	first, err := corpus.Vectors(corpus.Current)
	if err != nil {
		t.Fatal(err)
	}
	first[0].Requirements[0] = "changed"
	second, err := corpus.Vectors(corpus.Current)
	if err != nil {
		t.Fatal(err)
	}
	if second[0].Requirements[0] == "changed" {
		t.Error("a change to a vector shows in the next caller's")
	}
}

// Every answer is that of the expression and of a model that reads a token from
// both ends.
func TestAnswers(t *testing.T) {
	for _, v := range all(t) {
		valid := expressions[v.Edition].MatchString(v.Token)
		switch v.Op {
		case corpus.OpParse:
			want := corpus.Want{Valid: corpus.Some(valid)}
			if valid {
				want = parse(v.Token)
			}
			if !equalWant(v.Want, want) {
				t.Errorf("%s: parse %q: want %+v; the model says %+v", v.ID, v.Token, v.Want, want)
			}
		case corpus.OpApply:
			want := corpus.Want{Valid: corpus.Some(valid)}
			if valid {
				want = apply(t, v.Token, v.Methods)
			}
			if !equalWant(v.Want, want) {
				t.Errorf("%s: apply %q to %q: want %+v; the model says %+v", v.ID, v.Methods, v.Token, v.Want, want)
			}
		case corpus.OpEqual:
			if !valid || !expressions[v.Edition].MatchString(v.Other) {
				t.Errorf("%s: %q and %q are not both tokens", v.ID, v.Token, v.Other)
			}
			if want := (corpus.Want{Equal: corpus.Some(v.Token == v.Other)}); !equalWant(v.Want, want) {
				t.Errorf("%s: equal %q, %q: want %+v; the model says %+v", v.ID, v.Token, v.Other, v.Want, want)
			}
		}
	}
}

func equalWant(a, b corpus.Want) bool {
	sameTokens := a.Tokens.Present == b.Tokens.Present && slices.Equal(a.Tokens.Value, b.Tokens.Value)
	return sameTokens && a.Valid == b.Valid && a.Token == b.Token && a.PIN == b.PIN && a.Native == b.Native &&
		a.Derived == b.Derived && a.Name == b.Name && a.Side == b.Side && a.State == b.State &&
		a.Terminal == b.Terminal && a.Original == b.Original && a.Equal == b.Equal
}

// parse reads a valid token, by string functions only.
func parse(token string) corpus.Want {
	pin, derived := strings.CutSuffix(token, "'")
	rest, terminal := strings.CutSuffix(pin, "^")
	letter := rest[len(rest)-1:]
	side := "second"
	if letter == strings.ToUpper(letter) {
		side = "first"
	}
	state := map[string]string{"": "normal", "+": "enhanced", "-": "diminished"}[rest[:len(rest)-1]]
	return corpus.Want{
		Valid: corpus.Some(true), Token: corpus.Some(token), PIN: corpus.Some(pin),
		Native: corpus.Some(!derived), Derived: corpus.Some(derived), Name: corpus.Some(strings.ToUpper(letter)),
		Side: corpus.Some(side), State: corpus.Some(state), Terminal: corpus.Some(terminal),
	}
}

// edits are the transformations, done to the text of a valid token.
var edits = map[string]func(string) string{
	"native": func(s string) string { return strings.TrimSuffix(s, "'") },
	"derive": func(s string) string { return strings.TrimSuffix(s, "'") + "'" },
	"flip": func(s string) string {
		if s == strings.ToUpper(s) {
			return strings.ToLower(s)
		}
		return strings.ToUpper(s)
	},
	"enhance":   func(s string) string { return "+" + strings.TrimLeft(s, "+-") },
	"diminish":  func(s string) string { return "-" + strings.TrimLeft(s, "+-") },
	"normalize": func(s string) string { return strings.TrimLeft(s, "+-") },
	"mark": func(s string) string {
		pin, derived := strings.CutSuffix(s, "'")
		if pin = strings.TrimSuffix(pin, "^") + "^"; derived {
			return pin + "'"
		}
		return pin
	},
	"unmark": func(s string) string { return strings.Replace(s, "^", "", 1) },
}

func apply(t *testing.T, token string, methods []string) corpus.Want {
	tokens := []string{}
	result := token
	for _, m := range methods {
		edit, ok := edits[m]
		if !ok {
			t.Fatalf("no method %q", m)
		}
		result = edit(result)
		tokens = append(tokens, result)
	}
	return corpus.Want{Valid: corpus.Some(true), Tokens: corpus.Some(tokens), Original: corpus.Some(token)}
}
