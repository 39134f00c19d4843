package mutant

import (
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
func send(t *testing.T, impl conformance.Implementation, requests ...conformance.Request) []conformance.Response {
	t.Helper()
	var responses []conformance.Response
	for _, req := range requests {
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
	return In(m.New(edition), m.Environment)
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
				wanted := send(t, conformance.Reference(edition), m.Witness...)
				got := send(t, fresh(m, edition), m.Witness...)
				last := len(wanted) - 1
				if wanted[last].Outcome == conformance.Unsupported || got[last].Equal(wanted[last]) {
					t.Errorf("%+v: the mutant and the reference returned %+v", m.Witness[last], wanted[last])
				}
				if shorter := send(t, fresh(m, edition), m.Witness[1:]...); last > 0 && !sameResponses(shorter, wanted[1:]) {
					t.Errorf("the bug shows without the first of the %d requests", len(m.Witness))
				}
				if !sameResponses(send(t, fresh(m, edition), m.Witness...), got) {
					t.Error("two fresh implementations returned different responses")
				}
			})
		}
	}
}

// TestMutantsDiffer checks that no two mutants are equivalent. A fresh implementation gets each
// witness of several requests, and another gets all in a row. For every fourth mutant, or all with
// EPIN_WHOLE=1, this is repeated with the same responses. Mutants with the same responses get each
// other's witness, which may be a large one.
func TestMutantsDiffer(t *testing.T) {
	if testing.Short() {
		t.Skip("single-threaded, and many requests")
	}
	for _, edition := range notation.All() {
		if edition != notation.EPIN && !whole() {
			continue // nearly the same mutants again
		}
		type tested struct {
			Mutant
			responses []conformance.Response
		}
		alike := map[string][]tested{} // by outcomes and texts of the responses
		requests := append(slices.Concat(witnesses...), parse("K'''"), parse("'"), valid("+K'"))
		for i, m := range All() {
			if !m.ExistsIn(edition) {
				continue
			}
			responses := send(t, fresh(m, edition), requests...)
			if (i%4 == 0 || whole()) && !sameResponses(responses, send(t, fresh(m, edition), requests...)) {
				t.Errorf("%s %s: two fresh implementations returned different responses", edition, m.Name)
			}
			for _, witness := range witnesses {
				if len(witness) > 1 {
					responses = append(responses, send(t, fresh(m, edition), witness...)...)
				}
			}
			var key strings.Builder
			for _, r := range responses {
				key.WriteByte(byte(r.Outcome))
				key.WriteString(r.Attribute(notation.EPIN, "token").Text + r.Verdicts + strings.Join(r.Tokens, " "))
			}
			for _, other := range alike[key.String()] {
				differ := func(witness []conformance.Request) bool {
					return !sameResponses(send(t, fresh(m, edition), witness...), send(t, fresh(other.Mutant, edition), witness...))
				}
				if sameResponses(responses, other.responses) && !differ(m.Witness) && !differ(other.Witness) {
					t.Errorf("%s %s and %s returned the same responses to all requests", edition, other.Name, m.Name)
				}
			}
			alike[key.String()] = append(alike[key.String()], tested{m, responses})
		}
	}
}

// witnesses are those of all mutants, except those too large to send to every mutant; with
// EPIN_WHOLE=1 few are.
var witnesses = func() (all [][]conformance.Request) {
	much := 500 // bytes, twice the tokens, and ten for each request
	if whole() {
		much = 70_000
	}
	for _, m := range All() {
		size := 0
		for _, req := range m.Witness {
			size += len(req.Token) + 2*len(req.Tokens) + 10
		}
		if size < much {
			all = append(all, m.Witness)
		}
	}
	return all
}()

// TestTexts checks names and sentences, and pins the published numbers of mutants.
func TestTexts(t *testing.T) {
	kebab := regexp.MustCompile(`\A[a-z0-9]+(-[a-z0-9]+)*\z`)
	sentence := regexp.MustCompile(`\A\S([^.]|\.\S)*\.\z`)
	numbers := map[*notation.Edition]int{}
	layers := []Layer{Basic, Complete, Neighbours, Scalars, Pairs, Lengths, Sequences, Environments, Chance}
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
		if !slices.Contains(layers, m.Layer) {
			t.Errorf("%s: unknown layer %q", m.Name, m.Layer)
		}
		for language := range m.Fixes {
			if language != strings.ToLower(language) {
				t.Errorf("%s: fix for %q", m.Name, language)
			}
		}
		for language := range m.Bugs {
			if m.Fixes[language] == "" {
				t.Errorf("%s: a bug in %q without its fix", m.Name, language)
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
	if m, ok := Named("no-such-mutant"); ok {
		t.Errorf("Named found %q", m.Name)
	}
}

// TestAutomata checks names and numbers, and a fault of each kind, on strings that reach it and on one
// that does not. The tests of package suite check that the complete suite kills each of these mutants.
func TestAutomata(t *testing.T) {
	syntax := regexp.MustCompile(`\A[a-z0-9]+(-[a-z0-9]+)*\z`)
	verdicts := map[string]map[string]conformance.Outcome{
		// In the start state the byte K leads back to the start state.
		"from-0-on-4b-to-0": {"K": conformance.Rejected, "KKA": conformance.Accepted, "+K": conformance.Accepted},
		// The start state accepts.
		"other-verdict-in-0": {"": conformance.Accepted, "K": conformance.Accepted, "+": conformance.Rejected},
	}
	for edition, want := range map[*notation.Edition]int{notation.EPIN: 6*256*5 + 6, notation.EPINInitial: 5*256*4 + 5} {
		names := map[string]bool{}
		for name, impl := range Automata(edition) {
			if !syntax.MatchString(name) || names[name] {
				t.Errorf("edition %s: the name %q has another syntax, or is not unique", edition, name)
			}
			names[name] = true
			if got := conformance.Describe(impl, edition).Name; got != "epin mutant "+name {
				t.Errorf("edition %s: %s describes itself as %q", edition, name, got)
			}
			for token, want := range verdicts[name] {
				for _, req := range []conformance.Request{parse(token), valid(token)} {
					if got := send(t, impl, req)[0].Outcome; got != want {
						t.Errorf("edition %s: %s: %s %q is %s, want %s", edition, name, req.Op, token, got, want)
					}
				}
			}
		}
		if len(names) != want {
			t.Errorf("edition %s: %d mutants, want %d", edition, len(names), want)
		}
		for name := range verdicts {
			if !names[name] {
				t.Errorf("edition %s: missing mutant %s", edition, name)
			}
		}
	}
}
