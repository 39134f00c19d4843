package conformance

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance/notation"
)

// Functions adapts the functions of a Go library to an [Implementation]; see New. T is the type that
// the parser returns. Parse or Valid is required; everything else is optional, and the suite does not
// test what is not given. Without Parse, T is not used; it can be struct{}.
//
// The attributes and methods have the names of the adapter protocol. Those that only other editions
// have are ignored; a name that no edition has is an error.
//
// Do not correct results in these functions: the test has to see what the library returns.
type Functions[T any] struct {
	Library string // the name in messages; "" means "the library"
	Version string // the version in messages; may be empty

	Parse func(token string) (T, error) // any error rejects the token
	Valid func(token string) bool       // reports whether a token is valid

	String func(T) string // the string form (EPIN §9.2)

	// Texts and Booleans are the attributes (EPIN §7, §9.3). The texts are "pin", the PIN token without
	// the derivation marker; "name", "A" to "Z"; "side", "first" or "second"; and "state", "normal",
	// "enhanced" or "diminished". The booleans are "native", "derived", and "terminal", which is always
	// false in editions without ^. PIN does not have "pin", "native" and "derived". QPI has all of these,
	// "sin", its SIN token, and "style", "A" to "Z". SIN has "style" and "side" only.
	Texts    map[string]func(T) string
	Booleans map[string]func(T) bool

	// Methods are the transformations (EPIN §9.3, and the mutation recipes of the examples): "native",
	// "derive", "flip", "enhance", "diminish", "normalize", "mark" and "unmark". They require String,
	// which shows their results. PIN does not have the first two, the initial editions not the last two,
	// QPI only the first two, its aligned editions only the first, and SIN none.
	Methods map[string]func(T) T

	Equal func(a, b T) bool
}

// New returns a new implementation of an edition with these functions. If required fields are
// missing, or a name is unknown, each of its requests returns an error.
func (f Functions[T]) New(edition *notation.Edition) Implementation {
	l := f.of(edition)
	l.misuse = f.check(edition)
	return l
}

// library is the implementation of Functions. It does not recover panics.
type library[T any] struct {
	Functions[T]
	offers Description
	read   [notation.MaxAttributes]func(T) notation.Value // nil for those that are not given
	own    bool                                           // see [ownLibrary]
	misuse error                                          // why the fields are inconsistent
}

func (f Functions[T]) of(edition *notation.Edition) *library[T] {
	l := &library[T]{Functions: f}
	for i, a := range edition.Attributes {
		text, boolean := f.Texts[a.Key], f.Booleans[a.Key]
		if i == notation.StringForm {
			text = f.String
		}
		switch {
		case text != nil:
			l.read[i] = func(v T) notation.Value { return notation.Value{Kind: a.Kind, Text: text(v)} }
		case boolean != nil:
			l.read[i] = func(v T) notation.Value { return notation.BoolValue(boolean(v)) }
		}
	}
	methods := slices.DeleteFunc(MethodsOf(edition), func(m Method) bool { return f.Methods[string(m)] == nil })
	given := map[Op]bool{
		OpParse: f.Parse != nil, OpValid: f.Valid != nil, OpApply: len(methods) > 0,
		OpEqual: f.Equal != nil, OpSweep: f.Parse != nil || f.Valid != nil,
	}
	l.offers = Description{
		Name: cmp.Or(f.Library, "the library"), Version: f.Version, Language: "go", Bytes: Ops(), Methods: methods,
		Ops:             slices.DeleteFunc(Ops(), func(op Op) bool { return !given[op] }),
		ApplyAttributes: len(methods) > 0, ApplyUnread: len(methods) > 0,
	}
	return l
}

// ownLibrary returns the implementation of a library of this module. Its values cannot change, so apply reads
// them at the end only; Valid agrees with Parse; and the texts of errors are shown.
func ownLibrary[T interface {
	comparable
	fmt.Stringer // the string form
}](edition *notation.Edition, f Functions[T]) Implementation {
	f.Library, f.Version = strings.ToLower(edition.Notation)+" reference", Version
	f.String, f.Equal = T.String, func(a, b T) bool { return a == b }
	l := f.of(edition)
	l.own, l.offers.Ops, l.offers.ApplyAttributes, l.offers.ApplyUnread = true, Ops(), true, true
	l.offers.Homepage = "https://github.com/epin-conformance/harness"
	return l
}

