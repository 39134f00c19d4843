package conformance

import (
	"context"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance/notation"
)

// Implementation is a library under test, for a notation of package notation.
//
// Do sends one request. A rejected token is a Response, and so is a crash that the
// library reports. An error means that the verdict is inconclusive: the program exited,
// hung or broke the protocol. Callers do not call Do from two goroutines at once.
//
// An Implementation may also implement [Describer], [Batcher], [Noter], and io.Closer
// if it holds resources. The caller that opened it closes it.
type Implementation interface {
	Do(ctx context.Context, req Request) (Response, error)
}

// Factory opens an implementation of an edition. For an adapter, it starts a fresh
// process. An error means that the verdict is inconclusive. ctx bounds the opening, not
// the lifetime of the implementation.
type Factory func(ctx context.Context, edition *notation.Edition) (Implementation, error)

// Describer is implemented by an Implementation that describes itself.
type Describer interface {
	Describe() Description
}

// Noter is implemented by an Implementation in another process. Notes returns sentences about
// unusual events of the process, and is complete after Close. They do not change the verdict.
// Stderr returns the first and the last lines of its standard error, unescaped.
type Noter interface {
	Notes() []string
	Stderr() string
}

// Description is how an implementation describes itself. The zero value offers no
// operation and has no name.
type Description struct {
	Name     string // of the library; the other three texts may be empty
	Version  string
	Language string
	Homepage string
	Ops      []Op     // the operations offered
	Methods  []Method // the transformations that OpApply offers
	Bytes    []Op     // the operations whose tokens may contain invalid UTF-8; those of OpEqual never do
	Longest  int      // the longest token that the implementation takes, in bytes; 0 means MaxTokenBytes
	NoNUL    bool     // whether tokens cannot contain the byte 0, as with an API of NUL-terminated strings

	// ApplyAttributes reports whether OpApply also returns the attributes of its last result, and
	// takes methods of [Method.Before].
	ApplyAttributes bool

	// ApplyUnread reports whether OpApply takes [Unread].
	ApplyUnread bool
}

// Offers reports whether op is among d.Ops.
func (d Description) Offers(op Op) bool { return slices.Contains(d.Ops, op) }

// Recognises reports whether d.Ops has an operation that tests validity: OpParse, OpValid
// or OpSweep.
func (d Description) Recognises() bool {
	return d.Offers(OpParse) || d.Offers(OpValid) || d.Offers(OpSweep)
}

// TakesBytes reports whether the tokens of an operation may contain invalid UTF-8: see Bytes.
func (d Description) TakesBytes(op Op) bool { return op != OpEqual && slices.Contains(d.Bytes, op) }

// TextOnly returns the operations offered that take text only, except OpEqual, whose tokens are valid.
func (d Description) TextOnly() []Op {
	return slices.DeleteFunc(slices.Clone(d.Ops), func(op Op) bool { return op == OpEqual || d.TakesBytes(op) })
}

// Takes reports whether the implementation can be given a token for an operation: see Bytes,
// Longest and NoNUL.
func (d Description) Takes(op Op, token string) bool { return d.takes(token, d.TakesBytes(op)) }

// takes has a pointer, since a sweep calls it for each of many tokens.
func (d *Description) takes(token string, bytes bool) bool {
	return (d.Longest == 0 || len(token) <= d.Longest) && (bytes || utf8.ValidString(token)) &&
		!(d.NoNUL && strings.IndexByte(token, 0) >= 0)
}

// Answers reports whether the implementation has to answer a request: it offers the
// operation and the methods, and takes the tokens. If it returns Unsupported to such a
// request, it declines the request.
func (d Description) Answers(req Request) bool {
	bytes := d.TakesBytes(req.Op)
	if !d.Offers(req.Op) || !d.takes(req.Token, bytes) || !d.takes(req.Other, bytes) {
		return false
	}
	before, methods := req.Calls()
	if len(before) > 0 && !d.ApplyAttributes || req.Unread() && !d.ApplyUnread {
		return false
	}
	unknown := func(m Method) bool { return !slices.Contains(d.Methods, m) }
	return !slices.ContainsFunc(before, unknown) && !slices.ContainsFunc(methods, unknown) &&
		!slices.ContainsFunc(req.Tokens, func(token string) bool { return !d.takes(token, bytes) })
}

// Describe returns the Description of impl. If impl is not a [Describer], it returns one
// that offers all operations and all methods of the edition, and takes all bytes.
func Describe(impl Implementation, edition *notation.Edition) Description {
	if d, ok := impl.(Describer); ok {
		return d.Describe()
	}
	return Description{Ops: Ops(), Methods: MethodsOf(edition), Bytes: Ops()}
}

// MethodsOf returns the transformations of an edition.
func MethodsOf(edition *notation.Edition) []Method {
	methods := make([]Method, len(edition.Methods))
	for i, m := range edition.Methods {
		methods[i] = Method(m.Name)
	}
	return methods
}

// Exchange is a request with its response. Index is the position of the request in the
// sequence that was sent, from 0.
type Exchange struct {
	Index    int
	Request  Request
	Response Response
}

// Batcher is an Implementation that handles many requests at once.
//
// DoAll sends the requests that requests yields and calls answer once for each response,
// in any order, never from two goroutines at once. It returns when all requests are
// answered, when ctx is done, or after an error, which means the same as an error of Do.
// If answer returns false, DoAll drops the requests in flight and returns nil.
//
// DoAll may iterate requests some thousands ahead of the responses. A pool of processes iterates them on one
// goroutine and calls answer on another; every other Batcher uses one goroutine.
type Batcher interface {
	Implementation
	DoAll(ctx context.Context, requests iter.Seq[Request], answer func(Exchange) bool) error
}

// DoAll sends the requests that requests yields to impl: by the method DoAll if impl is a
// [Batcher], otherwise one by one. The contract is that of Batcher.
func DoAll(ctx context.Context, impl Implementation, requests iter.Seq[Request], answer func(Exchange) bool) error {
	if b, ok := impl.(Batcher); ok {
		return b.DoAll(ctx, requests, answer)
	}
	i := 0
	for req := range requests {
		resp, err := impl.Do(ctx, req)
		if err != nil {
			return err
		}
		if !answer(Exchange{Index: i, Request: req, Response: resp}) {
			return nil
		}
		i++
	}
	return nil
}
