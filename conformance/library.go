package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance/notation"
)

// Correct returns an implementation that is made from the table: its response to each request is the
// correct one. It offers all operations and all methods of the edition. It is the oracle.
func Correct(edition *notation.Edition) Implementation {
	return library[notation.Token]{
		edition: edition,
		valid:   edition.Valid,
		parse: func(token string) (notation.Token, error) {
			t, valid := edition.Parse(token)
			if !valid {
				return t, errInvalid
			}
			return t, nil
		},
		values: edition.Values,
		apply: func(m Method, t notation.Token) notation.Token {
			edition.Method(string(m)).Do(&t)
			return t
		},
	}
}

var errInvalid = errors.New("not a token")

// library is an implementation in this process, whose values of type T cannot change.
type library[T interface {
	comparable
	fmt.Stringer // the string form
}] struct {
	edition *notation.Edition
	valid   func(token string) bool
	parse   func(token string) (T, error)
	values  func(T) notation.Values
	apply   func(m Method, v T) T // for a method of the edition
}

func (l library[T]) Describe() Description {
	return Description{
		Name:     strings.ToLower(l.edition.Notation) + " reference",
		Version:  Version,
		Language: "go",
		Homepage: "https://github.com/epin-conformance/harness",
		Ops:      Ops(),
		Methods:  MethodsOf(l.edition),
		Bytes:    true,

		ApplyAttributes: true,
		ApplyUnread:     true,
	}
}

func (l library[T]) Do(_ context.Context, req Request) (Response, error) {
	switch req.Op {
	case OpParse:
		t, err := l.parse(req.Token)
		if err != nil {
			return Response{Outcome: Rejected, Error: err.Error()}, nil
		}
		return Response{Outcome: Accepted, Attributes: l.values(t)}, nil
	case OpValid:
		if l.valid(req.Token) {
			return Response{Outcome: Accepted}, nil
		}
		return Response{Outcome: Rejected}, nil
	case OpApply:
		return l.transform(req), nil
	case OpEqual:
		return l.equal(req.Token, req.Other), nil
	case OpSweep:
		verdicts := make([]byte, len(req.Tokens))
		for i, token := range req.Tokens {
			verdicts[i] = VerdictNo
			if l.valid(token) {
				verdicts[i] = VerdictYes
			}
		}
		return Response{Outcome: Swept, Verdicts: string(verdicts)}, nil
	}
	return Response{}, nil
}

func (l library[T]) transform(req Request) Response {
	before, methods := req.Calls()
	lacks := func(m Method) bool { return l.edition.Method(string(m)) == nil }
	if slices.ContainsFunc(before, lacks) || slices.ContainsFunc(methods, lacks) {
		return Response{}
	}
	original, err := l.parse(req.Token)
	if err != nil {
		return Response{Outcome: Rejected, Error: err.Error()}
	}
	unread := 0
	if req.Unread() {
		unread = max(len(methods)-1, 0)
	}
	tokens, t := make([]string, 0, len(methods)), original // a T cannot change: nothing of before is left
	for _, m := range methods {
		t = l.apply(m, t)
		tokens = append(tokens, t.String())
	}
	return Response{
		Outcome: Accepted, Attributes: l.values(t),
		Tokens: tokens[unread:], Original: original.String(),
	}
}

func (l library[T]) equal(token, other string) Response {
	a, errA := l.parse(token)
	b, errB := l.parse(other)
	switch {
	case errA != nil || errB != nil:
		return Response{Outcome: Rejected}
	case a == b:
		return Response{Outcome: Equal}
	}
	return Response{Outcome: Unequal}
}
