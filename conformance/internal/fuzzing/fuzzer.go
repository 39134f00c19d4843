// Package fuzzing generates requests for black-box fuzzing of a library: there is no
// coverage feedback behind a pipe, so responses are the only feedback. A [Fuzzer] makes
// inputs from valid tokens, edits of tokens, a dictionary of common causes of bugs
// (characters, encodings, lengths, escapes), and kept inputs: those whose response was of a
// new kind. It mutates new kept inputs first.
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

// The number of requests in a round doubles from the smallest to the largest. The first
// rounds are small, so that a slow library does not exceed the time of a campaign by much.
const (
	smallestRound = 64
	largestRound  = 4096
	roundBytes    = 4 << 20 // bytes of inputs; beyond them all further inputs are short
)

// Round is the requests whose responses Learn gets before the next Round.
type Round struct {
	// Calls are sent one after the other to one instance of the implementation, so that
	// state leaks show. A sweep has its one token in Token.
	Calls []conformance.Request
	// Bulk are requests for verdicts on unrelated tokens, by the fastest operation. A sweep
	// has its one token in Token.
	Bulk []conformance.Request
}

// Fuzzer makes rounds of requests. Make one with [New]. It is not safe for concurrent use.
type Fuzzer struct {
	Options
	tokens   []string
	marks    string
	byLetter map[string][]string // the tokens of a letter of either case; the key is upper case
	rounds   int
	waiting  []string // initial inputs that were not used yet
	kept     keeper
}

// New returns a Fuzzer that has made no rounds.
func New(o Options) *Fuzzer {
	f := &Fuzzer{Options: o, marks: o.Edition.AllMarks(), byLetter: map[string][]string{}}
	for token := range o.Edition.Tokens() {
		f.tokens = append(f.tokens, token)
		letters := notation.Letters(token)
		f.byLetter[letters] = append(f.byLetter[letters], token)
	}
	for _, input := range o.Inputs {
		if len(input) <= Longest && o.Offered.Takes(input) {
			f.waiting = append(f.waiting, input)
		}
	}
	return f
}

// Round makes the next round.
func (f *Fuzzer) Round() Round {
	size := largestRound
	if f.rounds < 6 {
		size = smallestRound << f.rounds
	}
	g := generator{Fuzzer: f, rng: rand.New(rand.NewPCG(f.Seed, uint64(f.rounds)))}
	g.plan(size / 2)
	f.rounds++
	round := Round{Calls: g.calls(size / 4)}
	for range size - size/4 {
		round.Bulk = append(round.Bulk, conformance.Request{Op: g.Fastest, Token: g.input()})
	}
	return round
}

// plan chooses up to n inputs that come before random ones: the initial inputs, and then each input kept
// since the last round, several times, to be mutated.
func (g *generator) plan(n int) {
	used := min(n, len(g.waiting))
	g.initial, g.waiting = g.waiting[:used], g.waiting[used:]
	const changes = 16 // of each
	for n -= used; len(g.kept.fresh) > 0 && len(g.mutated)+changes <= n; g.kept.fresh = g.kept.fresh[1:] {
		g.mutated = append(g.mutated, slices.Repeat(g.kept.fresh[:1], changes)...)
	}
}

// Learn takes the response to a request of the last round. Callers call it in the order of
// the requests. A sweep has its one token in Token, and a response as for OpValid. Learn
// reports whether it keeps the input, because its response is of a new kind.
func (f *Fuzzer) Learn(req conformance.Request, resp conformance.Response) bool {
	if resp.Outcome == conformance.Unsupported || req.Op == conformance.OpEqual {
		return false
	}
	return f.kept.add(req.Token, kindOf(f.Edition, req, resp))
}

// generator makes one round.
type generator struct {
	*Fuzzer
	rng     *rand.Rand
	initial []string // inputs of the round, used first and unchanged
	mutated []string // those to be mutated after them
	bytes   int      // of the inputs made so far
}

