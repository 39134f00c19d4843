package property

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/law"
	"github.com/epin-conformance/harness/epin"
)

// DefaultRuns is how many inputs a property is checked on unless told otherwise.
const DefaultRuns = 500

// Options says how a property is checked. The zero value checks it on DefaultRuns
// inputs of text, of the current edition, from the seed 0.
type Options struct {
	Edition epin.Edition
	Seed    uint64
	Runs    int  // inputs to draw; 0 is DefaultRuns
	Bytes   bool // draw inputs that are not valid UTF-8, too
}

// check returns what is wrong with options.
func (o Options) check() error {
	if !slices.Contains(epin.Editions(), o.Edition) {
		return fmt.Errorf("property: %v has no tokens to draw; use one of %v", o.Edition, epin.Editions())
	}
	if o.Runs < 0 {
		return fmt.Errorf("property: %d runs; ask for 1 or more, or for 0 to have %d", o.Runs, DefaultRuns)
	}
	return nil
}

// Result is what came out of checking a property.
type Result struct {
	Law  string // its name
	Seed uint64 // Options.Seed, which brings everything back

	Runs         int // inputs that were judged, those of shrinking not counted
	Held         int // of these, how many the law held on
	NotExercised int // of these, how many said nothing about the law

	Complete bool     // whether every input was judged, or one broke the law and is minimal
	Failure  *Failure // nil where no input broke the law
}

// Failure is an input that breaks a law. The Result inside is that of Token.
type Failure struct {
	Token   string // the minimal input
	First   string // the input as it was drawn
	Shrinks int    // how many steps lead from First to Token
	law.Result
}

// Run checks a law on random inputs until one breaks it, which it shrinks (see the
// package documentation).
//
// What is drawn depends on the options and on the law's name alone: from the same
// options, an implementation that gives the same answers has the same Result,
// whatever other laws were checked before.
//
// An error is of the implementation, of ctx, or of the options, and means that
// there is no verdict on the law. Nothing is asked after it. What was found until
// then is in the Result.
func Run(ctx context.Context, impl conformance.Implementation, l law.Law, o Options) (Result, error) {
	if err := o.check(); err != nil {
		return Result{Law: l.Name, Seed: o.Seed}, err
	}
	results, err := RunAll(ctx, impl, []law.Law{l}, o)
	return results[0], err
}

// RunAll checks laws as [Run] does, those of a [conformance.Batcher] side by side. There is
// a result for each law, in their order; an error is the first of theirs.
func RunAll(ctx context.Context, impl conformance.Implementation, laws []law.Law, o Options) ([]Result, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	results, errs := make([]Result, len(laws)), make([]error, len(laws))
	var checks []func(conformance.Implementation)
	for i, l := range laws {
		results[i] = Result{Law: l.Name, Seed: o.Seed}
		checks = append(checks, func(impl conformance.Implementation) { errs[i] = results[i].check(ctx, impl, l, o) })
	}
	if _, batches := impl.(conformance.Batcher); batches {
		lockstep(ctx, impl, conformance.Describe(impl, o.Edition), checks)
	} else {
		for i, check := range checks {
			if check(impl); errs[i] != nil {
				break
			}
		}
	}
	return results, cmp.Or(errs...)
}

// check checks a law.
func (r *Result) check(ctx context.Context, impl conformance.Implementation, l law.Law, o Options) error {
	var stopped error
	holds := func(input []byte) (bool, error) {
		if stopped != nil {
			return true, nil // gopter would shrink the input that had no verdict
		}
		if stopped = ctx.Err(); stopped != nil {
			return false, stopped
		}
		var found law.Result
		if found, stopped = l.Check(ctx, impl, o.Edition, string(input)); stopped != nil {
			return false, stopped
		}
		if r.Failure == nil {
			r.count(string(input), found)
		} else if found.Outcome == law.Broken {
			r.Failure.Token, r.Failure.Result = string(input), found
			r.Failure.Shrinks++
		}
		// An input that says nothing must not look like one that breaks the law, or
		// gopter would shrink to it.
		return found.Outcome != law.Broken, nil
	}
	outcome := judgeInputs(l, o, holds)
	if stopped == nil && outcome.Status == gopter.TestError {
		stopped = outcome.Error // a panic of the implementation
	}
	if stopped != nil {
		return fmt.Errorf("property %s: %w", l.Name, stopped)
	}
	r.Complete = true
	return nil
}

// judgeInputs has check judge the inputs that a law is checked on, and those that it is shrunk
// to.
func judgeInputs(l law.Law, o Options, check func([]byte) (bool, error)) *gopter.TestResult {
	// One worker and one source for each property, so that none depends on another.
	parameters := gopter.DefaultTestParametersWithSeed(seed(o.Seed, l.Name))
	parameters.MinSuccessfulTests = o.Runs
	if o.Runs == 0 {
		parameters.MinSuccessfulTests = DefaultRuns
	}
	parameters.MaxShrinkCount = math.MaxInt // shrinking ends by itself
	return prop.ForAll(check, inputs(o.Edition, o.Bytes)).Check(parameters)
}

// count takes in what came out of an input that was drawn.
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

// seed derives the seed of one property.
func seed(from uint64, name string) int64 {
	h := fnv.New64a()
	h.Write(binary.BigEndian.AppendUint64(nil, from))
	h.Write([]byte(name))
	return int64(h.Sum64())
}