// check returns the error of fields that are missing or have an unknown name.
func (f Functions[T]) check(edition *notation.Edition) error {
	switch {
	case f.Parse == nil && f.Valid == nil:
		return errors.New("the conformancetest.Functions has neither Parse nor Valid: give at least one of them")
	case f.Parse == nil && (f.String != nil || f.Equal != nil || len(f.Texts)+len(f.Booleans)+len(f.Methods) > 0):
		return errors.New("the conformancetest.Functions has functions of a parsed value, but no Parse: give Parse, or leave them out")
	case len(f.Methods) > 0 && f.String == nil:
		return errors.New("the conformancetest.Functions has transformations, but no String to show their results: give String, or leave them out")
	}
	known := map[string][]string{} // by field
	for _, e := range append(notation.All(), edition) {
		for _, a := range e.Attributes[notation.StringForm+1:] {
			field := "Texts"
			if a.Kind == notation.Boolean {
				field = "Booleans"
			}
			known[field] = append(known[field], a.Key)
		}
		for _, m := range e.Methods {
			known["Methods"] = append(known["Methods"], m.Name)
		}
	}
	for _, of := range []struct {
		field string
		given iter.Seq[string]
	}{{"Texts", maps.Keys(f.Texts)}, {"Booleans", maps.Keys(f.Booleans)}, {"Methods", maps.Keys(f.Methods)}} {
		for _, name := range slices.Sorted(of.given) {
			if names := known[of.field]; !slices.Contains(names, name) {
				slices.Sort(names)
				return fmt.Errorf("the conformancetest.Functions has %s of the unknown name %q: use %s",
					of.field, name, strings.Join(slices.Compact(names), ", "))
			}
		}
	}
	return nil
}

func (l *library[T]) Describe() Description { return l.offers }

func (l *library[T]) Do(_ context.Context, req Request) (Response, error) {
	switch {
	case l.misuse != nil:
		return Response{}, l.misuse
	case !l.offers.Answers(req):
		return Response{}, nil
	case req.Op == OpValid:
		return verdict(l.Valid(req.Token), Accepted, Rejected), nil
	case req.Op == OpSweep:
		return l.sweep(req.Tokens), nil
	}
	v, err := l.Parse(req.Token)
	other := v
	if req.Op == OpEqual && err == nil {
		other, err = l.Parse(req.Other)
	}
	switch {
	case err != nil && l.own:
		return Response{Outcome: Rejected, Error: err.Error()}, nil
	case err != nil:
		return Response{Outcome: Rejected}, nil
	case req.Op == OpParse:
		return Response{Outcome: Accepted, Attributes: l.values(v)}, nil
	case req.Op == OpApply:
		return l.apply(v, req), nil
	}
	return verdict(l.Equal(v, other), Equal, Unequal), nil
}

func verdict(is bool, yes, no Outcome) Response {
	if is {
		no = yes
	}
	return Response{Outcome: no}
}

func (l *library[T]) values(v T) (values notation.Values) {
	for i, read := range l.read {
		if read != nil {
			values[i] = read(v)
		}
	}
	return values
}

// apply reads all attributes of every value as soon as it exists, so that what a value remembers
// and hands to its copies shows; or, if the request is unread, nothing before the last one.
func (l *library[T]) apply(original T, req Request) Response {
	before, methods := req.Calls()
	resp := Response{Outcome: Accepted, Tokens: make([]string, 0, len(methods))}
	read := func(v T) string {
		if l.own {
			return l.String(v)
		}
		resp.Attributes = l.values(v)
		return resp.Form().Text
	}
	if !req.Unread() || len(methods) == 0 {
		read(original)
	}
	for _, m := range before {
		l.Methods[string(m)](original)
	}
	v := original
	for i, m := range methods {
		v = l.Methods[string(m)](v)
		if !req.Unread() || i == len(methods)-1 {
			resp.Tokens = append(resp.Tokens, read(v))
		}
	}
	if l.own {
		resp.Attributes = l.values(v)
	}
	resp.Original = l.String(original)
	return resp
}

// sweep returns the verdicts of Parse, or of Valid if there is no Parse, or if it agrees with Parse.
func (l *library[T]) sweep(tokens []string) Response {
	accepts := l.Valid
	if l.Parse != nil && !l.own {
		accepts = func(token string) bool { _, err := l.Parse(token); return err == nil }
	}
	verdicts := make([]byte, len(tokens))
	for i, token := range tokens {
		verdicts[i] = VerdictNo
		if accepts(token) {
			verdicts[i] = VerdictYes
		}
	}
	return Response{Outcome: Swept, Verdicts: string(verdicts)}
}
