package mutant

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/features"
	"github.com/epin-conformance/harness/internal/tests"
)

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

// sameResponses reports whether two sequences of responses are equal.
func sameResponses(a, b []conformance.Response) bool {
	return slices.EqualFunc(a, b, conformance.Response.Equal)
}

// TestWitness checks that the last request of a witness shows the bug, and that it does not without
// the first one. Two fresh implementations return the same responses. Outside EPIN 1.0.0 a sample of the mutants
// runs, or all with EPIN_WHOLE=1.
func TestWitness(t *testing.T) {
	for _, m := range All() {
		for _, edition := range notation.All() {
			if !m.ExistsIn(edition) || edition != notation.EPIN && !tests.Sampled(m.Name, 8) {
				continue
			}
			t.Run(m.Name+"/"+edition.String(), func(t *testing.T) {
				witness := m.Witness()
				wanted := send(t, conformance.Reference(edition), witness)
				got := send(t, m.In(edition, m.Environment), witness)
				last := len(wanted) - 1
				if wanted[last].Outcome == conformance.Unsupported || got[last].Equal(wanted[last]) {
					t.Errorf("%+v: the mutant and the reference returned %+v", witness[last], wanted[last])
				}
				if shorter := send(t, m.In(edition, m.Environment), witness[1:]); last > 0 && !sameResponses(shorter, wanted[1:]) {
					t.Errorf("the bug shows without the first of the %d requests", len(witness))
				}
				if !sameResponses(send(t, m.In(edition, m.Environment), witness), got) {
					t.Error("two fresh implementations returned different responses")
				}
			})
		}
	}
}

// TestMutantsDiffer checks that no two mutants are equivalent. A fresh implementation gets each small
// witness. Mutants with the same responses get each other's witness, which may be a large one.
func TestMutantsDiffer(t *testing.T) {
	tests.NeedCI(t)
	small := func(m Mutant) bool {
		size := 0
		for _, req := range m.Witness() {
			size += len(req.Token) + 2*len(req.Tokens) + 10
		}
		return size < 500 || tests.Whole() && size < 70_000
	}
	responsesOf := func(open func() conformance.Implementation, witnesses ...Mutant) (responses []conformance.Response) {
		for _, of := range witnesses {
			if len(of.Witness()) > 1 {
				responses = append(responses, send(t, open(), of.Witness())...)
			}
		}
		impl := open()
		for _, of := range witnesses {
			responses = append(responses, send(t, impl, of.Witness())...)
		}
		return append(responses, send(t, impl, append(parse("K'''", "'", "^"), valid("+K'")...))...)
	}
	for _, edition := range notation.All() {
		if edition != notation.EPIN && !tests.Whole() {
			continue // nearly the same mutants again
		}
		witnesses := slices.DeleteFunc(slices.Clone(All()), func(m Mutant) bool { return !small(m) })
		correct := responsesOf(func() conformance.Implementation { return conformance.Reference(edition) }, witnesses...)
		alike := map[string][]Mutant{} // by the incorrect responses
		for _, m := range Of(edition) {
			open, key := func() conformance.Implementation { return m.In(edition, m.Environment) }, ""
			for i, resp := range responsesOf(open, witnesses...) {
				if resp.Crash = ""; !resp.Equal(correct[i]) { // two mutants do not differ by this text alone
					key += fmt.Sprint(i, resp)
				}
			}
			for _, other := range alike[key] {
				differ := func(of Mutant) bool {
					ofOther := responsesOf(func() conformance.Implementation { return other.In(edition, other.Environment) }, of)
					return !sameResponses(responsesOf(open, of), ofOther)
				}
				// Here nothing is behind the letter, so a token without its letter is a prefix of a token.
				same := edition == notation.PINInitial && other.Name+" "+m.Name == "letter-optional prefix-accepted"
				if !same && !differ(other) && !differ(m) { // the witness of m is often the larger one
					t.Errorf("%s %s and %s returned the same responses to all requests", edition, other.Name, m.Name)
				}
			}
			alike[key] = append(alike[key], m)
		}
	}
}

