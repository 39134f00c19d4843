package mutant_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/mutant"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// ask puts requests to an implementation, in order.
func ask(t *testing.T, impl conformance.Implementation, requests ...conformance.Request) []conformance.Response {
	t.Helper()
	responses := make([]conformance.Response, 0, len(requests))
	for _, req := range requests {
		resp, err := impl.Do(context.Background(), req)
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
func forEach(t *testing.T, test func(t *testing.T, m mutant.Mutant, edition epin.Edition)) {
	for _, m := range mutant.All() {
		for _, edition := range epin.Editions() {
			if m.ExistsIn(edition) {
				t.Run(m.Name+"/"+edition.String(), func(t *testing.T) { test(t, m, edition) })
			}
		}
	}
}

func TestKillerShowsTheBug(t *testing.T) {
	forEach(t, func(t *testing.T, m mutant.Mutant, edition epin.Edition) {
		if len(m.Killer) == 0 {
			t.Fatal("there is no killer")
		}
		last := m.Killer[len(m.Killer)-1]
		wanted := ask(t, conformance.Reference(edition), last)[0]
		got := ask(t, m.New(edition), m.Killer...)
		if got[len(got)-1].Equal(wanted) {
			t.Errorf("%+v: the mutant answers as the reference does: %+v", last, wanted)
		}
		if wanted.Outcome == conformance.Unsupported {
			t.Errorf("%+v: the reference cannot be asked this in edition %s", last, edition)
		}
	})
}

// What precedes the last request of a killer is there because the bug does not show
// without it.
func TestKillerIsNoLongerThanItMustBe(t *testing.T) {
	forEach(t, func(t *testing.T, m mutant.Mutant, edition epin.Edition) {
		if len(m.Killer) == 1 {
			return
		}
		shorter := m.Killer[1:]
		wanted := ask(t, conformance.Reference(edition), shorter...)
		if got := ask(t, m.New(edition), shorter...); !sameResponses(got, wanted) {
			t.Errorf("the bug shows without the first of the %d requests", len(m.Killer))
		}
	})
}

func TestNewStartsFresh(t *testing.T) {
	others := everyKiller()
	forEach(t, func(t *testing.T, m mutant.Mutant, edition epin.Edition) {
		requests := slices.Concat(m.Killer, others)
		first := ask(t, m.New(edition), requests...)
		if second := ask(t, m.New(edition), requests...); !sameResponses(first, second) {
			t.Error("a second one answers otherwise than the first")
		}
	})
}

// Two mutants that answer everything alike are one mutant under two names.
func TestMutantsDiffer(t *testing.T) {
	requests := everyKiller()
	for _, edition := range epin.Editions() {
		type answers struct {
			name      string
			responses []conformance.Response
		}
		var seen []answers
		for _, m := range mutant.All() {
			if !m.ExistsIn(edition) {
				continue
			}
			responses := ask(t, m.New(edition), requests...)
			for _, s := range seen {
				if sameResponses(s.responses, responses) {
					t.Errorf("edition %s: %s and %s answer every killer alike", edition, s.name, m.Name)
				}
			}
			seen = append(seen, answers{m.Name, responses})
		}
	}
}

func everyKiller() []conformance.Request {
	var requests []conformance.Request
	for _, m := range mutant.All() {
		requests = append(requests, m.Killer...)
	}
	return requests
}

func TestTexts(t *testing.T) {
	kebab := regexp.MustCompile(`\A[a-z0-9]+(-[a-z0-9]+)*\z`)
	names := map[string]bool{}
	for _, m := range mutant.All() {
		if !kebab.MatchString(m.Name) {
			t.Errorf("%q is not in kebab-case", m.Name)
		}
		if names[m.Name] {
			t.Errorf("there are two mutants named %s", m.Name)
		}
		names[m.Name] = true
		for _, sentence := range []string{m.Bug, m.Mend} {
			if !strings.HasSuffix(sentence, ".") || strings.Contains(sentence, ". ") || strings.TrimSpace(sentence) != sentence {
				t.Errorf("%s: not one sentence with a full stop: %q", m.Name, sentence)
			}
		}
	}
}

func TestRequirementsAreOfTheirEdition(t *testing.T) {
	for _, m := range mutant.All() {
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
	for _, m := range mutant.All() {
		if found, ok := mutant.Named(m.Name); !ok || found.Bug != m.Bug {
			t.Errorf("Named(%q) = %q, %v", m.Name, found.Name, ok)
		}
	}
	if m, ok := mutant.Named("no-such-mutant"); ok {
		t.Errorf("Named found %q", m.Name)
	}
}

func TestNewRefusesAnEdition(t *testing.T) {
	m, ok := mutant.Named("caret-unescaped")
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
	mutant.All()[0].Requirements[0] = "changed"
	if mutant.All()[0].Requirements[0] == "changed" {
		t.Error("a change to the result of All changes the next")
	}
}
