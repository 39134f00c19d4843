package conformance

import (
	"context"
	"slices"

	"github.com/epin-conformance/harness/epin"
)

// Reference returns the reference implementation of an edition, package epin, as
// an Implementation. It offers all operations and all methods of the edition. It is the
// oracle of the layers that compare responses with an oracle.
func Reference(edition epin.Edition) Implementation { return reference{edition} }

type reference struct{ edition epin.Edition }

func (r reference) Describe() Description {
	return Description{
		Name:     "epin reference",
		Version:  Version,
		Language: "go",
		Homepage: "https://github.com/epin-conformance/harness",
		Ops:      Ops(),
		Methods:  MethodsOf(r.edition),
		Bytes:    true,

		ApplyAttributes: true,
		ApplyUnread:     true,
	}
}

func (r reference) Do(_ context.Context, req Request) (Response, error) {
	switch req.Op {
	case OpParse:
		return r.parse(req.Token), nil
	case OpValid:
		if r.edition.Valid(req.Token) {
			return Response{Outcome: Accepted}, nil
		}
		return Response{Outcome: Rejected}, nil
	case OpApply:
		return r.apply(req), nil
	case OpEqual:
		return r.equal(req.Token, req.Other), nil
	case OpSweep:
		return r.sweep(req.Tokens), nil
	}
	return Response{}, nil
}

func (r reference) parse(token string) Response {
	id, err := r.edition.Parse(token)
	if err != nil {
		return Response{Outcome: Rejected, Error: err.Error()}
	}
	return attributesOf(id)
}

func attributesOf(id epin.Identifier) Response {
	return Response{
		Outcome:  Accepted,
		Token:    Some(id.String()),
		PIN:      Some(id.PIN().String()),
		Native:   Some(id.IsNative()),
		Derived:  Some(id.IsDerived()),
		Name:     Some(id.Name().String()),
		Side:     Some(id.Side().String()),
		State:    Some(id.State().String()),
		Terminal: Some(id.IsTerminal()),
	}
}

func (r reference) apply(req Request) Response {
	before, methods := req.Calls()
	for _, m := range slices.Concat(before, methods) {
		if transformations[m] == nil || (m == Mark || m == Unmark) && !r.edition.HasTerminal() {
			return Response{}
		}
	}
	original, err := r.edition.Parse(req.Token)
	if err != nil {
		return Response{Outcome: Rejected, Error: err.Error()}
	}
	tokens, id := make([]string, 0, len(methods)), original // an Identifier cannot change: nothing of before is left
	for _, m := range methods {
		id = transformations[m](id)
		tokens = append(tokens, id.String())
	}
	resp := attributesOf(id)
	resp.Tokens, resp.Original = tokens[len(tokens)-len(req.Results()):], original.String()
	return resp
}

// transformations holds the transformations of the current edition.
var transformations = map[Method]func(epin.Identifier) epin.Identifier{
	Native:    epin.Identifier.Native,
	Derive:    epin.Identifier.Derive,
	Flip:      epin.Identifier.Flip,
	Enhance:   epin.Identifier.Enhance,
	Diminish:  epin.Identifier.Diminish,
	Normalize: epin.Identifier.Normalize,
	Mark:      epin.Identifier.MarkTerminal,
	Unmark:    epin.Identifier.UnmarkTerminal,
}

func (r reference) equal(token, other string) Response {
	a, errA := r.edition.Parse(token)
	b, errB := r.edition.Parse(other)
	switch {
	case errA != nil || errB != nil:
		return Response{Outcome: Rejected}
	case a == b:
		return Response{Outcome: Equal}
	}
	return Response{Outcome: Unequal}
}

func (r reference) sweep(tokens []string) Response {
	verdicts := make([]byte, len(tokens))
	for i, token := range tokens {
		verdicts[i] = VerdictNo
		if r.edition.Valid(token) {
			verdicts[i] = VerdictYes
		}
	}
	return Response{Outcome: Swept, Verdicts: string(verdicts)}
}