// TestTexts checks names and sentences.
func TestTexts(t *testing.T) {
	kebab := regexp.MustCompile(`\A[a-z0-9]+(-[a-z0-9]+)*\z`)
	sentence := regexp.MustCompile(`\A\S([^.]|\.\S)*\.\z`)
	for _, m := range All() {
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
}

// TestModel compares the model without a bug with the reference, in EPIN and PIN: there are no mutants of
// the other notations.
func TestModel(t *testing.T) {
	// Each edition gets requests with all eight methods: model and reference must not support
	// the same ones.
	alone, pairs := [][]conformance.Method{nil, {"promote"}}, [][]conformance.Method{{conformance.Derive, "promote"}}
	methods := conformance.MethodsOf(notation.EPIN)
	for _, first := range methods {
		alone = append(alone, []conformance.Method{first})
		for _, second := range methods {
			pairs = append(pairs, []conformance.Method{first, second})
		}
	}
	for _, edition := range editions {
		unbroken, reference := newModel("model", edition, func(*model) {}), conformance.Reference(edition)
		want := conformance.Describe(reference, edition)
		want.Name, want.Homepage = "model", ""
		if diff := cmp.Diff(want, conformance.Describe(unbroken, edition)); diff != "" {
			t.Errorf("edition %s (-wanted +got):\n%s", edition, diff)
		}
		agree := func(req requests) {
			if got, want := send(t, unbroken, req), send(t, reference, req); !sameResponses(got, want) {
				t.Fatalf("edition %s, %+v: the model differs from the reference (-reference +model):\n%s", edition, req, cmp.Diff(want, got))
			}
		}
		for a := range 256 {
			short := []string{string([]byte{byte(a)})}
			agree(parse(short[0]))
			agree(apply(short[0], conformance.Derive))
			for b := range 256 {
				short = append(short, short[0]+string([]byte{byte(b)}))
			}
			agree(sweep(short...))
		}
		tokens := append(tokensOf(edition), "", "K''")
		for _, token := range tokens {
			agree(parse(token))
			agree(valid(token))
			agree(sweep(token, "!", token+token))
			sequences := alone
			if strings.ContainsAny(token, "Kk") || tests.Whole() {
				sequences = append(sequences, pairs...)
			}
			for _, sequence := range sequences {
				agree(apply(token, sequence...))
			}
			for i, other := range tokens {
				if i%32 == 0 || token[:min(1, len(token))] == other[:min(1, len(other))] || tests.Whole() {
					agree(equal(token, other))
				}
			}
		}
		agree(append(sweep(), conformance.Request{}, conformance.Request{Op: "list"}))
	}
}

func TestSweepGuardsEachToken(t *testing.T) {
	m, _ := Named("raises-after-sign")
	if got := send(t, m.New(notation.EPIN), sweep("K", "+", "K''", "k"))[0]; got.Verdicts != "1!01" {
		t.Errorf("swept %q (%s); want 1!01", got.Verdicts, got.Outcome)
	}
}

// TestFeaturesFail runs the features of EPIN 1.0.0 with every mutant, or those of all editions with EPIN_WHOLE=1. Each
// row fails for a mutant, and for a mutant without state only with a response that is not that of the reference.
func TestFeaturesFail(t *testing.T) {
	for _, edition := range notation.All() {
		rows, _ := features.List(edition)
		failed := map[string]bool{}
		for _, m := range Of(edition) {
			if edition != notation.EPIN && !tests.Whole() {
				continue
			}
			results, err := features.Run(t.Context(), m.New(edition), edition, rows)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range results {
				fails, sent := r.Status == features.Failed, requests{r.Request}
				failed[r.ID] = failed[r.ID] || fails
				if fails && len(m.Witness()) == 1 && sameResponses(send(t, m.New(edition), sent), send(t, conformance.Reference(edition), sent)) {
					t.Errorf("%s: %s failed, with a correct response to %+v", m.Name, r.ID, r.Request)
				}
			}
		}
		for id, fails := range failed {
			if !fails {
				t.Errorf("edition %s: no mutant fails %s", edition, id)
			}
		}
	}
}
