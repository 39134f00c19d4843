package property

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"iter"
	"unicode/utf8"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

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

	Runs         int // tested inputs, without those of shrinking
	Held         int // inputs on which the law held
	NotExercised int // inputs that did not test the law

	Complete bool     // whether all inputs were tested, or one broke the law and was shrunk
	Failure  *Failure // nil if no input broke the law
}

// Failure is an input that breaks a law. The embedded Result is that of Token.
type Failure struct {
	Token   string // the shrunk input
	First   string // the original input
	Shrinks int    // shrinking steps from First to Token
	law.Result
}

// Run checks each law on random inputs until one breaks it, and shrinks that input with
// Options.Simpler. It returns a result for each law, in their order. Run checks the laws
// concurrently and performs their requests together. If impl is a [conformance.Batcher], it
// also performs those of several inputs together.
//
// The inputs of a law depend only on the options and its name. So deterministic
// implementations have reproducible results, whatever other laws are checked.
//
// An error comes from the implementation or ctx: the first in the order of the laws. Run
// sends no requests after it, and returns the results so far, which are incomplete.
func Run(ctx context.Context, impl conformance.Implementation, laws []law.Law, o Options) ([]Result, error) {
	results, errs := make([]Result, len(laws)), make([]error, len(laws))
	drawn := make([][]string, len(laws))
	for i, l := range laws {
		results[i], drawn[i] = Result{Law: l.Name}, inputsOf(l, o)
	}
	together := 1
	if _, batches := impl.(conformance.Batcher); batches {
		together = inputsTogether
	}
	offers := conformance.Describe(impl, o.Edition)
	stopped := func(i int) bool { return errs[i] != nil || results[i].Failure != nil }
	for from := 0; from < o.Runs && cmp.Or(errs...) == nil; from += together {
		var trials []*trial
		var checks []func(conformance.Implementation)
		for i := range laws {
			if stopped(i) {
				continue
			}
			for _, input := range drawn[i][from:min(from+together, len(drawn[i]))] {
				t := &trial{law: i, input: input}
				trials = append(trials, t)
				checks = append(checks, func(impl conformance.Implementation) { t.check(ctx, impl, laws[i], o) })
			}
		}
		lockstep(ctx, impl, offers, checks)
		for _, t := range trials {
			if stopped(t.law) {
				continue // a law ends at the first input that breaks it
			}
			if errs[t.law] = t.err; t.err == nil {
				results[t.law].count(t.input, t.found)
			}
		}
	}
	var shrinks []func(conformance.Implementation)
	for i := range laws {
		r := &results[i]
		r.Complete = r.Runs == len(drawn[i]) && r.Failure == nil
		if r.Failure != nil && cmp.Or(errs...) == nil {
			shrinks = append(shrinks, func(impl conformance.Implementation) {
				errs[i] = r.Failure.shrink(ctx, impl, laws[i], o)
				r.Complete = errs[i] == nil
			})
		}
	}
	lockstep(ctx, impl, offers, shrinks)
	return results, cmp.Or(errs...)
}

// inputsTogether is the number of inputs of each law in a batch. Over a pipe, a batch takes
// little longer than one request.
const inputsTogether = 64

// trial is the check of a law on an input.
type trial struct {
	law   int
	input string
	found law.Result
	err   error
}

// check checks the law.
func (t *trial) check(ctx context.Context, impl conformance.Implementation, l law.Law, o Options) {
	if t.err = ctx.Err(); t.err == nil {
		t.found, t.err = l.Check(ctx, impl, o.Edition, t.input)
	}
	if t.err != nil {
		t.err = fmt.Errorf("property %s: %w", l.Name, t.err)
	}
}

// inputsOf returns the inputs that a law is checked on.
func inputsOf(l law.Law, o Options) []string {
	// Each property has its own source, so that its inputs do not depend on other properties.
	parameters := gopter.DefaultTestParametersWithSeed(seed(o.Seed, l.Name))
	parameters.MinSuccessfulTests = o.Runs
	var drawn []string
	prop.ForAll(func(input []byte) bool {
		drawn = append(drawn, string(input))
		return true
	}, inputs(o.Edition, o.Bytes)).Check(parameters)
	return drawn
}

// shrink replaces the input by a simpler one that breaks the law, until there is none.
func (f *Failure) shrink(ctx context.Context, impl conformance.Implementation, l law.Law, o Options) error {
	for found := o.Simpler != nil; found; {
		found = false
		for input := range o.Simpler(f.Token) {
			if !o.Bytes && !utf8.ValidString(input) {
				continue
			}
			t := trial{input: input}
			if t.check(ctx, impl, l, o); t.err != nil {
				return t.err
			}
			if found = t.found.Outcome == law.Broken; found {
				f.Token, f.Result = t.input, t.found
				f.Shrinks++
				break
			}
		}
	}
	return nil
}

// count adds the result of an input.
func (r *Result) count(input string, found law.Result) {
	r.Runs++
	switch found.Outcome {
	case law.Holds:
		r.Held++
	case law.NotExercised:
		r.NotExercised++
	case law.Broken:
		r.Failure = &Failure{Token: input, First: input, Result: found}
	}
}

// seed derives the seed of a property.
func seed(from uint64, name string) int64 {
	h := fnv.New64a()
	h.Write(binary.BigEndian.AppendUint64(nil, from))
	h.Write([]byte(name))
	return int64(h.Sum64())
}
