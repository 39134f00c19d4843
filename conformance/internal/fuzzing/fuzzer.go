// Package fuzzing generates requests for black-box fuzzing of a library: there is no coverage feedback behind
// a pipe, so responses are the only feedback. The layer fuzz of package suite sends and judges the requests.
// A [Fuzzer] makes inputs from valid tokens, edits of tokens, a dictionary of common causes of bugs
// (characters, encodings, lengths, escapes), and kept inputs: those whose response was of a new kind. It
// mutates new kept inputs first.
//
// All random choices come from a seed. The Fuzzer makes requests in rounds. A round depends
// only on the seed, the initial inputs, and the responses to earlier rounds in the order of
// the requests. So a campaign is reproducible, however fast the responses come and however
// many requests are sent in parallel.
//
// This package checks no response: see package suite.
package fuzzing

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Options configure a [Fuzzer].
type Options struct {
	Edition *notation.Edition
	Seed    uint64
	Offered conformance.Description // bounds the requests; offers at least one of parse, valid and sweep
	Fastest conformance.Op          // the one of these with the highest rate of verdicts
	Inputs  []string                // initial inputs, used first and unchanged; those longer than [Longest] are dropped
}

// Longest is the length of the longest input, in bytes.
const Longest = 1<<16 + 64

// The number of requests in a round doubles in the first rounds, from 64 to 4096. These are
// small, so that a slow library does not exceed the time of a campaign by much.
const (
	smallestRound = 64
	doublings     = 6
	roundBytes    = 4 << 20 // bytes of inputs; beyond them all further inputs are short
)

// Fuzzer makes rounds of requests. Make one with [New]. It is not safe for concurrent use.
type Fuzzer struct {
	Options
	tokens   []string
	marks    []string
	byLetter map[string][]string // the tokens of a letter of either case; the key is upper case
	rounds   int
	waiting  []string // initial inputs that were not used yet
	kept     keeper

	// The present round:
	rng     *rand.Rand
	initial []string // inputs that are used first and unchanged
	mutated []string // those to be mutated after them
	bytes   int      // of the inputs so far
}

// New returns a Fuzzer that has made no rounds.
func New(o Options) *Fuzzer {
	f := &Fuzzer{Options: o, marks: strings.Split(o.Edition.AllMarks(), ""), byLetter: map[string][]string{}, kept: keeper{kinds: map[string]bool{}}}
	for token := range o.Edition.Tokens() {
		f.tokens = append(f.tokens, token)
		letters := notation.Letters(token)
		f.byLetter[letters] = append(f.byLetter[letters], token)
	}
	for _, input := range o.Inputs {
		if len(input) <= Longest && o.Offered.Takes(o.Fastest, input) {
			f.waiting = append(f.waiting, input)
		}
	}
	return f
}

// Round makes the next round: calls are sent one after the other to one instance of the implementation,
// so that state leaks show; bulk are requests for verdicts on unrelated tokens, by the fastest
// operation. A sweep has its one token in Token. Learn gets the responses before the next Round.
func (f *Fuzzer) Round() (calls, bulk []conformance.Request) {
	size := smallestRound << min(f.rounds, doublings)
	f.rng, f.mutated, f.bytes = rand.New(rand.NewPCG(f.Seed, uint64(f.rounds))), nil, 0
	f.rounds++
	// Before random inputs come the initial ones, and then each input kept since the last round, several
	// times, to be mutated.
	planned := min(size/2, len(f.waiting))
	f.initial, f.waiting = f.waiting[:planned], f.waiting[planned:]
	const changes = 16 // of each
	for ; len(f.kept.fresh) > 0 && planned+changes <= size/2; planned += changes {
		f.mutated = append(f.mutated, slices.Repeat(f.kept.fresh[:1], changes)...)
		f.kept.fresh = f.kept.fresh[1:]
	}
	calls = f.calls(size / 4)
	for range size - size/4 {
		bulk = append(bulk, conformance.Request{Op: f.Fastest, Token: f.input(f.Fastest)})
	}
	return calls, bulk
}

// Learn takes the response to a request of the last round. Callers call it in the order of
// the requests. The response to a sweep is that for OpValid. Learn reports whether it keeps the
// input, because its response is of a new kind.
func (f *Fuzzer) Learn(req conformance.Request, resp conformance.Response) bool {
	if resp.Outcome == conformance.Unsupported || req.Op == conformance.OpEqual {
		return false
	}
	return f.kept.add(req.Token, kindOf(f.Edition, req, resp))
}

