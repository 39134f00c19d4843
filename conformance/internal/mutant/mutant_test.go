package mutant

import (
	"crypto/sha256"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// whole is whether all cases are tested, and not a sample of them.
var whole = os.Getenv("EPIN_WHOLE") == "1"

// ask puts requests to an implementation, in order.
func ask(t *testing.T, impl conformance.Implementation, requests ...conformance.Request) []conformance.Response {
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

// sameResponses reports whether two sequences of answers say the same thing.
func sameResponses(a, b []conformance.Response) bool {
	return slices.EqualFunc(a, b, conformance.Response.Equal)
}

// forEach runs a test for every mutant in every edition in which it exists.
func forEach(t *testing.T, test func(t *testing.T, m Mutant, edition epin.Edition)) {
	for _, m := range All() {
		for _, edition := range epin.Editions() {
			if m.ExistsIn(edition) {
				t.Run(m.Name+"/"+edition.String(), func(t *testing.T) { test(t, m, edition) })
			}
		}
	}
}

func TestWitnessShowsTheBug(t *testing.T) {
	forEach(t, func(t *testing.T, m Mutant, edition epin.Edition) {
		if len(m.Witness) == 0 {
			t.Fatal("there is no witness")
		}
		last := m.Witness[len(m.Witness)-1]
		wanted := ask(t, conformance.Reference(edition), last)[0]
		got := ask(t, m.New(edition), m.Witness...)
		if got[len(got)-1].Equal(wanted) {
			t.Errorf("%+v: the mutant answers as the reference does: %+v", last, wanted)
		}
		if wanted.Outcome == conformance.Unsupported {
			t.Errorf("%+v: the reference cannot be asked this in edition %s", last, edition)
		}
	})
}

// What precedes the last request of a witness is there because the bug does not show
// without it.
func TestWitnessIsNoLongerThanItMustBe(t *testing.T) {
	forEach(t, func(t *testing.T, m Mutant, edition epin.Edition) {
		if len(m.Witness) == 1 {
			return
		}
		shorter := m.Witness[1:]
		wanted := ask(t, conformance.Reference(edition), shorter...)
		if got := ask(t, m.New(edition), shorter...); !sameResponses(got, wanted) {
			t.Errorf("the bug shows without the first of the %d requests", len(m.Witness))
		}
	})
}

func TestNewStartsFresh(t *testing.T) {
	var others []conformance.Request
	for _, witness := range witnesses() {
		if len(witness) > 1 {
			others = append(others, witness...)
		}
	}
	forEach(t, func(t *testing.T, m Mutant, edition epin.Edition) {
		requests := slices.Concat(m.Witness, others)
		first := ask(t, m.New(edition), requests...)
		if second := ask(t, m.New(edition), requests...); !sameResponses(first, second) {
			t.Error("a second one answers otherwise than the first")
		}
	})
}

// Two mutants that answer everything alike are one mutant under two names. A witness
// of several requests is asked of a fresh one, and everything else of one after the
// other.
func TestMutantsDiffer(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and many answers")
	}
	for _, edition := range epin.Editions() {
		t.Run(edition.String(), func(t *testing.T) {
			t.Parallel()
			if edition != epin.Current && !whole {
				t.Skip("takes as long again, for nearly the same mutants: EPIN_WHOLE=1 does it too")
			}
			alike := map[string]string{} // what is answered, and the name of who does
			requests, histories := broad(edition), slices.DeleteFunc(witnesses(), func(w []conformance.Request) bool { return len(w) == 1 })
			for _, m := range All() {
				if !m.ExistsIn(edition) {
					continue
				}
				responses := ask(t, m.New(edition), requests...)
				for _, witness := range histories {
					responses = append(responses, ask(t, m.New(edition), witness...)...)
				}
				answers := digest(responses)
				if name, ok := alike[answers]; ok {
					t.Errorf("%s and %s answer everything alike", name, m.Name)
				}
				alike[answers] = m.Name
			}
		})
	}
}

// digest returns what is the same for the same responses, and for no others.
func digest(responses []conformance.Response) string {
	hash := sha256.New()
	var text []byte
	for _, r := range responses {
		text = append(text[:0], byte(r.Outcome))
		for _, b := range []conformance.Optional[bool]{r.Native, r.Derived, r.Terminal} {
			text = strconv.AppendBool(text, b.Value)
		}
		texts := []string{r.Token.Value, r.PIN.Value, r.Name.Value, r.Side.Value, r.State.Value, r.Original, r.Verdicts}
		for _, s := range append(texts, r.Tokens...) {
			text = append(strconv.AppendInt(text, int64(len(s)), 10), ":"+s...)
		}
		hash.Write(text)
	}
	return string(hash.Sum(nil))
}

// witnesses returns the witnesses of all mutants, but for those that ask so much that not
// everybody can be asked it.
func witnesses() [][]conformance.Request {
	const much = 70_000 // bytes and tokens
	var all [][]conformance.Request
	for _, m := range All() {
		asked := 0
		for _, req := range m.Witness {
			asked += len(req.Token) + len(req.Tokens)
		}
		if asked < much {
			all = append(all, m.Witness)
		}
	}
	return all
}

// broad returns many requests of all kinds.
func broad(edition epin.Edition) []conformance.Request {
	requests := append([]conformance.Request{parse("-Z^'!"), parse("-Z^'")}, slices.Concat(witnesses()...)...)
	methods := conformance.MethodsOf(edition)
	tokens := tokensOf(edition)
	for i, token := range tokens {
		requests = append(requests, parse(token), valid(token))
		if !strings.ContainsAny(token, "AIKRikz") {
			continue // what is done with a value depends on few letters
		}
		requests = append(requests, equal(token, token), equal(token, tokens[(i+1)%len(tokens)]))
		for _, method := range methods {
			requests = append(requests, apply(token, method))
		}
	}
	for a := range 256 {
		requests = append(requests, parse(string([]byte{byte(a)})), parse(string([]byte{'K', byte(a)})), parse(string([]byte{byte(a), 'K'})))
	}
	for _, r := range unusual {
		requests = append(requests, parse(string(r)), parse("K"+string(r)), parse(string(r)+"K"), parse("+"+string(r)+"'"))
	}
	for _, s := range []string{"K'''", "K^^^", "+++K", "K'^'", "^^K''", "''K", "+-+K", "KKK", "K''Q"} {
		requests = append(requests, parse(s))
	}
	return append(requests, sweep(tokens...), sweep(slices.Concat(tokens, tokens)...))
}

// unusual are characters that people take for others.
const unusual = "éßİıſK\u0301\u0302\u00a0\u0085\u2028\u200b\u200d\u00ad\u202e\ufeff\u2018\u2019\u2032\u02b9\u02c6\u2013\u2212КкΚΟＫ＋＇𝐊Ⓚ⁺ŋ𐁋𐌑٣"

// The numbers are published.
func TestHowMany(t *testing.T) {
	for edition, want := range map[epin.Edition]int{epin.Current: 296, epin.Initial: 257} {
		got, layers := 0, map[Layer]int{}
		for _, m := range All() {
			if m.ExistsIn(edition) {
				got++
				layers[m.Layer]++
			}
		}
		if got != want {
			t.Errorf("%d mutants in edition %s, want %d; by layer %v", got, edition, want, layers)
		}
	}
}

func TestTexts(t *testing.T) {
	kebab := regexp.MustCompile(`\A[a-z0-9]+(-[a-z0-9]+)*\z`)
	names := map[string]bool{}
	for _, m := range All() {
		if !kebab.MatchString(m.Name) {
			t.Errorf("%q is not in kebab-case", m.Name)
		}
		if names[m.Name] {
			t.Errorf("there are two mutants named %s", m.Name)
		}
		names[m.Name] = true
		if !slices.Contains([]Layer{
			Basic, Complete, Neighbours, Scalars, Lengths, Sequences, Chance,
		}, m.Layer) {
			t.Errorf("%s: there is no layer %q", m.Name, m.Layer)
		}
		for language, fix := range m.Fixes {
			if language != strings.ToLower(language) || !strings.HasSuffix(fix, ".") {
				t.Errorf("%s: fix for %q: %q", m.Name, language, fix)
			}
		}
		for _, sentence := range []string{m.Bug, m.Fix} {
			if !strings.HasSuffix(sentence, ".") || strings.Contains(sentence, ". ") || strings.TrimSpace(sentence) != sentence {
				t.Errorf("%s: not one sentence with a full stop: %q", m.Name, sentence)
			}
		}
	}
}

func TestRequirementsAreOfTheirEdition(t *testing.T) {
	for _, m := range All() {
		if len(m.Requirements)+len(m.InitialRequirements) == 0 {
			t.Errorf("%s exists in no edition", m.Name)
		}
		for _, edition := range epin.Editions() {
			ids := m.RequirementsOf(edition)
			for i, id := range ids {
				if r, ok := requirement.Lookup(id); !ok || !r.AppliesTo(edition) {
					t.Errorf("%s: %s is no requirement of edition %s", m.Name, id, edition)
				}
				if slices.Contains(ids[:i], id) {
					t.Errorf("%s: %s stands twice", m.Name, id)
				}
			}
		}
	}
}

func TestNamed(t *testing.T) {
	for _, m := range All() {
		if found, ok := Named(m.Name); !ok || found.Bug != m.Bug {
			t.Errorf("Named(%q) = %q, %v", m.Name, found.Name, ok)
		}
	}
	if m, ok := Named("no-such-mutant"); ok {
		t.Errorf("Named found %q", m.Name)
	}
}

func TestNewRefusesAnEdition(t *testing.T) {
	m, ok := Named("caret-unescaped")
	if !ok || m.ExistsIn(epin.Initial) {
		t.Fatal("caret-unescaped should exist, and not in the edition without ^")
	}
	defer func() {
		const wanted = "mutant: caret-unescaped does not exist in edition 1.0.0-initial: ask ExistsIn first"
		if got := recover(); got != wanted {
			t.Errorf("New panicked with %v, not with %q", got, wanted)
		}
	}()
	m.New(epin.Initial)
}

func TestAllIsTheCallers(t *testing.T) {
	All()[0].Requirements[0] = "changed"
	All()[0].Fixes["python"] = "changed"
	if m := All()[0]; m.Requirements[0] == "changed" || m.Fixes["python"] == "changed" {
		t.Error("a change to the result of All changes the next")
	}
}
