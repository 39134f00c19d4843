package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/corpus"
)

// build makes all vectors of an edition.
func build(edition string) ([]corpus.Vector, error) {
	b := newBuilder(edition)
	b.tokens()
	b.faults(structureFaults, classFaults, affixFaults, nulFaults, notUTF8, escapes, several)
	b.faults(placed(blanks), placed(lineBreaks), lineBreakFaults, placed(invisibles), combining)
	b.faults(alone(letterLookAlikes), inFront(signLookAlikes), behind(markerLookAlikes))
	b.faults(lengths)
	if edition == corpus.Current {
		b.faults(caretStructure, behind(caretLookAlikes), caretNotUTF8, currentLengths)
	} else {
		b.faults(caretForeign)
	}
	b.singleBytes()
	b.applications()
	b.equalities()
	return b.vectors, b.err
}

// A fault is a token that has one thing wrong with it.
type fault struct{ id, token, why string }

// A builder collects the vectors of one edition. Of each it is told the question
// and works out the answer and what it is evidence for.
type builder struct {
	edition string
	pieces  map[string]piece // every token of the edition
	vectors []corpus.Vector
	asked   map[string]bool
	err     error // the first thing that is wrong with the tables
}

func newBuilder(edition string) *builder {
	b := &builder{edition: edition, pieces: make(map[string]piece), asked: make(map[string]bool)}
	for _, p := range pieces(edition) {
		b.pieces[p.token()] = p
	}
	return b
}

// add adds a vector that lacks edition and requirements, under an id that lacks
// the prefix of its edition.
func (b *builder) add(v corpus.Vector, requirements []string) {
	if b.edition == corpus.Initial {
		v.ID = "initial-" + v.ID
	}
	v.Edition = b.edition
	slices.Sort(requirements)
	v.Requirements = slices.Compact(requirements)
	b.vectors = append(b.vectors, v)
	b.asked[questionKey(v.Op, v.Token, v.Methods)] = true
}

// parse adds the question what the parser says of a token.
func (b *builder) parse(id, token, why string) {
	v := corpus.Vector{ID: id, Op: corpus.OpParse, Token: token, Why: why}
	p, valid := b.pieces[token]
	v.Want.Valid = corpus.Some(valid)
	if !valid {
		b.add(v, b.ofInvalid(token))
		return
	}
	v.Want.Token = corpus.Some(token)
	v.Want.PIN = corpus.Some(p.pin())
	v.Want.Native = corpus.Some(!p.derived)
	v.Want.Derived = corpus.Some(p.derived)
	v.Want.Name = corpus.Some(p.name)
	v.Want.Side = corpus.Some(sides[p.second])
	v.Want.State = corpus.Some(states[p.sign])
	v.Want.Terminal = corpus.Some(p.terminal)
	b.add(v, b.ofValid(p))
}

// apply adds the question what some methods make of a token, and the requirements
// that the tables name for it beside those that can be worked out.
func (b *builder) apply(id, token string, names []string, why string, requirements ...string) {
	v := corpus.Vector{ID: id, Op: corpus.OpApply, Token: token, Methods: names, Why: why}
	p, valid := b.pieces[token]
	v.Want.Valid = corpus.Some(valid)
	if !valid {
		b.add(v, b.ofInvalid(token))
		return
	}
	after, err := p.steps(names)
	if err != nil {
		b.fail("%s: %v", id, err)
		return
	}
	tokens := []string{}
	for _, q := range after {
		tokens = append(tokens, q.token())
	}
	v.Want.Tokens = corpus.Some(tokens)
	v.Want.Original = corpus.Some(token)
	b.add(v, append(b.ofApplication(p, names, after), requirements...))
}

// equal adds the question whether two tokens are equal.
func (b *builder) equal(id, token, other, why string) {
	for _, t := range []string{token, other} {
		if _, valid := b.pieces[t]; !valid {
			b.fail("%s: %q is no token; only tokens are compared", id, t)
			return
		}
	}
	v := corpus.Vector{ID: id, Op: corpus.OpEqual, Token: token, Other: other, Why: why}
	v.Want.Equal = corpus.Some(token == other)
	b.add(v, b.ofEquality())
}

// faults adds whole tables of invalid tokens.
func (b *builder) faults(tables ...[]fault) {
	for _, table := range tables {
		for _, f := range table {
			if _, valid := b.pieces[f.token]; valid {
				b.fail("%s: %q is a token; a fault has something wrong with it", f.id, f.token)
			}
			b.parse(f.id, f.token, f.why)
		}
	}
}

// hasParse reports whether the parser is asked about a token already, for sweeps
// that leave out what a table has in its own words.
func (b *builder) hasParse(token string) bool {
	return b.asked[questionKey(corpus.OpParse, token, nil)]
}

// hasApply is hasParse for transformations.
func (b *builder) hasApply(token string, names []string) bool {
	return b.asked[questionKey(corpus.OpApply, token, names)]
}

func questionKey(op, token string, names []string) string {
	return op + " " + strings.Join(names, ",") + " " + token
}

func (b *builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf(format, args...)
	}
}
