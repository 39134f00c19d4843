package property

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/rand"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/conformance/notation"
)

type Options struct {
	Edition *notation.Edition
	Seed    uint64
	Runs    int // inputs to draw; at least 1
}

// Result is the result of checking a property.
type Result struct {
	Held int // inputs on which it held; if 0 and not broken, it is not tested

	// Broken is all requests about an input for which the property does not hold, after shrinking, in
	// order; nil if it held on all. A response is incorrect, or the last one is malformed.
	Broken []conformance.Exchange
}

// Check tests properties on random inputs, each until it does not hold on one, and shrinks that
// input. It returns a result for each, in their order. The inputs of a property depend only on
// the options, its name, and whether an operation takes bytes. The requests are only those that
// it offers.
//
// An error comes from the implementation or ctx, and means that there are no results.
func Check(ctx context.Context, impl conformance.Implementation, properties []Property, o Options) ([]Result, error) {
	offers, checks, results := conformance.Describe(impl, o.Edition), []*check{}, make([]Result, len(properties))
	for i, p := range properties {
		c := &check{Property: p, Options: o, ctx: ctx, offers: &offers, result: &results[i]}
		c.batches = slices.Collect(slices.Chunk(c.inputs(), together))
		checks = append(checks, c)
	}
	for batch := range (o.Runs + together - 1) / together {
		left := slices.DeleteFunc(slices.Clone(checks), func(c *check) bool { return c.result.Broken != nil })
		if err := performAhead(ctx, impl, left, batch, min(together, o.Runs-batch*together)); err != nil {
			return nil, fmt.Errorf("properties: %w", err)
		}
		for _, c := range left {
			c.impl = impl
			if err := c.run(c.batches[batch]); err != nil {
				return nil, fmt.Errorf("property %s: %w", c.Name, err)
			}
		}
	}
	return results, nil
}

// together is the number of inputs of a property whose requests are performed together. All properties
// take 13 MB for that many.
const together = 1000

type check struct {
	Property
	Options
	ctx     context.Context
	impl    conformance.Implementation
	offers  *conformance.Description
	batches [][]string               // the inputs, together at a time
	ahead   [][]conformance.Exchange // by input of a batch: what performAhead performed
	result  *Result                  // so far
}

// seed returns the seed of the inputs. They do not depend on other properties.
func (c *check) seed() int64 {
	h := fnv.New64a()
	h.Write(binary.BigEndian.AppendUint64(nil, c.Seed))
	h.Write([]byte(c.Name))
	return int64(h.Sum64())
}

func (c *check) inputs() (drawn []string) {
	source, generate := gopter.DefaultGenParameters().CloneWithSeed(c.seed()), c.generator()
	for range c.Runs {
		input, _ := generate(source).Retrieve()
		drawn = append(drawn, input.(string))
	}
	return drawn
}

// performAhead performs together the requests that a correct implementation gets for a batch of inputs, because
// a round trip for each of 25,000 takes an adapter in Python 1.3 s in place of 0.5 s. The properties take
// turns, so that requests of all kinds follow each other.
func performAhead(ctx context.Context, impl conformance.Implementation, checks []*check, batch, runs int) error {
	var responses []*conformance.Response
	requests := func(yield func(conformance.Request) bool) {
		for _, c := range checks {
			c.impl, c.ahead = conformance.Correct(c.Edition), nil
		}
		for i := range runs {
			for _, c := range checks {
				made := c.try(c.batches[batch][i], nil).exchanges
				c.ahead = append(c.ahead, made)
				for n := range made {
					responses = append(responses, &made[n].Response)
					if !yield(made[n].Request) {
						return
					}
				}
			}
		}
	}
	return conformance.DoAll(ctx, impl, requests, func(x conformance.Exchange) bool {
		*responses[x.Index] = x.Response
		return true
	})
}

