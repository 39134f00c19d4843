package corpus_test

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/epin-conformance/harness/corpus"
)

// The expressions of the two editions, copied from the texts.
var expressions = map[string]*regexp.Regexp{
	corpus.Current: regexp.MustCompile(`\A[-+]?[A-Za-z]\^?'?\z`),
	corpus.Initial: regexp.MustCompile(`\A[-+]?[A-Za-z]'?\z`),
}

// vectorsOf returns the vectors of an edition. No test may change them.
func vectorsOf(t *testing.T, edition string) []corpus.Vector {
	t.Helper()
	vectors, err := decoded[edition]()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range vectors {
		if v.Edition != edition {
			t.Fatalf("%s is of edition %q, in the file of %q", v.ID, v.Edition, edition)
		}
	}
	return vectors
}

var decoded = map[string]func() ([]corpus.Vector, error){
	corpus.Current: sync.OnceValues(func() ([]corpus.Vector, error) { return corpus.Vectors(corpus.Current) }),
	corpus.Initial: sync.OnceValues(func() ([]corpus.Vector, error) { return corpus.Vectors(corpus.Initial) }),
}

// all returns the vectors of both editions.
func all(t *testing.T) []corpus.Vector {
	t.Helper()
	return slices.Concat(vectorsOf(t, corpus.Current), vectorsOf(t, corpus.Initial))
}

func TestVectorsOfUnknownEdition(t *testing.T) {
	_, err := corpus.Vectors("2.0.0\n")
	const want = `corpus.Vectors: unknown edition "2.0.0\n"; use "1.0.0" or "1.0.0-initial"`
	if err == nil || err.Error() != want {
		t.Errorf("Vectors = %v; want %s", err, want)
	}
}

// TestVectorsReturnsCopies checks that callers may change the vectors.
func TestVectorsReturnsCopies(t *testing.T) {
	first, err := corpus.Vectors(corpus.Current)
	if err != nil {
		t.Fatal(err)
	}
	if first[0].Requirements[0] = "changed"; vectorsOf(t, corpus.Current)[0].Requirements[0] == "changed" {
		t.Error("a change to a vector changes the vectors of the next caller")
	}
}

// TestExpectedResults compares expected results with the expression, and with a model that parses
// a token from both ends.
func TestExpectedResults(t *testing.T) {
	for _, v := range all(t) {
		valid := expressions[v.Edition].MatchString(v.Token)
		want := corpus.Want{Valid: corpus.Some(valid)}
		switch {
		case v.Op == corpus.OpEqual:
			if !valid || !expressions[v.Edition].MatchString(v.Other) {
				t.Errorf("%s: %q and %q are not both valid tokens", v.ID, v.Token, v.Other)
			}
			want = corpus.Want{Equal: corpus.Some(v.Token == v.Other)}
		case valid && v.Op == corpus.OpParse:
			want = parse(v.Token)
		case valid && v.Op == corpus.OpApply:
			want = apply(t, v.Token, v.Methods)
		}
		if !reflect.DeepEqual(v.Want, want) {
			t.Errorf("%s: the expected result of %s %q %q %q is %s; want %s", v.ID, v.Op, v.Token, v.Methods, v.Other, shown(v.Want), shown(want))
		}
	}
}

// shown returns the fields of a result that are present.
func shown(w corpus.Want) string {
	var fields []string
	for i, v := 0, reflect.ValueOf(w); i < v.NumField(); i++ {
		if v.Field(i).FieldByName("Present").Bool() {
			fields = append(fields, fmt.Sprintf("%s %v", strings.ToLower(v.Type().Field(i).Name), v.Field(i).FieldByName("Value")))
		}
	}
	return strings.Join(fields, ", ")
}

// parse parses a valid token with string functions only.
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

// edits are the transformations as edits of a valid token.
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
