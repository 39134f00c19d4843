package diagnosis_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/diagnosis"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/epin"
)

// names returns the names of the guesses of a bug.
func names(b diagnosis.Bug) []string {
	var all []string
	for _, g := range b.Guesses {
		all = append(all, g.Name)
	}
	return all
}

// verify compares every explanation with every response, independently of the package: no
// response may contradict it.
func verify(t *testing.T, edition epin.Edition, sent []conformance.Request, responses []conformance.Response, d diagnosis.Diagnosis) {
	t.Helper()
	reference := conformance.Reference(edition)
	for _, e := range d.Explanations {
		var bugs [][]conformance.Implementation
		for _, bug := range e.Bugs {
			var guesses []conformance.Implementation
			for _, g := range bug.Guesses {
				guesses = append(guesses, g.New(edition))
			}
			bugs = append(bugs, guesses)
		}
		whole := len(e.Bugs) == 2 || e.Explained == d.Wrong
		for i, req := range sent {
			right := responseOf(t, reference, req)
			explained := false
			for b, bug := range bugs {
				for g, impl := range bug {
					predicted := responseOf(t, impl, req)
					switch {
					case says(responses[i], predicted):
						explained = true
					case !says(right, predicted):
						t.Fatalf("%s is contradicted by the response to %+v: %+v", e.Bugs[b].Guesses[g].Name, req, responses[i])
					}
				}
			}
			if whole && !explained {
				t.Fatalf("%v explain all, but not the response to %+v: %+v", e, req, responses[i])
			}
		}
	}
}

// says compares responses that offer everything.
func says(a, b conformance.Response) bool {
	if len(a.Tokens) == 0 && len(b.Tokens) == 0 {
		a.Tokens, b.Tokens = nil, nil
	}
	return a.Equal(b)
}

// TestForgetful checks that the responses of suspects do not depend on history. It tests one
// mutant in twenty, and all with EPIN_WHOLE=1.
func TestForgetful(t *testing.T) {
	if testing.Short() {
		t.Skip("single-threaded, and many requests")
	}
	sent := quick(t, epin.Current)
	for i, m := range mutant.All() {
		if !m.ExistsIn(epin.Current) || len(m.Witness) > 1 || len(m.Witness[0].Tokens) > 0 || i%20 != 1 && os.Getenv("EPIN_WHOLE") != "1" {
			continue
		}
		forwards, backwards := m.New(epin.Current), m.New(epin.Current)
		first := make([]conformance.Response, len(sent))
		for i, req := range sent {
			first[i] = responseOf(t, forwards, req)
		}
		for i, req := range slices.Backward(sent) {
			if got := responseOf(t, backwards, req); !says(first[i], got) {
				t.Errorf("%s has one witness, but returned two responses to %+v: %+v and %+v", m.Name, req, first[i], got)
				break
			}
		}
	}
}

// both is a library with two bugs: it returns the response of the first mutant if it is
// incorrect, and that of the second otherwise.
type both struct {
	edition       epin.Edition
	first, second conformance.Implementation
}

func (b both) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	resp, err := b.first.Do(ctx, req)
	if right, _ := conformance.Reference(b.edition).Do(ctx, req); err == nil && says(right, resp) {
		return b.second.Do(ctx, req)
	}
	return resp, err
}

func named(t testing.TB, name string) mutant.Mutant {
	t.Helper()
	m, ok := mutant.Named(name)
	if !ok {
		t.Fatalf("unknown mutant %q", name)
	}
	return m
}

func TestTwoBugs(t *testing.T) {
	sent := quick(t, epin.Current)
	for _, pair := range [][2]string{
		{"dollar-for-z", "flip-loses-sign"},
		{"check-trims", "mark-toggles"},
		{"check-accepts-empty", "longest-length-3"},
		{"c-string", "enhance-prepends"},
	} {
		impl := both{epin.Current, named(t, pair[0]).New(epin.Current), named(t, pair[1]).New(epin.Current)}
		record, responses := recorded(t, impl, epin.Current, sent)
		d := diagnose(t, record, sent, "")
		verify(t, epin.Current, sent, responses, d)
		if len(d.Explanations) == 0 || len(d.Explanations[0].Bugs) != 2 {
			t.Errorf("%v: %+v", pair, d)
			continue
		}
		for _, name := range pair {
			if !slices.ContainsFunc(d.Explanations[0].Bugs, func(b diagnosis.Bug) bool { return slices.Contains(names(b), name) }) {
				t.Errorf("%v: %s is not among %+v", pair, name, d.Explanations[0].Bugs)
			}
		}
	}
}

