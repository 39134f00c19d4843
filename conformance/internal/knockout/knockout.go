// Package knockout computes which sentences of a specification are needed: those that alone decide whether some
// string is valid. It compares automata, so its results hold for all byte strings.
package knockout

import (
	"cmp"
	"maps"
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
	prose, l := setOf(a.Sentences, func(s Sentence) bool { return !s.Refers }), lawOf(a.Sentences)
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

// lawOf visits the states of the product of the automata of all sentences, breadth first.
func lawOf(sentences []Sentence) (l law) {
	type state [32]automaton.State
	var automata []*automaton.DFA
	for _, s := range sentences {
		automata = append(automata, s.automaton())
	}
	met, known := map[state]bool{}, map[set]bool{}
	for queue := []string{""}; len(queue) > 0; queue = queue[1:] {
		var at state
		var by set
		word := queue[0]
		for i, d := range automata {
			for _, b := range []byte(word) {
				at[i] = d.Step(at[i], b)
			}
			if d.Accepting(at[i]) {
				by |= 1 << i
			}
		}
		if met[at] {
			continue
		}
		if !known[by] {
			l = append(l, decision{by, word})
		}
		met[at], known[by] = true, true
		for _, b := range []byte(automata[0].Order()) {
			queue = append(queue, word+string([]byte{b}))
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

// A reading is the set of strings that a sentence decides, as expressions for [automaton.Compile]: those of
// strings without those of except.
type reading struct {
	refers          bool // whether the sentence refers to the expression of the document
	accepts         bool // whether it accepts these strings, or rejects them
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
	known := maps.Clone(readings)
	known["grammar"] = reading{refers: true, strings: ".*", except: part}
	known["anchoring"] = reading{refers: true, strings: part, except: token}
	known["accept"] = reading{refers: true, accepts: true, strings: token}
	known["reject"] = reading{refers: true, strings: ".*", except: token}
	for _, q := range requirement.Of(e) {
		if r, decides := known[path.Base(q.ID)]; decides {
			all = append(all, Sentence{ID: q.ID, Says: q.Says, Refers: r.refers, Decides: r.String(), reading: r})
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

// readings are those of sentences without a reference to the expression, by the last parts of their identifiers: what
// [notation.Special] lets them be about. But marker-last decides no string that ends in a marker, which double-marker
// does, and the structure of QPI decides all that it describes.
var readings = map[string]reading{
	"pin-superset":    {accepts: true, strings: piece},
	"marker-last":     {strings: `.*'.*[^']`},
	"empty":           {strings: ``},
	"double-marker":   {strings: `.*'.*'.*`},
	"caret-first":     {strings: `[^A-Za-z]*\^[^A-Za-z]*[A-Za-z].*`},
	"marker-order":    {strings: `.*'.*\^.*`},
	"double-state":    {strings: `.*[-+].*[-+].*`},
	"double-terminal": {strings: `.*\^.*\^.*`},
	"not-a-letter":    {strings: `[-+]?` + other + `\^?'?`},
	"whitespace":      {strings: `.*` + blank + `.*`},
	"line-break":      {strings: `.*` + newline + `.*`},
	"accept-both":     {accepts: true, strings: piece + `'?`},
	"pin-inheritance": {accepts: true, strings: `[-+]?[A-Za-z]`},
	"state-behind":    {strings: `[^-+]*[A-Za-z].*[-+].*`},
	"structure":       {strings: `.*`, except: `[A-Za-z]:` + piece},
	"independence":    {accepts: true, strings: `[A-Z]:[-+]?[a-z]\^?|[a-z]:[-+]?[A-Z]\^?`},
}
