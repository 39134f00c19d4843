// Package property tests laws on random inputs (property-based testing), and shrinks
// the inputs that break one.
//
// A property is a law of package law for every input. [Run] draws random tokens and
// similar strings, checks the law on each, and stops at the first that breaks it. The
// caller provides the steps of shrinking: see [Options].
//
// # Inputs
//
// Half of the inputs are tokens, each token of the edition with the same probability. A
// quarter is one edit away from a token, an eighth two edits. An eighth is a token
// twice, half of these with a symbol in between. An edit inserts, removes or replaces a
// symbol, exchanges two neighbours, or doubles one. A symbol is a byte, or a character
// if inputs are text. A new symbol is one of + - ^ ' half of the time. Otherwise it is
// any byte; or for text, in equal parts, an ASCII character or any Unicode scalar value.
package property

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"iter"
	"slices"
	"unicode/utf8"

	"github.com/leanovate/gopter"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/law"
	"github.com/epin-conformance/harness/epin"
)

// Options are the options of [Run].
type Options struct {
	Edition epin.Edition // one of [epin.Editions]
	Seed    uint64
	Runs    int  // inputs to draw; at least 1
	Bytes   bool // draw inputs that are not valid UTF-8, too

	// Simpler yields the inputs one shrinking step simpler than an input, the simplest first.
	// Every step must descend in one well-founded order, so that shrinking ends. Nil means no
	// shrinking.
	Simpler func(input string) iter.Seq[string]
}

// Result is the result of testing a property.
type Result struct {
	Law string // the name of the law

	Runs     int      // tested inputs, without those of shrinking
	Held     int      // inputs on which the law held
	Complete bool     // whether all inputs were tested, or one broke the law and was shrunk
	Failure  *Failure // nil if no input broke the law
}

// Failure is an input that breaks a law, after shrinking. The embedded Result is that of Token.
type Failure struct {
	Token string
	law.Result
}

// Run checks each law on random inputs until one breaks it, and shrinks that input with
// Options.Simpler. It returns a result for each law, in their order. If impl is a
// [conformance.Batcher], Run performs the requests for many inputs together.
//
// The inputs of a law depend only on the options and its name. So deterministic
// implementations have reproducible results, whatever other laws are checked.
//
// An error comes from the implementation or ctx, and names the first law that is incomplete.
// Run sends no requests after it, and returns the results so far.
func Run(ctx context.Context, impl conformance.Implementation, laws []law.Law, o Options) (results []Result, err error) {
	offers, drawn := conformance.Describe(impl, o.Edition), make([]func() string, len(laws))
	for i, l := range laws {
		results, drawn[i] = append(results, Result{Law: l.Name}), draw(o, seed(o.Seed, l.Name))
	}
	together := 1
	if _, batches := impl.(conformance.Batcher); batches {
		together = inquiriesTogether
	}
	begun := make([][]*law.Inquiry, len(laws)) // by law, in the order of its inputs, if not counted yet
	open := make([]*law.Inquiry, 0, together)  // those with a request
	for next, all := 0, len(laws)*o.Runs; err == nil && (next < all || len(open) > 0); {
		// Inquiries begin while the requests before theirs are performed.
		requests := func(yield func(conformance.Request) bool) {
			for _, q := range open {
				if !yield(*q.Request()) {
					return
				}
			}
			for ; next < all && len(open) < together; next++ {
				i := next % len(laws)
				if results[i].Failure != nil {
					continue // a law ends at the first input that breaks it
				}
				q := laws[i].Inquire(o.Edition, &offers, drawn[i]())
				begun[i] = append(begun[i], q)
				if q.Request() == nil {
					continue
				}
				if open = append(open, q); !yield(*q.Request()) {
					return
				}
			}
		}
		performed := open[:together] // has the place of each inquiry before its request is sent
		if err = ctx.Err(); err != nil {
			break
		}
		err = conformance.DoAll(ctx, impl, requests, func(x conformance.Exchange) bool {
			performed[x.Index].Answer(x.Response)
			return true
		})
		open = slices.DeleteFunc(open, func(q *law.Inquiry) bool { return q.Request() == nil })
		for i := range results {
			begun[i] = results[i].count(begun[i])
		}
	}
	for i := range results {
		r := &results[i]
		r.Complete = r.Runs == o.Runs && r.Failure == nil
		if r.Failure != nil && err == nil {
			err = r.Failure.shrink(ctx, impl, laws[i], o)
			r.Complete = err == nil
		}
	}
	for _, r := range results {
		if !r.Complete {
			return results, fmt.Errorf("property %s: %w", r.Law, err)
		}
	}
	return results, nil
}

// inquiriesTogether is the number of inquiries whose requests are performed together. Over a
// pipe, the adapter waits for the runner after each such batch.
const inquiriesTogether = 4096

// draw returns a function that returns the next input of a property. Each property has its own seed,
// so that its inputs do not depend on other properties.
func draw(o Options, seed int64) func() string {
	source, next := gopter.DefaultGenParameters().CloneWithSeed(seed), inputs(o.Edition, o.Bytes)
	return func() string {
		input, _ := next(source).Retrieve()
		return input.(string)
	}
}

// shrink replaces the input by a simpler one that breaks the law, until there is none.
func (f *Failure) shrink(ctx context.Context, impl conformance.Implementation, l law.Law, o Options) error {
	for simpler := o.Simpler != nil; simpler; {
		simpler = false
		for input := range o.Simpler(f.Token) {
			if !o.Bytes && !utf8.ValidString(input) {
				continue
			}
			found, err := l.Check(ctx, impl, o.Edition, input)
			if err = cmp.Or(err, ctx.Err()); err != nil {
				return err
			}
			if simpler = found.Outcome == law.Broken; simpler {
				f.Token, f.Result = input, found
				break
			}
		}
	}
	return nil
}

// count adds the results of the first inquiries, up to one that has none, and returns the rest.
func (r *Result) count(inquiries []*law.Inquiry) []*law.Inquiry {
	for len(inquiries) > 0 && inquiries[0].Request() == nil && r.Failure == nil {
		token, found := inquiries[0].Token, inquiries[0].Result()
		inquiries = inquiries[1:]
		r.Runs++
		switch found.Outcome {
		case law.Holds:
			r.Held++
		case law.Broken:
			r.Failure = &Failure{Token: token, Result: found}
		}
	}
	return inquiries
}

// seed derives the seed of a property.
func seed(from uint64, name string) int64 {
	h := fnv.New64a()
	h.Write(binary.BigEndian.AppendUint64(nil, from))
	h.Write([]byte(name))
	return int64(h.Sum64())
}
