package report

import (
	"strings"

	"github.com/epin-conformance/harness/conformance/suite"
)

// Learned is the language that an implementation accepts whose verdicts were wrong, as
// far as was asked: see suite.Learned.
type Learned struct {
	Way           string  `json:"way"`
	States        int     `json:"states"`        // of its minimal automaton; 0 where none was found
	Why           string  `json:"why"`           // why none was found, or empty
	Expression    string  `json:"expression"`    // a regular expression over bytes; empty where none is short enough
	Specification string  `json:"specification"` // that of the specification
	TooMany       []Token `json:"tooMany"`       // the shortest that it accepts and that are no tokens
	Missing       []Token `json:"missing"`       // the shortest tokens that it does not accept
}

func learnedOf(l *suite.Learned) *Learned {
	if l == nil {
		return nil
	}
	specification, _ := l.Specification.Expression()
	out := &Learned{
		Way: l.Way, Why: said(l.Why), Expression: l.Expression, Specification: specification,
		TooMany: tokensOf(l.TooMany), Missing: tokensOf(l.Missing),
	}
	if l.Machine != nil {
		out.States = l.Machine.States()
	}
	return out
}

func tokensOf(words []string) []Token {
	tokens := []Token{}
	for _, word := range words {
		tokens = append(tokens, tokenOf(word))
	}
	return tokens
}

// longestExpression is how long an expression is that people still read.
const longestExpression = 200

// learned says what language it is that the implementation accepts.
func (w *textWriter) learned(l *Learned) {
	if l == nil {
		return
	}
	if l.States == 0 {
		w.printf("\nWhat it accepts by %s was not found out: %s.\n", l.Way, strings.TrimSuffix(l.Why, "."))
		return
	}
	w.printf("\nWhat it accepts by %s, as learned from its verdicts (`epin learn` draws it)", l.Way)
	switch {
	case l.Expression == l.Specification:
		w.printf(", is what the specification says: on what was judged wrongly, its verdicts change.\n")
		return
	case l.Expression != "" && len(l.Expression) <= longestExpression:
		w.printf(":\n  %s\n  %s  (the specification)\n", w.paint(bold, l.Expression), l.Specification)
	default:
		w.printf(", is the language of an automaton with %d states; the specification's is %s\n", l.States, l.Specification)
	}
	w.words("accepted too much", l.TooMany)
	w.words("not accepted", l.Missing)
}

func (w *textWriter) words(label string, tokens []Token) {
	if len(tokens) == 0 {
		return
	}
	shown := make([]string, len(tokens))
	for i, token := range tokens {
		shown[i] = shownToken(token)
	}
	w.printf("  %s, shortest first: %s\n", label, strings.Join(shown, " "))
}