// calls makes at least n requests. It can exceed n because it completes a sequence.
func (g *generator) calls(n int) []conformance.Request {
	weighted := func(op conformance.Op, n int) []conformance.Op { return slices.Repeat([]conformance.Op{op}, n) }
	ops := slices.Concat(weighted(conformance.OpParse, 7), weighted(conformance.OpApply, 4), weighted(conformance.OpValid, 2), weighted(conformance.OpEqual, 1))
	ops = slices.DeleteFunc(ops, func(op conformance.Op) bool { return !g.Offered.Offers(op) })
	if len(ops) == 0 {
		ops = append(ops, g.Fastest)
	}
	var reqs []conformance.Request
	for len(reqs) < n {
		if g.rng.IntN(12) == 0 {
			reqs = g.sequence(reqs, ops)
			continue
		}
		reqs = append(reqs, g.call(pick(g.rng, ops), g.input()))
	}
	return reqs
}

// call makes a request from an operation and a token. OpEqual, and most of OpApply, get a
// valid token instead of an invalid one.
func (g *generator) call(op conformance.Op, token string) conformance.Request {
	req := conformance.Request{Op: op, Token: token}
	switch op {
	case conformance.OpApply:
		if g.rng.IntN(4) > 0 && !g.Edition.Valid(token) {
			req.Token = pick(g.rng, g.tokens)
		}
		for range g.rng.IntN(7) {
			if len(g.Offered.Methods) > 0 {
				req.Methods = append(req.Methods, pick(g.rng, g.Offered.Methods))
			}
		}
	case conformance.OpEqual:
		if !g.Edition.Valid(token) {
			req.Token = pick(g.rng, g.tokens)
		}
		req.Other = req.Token
		switch g.rng.IntN(4) {
		case 0:
			req.Other = pick(g.rng, g.tokens)
		case 1, 2:
			req.Other = pick(g.rng, g.byLetter[notation.Letters(req.Token)])
		}
	}
	return req
}

// sequence adds related requests, to find order dependence: one request repeated, one token by
// several operations, or two requests in alternation.
func (g *generator) sequence(reqs []conformance.Request, ops []conformance.Op) []conformance.Request {
	one, other := g.call(pick(g.rng, ops), g.input()), g.call(pick(g.rng, ops), g.input())
	switch g.rng.IntN(4) {
	case 0: // a b a
		return append(reqs, one, other, one)
	case 1: // a a … a b
		return append(append(reqs, slices.Repeat([]conformance.Request{one}, 1<<g.rng.IntN(6))...), other)
	case 2: // the token of a by several operations
		for range 4 {
			reqs = append(reqs, g.call(pick(g.rng, ops), one.Token))
		}
		return reqs
	}
	return append(reqs, slices.Repeat([]conformance.Request{one, other}, 1+g.rng.IntN(4))...) // a b a b …
}

// input makes one input.
func (g *generator) input() string {
	input := g.next()
	if len(input) > Longest {
		input = input[:Longest]
	}
	if !g.Offered.Bytes {
		input = strings.ToValidUTF8(input, "\uFFFD")
		if len(input) > Longest {
			input = ""
		}
	}
	if g.Offered.NoNUL {
		input = strings.ReplaceAll(input, "\x00", "")
	}
	g.bytes += len(input)
	return input
}

// next returns the next input, before input adapts it to the offered limits.
func (g *generator) next() (next string) {
	switch {
	case g.bytes > roundBytes:
		return g.edited(pick(g.rng, g.tokens))
	case len(g.initial) > 0:
		next, g.initial = g.initial[0], g.initial[1:]
		return next
	case len(g.mutated) > 0:
		next, g.mutated = g.mutated[0], g.mutated[1:]
		return g.changed(next)
	}
	return g.random()
}

func pick[T any](rng *rand.Rand, of []T) T { return of[rng.IntN(len(of))] }