// calls makes at least n requests. It can exceed n because it completes a sequence.
func (f *Fuzzer) calls(n int) []conformance.Request {
	ops := slices.Repeat([]conformance.Op{conformance.OpParse}, 7)
	ops = append(ops, slices.Repeat([]conformance.Op{conformance.OpApply}, 4)...)
	ops = append(ops, conformance.OpValid, conformance.OpValid, conformance.OpEqual)
	ops = slices.DeleteFunc(ops, func(op conformance.Op) bool { return !f.Offered.Offers(op) })
	if len(ops) == 0 {
		ops = append(ops, f.Fastest)
	}
	var reqs []conformance.Request
	for len(reqs) < n {
		if f.rng.IntN(12) == 0 {
			reqs = f.sequence(reqs, ops)
			continue
		}
		reqs = append(reqs, f.randomCall(ops))
	}
	return reqs
}

func (f *Fuzzer) randomCall(ops []conformance.Op) conformance.Request {
	op := pick(f.rng, ops)
	return f.call(op, f.input(op))
}

// call makes a request from an operation and a token. OpEqual, and most of OpApply, get a
// valid token instead of an invalid one.
func (f *Fuzzer) call(op conformance.Op, token string) conformance.Request {
	if !f.Offered.Takes(op, token) { // it was made for another operation
		token = pick(f.rng, f.tokens)
	}
	req := conformance.Request{Op: op, Token: token}
	switch op {
	case conformance.OpApply:
		if f.rng.IntN(4) > 0 && !f.Edition.Valid(token) {
			req.Token = pick(f.rng, f.tokens)
		}
		for range f.rng.IntN(7) {
			if len(f.Offered.Methods) > 0 {
				req.Methods = append(req.Methods, pick(f.rng, f.Offered.Methods))
			}
		}
	case conformance.OpEqual:
		if !f.Edition.Valid(token) {
			req.Token = pick(f.rng, f.tokens)
		}
		req.Other = req.Token
		switch f.rng.IntN(4) {
		case 0:
			req.Other = pick(f.rng, f.tokens)
		case 1, 2:
			req.Other = pick(f.rng, f.byLetter[notation.Letters(req.Token)])
		}
	}
	return req
}

// sequence adds related requests, to find order dependence: one request repeated, one token by
// several operations, or two requests in alternation.
func (f *Fuzzer) sequence(reqs []conformance.Request, ops []conformance.Op) []conformance.Request {
	one, other := f.randomCall(ops), f.randomCall(ops)
	switch f.rng.IntN(4) {
	case 0: // a b a
		return append(reqs, one, other, one)
	case 1: // a a … a b
		return append(append(reqs, slices.Repeat([]conformance.Request{one}, 1<<f.rng.IntN(6))...), other)
	case 2: // the token of a by several operations
		for range 4 {
			reqs = append(reqs, f.call(pick(f.rng, ops), one.Token))
		}
		return reqs
	}
	return append(reqs, slices.Repeat([]conformance.Request{one, other}, 1+f.rng.IntN(4))...) // a b a b …
}

func (f *Fuzzer) input(op conformance.Op) string {
	input := f.next()
	if len(input) > Longest {
		input = input[:Longest]
	}
	if !f.Offered.TakesBytes(op) {
		input = strings.ToValidUTF8(input, "\uFFFD")
		if len(input) > Longest {
			input = ""
		}
	}
	if f.Offered.NoNUL {
		input = strings.ReplaceAll(input, "\x00", "")
	}
	f.bytes += len(input)
	return input
}

// next returns the next input, before input adapts it to the offered limits.
func (f *Fuzzer) next() (next string) {
	switch {
	case f.bytes > roundBytes:
		return f.edited(pick(f.rng, f.tokens))
	case len(f.initial) > 0:
		next, f.initial = f.initial[0], f.initial[1:]
		return next
	case len(f.mutated) > 0:
		next, f.mutated = f.mutated[0], f.mutated[1:]
		return f.changed(next)
	}
	return f.random()
}

func pick[T any](rng *rand.Rand, of []T) T { return of[rng.IntN(len(of))] }
