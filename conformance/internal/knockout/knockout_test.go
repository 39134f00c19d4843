package knockout

import (
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// short has every string of up to 4 characters of an alphabet that has some of each kind.
var short = func() (all []string) {
	all = []string{""}
	for from, n := 0, 0; n < 4; n++ {
		longer := all[from:]
		from = len(all)
		for _, s := range longer {
			for _, c := range []string{"K", "k", "+", "-", "^", "'", ":", "1", " ", "\n", "\u00a0", "\u2028", "\xff"} {
				all = append(all, s+c)
			}
		}
	}
	return all
}()

// TestReadings tests that the sentences are the required ones about the verdict. Together they have to decide
// every string, and correctly. Each has to decide what the table of notations says that it is about.
func TestReadings(t *testing.T) {
	for _, e := range notation.All() {
		about := map[string]func(string) bool{}
		for _, id := range e.Clauses.Validity() {
			about[id] = map[string]func(string) bool{
				"accept":    e.Valid,
				"reject":    func(text string) bool { return !e.Valid(text) },
				"grammar":   func(text string) bool { return !e.Contains(text) },
				"anchoring": func(text string) bool { return e.Contains(text) && !e.Valid(text) },
			}[path.Base(id)]
		}
		for _, s := range e.Clauses.Special {
			q, _ := requirement.Lookup(s.ID)
			if q.Level == requirement.Required && (s.Aspects == nil || slices.Contains(s.Aspects, "verdict")) {
				about[s.ID] = func(text string) bool { return s.Tokens == e.Valid(text) && s.About.MatchString(text) }
			}
			// The table counts K'' against two sentences, and a colon in the wrong place against the grammar alone.
			switch {
			case s.ID == "epin/4/marker-last":
				about[s.ID] = func(text string) bool { return strings.Contains(text, "'") && !strings.HasSuffix(text, "'") }
			case path.Base(s.ID) == "structure":
				about[s.ID] = func(text string) bool { return !notation.QPI.Valid(text) }
			}
		}
		sentences := sentencesOf(e)
		for _, s := range sentences {
			decided := s.automaton()
			is, known := about[s.ID]
			differs := func(text string) bool { return known && is(text) != decided.Accepts(text) }
			if i := slices.IndexFunc(short, differs); i >= 0 || !known {
				t.Errorf("%s is known to the table: %t; %d: they differ", s.ID, known, i)
			}
			delete(about, s.ID)
		}
		if len(about) > 0 {
			t.Errorf("%s: no sentence of %v", e, about)
		}
		accepting := setOf(sentences, func(s Sentence) bool { return s.accepts })
		for _, d := range lawOf(sentences) {
			if accepted, rejected := d.by&accepting != 0, d.by&^accepting != 0; accepted == rejected {
				t.Errorf("%s: some sentences accept %q: %t, and some reject it: %t", e, d.word, accepted, rejected)
			}
		}
		if !automaton.Equal(automaton.Compile(order, e.Regexp), automaton.Of(e)) {
			t.Errorf("%s: the expression is not that of the table", e)
		}
	}
}

// TestOf compares the results with those of trying all short strings.
func TestOf(t *testing.T) {
	for _, e := range notation.All() {
		a := Of(e)
		decided := map[string]set{}
		for i, s := range a.Sentences {
			d := s.automaton()
			for _, text := range short {
				if d.Accepts(text) {
					decided[text] |= 1 << i
				}
			}
		}
		// What the results depend on is the same for many strings: the first ones suffice.
		known, kinds := map[[2]any]bool{}, []string(nil)
		for _, text := range short {
			if kind := [2]any{decided[text], e.Valid(text)}; !known[kind] {
				known[kind], kinds = true, append(kinds, text)
			}
		}
		shortest := func(what string, got *printable.Token, is func(text string) bool) {
			i := slices.IndexFunc(kinds, is)
			if (got == nil) != (i < 0) || got != nil && (len(*got) != len(kinds[i]) || !is(string(*got))) {
				t.Errorf("%s: %s: %v, and by trial kind %d", e, what, got, i)
			}
		}
		check := func(i int, r Result, among set) {
			shortest(a.Sentences[i].ID, r.Alone, func(text string) bool { return decided[text]&among == 1<<i })
			for _, left := range append(r.ImpliedBy, "") { // without it, the others do not imply the sentence
				by := setOf(a.Sentences, func(s Sentence) bool { return s.ID != left && slices.Contains(r.ImpliedBy, s.ID) })
				open := slices.ContainsFunc(kinds, func(text string) bool { return decided[text]&(1<<i) != 0 && decided[text]&by == 0 })
				if r.Alone == nil && (open != (left != "") || by&^among != 0) {
					t.Errorf("%s: %s is not implied by %q, or it is without %q", e, a.Sentences[i].ID, r.ImpliedBy, left)
				}
			}
		}
		prose := setOf(a.Sentences, func(s Sentence) bool { return !s.Refers })
		for i, s := range a.Sentences {
			check(i, s.All, ^set(0))
			if s.Others != nil {
				check(i, *s.Others, prose)
			}
		}
	}
}
