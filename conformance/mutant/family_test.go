package mutant_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/mutant"
	"github.com/epin-conformance/harness/epin"
)

// The numbers are published.
func TestFamilySizes(t *testing.T) {
	for edition, sizes := range map[epin.Edition]map[string]int{
		epin.Current: {"automaton": 7686, "missing": 624, "model": 549, "transformations": 248, "equality": 74, "history": 200},
		epin.Initial: {"automaton": 5125, "missing": 312, "model": 449, "transformations": 102, "equality": 55, "history": 200},
	} {
		for _, f := range mutant.Families() {
			got := 0
			for range f.Members(edition) {
				got++
			}
			if got != sizes[f.Name] {
				t.Errorf("edition %s: %d members of %s, want %d", edition, got, f.Name, sizes[f.Name])
			}
		}
	}
}

func TestEachMemberIsKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and many answers")
	}
	name := regexp.MustCompile(`\A[a-z]+/[a-z0-9]+(-[a-z0-9]+)*\z`)
	for _, edition := range epin.Editions() {
		reference := conformance.Reference(edition)
		names := map[string]bool{}
		for _, f := range mutant.Families() {
			for m := range f.Members(edition) {
				if !name.MatchString(m.Name) || names[m.Name] {
					t.Errorf("edition %s: %q is no name, or stands twice", edition, m.Name)
				}
				names[m.Name] = true
				last := len(m.Killer) - 1
				wanted := ask(t, reference, m.Killer[last])[0]
				got := ask(t, m.New(), m.Killer...)
				if got[last].Equal(wanted) {
					t.Errorf("edition %s: %s survives %+v", edition, m.Name, m.Killer[last])
				}
				if wanted.Outcome == conformance.Unsupported {
					t.Errorf("edition %s: %s: the reference cannot be asked %+v", edition, m.Name, m.Killer[last])
				}
				// What precedes it is answered rightly.
				if before := m.Killer[:last]; !sameResponses(got[:last], ask(t, reference, before...)) {
					t.Errorf("edition %s: %s is killed by less than %+v", edition, m.Name, m.Killer)
				}
			}
		}
	}
}

// Of the families that change functions of tokens, no two members do the same.
func TestMembersDiffer(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and many answers")
	}
	for _, edition := range epin.Editions() {
		tokens := tokensOf(edition)
		var parses, applies, equals []conformance.Request
		for i, token := range tokens {
			first := strings.Contains("Aa", strings.Trim(token, "+-^'"))
			if first || len(token) == 1 { // only the Piece Name tells letters apart
				parses = append(parses, parse(token))
			}
			for _, method := range conformance.MethodsOf(edition) {
				if first {
					applies = append(applies, apply(token, method))
				}
			}
			flipped := tokens[(i+len(tokens)/2)%len(tokens)]
			for _, other := range append(slices.Concat(tokens[i/12*12:i/12*12+12], tokens[:24]), flipped) {
				equals = append(equals, equal(token, other))
			}
		}
		requests := map[string][]conformance.Request{"model": parses, "transformations": applies, "equality": equals}
		for _, f := range mutant.Families() {
			alike := map[string]string{}
			for m := range f.Members(edition) {
				if requests[f.Name] == nil {
					break
				}
				answers := digest(ask(t, m.New(), requests[f.Name]...))
				if name, ok := alike[answers]; ok {
					t.Errorf("edition %s: %s and %s answer everything alike", edition, name, m.Name)
				}
				alike[answers] = m.Name
			}
		}
	}
}

func TestMembersCanBeLeft(t *testing.T) {
	for _, f := range mutant.Families() {
		for n := range 3 {
			var names []string
			for m := range f.Members(epin.Current) {
				if names = append(names, m.Name); len(names) > n {
					break
				}
			}
			var again []string
			for m := range f.Members(epin.Current) {
				if again = append(again, m.Name); len(again) > n {
					break
				}
			}
			if len(names) != n+1 || !slices.Equal(names, again) {
				t.Errorf("the first of %s are %v, and then %v", f.Name, names, again)
			}
		}
	}
}

func TestMissingAndTooMany(t *testing.T) {
	for _, c := range []struct {
		edition epin.Edition
		token   string
		valid   bool
		name    string // of the value
	}{
		{epin.Current, "+K^'", true, "K"},
		{epin.Initial, "+K^'", false, "K"},
		{epin.Current, "", false, ""},
		{epin.Current, "\xff", false, ""},
		{epin.Current, "a long string", false, "A"},
	} {
		missing, isToken := mutant.Missing(c.edition, c.token)
		tooMany, isNone := mutant.TooMany(c.edition, c.token)
		if isToken != c.valid || isNone == c.valid {
			t.Errorf("%q: missing %t, too many %t", c.token, isToken, isNone)
		}
		for _, token := range append(tokensOf(c.edition), c.token, "K\n", "\x00") {
			want := ask(t, conformance.Reference(c.edition), parse(token))[0]
			if got := ask(t, missing.New(), parse(token))[0]; token != c.token && !got.Equal(want) || token == c.token && got.Outcome != conformance.Rejected {
				t.Errorf("%s without %q: %q is %s", c.edition, c.token, token, got.Outcome)
			}
			got := ask(t, tooMany.New(), parse(token))[0]
			if token != c.token && !got.Equal(want) || token == c.token && (got.Outcome != conformance.Accepted || got.Name.Value != c.name) {
				t.Errorf("%s with %q: %q is %s, name %q", c.edition, c.token, token, got.Outcome, got.Name.Value)
			}
		}
	}
}