func TestThreeBugsAreAPart(t *testing.T) {
	sent := quick(t, epin.Current)
	impl := both{epin.Current,
		both{epin.Current, named(t, "dollar-for-z").New(epin.Current), named(t, "flip-loses-sign").New(epin.Current)},
		named(t, "check-accepts-empty").New(epin.Current),
	}
	record, responses := recorded(t, impl, epin.Current, sent)
	d := diagnose(t, record, sent, "")
	verify(t, epin.Current, sent, responses, d)
	if len(d.Explanations) != 3 {
		t.Fatalf("%+v", d)
	}
	for i, e := range d.Explanations {
		if len(e.Bugs) != 1 || e.Explained >= d.Wrong || i > 0 && e.Explained > d.Explanations[i-1].Explained {
			t.Errorf("explanation %d: %+v", i, e)
		}
	}
	d.Failed = d.Compared
	if p := d.Paragraphs(); !strings.Contains(p[0], "the others are something else") {
		t.Errorf("%q", p)
	}
}

// TestBugsOfNoMutant diagnoses libraries whose recogniser has a fault that hardly any mutant
// has: every explanation must hold.
func TestBugsOfNoMutant(t *testing.T) {
	if testing.Short() {
		t.Skip("single-threaded, and many requests")
	}
	sent := quick(t, epin.Current)
	explained, none, i, step := 0, 0, 0, 599
	if os.Getenv("EPIN_WHOLE") == "1" {
		step = 293
	}
	for _, impl := range mutant.Automata(epin.Current) {
		if i++; i%step != 0 {
			continue
		}
		record, responses := recorded(t, impl, epin.Current, sent)
		d := diagnose(t, record, sent, "")
		verify(t, epin.Current, sent, responses, d)
		if len(d.Explanations) > 0 {
			explained++
		} else {
			none++
		}
	}
	t.Logf("explained %d, not explained %d", explained, none)
	if none == 0 {
		t.Error("every fault has an explanation, want some without")
	}
}

// TestHistory diagnoses libraries with a state leak: every explanation must hold.
func TestHistory(t *testing.T) {
	sent := quick(t, epin.Current)
	sent = append(sent, sent...)
	for i, m := range mutant.All() {
		if len(m.Witness) == 1 || i%3 > 0 && os.Getenv("EPIN_WHOLE") != "1" {
			continue
		}
		record, responses := recorded(t, m.New(epin.Current), epin.Current, sent)
		d := diagnose(t, record, sent, "")
		verify(t, epin.Current, sent, responses, d)
	}
}

// TestEveryMutant diagnoses each mutant, and expects its name. A new mutant may change the
// numbers.
func TestEveryMutant(t *testing.T) {
	if testing.Short() {
		t.Skip("single-threaded, and many requests")
	}
	for _, edition := range epin.Editions() {
		t.Run(edition.String(), func(t *testing.T) {
			// All mutants of the current edition with EPIN_WHOLE=1, otherwise a sample.
			step := 24
			if os.Getenv("EPIN_WHOLE") == "1" {
				step = map[epin.Edition]int{epin.Current: 1, epin.Initial: 16}[edition]
			}
			sent := quick(t, edition)
			var alone, among, alike, unseen, remembers int
			for i, m := range mutant.All() {
				if !m.ExistsIn(edition) || i%step != 0 {
					continue
				}
				record, responses := recorded(t, m.New(edition), edition, sent)
				d := diagnose(t, record, sent, "")
				if i%(4*step) == 0 { // this takes as long as the rest of the test
					verify(t, edition, sent, responses, d)
				}
				stateful := len(m.Witness) > 1 || len(m.Witness[0].Tokens) > 0
				switch {
				case d.Wrong == 0:
					if m.Layer == mutant.Basic && !stateful {
						t.Errorf("%s has no incorrect response", m.Name)
					}
					unseen++
				case stateful:
					remembers++
				case len(d.Explanations) != 1 || len(d.Explanations[0].Bugs) != 1 || d.Explanations[0].Explained != d.Wrong:
					t.Errorf("%s is not explained as one bug: %+v", m.Name, d)
				case !slices.Contains(names(d.Explanations[0].Bugs[0]), m.Name):
					if d.Explanations[0].Bugs[0].Alike <= diagnosis.MostGuesses {
						t.Errorf("%s is explained as %v", m.Name, names(d.Explanations[0].Bugs[0]))
					}
					alike++
				case d.Explanations[0].Bugs[0].Alike == 1:
					alone++
				default:
					among++
				}
			}
			t.Logf("%d requests: named alone %d, among at most three %d, alike but not shown %d; no incorrect response %d, not compared %d", len(sent), alone, among, alike, unseen, remembers)
			// Nearly all suspects: 254 of 256 in 1.0.0.
			if compared := alone + among + alike; compared == 0 || alone < compared*97/100 {
				t.Errorf("named alone %d of %d", alone, compared)
			}
		})
	}
}
