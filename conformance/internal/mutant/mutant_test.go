package mutant

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	_ "github.com/epin-conformance/harness/conformance/internal/testgc"
	"github.com/epin-conformance/harness/conformance/notation"
)

// whole reports whether all cases are tested instead of a sample. It is no variable: go test would
// not notice that the environment changed, and print results that it has kept.
func whole() bool { return os.Getenv("EPIN_WHOLE") == "1" }

// send sends requests to an implementation, in order, and returns the responses.
func send(t *testing.T, impl conformance.Implementation, sent requests) []conformance.Response {
	t.Helper()
	var responses []conformance.Response
	for _, req := range sent {
		resp, err := impl.Do(t.Context(), req)
		if err != nil {
			t.Fatalf("%+v: %v", req, err)
		}
		responses = append(responses, resp)
	}
	return responses
}

// fresh returns a fresh implementation that shows the bug.
func fresh(m Mutant, edition *notation.Edition) conformance.Implementation {
	return m.In(edition, m.Environment)
}

// sameResponses reports whether two sequences of responses are equal.
func sameResponses(a, b []conformance.Response) bool {
	return slices.EqualFunc(a, b, conformance.Response.Equal)
}

// TestWitness checks that the last request of a witness shows the bug, and that it does not without
// the first one. Two fresh implementations return the same responses.
func TestWitness(t *testing.T) {
	for _, m := range All() {
		for _, edition := range notation.All() {
			if !m.ExistsIn(edition) {
				continue
			}
			t.Run(m.Name+"/"+edition.String(), func(t *testing.T) {
				wanted := send(t, conformance.Reference(edition), m.Witness)
				got := send(t, fresh(m, edition), m.Witness)
				last := len(wanted) - 1
				if wanted[last].Outcome == conformance.Unsupported || got[last].Equal(wanted[last]) {
					t.Errorf("%+v: the mutant and the reference returned %+v", m.Witness[last], wanted[last])
				}
				if shorter := send(t, fresh(m, edition), m.Witness[1:]); last > 0 && !sameResponses(shorter, wanted[1:]) {
					t.Errorf("the bug shows without the first of the %d requests", len(m.Witness))
				}
				if !sameResponses(send(t, fresh(m, edition), m.Witness), got) {
					t.Error("two fresh implementations returned different responses")
				}
			})
		}
	}
}

// TestMutantsDiffer checks that no two mutants are equivalent. A fresh implementation gets each small
// witness. Mutants with the same responses get each other's witness, which may be a large one.
func TestMutantsDiffer(t *testing.T) {
	small := func(m Mutant) bool {
		size := 0
		for _, req := range m.Witness {
			size += len(req.Token) + 2*len(req.Tokens) + 10
		}
		return size < 500 || whole() && size < 70_000
	}
	responsesOf := func(m Mutant, edition *notation.Edition, witnesses ...Mutant) (responses []conformance.Response) {
		for _, of := range witnesses {
			if len(of.Witness) > 1 {
				responses = append(responses, send(t, fresh(m, edition), of.Witness)...)
			}
		}
		impl := fresh(m, edition)
		for _, of := range witnesses {
			responses = append(responses, send(t, impl, of.Witness)...)
		}
		return append(responses, send(t, impl, append(parse("K'''", "'", "^"), valid("+K'")...))...)
	}
	for _, edition := range notation.All() {
		if edition != notation.EPIN && !whole() {
			continue // nearly the same mutants again
		}
		witnesses := slices.DeleteFunc(slices.Clone(All()), func(m Mutant) bool { return !small(m) })
		alike := map[string][]Mutant{} // by the responses
		for _, m := range All() {
			if !m.ExistsIn(edition) {
				continue
			}
			responses := responsesOf(m, edition, witnesses...)
			for i := range responses {
				responses[i].Crash = "" // two mutants do not differ by this text alone
			}
			key := fmt.Sprint(responses)
			for _, other := range alike[key] {
				differ := func(of Mutant) bool {
					return !sameResponses(responsesOf(m, edition, of), responsesOf(other, edition, of))
				}
				// Here nothing is behind the letter, so a token without its letter is a prefix of a token.
				same := edition == notation.PINInitial && other.Name+" "+m.Name == "letter-optional prefix-accepted"
				if !same && !differ(m) && !differ(other) {
					t.Errorf("%s %s and %s returned the same responses to all requests", edition, other.Name, m.Name)
				}
			}
			alike[key] = append(alike[key], m)
		}
	}
}

// TestTexts checks names and sentences, and pins the published numbers of mutants.
func TestTexts(t *testing.T) {
	kebab := regexp.MustCompile(`\A[a-z0-9]+(-[a-z0-9]+)*\z`)
	sentence := regexp.MustCompile(`\A\S([^.]|\.\S)*\.\z`)
	numbers := map[*notation.Edition]int{}
	for _, m := range All() {
		for _, edition := range notation.All() {
			if m.ExistsIn(edition) {
				numbers[edition]++
			}
		}
		// The first mutant with a name is the one that Named finds.
		if found, ok := Named(m.Name); !ok || found.Bug != m.Bug || !kebab.MatchString(m.Name) {
			t.Errorf("%q is not in kebab-case, or the name of two mutants", m.Name)
		}
		for language := range m.Fixes {
			if language != strings.ToLower(language) {
				t.Errorf("%s: fix for %q", m.Name, language)
			}
		}
		for i, text := range slices.Concat([]string{m.Bug, m.Fix}, slices.Collect(maps.Values(m.Fixes)), slices.Collect(maps.Values(m.Bugs))) {
			most := 15
			if i == 0 {
				most = 20
			}
			if n := len(strings.Fields(text)); n > most || i < 2 && !sentence.MatchString(text) || !strings.HasSuffix(text, ".") {
				t.Errorf("%s: %q: want one sentence with a full stop, of at most %d words", m.Name, text, most)
			}
		}
	}
	if numbers[notation.EPIN] != 326 || numbers[notation.EPINInitial] != 286 {
		t.Errorf("the numbers of mutants are %v", numbers)
	}
}

// TestAutomata checks names and numbers, and a fault of each kind, on strings that reach it and on one
// that does not. The tests of package suite check that the complete suite kills each of these mutants.
func TestAutomata(t *testing.T) {
	verdicts := map[string]string{ // by sweep of the same strings
		"from-0-on-4b-to-0":  "01100", // in the start state the byte K leads back to the start state
		"other-verdict-in-0": "10110", // the start state accepts
	}
	for edition, want := range map[*notation.Edition]int{notation.EPIN: 6*256*5 + 6, notation.EPINInitial: 5*256*4 + 5} {
		names, found := map[string]bool{}, 0
		for name, impl := range Automata(edition) {
			names[name] = true
			if want := verdicts[name]; want != "" {
				found++
				if got := send(t, impl, sweep("K", "KKA", "+K", "", "+"))[0].Verdicts; got != want || conformance.Describe(impl, edition).Name != "epin mutant "+name {
					t.Errorf("edition %s: %s returns %s, want %s", edition, name, got, want)
				}
			}
		}
		if len(names) != want || found != len(verdicts) {
			t.Errorf("edition %s: %d mutants, want %d, with %d of these: %v", edition, len(names), want, found, verdicts)
		}
	}
}
