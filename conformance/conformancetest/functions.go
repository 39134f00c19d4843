package conformancetest

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// Functions adapts the functions of a library to a [conformance.Implementation]; see New.
// T is the type that the parser returns. Every field is optional: the suite does not test
// what is not given. Without Parse, Valid is required and T is not used; it can be
// struct{}.
//
// Do not correct results in these functions: the test has to see what the library returns.
type Functions[T any] struct {
	Library string // the name in messages; "" means "the library"
	Version string // the version in messages; may be empty

	Parse func(token string) (T, error) // any error rejects the token
	Valid func(token string) bool       // reports whether a token is valid

	String func(T) string // the string form (EPIN §9.2)

	// The attributes (EPIN §7, §9.3).
	PIN        func(T) string // the PIN token, without the derivation marker
	IsNative   func(T) bool
	IsDerived  func(T) bool
	Name       func(T) string // "A" to "Z"
	Side       func(T) string // "first" or "second"
	State      func(T) string // "normal", "enhanced" or "diminished"
	IsTerminal func(T) bool   // always false in edition 1.0.0-initial

	// The transformations (EPIN §9.3, and the mutation recipes of the examples). They
	// require String, which shows their results.
	Native    func(T) T
	Derive    func(T) T
	Flip      func(T) T // the other Side
	Enhance   func(T) T
	Diminish  func(T) T
	Normalize func(T) T
	Mark      func(T) T // terminal; not tested in edition 1.0.0-initial
	Unmark    func(T) T // not terminal; not tested in edition 1.0.0-initial

	Equal func(a, b T) bool
}

// New returns a new implementation with these functions, for [Run] and [Fuzz]. If required
// fields are missing, each of its requests returns an error.
func (f Functions[T]) New() conformance.Implementation {
	impl := functions[T]{Functions: f}
	impl.methods = map[conformance.Method]func(T) T{
		conformance.Native: f.Native, conformance.Derive: f.Derive, conformance.Flip: f.Flip,
		conformance.Enhance: f.Enhance, conformance.Diminish: f.Diminish, conformance.Normalize: f.Normalize,
		conformance.Mark: f.Mark, conformance.Unmark: f.Unmark,
	}
	impl.misuse = impl.check()
	return impl
}

// functions is the implementation of Functions. It does not recover panics.
type functions[T any] struct {
	Functions[T]
	methods map[conformance.Method]func(T) T // nil for methods that are not given
	misuse  error                            // why the fields are inconsistent
}

func (f functions[T]) Describe() conformance.Description {
	d := conformance.Description{
		Name: cmp.Or(f.Library, "the library"), Version: f.Version, Language: "go", Bytes: true,
	}
	if f.Parse != nil {
		d.Ops = append(d.Ops, conformance.OpParse)
	}
	if f.Valid != nil {
		d.Ops = append(d.Ops, conformance.OpValid)
	}
	for _, m := range conformance.MethodsOf(epin.Current) {
		if f.methods[m] != nil {
			d.Methods = append(d.Methods, m)
		}
	}
	if len(d.Methods) > 0 {
		d.Ops = append(d.Ops, conformance.OpApply)
		d.ApplyAttributes = true
	}
	if f.Equal != nil {
		d.Ops = append(d.Ops, conformance.OpEqual)
	}
	if len(d.Ops) > 0 {
		d.Ops = append(d.Ops, conformance.OpSweep)
	}
	return d
}

// check returns an error if required fields are missing.
func (f functions[T]) check() error {
	d := f.Describe()
	switch {
	case f.Parse == nil && f.Valid == nil:
		return errors.New("the conformancetest.Functions has neither Parse nor Valid: give at least one of them")
	case f.Parse == nil && (len(d.Methods) > 0 || f.Equal != nil || f.reads()):
		return errors.New("the conformancetest.Functions has functions of a parsed value, but no Parse: give Parse, or leave them out")
	case len(d.Methods) > 0 && f.String == nil:
		return errors.New("the conformancetest.Functions has transformations, but no String to show their results: give String, or leave them out")
	}
	return nil
}

