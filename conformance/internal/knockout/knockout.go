// Package knockout computes which sentences of a specification are needed: those that alone decide whether some
// string is valid. It compares automata, so its results hold for all byte strings. As in package regexp, a malformed
// byte is read as U+FFFD.
package knockout

import (
	"maps"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/dialect"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// Analysis is the result for an edition.
type Analysis struct {
	Edition   string     `json:"edition"`
	Sentences []Sentence `json:"sentences"` // the required ones about validity, in the order of the catalogue
}

// Sentence is a required sentence that decides whether some strings are valid.
type Sentence struct {
	ID      string  `json:"id"`
	Says    string  `json:"says"`
	Refers  bool    `json:"refers"`  // whether it refers to the regular expression of the document
	Decides string  `json:"decides"` // what it accepts or rejects, with an expression of package regexp
	All     Result  `json:"all"`     // among all sentences
	Others  *Result `json:"others"`  // among the sentences that do not refer to the expression; nil if it does

	reading `json:"-"`
}

// Result tells whether a sentence is needed among others: it is if Alone is not nil.
type Result struct {
	Alone     *printable.Token `json:"alone,omitempty"`     // the shortest string that only this sentence decides
	ImpliedBy []string         `json:"impliedBy,omitempty"` // sentences that imply it together, and not without one of them
}

// String returns the result in words.
func (r Result) String() string {
	if r.Alone != nil {
		return "only this sentence decides " + r.Alone.Shown()
	}
	return "implied by " + strings.Join(r.ImpliedBy, " and ")
}

// Of analyses an edition.
func Of(e *notation.Edition) Analysis {
	a := Analysis{Edition: e.String(), Sentences: sentencesOf(e)}
	prose, l := setOf(a.Sentences, func(s Sentence) bool { return !s.Refers }), lawOf(e, a.Sentences)
	for i := range a.Sentences {
		s := &a.Sentences[i]
		s.All = a.among(^set(0), i, l)
		if !s.Refers {
			others := a.among(prose, i, l)
			s.Others = &others
		}
	}
	return a
}

// among returns whether sentence i is needed among some.
func (a Analysis) among(some set, i int, l law) (r Result) {
	others := some &^ (1 << i)
	if r.Alone = l.without(others, i); r.Alone != nil {
		return r
	}
	for j := range a.Sentences { // one suffices
		if one := others & (1 << j); l.without(one, i) == nil {
			others = one
		}
	}
	for j, s := range slices.Backward(a.Sentences) { // or else none of the rest can be removed
		if fewer := others &^ (1 << j); l.without(fewer, i) == nil {
			others = fewer
		} else {
			r.ImpliedBy = slices.Insert(r.ImpliedBy, 0, s.ID)
		}
	}
	return r
}

// A set is a set of sentences of an edition: bit i is that of sentence i.
type set uint32

func setOf(all []Sentence, is func(Sentence) bool) (of set) {
	for i, s := range all {
		if is(s) {
			of |= 1 << i
		}
	}
	return of
}

// A law has the sets of sentences such that some string is decided by exactly these, each with the shortest of
// its strings: the shorter ones first, and of those of one length the one with the first bytes.
type law []decision

type decision struct {
	by   set
	word string
}

// lawOf visits the states of the product of the automata of an edition and its sentences, breadth first.
func lawOf(e *notation.Edition, sentences []Sentence) (l law) {
	type place struct {
		at   [32]automaton.State
		word string
	}
	var languages []*automaton.Language // of what each is about, and of the valid tokens
	symbols := map[rune]bool{}
	for _, s := range append(slices.Clip(sentences), Sentence{reading: reading{about: e.Regexp}}) {
		language := dialect.Go(s.about)
		for _, symbol := range language.Symbols {
			symbols[symbol] = true
		}
		languages = append(languages, language)
	}
	inOrder := append([]rune("Kk+-^':1 \n"), slices.Sorted(maps.Keys(symbols))...)
	met, known := map[[32]automaton.State]bool{{}: true}, map[set]bool{}
	for queue := []place{{}}; len(queue) > 0; queue = queue[1:] {
		var by set
		at, word := queue[0].at, queue[0].word
		for i, s := range sentences {
			if languages[i].Accepting(at[i]) != s.absent && s.accepts == e.Valid(word) {
				by |= 1 << i
			}
		}
		if !known[by] {
			known[by], l = true, append(l, decision{by, word})
		}
		for _, symbol := range inOrder {
			to := at
			for i, language := range languages {
				to[i] = language.Step(at[i], language.Byte(symbol))
			}
			if !met[to] {
				met[to], queue = true, append(queue, place{to, word + string(symbol)})
			}
		}
	}
	return l
}

// without returns the shortest string that sentence i decides, and none of some others does; nil if they imply it.
func (l law) without(others set, i int) *printable.Token {
	for _, d := range l {
		if d.by&(1<<i) != 0 && d.by&others == 0 {
			token := printable.Token(d.word)
			return &token
		}
	}
	return nil
}

// A reading is which strings a sentence decides: the valid tokens or the others, and of these the ones that it is
// about, as the table of notations says.
type reading struct {
	accepts bool   // whether it accepts valid tokens, or rejects other strings
	about   string // the expression that matches in them
	absent  bool   // or in none of them
}

// String returns what the sentence decides.
func (r reading) String() string {
	text := "rejects every other string"
	if r.accepts {
		text = "accepts every valid token"
	}
	switch {
	case r.absent:
		return text + " in which " + r.about + " does not match"
	case r.about != "":
		return text + " in which " + r.about + " matches"
	}
	return text
}

// sentencesOf returns the sentences without results.
func sentencesOf(e *notation.Edition) (all []Sentence) {
	known, of := map[string]Sentence{}, e.Clauses
	for _, id := range of.Validity() {
		accepts, rejects := slices.Contains(of.Valid, id), slices.Contains(of.Invalid, id)
		r := reading{accepts: accepts && !rejects}
		if accepts == rejects { // the grammar, which does not say where a match is, or the sentence that does
			r.about, r.absent = strings.TrimSuffix(strings.TrimPrefix(e.Regexp, `\A`), `\z`), accepts
		}
		known[id] = Sentence{Refers: true, reading: r}
	}
	for _, s := range of.Special {
		if s.About != nil && (s.Aspects == nil || slices.Contains(s.Aspects, result.AspectVerdict)) {
			known[s.ID] = Sentence{reading: reading{accepts: s.Tokens, about: s.About.String()}}
		}
	}
	for _, q := range requirement.Of(e) {
		if s, decides := known[q.ID]; decides {
			s.ID, s.Says, s.Decides = q.ID, q.Says, s.reading.String()
			all = append(all, s)
		}
	}
	return all
}
