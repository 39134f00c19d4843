// Package knockout computes which sentences of a specification are needed: those that alone decide whether some
// string is valid. It compares automata, so its results hold for all byte strings.
package knockout

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/printable"
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
	Decides string  `json:"decides"` // what it accepts or rejects, as regular expressions over bytes
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
	all := setOf(a.Sentences, func(Sentence) bool { return true })
	prose := setOf(a.Sentences, func(s Sentence) bool { return !s.Refers })
	l := lawOf(a.Sentences)
	for i := range a.Sentences {
		s := &a.Sentences[i]
		s.All = a.among(all, i, l)
		if !s.Refers {
			others := a.among(prose, i, l)
			s.Others = &others
		}
	}
	return a
}

// among returns whether sentence i is needed among some.
func (a Analysis) among(some set, i int, l law) (r Result) {
	sentence := set(1) << i
	implied := func(by set) bool {
		return l.first(func(decide set) bool { return decide&sentence != 0 && decide&by == 0 }) == nil
	}
	others := some &^ sentence
	if !implied(others) {
		return Result{Alone: l.first(func(by set) bool { return by&some == sentence })}
	}
	for j := range a.Sentences { // one suffices
		if one := others & (1 << j); implied(one) {
			others = one
		}
	}
	for j := range slices.Backward(a.Sentences) { // or else none of the rest can be removed
		if fewer := others &^ (1 << j); implied(fewer) {
			others = fewer
		}
	}
	for j, s := range a.Sentences {
		if others&(1<<j) != 0 {
			r.ImpliedBy = append(r.ImpliedBy, s.ID)
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

// lawOf visits the states of the product of the automata of all sentences, breadth first.
func lawOf(sentences []Sentence) (l law) {
	type state [32]automaton.State
	var automata []*automaton.DFA
	for _, s := range sentences {
		automata = append(automata, s.automaton())
	}
	words, queue, known := map[state]string{{}: ""}, []state{{}}, map[set]bool{}
	for ; len(queue) > 0; queue = queue[1:] {
		from := queue[0]
		var by set
		for i, d := range automata {
			if d.Accepting(from[i]) {
				by |= 1 << i
			}
		}
		if !known[by] {
			known[by], l = true, append(l, decision{by, words[from]})
		}
		for _, b := range []byte(automata[0].Order()) {
			var to state
			for i, d := range automata {
				to[i] = d.Step(from[i], b)
			}
			if _, visited := words[to]; !visited {
				words[to], queue = words[from]+string([]byte{b}), append(queue, to)
			}
		}
	}
	return l
}

// first returns the shortest string that is decided by a set for which is holds; nil if there is none.
func (l law) first(is func(set) bool) *printable.Token {
	for _, d := range l {
		if is(d.by) {
			token := printable.Token(d.word)
			return &token
		}
	}
	return nil
}

// A reading is the set of strings that a sentence decides, as expressions for [automaton.Compile]: those of
// strings without those of except.
type reading struct {
	accepts         bool // whether the sentence accepts these strings, or rejects them
	strings, except string
}

// order prefers printable bytes.
const order = "Kk+-^':1 \n"

func (r reading) automaton() *automaton.DFA {
	d := automaton.Compile(order, r.strings)
	if r.except != "" {
		d = automaton.Without(d, automaton.Compile(order, r.except))
	}
	return d
}

// String returns what the sentence decides.
func (r reading) String() string {
	text := cmp.Or(r.strings, "the empty string")
	if r.except != "" {
		text += " except " + r.except
	}
	if r.accepts {
		return "accepts " + text
	}
	return "rejects " + text
}

// sentencesOf returns the sentences without results.
func sentencesOf(e *notation.Edition) (all []Sentence) {
	token := strings.TrimSuffix(strings.TrimPrefix(e.Regexp, `\A`), `\z`)
	part := ".*" + token + ".*"
	refers := map[string]reading{
		"grammar":   {false, ".*", part},
		"anchoring": {false, part, token},
		"accept":    {true, token, ""},
		"reject":    {false, ".*", token},
	}
	for _, q := range requirement.Of(e) {
		r, refer := refers[path.Base(q.ID)]
		other, decides := readings[q.ID]
		if decides {
			r = other
		}
		if refer || decides {
			all = append(all, Sentence{ID: q.ID, Says: q.Says, Refers: refer, Decides: r.String(), reading: r})
		}
	}
	return all
}

const (
	blank   = `(?:[\t\v\f\x1f ]|\xc2\xa0|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xaf]|\xe2\x81\x9f|\xe3\x80\x80)`
	newline = `(?:[\n\r]|\xc2\x85|\xe2\x80[\xa8\xa9])`
	other   = `(?:[^-+^'A-Za-z\s]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})`
	piece   = `[-+]?[A-Za-z]\^?` // a PIN token
)

// readings are those of sentences without a reference to the expression: what [notation.Special] lets them be
// about. But epin/4/marker-last decides no string that ends in a marker, which epin/9.4/double-marker does, and
// the structure of QPI decides all that it describes.
var readings = map[string]reading{
	"epin/3/pin-superset":               {accepts: true, strings: piece},
	"epin/4/marker-last":                {strings: `.*'.*[^']`},
	"epin/9.4/empty":                    {strings: ``},
	"epin/9.4/double-marker":            {strings: `.*'.*'.*`},
	"epin/9.4/caret-first":              {strings: `[^A-Za-z]*\^[^A-Za-z]*[A-Za-z].*`},
	"epin/9.4/marker-order":             {strings: `.*'.*\^.*`},
	"epin/9.4/double-state":             {strings: `.*[-+].*[-+].*`},
	"epin/9.4/double-terminal":          {strings: `.*\^.*\^.*`},
	"epin/9.4/not-a-letter":             {strings: `[-+]?` + other + `\^?'?`},
	"epin/9.4/whitespace":               {strings: `.*` + blank + `.*`},
	"epin/9.4/line-break":               {strings: `.*` + newline + `.*`},
	"examples/single-style/accept-both": {accepts: true, strings: piece + `'?`},
	"epin-initial/pin-inheritance":      {accepts: true, strings: `[-+]?[A-Za-z]`},
	"pin/canonical/state-behind":        {strings: `[^-+]*[A-Za-z].*[-+].*`},
	"pin/canonical/caret-first":         {strings: `[^A-Za-z]*\^[^A-Za-z]*[A-Za-z].*`},
	"pin/canonical/double-state":        {strings: `.*[-+].*[-+].*`},
	"pin/canonical/double-terminal":     {strings: `.*\^.*\^.*`},
	"qpi/4.1/structure":                 {strings: `.*`, except: `[A-Za-z]:` + piece},
	"qpi/4.2/independence":              {accepts: true, strings: `[A-Z]:[-+]?[a-z]\^?|[a-z]:[-+]?[A-Z]\^?`},
	"qpi-aligned/4.1/structure":         {strings: `.*`, except: `[A-Za-z]:` + piece},
}
