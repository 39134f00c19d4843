package knockout

import (
	"regexp"
	"slices"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/dialect"
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

// TestSentences tests that the sentences are the required ones about the verdict. Together they have to decide every
// string, and correctly.
func TestSentences(t *testing.T) {
	for _, e := range notation.All() {
		missing := e.Clauses.Validity()
		for _, s := range e.Clauses.Special {
			if slices.Contains([]string{"epin/9.2/no-context", "examples/matrix"}, s.ID) { // about string forms, and about rows
				continue
			}
			missing = append(missing, s.ID)
		}
		sentences := sentencesOf(e)
		for _, s := range sentences {
			if q, _ := requirement.Lookup(s.ID); q.Level != requirement.Required || !slices.Contains(missing, s.ID) {
				t.Errorf("%s is no required sentence about the verdict", s.ID)
			}
			missing = slices.DeleteFunc(missing, func(id string) bool { return id == s.ID })
		}
		if len(missing) > 0 {
			t.Errorf("%s: no sentence of %v", e, missing)
		}
		accepting := setOf(sentences, func(s Sentence) bool { return s.accepts })
		for _, d := range lawOf(e, sentences) {
			if accepted, rejected := d.by&accepting != 0, d.by&^accepting != 0; accepted == rejected {
				t.Errorf("%s: some sentences accept %q: %t, and some reject it: %t", e, d.word, accepted, rejected)
			}
		}
		if !automaton.Equal(dialect.Go(e.Regexp).DFA, automaton.Of(e)) {
			t.Errorf("%s: the expression is not that of the table", e)
		}
	}
}

// A character that two classes have in common is met, even if it is neither the first of the one nor of the other.
func TestOverlaps(t *testing.T) {
	l := lawOf(notation.EPIN, []Sentence{{about: "[áé]"}, {about: "[àé]"}})
	if !slices.ContainsFunc(l, func(d decision) bool { return d.by == 0b11 && d.word == "é" }) {
		t.Errorf("%+v", l)
	}
}

func setOf(all []Sentence, is func(Sentence) bool) (of set) {
	for i, s := range all {
		if is(s) {
			of |= 1 << i
		}
	}
	return of
}

// TestOf compares the results with those of trying all short strings.
func TestOf(t *testing.T) {
	for _, e := range notation.All() {
		a := Of(e)
		decided := map[string]set{}
		for i, s := range a.Sentences {
			about := regexp.MustCompile(s.about)
			for _, text := range short {
				if s.accepts == e.Valid(text) && s.absent != about.MatchString(text) {
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