// reads reports whether a function that reads an attribute is given.
func (f functions[T]) reads() bool {
	return f.String != nil || f.PIN != nil || f.IsNative != nil || f.IsDerived != nil ||
		f.Name != nil || f.Side != nil || f.State != nil || f.IsTerminal != nil
}

func (f functions[T]) Do(_ context.Context, req conformance.Request) (conformance.Response, error) {
	if f.misuse != nil {
		return conformance.Response{}, f.misuse
	}
	switch {
	case req.Op == conformance.OpParse && f.Parse != nil:
		return f.parse(req.Token), nil
	case req.Op == conformance.OpValid && f.Valid != nil:
		if f.Valid(req.Token) {
			return conformance.Response{Outcome: conformance.Accepted}, nil
		}
		return conformance.Response{Outcome: conformance.Rejected}, nil
	case req.Op == conformance.OpApply && f.String != nil:
		return f.apply(req), nil
	case req.Op == conformance.OpEqual && f.Equal != nil:
		return f.equal(req.Token, req.Other), nil
	case req.Op == conformance.OpSweep:
		return f.sweep(req.Tokens), nil
	}
	return conformance.Response{}, nil
}

func (f functions[T]) parse(token string) conformance.Response {
	v, err := f.Parse(token)
	if err != nil {
		return conformance.Response{Outcome: conformance.Rejected}
	}
	return f.attributes(v)
}

// attributes returns a response with every attribute of a value.
func (f functions[T]) attributes(v T) conformance.Response {
	return conformance.Response{
		Outcome: conformance.Accepted,
		Token:   read(f.String, v), PIN: read(f.PIN, v),
		Native: read(f.IsNative, v), Derived: read(f.IsDerived, v),
		Name: read(f.Name, v), Side: read(f.Side, v), State: read(f.State, v), Terminal: read(f.IsTerminal, v),
	}
}

// read returns an attribute of a value, if its function is given.
func read[T any, A comparable](of func(T) A, v T) conformance.Optional[A] {
	if of == nil {
		return conformance.Optional[A]{}
	}
	return conformance.Some(of(v))
}

// apply reads all attributes of every value as soon as it exists, so that what a value remembers
// and hands to its copies shows.
func (f functions[T]) apply(req conformance.Request) conformance.Response {
	before, methods := req.Calls()
	for _, m := range slices.Concat(before, methods) {
		if f.methods[m] == nil {
			return conformance.Response{}
		}
	}
	original, err := f.Parse(req.Token)
	if err != nil {
		return conformance.Response{Outcome: conformance.Rejected}
	}
	resp := f.attributes(original)
	for _, m := range before {
		f.methods[m](original)
	}
	v, tokens := original, make([]string, 0, len(methods))
	for _, m := range methods {
		v = f.methods[m](v)
		resp = f.attributes(v)
		tokens = append(tokens, resp.Token.Value)
	}
	resp.Tokens, resp.Original = tokens, f.String(original)
	return resp
}

// sweep returns the verdicts of Parse, or of Valid if there is no Parse.
func (f functions[T]) sweep(tokens []string) conformance.Response {
	accepts := f.Valid
	if f.Parse != nil {
		accepts = func(token string) bool { _, err := f.Parse(token); return err == nil }
	}
	verdicts := make([]byte, len(tokens))
	for i, token := range tokens {
		verdicts[i] = conformance.VerdictNo
		if accepts(token) {
			verdicts[i] = conformance.VerdictYes
		}
	}
	return conformance.Response{Outcome: conformance.Swept, Verdicts: string(verdicts)}
}

func (f functions[T]) equal(token, other string) conformance.Response {
	a, errA := f.Parse(token)
	b, errB := f.Parse(other)
	switch {
	case errA != nil || errB != nil:
		return conformance.Response{Outcome: conformance.Rejected}
	case f.Equal(a, b):
		return conformance.Response{Outcome: conformance.Equal}
	}
	return conformance.Response{Outcome: conformance.Unequal}
}
