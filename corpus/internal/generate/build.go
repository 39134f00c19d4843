package main

import (
	"fmt"
	"slices"

	"github.com/epin-conformance/harness/corpus"
)

// build makes all vectors of an edition.
func build(edition string) ([]corpus.Vector, error) {
	b := newBuilder(edition)
	for _, p := range pieces(b.edition) {
		b.parse("token-"+p.slug(b.edition), p.token(), tokenWhy(p))
	}
	b.faults(structureFaults, classFaults, affixFaults, nulFaults, notUTF8, escapes, several)
	b.faults(at(around, blanks), at(around, lineBreaks), lineBreakFaults, at(around, invisibles), combining)
	b.faults(at(forLetter, letterLookAlikes), at(forSign, signLookAlikes), at(forMarker, markerLookAlikes))
	b.faults(lengths)
	if edition == corpus.Current {
		b.faults(caretStructure, at(forMarker, caretLookAlikes), caretNotUTF8, currentLengths)
	} else {
		b.faults(caretForeign)
	}
	b.singleBytes()
	b.applications()
	b.equalities()
	return b.vectors, b.err
}

// A fault is a string that is one edit away from a token.
type fault struct{ id, token, why string }

// A builder collects the vectors of one edition. It computes the expected result of each
// request, and the requirements that it tests.
type builder struct {
	edition string
	pieces  map[string]piece // every token of the edition
	vectors []corpus.Vector
	err     error // the first error in the tables
}

func newBuilder(edition string) *builder {
	b := &builder{edition: edition, pieces: make(map[string]piece)}
	for _, p := range pieces(edition) {
		b.pieces[p.token()] = p
	}
	return b
}

func (b *builder) valid(token string) bool {
	_, valid := b.pieces[token]
	return valid
}

// add adds a vector. It sets the edition and the requirements, and adds the prefix of the
// edition to the id.
func (b *builder) add(v corpus.Vector, requirements []string) {
	if b.edition == corpus.Initial {
		v.ID = "initial-" + v.ID
	}
	v.Edition = b.edition
	slices.Sort(requirements)
	v.Requirements = slices.Compact(requirements)
	b.vectors = append(b.vectors, v)
}

// parse adds a vector of the parser.
func (b *builder) parse(id, token, why string) {
	v := corpus.Vector{ID: id, Op: corpus.OpParse, Token: token, Why: why}
	p, valid := b.pieces[token]
	if !valid {
		v.Want.Valid = corpus.Some(false)
		b.add(v, b.ofInvalid(token))
		return
	}
	v.Want = corpus.Want{
		Valid: corpus.Some(true), Token: corpus.Some(token), PIN: corpus.Some(p.pin()),
		Native: corpus.Some(!p.derived), Derived: corpus.Some(p.derived), Name: corpus.Some(p.name),
		Side: corpus.Some(sides[p.second]), State: corpus.Some(states[p.sign]), Terminal: corpus.Some(p.terminal),
	}
	b.add(v, b.ofValid(p))
}

// apply adds a vector of methods on a token. Its requirements are those that it computes, and
// the one in the table.
func (b *builder) apply(a application) {
	v := corpus.Vector{ID: a.id, Op: corpus.OpApply, Token: a.token, Methods: a.methods, Why: a.why}
	p, valid := b.pieces[a.token]
	if !valid {
		v.Want.Valid = corpus.Some(false)
		b.add(v, b.ofInvalid(a.token))
		return
	}
	after, err := p.steps(a.methods)
	if err != nil {
		b.fail("%s: %v", a.id, err)
		return
	}
	tokens := []string{}
	for _, q := range after {
		tokens = append(tokens, q.token())
	}
	v.Want = corpus.Want{Valid: corpus.Some(true), Tokens: corpus.Some(tokens), Original: corpus.Some(a.token)}
	requirements := b.ofApplication(p, a.methods, after)
	if a.requirement != "" {
		requirements = append(requirements, a.requirement)
	}
	b.add(v, requirements)
}

// equal adds a vector of equality.
func (b *builder) equal(id, token, other, why string) {
	for _, t := range []string{token, other} {
		if !b.valid(t) {
			b.fail("%s: %q is not a valid token: compare valid tokens only", id, t)
			return
		}
	}
	v := corpus.Vector{ID: id, Op: corpus.OpEqual, Token: token, Other: other, Why: why}
	v.Want.Equal = corpus.Some(token == other)
	b.add(v, []string{pick(b.edition == corpus.Initial, "epin-initial/equivalent", "epin/9.3/equivalent")})
}

// faults adds whole tables of invalid tokens.
func (b *builder) faults(tables ...[]fault) {
	for _, f := range slices.Concat(tables...) {
		if b.valid(f.token) {
			b.fail("%s: %q is a token; a fault has something wrong with it", f.id, f.token)
		}
		b.parse(f.id, f.token, f.why)
	}
}

// has reports whether a request has a vector. Loops use it to skip requests that are in a table
// with their own reason.
func (b *builder) has(op, token string, methods ...string) bool {
	return slices.ContainsFunc(b.vectors, func(v corpus.Vector) bool {
		return v.Op == op && v.Token == token && slices.Equal(v.Methods, methods)
	})
}

func (b *builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf(format, args...)
	}
}
