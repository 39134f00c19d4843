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

	accepts bool   // whether it accepts valid tokens, or rejects other strings
	about   string // the expression that matches in these, as the table of notations says; none matches in all
	absent  bool   // whether it does not match in these
}

// Result tells whether a sentence is needed among others: it is if Alone is not nil.
type Result struct {
	Alone     *printable.Token `json:"alone,omitempty"`     // the shortest string that only this sentence decides
	ImpliedBy []string         `json:"impliedBy,omitempty"` // sentences that imply it together, and not without one of them
}

// Of analyses an edition.
func Of(e *notation.Edition) Analysis {
	a := Analysis{Edition: e.String(), Sentences: sentencesOf(e)}
	var prose set
	for i, s := range a.Sentences {
		if !s.Refers {
			prose |= 1 << i
		}
	}
	l := lawOf(e, a.Sentences)
	for i := range a.Sentences {
		s := &a.Sentences[i]
		s.All = a.among(^set(0), i, l)
		if !s.Refers {
			s.Others = new(a.among(prose, i, l))
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

// A law has the sets of sentences such that some string is decided by exactly these, each with the shortest of
// its strings: the shorter ones first.
type law []decision

type decision struct {
	by   set
	word string
}

// lawOf visits the states of the product of the automata of an edition and its sentences, breadth first.
func lawOf(e *notation.Edition, sentences []Sentence) (l law) {
	var languages []*automaton.Language // of what each is about, and of the valid tokens
	symbols := map[rune]bool{}          // one or more of each row of characters that no language distinguishes
	for _, s := range append(slices.Clip(sentences), Sentence{about: e.Regexp}) {
		language := dialect.Go(s.about)
		for _, symbol := range language.Edges() {
			symbols[symbol] = true
		}
		languages = append(languages, language)
	}
	inOrder := append([]rune("Kk+-^':1 \n"), slices.Sorted(maps.Keys(symbols))...)
	words, known := map[[32]automaton.State]string{{}: ""}, map[set]bool{} // the first one that reaches each state
	for queue := [][32]automaton.State{{}}; len(queue) > 0; queue = queue[1:] {
		var by set
		at, word := queue[0], words[queue[0]]
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
			if _, met := words[to]; !met {
				words[to], queue = word+string(symbol), append(queue, to)
			}
		}
	}
	return l
}

// without returns the shortest string that sentence i decides, and none of some others does; nil if they imply it.
func (l law) without(others set, i int) *printable.Token {
	for _, d := range l {
		if d.by&(1<<i) != 0 && d.by&others == 0 {
			return new(printable.Token(d.word))
		}
	}
	return nil
}

// decides returns what the sentence decides.
func (s Sentence) decides() string {
	text := map[bool]string{true: "accepts every token", false: "rejects every string that is not a token"}[s.accepts]
	if s.about != "" {
		text += map[bool]string{true: " in which ", false: " and in which "}[s.accepts] + s.about +
			map[bool]string{true: " does not match", false: " matches"}[s.absent]
	}
	return text
}

// sentencesOf returns the sentences without results.
func sentencesOf(e *notation.Edition) (all []Sentence) {
	known, of := map[string]Sentence{}, e.Clauses
	for _, id := range of.Validity() {
		accepts, rejects := slices.Contains(of.Valid, id), slices.Contains(of.Invalid, id)
		s := Sentence{Refers: true, accepts: accepts && !rejects}
		if accepts == rejects { // the grammar, which does not say where a match is, or the sentence that does
			s.about, s.absent = strings.TrimSuffix(strings.TrimPrefix(e.Regexp, `\A`), `\z`), accepts
		}
		known[id] = s
	}
	for _, s := range of.Special {
		if s.About != nil && (s.Aspects == nil || slices.Contains(s.Aspects, result.AspectVerdict)) {
			known[s.ID] = Sentence{accepts: s.Tokens, about: s.About.String()}
		}
	}
	for _, q := range requirement.Of(e) {
		if s, decides := known[q.ID]; decides {
			s.ID, s.Says, s.Decides = q.ID, q.Says, s.decides()
			all = append(all, s)
		}
	}
	return all
}
