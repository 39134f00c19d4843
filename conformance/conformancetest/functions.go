package conformancetest

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Functions adapts the functions of a library to a [conformance.Implementation]; see New.
// T is the type that the parser returns. Parse or Valid is required; every other field is
// optional, and the suite does not test what is not given. Without Parse, T is not used; it
// can be struct{}.
//
// Do not correct results in these functions: the test has to see what the library returns.
type Functions[T any] struct {
	Library string // the name in messages; "" means "the library"
	Version string // the version in messages; may be empty

	Parse func(token string) (T, error) // any error rejects the token
	Valid func(token string) bool       // reports whether a token is valid

	String func(T) string // the string form (EPIN §9.2)

	// The attributes (EPIN §7, §9.3). PIN does not have the first three.
	PIN        func(T) string // the PIN token, without the derivation marker
	IsNative   func(T) bool
	IsDerived  func(T) bool
	Name       func(T) string // "A" to "Z"
	Side       func(T) string // "first" or "second"
	State      func(T) string // "normal", "enhanced" or "diminished"
	IsTerminal func(T) bool   // always false in the initial editions

	// The transformations (EPIN §9.3, and the mutation recipes of the examples). They
	// require String, which shows their results. PIN does not have the first two.
	Native    func(T) T
	Derive    func(T) T
	Flip      func(T) T // the other Side
	Enhance   func(T) T
	Diminish  func(T) T
	Normalize func(T) T
	Mark      func(T) T // terminal; not tested in the initial editions
	Unmark    func(T) T // not terminal; not tested in the initial editions

	Equal func(a, b T) bool
}

// New returns a new implementation of an edition with these functions, for [Run] and [Fuzz]. If
// required fields are missing, each of its requests returns an error.
func (f Functions[T]) New(edition *notation.Edition) conformance.Implementation {
	impl := functions[T]{Functions: f, read: f.readers(edition)}
	impl.methods = map[conformance.Method]func(T) T{
		conformance.Native: f.Native, conformance.Derive: f.Derive, conformance.Flip: f.Flip,
		conformance.Enhance: f.Enhance, conformance.Diminish: f.Diminish, conformance.Normalize: f.Normalize,
		conformance.Mark: f.Mark, conformance.Unmark: f.Unmark,
	}
	missing := func(m conformance.Method) bool { return impl.methods[m] == nil }
	methods := slices.DeleteFunc(conformance.MethodsOf(edition), missing)
	given := map[conformance.Op]bool{
		conformance.OpParse: f.Parse != nil, conformance.OpValid: f.Valid != nil, conformance.OpApply: len(methods) > 0,
		conformance.OpEqual: f.Equal != nil, conformance.OpSweep: f.Parse != nil || f.Valid != nil,
	}
	impl.offers = conformance.Description{
		Name: cmp.Or(f.Library, "the library"), Version: f.Version, Language: "go", Bytes: true, Methods: methods,
		Ops:             slices.DeleteFunc(conformance.Ops(), func(op conformance.Op) bool { return !given[op] }),
		ApplyAttributes: len(methods) > 0, ApplyUnread: len(methods) > 0,
	}
	impl.misuse = impl.check()
	return impl
}

// functions is the implementation of Functions. It does not recover panics.
type functions[T any] struct {
	Functions[T]
	offers  conformance.Description
	read    []func(T) notation.Value // by attribute; nil for those that are not given
	methods map[conformance.Method]func(T) T
	misuse  error // why the fields are inconsistent
}

func (f functions[T]) Describe() conformance.Description { return f.offers }

func (f functions[T]) check() error {
	transforms := f.offers.ApplyAttributes
	reads := slices.ContainsFunc(f.read, func(of func(T) notation.Value) bool { return of != nil })
	switch {
	case f.Parse == nil && f.Valid == nil:
		return errors.New("the conformancetest.Functions has neither Parse nor Valid: give at least one of them")
	case f.Parse == nil && (transforms || f.Equal != nil || reads):
		return errors.New("the conformancetest.Functions has functions of a parsed value, but no Parse: give Parse, or leave them out")
	case transforms && f.String == nil:
		return errors.New("the conformancetest.Functions has transformations, but no String to show their results: give String, or leave them out")
	}
	return nil
}

func (f functions[T]) Do(_ context.Context, req conformance.Request) (conformance.Response, error) {
	switch {
	case f.misuse != nil:
		return conformance.Response{}, f.misuse
	case !f.offers.Answers(req):
		return conformance.Response{}, nil
	case req.Op == conformance.OpValid:
		return verdict(f.Valid(req.Token), conformance.Accepted, conformance.Rejected), nil
	case req.Op == conformance.OpSweep:
		return f.sweep(req.Tokens), nil
	}
	v, err := f.Parse(req.Token)
	other := v
	if req.Op == conformance.OpEqual && err == nil {
		other, err = f.Parse(req.Other)
	}
	switch {
	case err != nil:
		return conformance.Response{Outcome: conformance.Rejected}, nil
	case req.Op == conformance.OpParse:
		return f.attributes(v), nil
	case req.Op == conformance.OpApply:
		return f.apply(v, req), nil
	}
	return verdict(f.Equal(v, other), conformance.Equal, conformance.Unequal), nil
}

func verdict(is bool, yes, no conformance.Outcome) conformance.Response {
	if is {
		no = yes
	}
	return conformance.Response{Outcome: no}
}

func (f functions[T]) attributes(v T) conformance.Response {
	resp := conformance.Response{Outcome: conformance.Accepted}
	for i, read := range f.read {
		if read != nil {
			resp.Attributes[i] = read(v)
		}
	}
	return resp
}

// readers returns the function of each attribute of an edition, or nil for one that is not given.
func (f Functions[T]) readers(edition *notation.Edition) (read []func(T) notation.Value) {
	texts := map[string]func(T) string{"token": f.String, "pin": f.PIN, "name": f.Name, "side": f.Side, "state": f.State}
	booleans := map[string]func(T) bool{"native": f.IsNative, "derived": f.IsDerived, "terminal": f.IsTerminal}
	for _, a := range edition.Attributes {
		text, boolean := texts[a.Key], booleans[a.Key]
		var of func(T) notation.Value
		switch {
		case text != nil:
			of = func(v T) notation.Value { return notation.Value{Kind: a.Kind, Text: text(v)} }
		case boolean != nil:
			of = func(v T) notation.Value { return notation.BoolValue(boolean(v)) }
		}
		read = append(read, of)
	}
	return read
}

// apply reads all attributes of every value as soon as it exists, so that what a value remembers
// and hands to its copies shows; or, if the request is unread, nothing before the last one.
func (f functions[T]) apply(original T, req conformance.Request) (resp conformance.Response) {
	before, methods := req.Calls()
	if !req.Unread() || len(methods) == 0 {
		resp = f.attributes(original)
	}
	for _, m := range before {
		f.methods[m](original)
	}
	v, tokens := original, make([]string, 0, len(methods))
	for i, m := range methods {
		v = f.methods[m](v)
		if !req.Unread() || i == len(methods)-1 {
			resp = f.attributes(v)
			tokens = append(tokens, resp.Form().Text)
		}
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
