package conformance

import (
	"context"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/epin"
)

// Implementation is an EPIN library as the harness sees it.
//
// Do asks one thing. A rejected token is a Response, and so is a library that
// crashed and said so; an error means that no verdict is possible (the program is
// gone, or does not speak the protocol). Do is not called by two goroutines at
// once.
//
// It may implement more: io.Closer, where it holds resources, which whoever opened it
// closes; [Describer]; [Batcher]; [Noter]; and [Tailer].
type Implementation interface {
	Do(ctx context.Context, req Request) (Response, error)
}

// Factory opens an implementation of an edition: a fresh process, where it is one
// behind a pipe. An error means that no verdict is possible. ctx bounds the opening, not
// the life of the implementation.
type Factory func(ctx context.Context, edition epin.Edition) (Implementation, error)

// Describer is implemented by an Implementation that can say what it is.
type Describer interface {
	Describe() Description
}

// Noter is implemented by an Implementation that notes what was unusual about its processes.
// Notes are sentences, complete after Close; they change no verdict.
type Noter interface {
	Notes() []string
}

// Tailer is implemented by an Implementation whose process writes to standard error. Stderr
// returns the end of that, as it was written.
type Tailer interface {
	Stderr() string
}

// Description is what an implementation says of itself. The zero value offers
// nothing and has no name.
type Description struct {
	Name     string // of the library; the other three texts may be empty
	Version  string
	Language string
	Homepage string
	Ops      []Op     // the operations offered
	Methods  []Method // the transformations that OpApply offers
	Bytes    bool     // whether tokens may be other than valid UTF-8
	Longest  int      // bytes of the longest token that the implementation can be handed; 0 for no bound but MaxTokenBytes
	NoNUL    bool     // whether tokens cannot contain the byte 0, as behind an API of NUL-terminated strings
}

// Offers reports whether op is among d.Ops.
func (d Description) Offers(op Op) bool { return slices.Contains(d.Ops, op) }

// Recognises reports whether d.Ops has an operation that tests validity: OpParse, OpValid
// or OpSweep.
func (d Description) Recognises() bool {
	return d.Offers(OpParse) || d.Offers(OpValid) || d.Offers(OpSweep)
}

// Takes reports whether the implementation can be handed a token: see Bytes, Longest and
// NoNUL.
func (d Description) Takes(token string) bool {
	return (d.Longest == 0 || len(token) <= d.Longest) && (d.Bytes || utf8.ValidString(token)) && !(d.NoNUL && strings.IndexByte(token, 0) >= 0)
}

// Answers reports whether the implementation has to answer a request, since it offers the
// operation and the methods and can be handed the tokens. A response Unsupported to such a
// request declines it.
func (d Description) Answers(req Request) bool {
	if !d.Offers(req.Op) || !d.Takes(req.Token) || !d.Takes(req.Other) {
		return false
	}
	if req.Op == OpEqual && !(utf8.ValidString(req.Token) && utf8.ValidString(req.Other)) {
		return false // equality is about tokens, which are text
	}
	return !slices.ContainsFunc(req.Methods, func(m Method) bool { return !slices.Contains(d.Methods, m) }) &&
		!slices.ContainsFunc(req.Tokens, func(token string) bool { return !d.Takes(token) })
}

// Describe returns what impl says of itself; of one that is no Describer, that it
// offers everything the edition has, and nothing else.
func Describe(impl Implementation, edition epin.Edition) Description {
	if d, ok := impl.(Describer); ok {
		return d.Describe()
	}
	return Description{Ops: Ops(), Methods: MethodsOf(edition), Bytes: true}
}

// MethodsOf returns the transformations that exist in an edition: all eight, and
// without Mark and Unmark in the initial one.
func MethodsOf(edition epin.Edition) []Method {
	if edition.HasTerminal() {
		return slices.Clone(methods)
	}
	return slices.Clone(methods[:len(methods)-2])
}

// Exchange is a request with what was said to it. Index is the place of the
// request in the sequence that was asked, from 0.
type Exchange struct {
	Index    int
	Request  Request
	Response Response
}

// Batcher is an Implementation that can be asked many things at once.
//
// DoAll asks everything that requests yields and calls answer once for each, in
// any order, never from two goroutines at once. It ends when all is answered,
// when ctx is done, when answer returns false (then it returns nil; what was
// under way is dropped), or at an error, which means as much as one of Do.
// requests may be drawn from on another goroutine, and ahead of the answers by
// some thousand.
type Batcher interface {
	Implementation
	DoAll(ctx context.Context, requests iter.Seq[Request], answer func(Exchange) bool) error
}

// DoAll asks impl everything that requests yields: by its own DoAll if it is a
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
