package conformancetest

import (
	"cmp"
	"context"
	"errors"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// Functions makes a [conformance.Implementation] of a library's own functions, by its
// method New. T is what its parser returns. Every field may be left out: what is not
// given is not offered, and not asked. Without Parse there has to be Valid, and T is
// then never used; struct{} will do.
//
// Nothing is to be put right here: a function that does another thing than its field
// says is what the test is there to show.
type Functions[T any] struct {
	Library string // what it is called in messages; "the library" if it is empty
	Version string // likewise; may be empty

	Parse func(token string) (T, error) // an error, whatever it is, rejects the token
	Valid func(token string) bool       // the yes-or-no check beside Parse

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
	// are seen by String, which has to be given with any of them.
	Native    func(T) T
	Derive    func(T) T
	Flip      func(T) T // the other Side
	Enhance   func(T) T
	Diminish  func(T) T
	Normalize func(T) T
	Mark      func(T) T // terminal; not asked in edition 1.0.0-initial
	Unmark    func(T) T // not terminal; likewise

	Equal func(a, b T) bool
}

// New returns the functions as an implementation. It is what [Run] and [Fuzz] take.
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

// functions is an implementation made of functions. It leaves panics to its caller.
type functions[T any] struct {
	Functions[T]
	methods map[conformance.Method]func(T) T // nil where one is not given
	misuse  error                            // what is wrong with the fields that are given
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
	}
	if f.Equal != nil {
		d.Ops = append(d.Ops, conformance.OpEqual)
	}
	return d
}

// check returns what is wrong with the fields that are given.
func (f functions[T]) check() error {
	d := f.Describe()
	switch {
	case f.Parse == nil && f.Valid == nil:
		return errors.New("conformancetest.Functions has neither Parse nor Valid: give the function that judges a token")
	case f.Parse == nil && (len(d.Ops) > 1 || f.reads()):
		return errors.New("conformancetest.Functions has functions of a parsed value, and no Parse that makes one: give Parse, or leave them out")
	case len(d.Methods) > 0 && f.String == nil:
		return errors.New("conformancetest.Functions has transformations, and no String that shows what they return: give String, or leave them out")
	}
	return nil
}

// reads reports whether anything that reads an attribute is given.
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
		return f.apply(req.Token, req.Methods), nil
	case req.Op == conformance.OpEqual && f.Equal != nil:
		return f.equal(req.Token, req.Other), nil
	}
	return conformance.Response{}, nil
}

func (f functions[T]) parse(token string) conformance.Response {
	v, err := f.Parse(token)
	if err != nil {
		return conformance.Response{Outcome: conformance.Rejected}
	}
	return conformance.Response{
		Outcome: conformance.Accepted,
		Token:   read(f.String, v), PIN: read(f.PIN, v),
		Native: read(f.IsNative, v), Derived: read(f.IsDerived, v),
		Name: read(f.Name, v), Side: read(f.Side, v), State: read(f.State, v), Terminal: read(f.IsTerminal, v),
	}
}

// read reads an attribute off a value, where there is a function that does.
func read[T any, A comparable](of func(T) A, v T) conformance.Optional[A] {
	if of == nil {
		return conformance.Optional[A]{}
	}
	return conformance.Some(of(v))
}

func (f functions[T]) apply(token string, methods []conformance.Method) conformance.Response {
	for _, m := range methods {
		if f.methods[m] == nil {
			return conformance.Response{}
		}
	}
	original, err := f.Parse(token)
	if err != nil {
		return conformance.Response{Outcome: conformance.Rejected}
	}
	resp := conformance.Response{Outcome: conformance.Accepted, Tokens: make([]string, 0, len(methods))}
	v := original
	for _, m := range methods {
		v = f.methods[m](v)
		resp.Tokens = append(resp.Tokens, f.String(v))
	}
	resp.Original = f.String(original)
	return resp
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