func (c *check) run(inputs []string) (err error) {
	drawn := 0
	draw := func(*gopter.GenParameters) *gopter.GenResult {
		drawn++
		return gopter.NewGenResult(inputs[drawn-1], c.shrinker)
	}
	holds := func(token string) bool {
		if err = cmp.Or(err, c.ctx.Err()); err != nil {
			return true // ends the loop of gopter, which would shrink an error
		}
		var ahead []conformance.Exchange
		if c.result.Broken == nil { // else gopter shrinks
			ahead = c.ahead[drawn-1]
		}
		t := c.try(token, ahead)
		switch err = t.err; {
		case err != nil:
		case t.failed:
			c.result.Broken = t.exchanges // the last one is the simplest
		case t.held && c.result.Broken == nil:
			c.result.Held++
		}
		return err != nil || !t.failed
	}
	parameters := gopter.DefaultTestParameters()
	parameters.MinSuccessfulTests = len(inputs)
	tested := prop.ForAll(holds, draw).Check(parameters)
	return cmp.Or(err, tested.Error)
}

// shrinker is [shrink.SimplerTokens] for gopter.
func (c *check) shrinker(input any) gopter.Shrink {
	simpler := slices.Collect(shrink.SimplerTokens(input.(string), len(c.offers.Bytes) == 0))
	return func() (any, bool) {
		if len(simpler) == 0 {
			return nil, false
		}
		next := simpler[0]
		simpler = simpler[1:]
		return next, true
	}
}

// generator generates strings, and strings that are not valid UTF-8 if an operation takes bytes.
//
// Half are tokens of the edition, each with the same probability. A quarter is one edit away from a
// token, an eighth two edits. An eighth is a token twice, half of these with a symbol in between. An
// edit inserts, removes or replaces a symbol, exchanges two neighbours, or doubles one. A symbol is a
// byte, or for text a character. A new symbol is one of the marks, + - ^ ' for EPIN, half of
// the time. Otherwise it is any byte; or for text, in equal parts, an ASCII character or any Unicode
// scalar value.
//
// The generators of strings in package gen practically never draw a token, so this one starts
// from tokens.
func (c *check) generator() gopter.Gen {
	tokens, marks := slices.Collect(c.Edition.Tokens()), c.Edition.AllMarks()
	return func(p *gopter.GenParameters) *gopter.GenResult {
		symbol := func() string { return anySymbol(p.Rng, marks, len(c.offers.Bytes) > 0) }
		token := strings.Split(tokens[p.Rng.Intn(len(tokens))], "") // ASCII
		switch p.Rng.Intn(8) {
		case 0, 1:
			token = edited(p.Rng, token, symbol)
		case 2:
			token = edited(p.Rng, edited(p.Rng, token, symbol), symbol)
		case 3:
			first := slices.Clone(token)
			if p.Rng.Intn(2) == 0 {
				first = append(first, symbol())
			}
			token = append(first, token...)
		}
		return gopter.NewGenResult(strings.Join(token, ""), c.shrinker)
	}
}

// edited makes one edit. If s is too short for it, it inserts a symbol instead.
func edited(rng *rand.Rand, s []string, symbol func() string) []string {
	switch kind, at := rng.Intn(5), rng.Intn(len(s)+1); {
	case kind == 1 && at < len(s):
		return slices.Delete(s, at, at+1)
	case kind == 2 && at < len(s):
		s[at] = symbol()
	case kind == 3 && at+1 < len(s):
		s[at], s[at+1] = s[at+1], s[at]
	case kind == 4 && at < len(s):
		return slices.Insert(s, at, s[at])
	default:
		return slices.Insert(s, at, symbol())
	}
	return s
}

func anySymbol(rng *rand.Rand, marks string, bytes bool) string {
	const surrogate, surrogates = 0xD800, 0x800
	if bytes && rng.Intn(2) > 0 {
		return string([]byte{byte(rng.Intn(256))})
	}
	kind := 0
	if !bytes {
		kind = rng.Intn(4)
	}
	switch kind {
	case 2:
		return string(rune(rng.Intn(utf8.RuneSelf)))
	case 3:
		r := rune(rng.Intn(utf8.MaxRune + 1 - surrogates))
		if r >= surrogate {
			r += surrogates
		}
		return string(r)
	}
	return string(marks[rng.Intn(len(marks))])
}
