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
	"github.com/leanovate/gopter/prop"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Options are the options of [Check].
type Options struct {
	Edition *notation.Edition
	Seed    uint64
	Runs    int  // inputs to draw; at least 1
	Bytes   bool // draw inputs that are not valid UTF-8, too

	// Simpler yields the inputs one shrinking step simpler than an input, the simplest first.
	// Every step must descend in one well-founded order, so that shrinking ends. Nil means no
	// shrinking.
	Simpler func(input string) iter.Seq[string]
}

// Result is the result of checking a property.
type Result struct {
	Held    int      // inputs on which it held; if 0 and without a failure, it is not tested
	Failure *Failure // nil if it held on all inputs
}

// Failure is an input for which a property does not hold, after shrinking.
type Failure struct {
	Token string

	// Wanted is what the property expects, and Got what the implementation returned. They
	// contain strings from the implementation, which may not be printable: escape them for display.
	Wanted, Got string

	// Exchanges has all requests about the token, and the responses, in order.
	Exchanges []conformance.Exchange
}

// Check tests properties on random inputs, each until it does not hold on one, and shrinks that
// input. It returns a result for each, in their order. The inputs of a property depend only on
// the options and its name. The requests are only those that the implementation offers.
//
// An error comes from the implementation or ctx, and means that there are no results.
func Check(ctx context.Context, impl conformance.Implementation, properties []Property, o Options) ([]Result, error) {
	offers, all := conformance.Describe(impl, o.Edition), make([]check, len(properties))
	for i, p := range properties {
		all[i] = check{Property: p, Options: o, offers: &offers, inputs: o.inputs(p.Name)}
	}
	if err := performAhead(ctx, impl, all, o.Runs); err != nil {
		return nil, fmt.Errorf("properties: %w", err)
	}
	results := make([]Result, len(all))
	for i := range all {
		var err error
		if results[i], err = all[i].run(ctx, impl); err != nil {
			return nil, fmt.Errorf("property %s: %w", all[i].Name, err)
		}
	}
	return results, nil
}

// check is the check of one property.
type check struct {
	Property
	Options
	offers *conformance.Description
	inputs []string
	ahead  [][]conformance.Exchange // by input: what performAhead performed
}

// inputs draws the inputs of a property.
func (o Options) inputs(property string) []string {
	source, drawn := gopter.DefaultGenParameters().CloneWithSeed(seed(o.Seed, property)), make([]string, o.Runs)
	inputs := Inputs(o.Edition, o.Bytes)
	for i := range drawn {
		input, _ := inputs(source).Retrieve()
		drawn[i] = input.(string)
	}
	return drawn
}

func (c check) trial(ctx context.Context, impl conformance.Implementation, token string) trial {
	return trial{ctx: ctx, impl: impl, offers: c.offers, edition: c.Edition, token: token}
}

// performAhead performs together the requests that a correct implementation gets, because a round
// trip for each of 25,000 takes an adapter in Python 1.3 s in place of 0.5 s. The properties take
// turns, so that requests of all kinds follow each other.
func performAhead(ctx context.Context, impl conformance.Implementation, all []check, runs int) error {
	var requests []conformance.Request
	var exchanges []*conformance.Exchange
	for i := range runs {
		for k := range all {
			c := &all[k]
			t := c.trial(ctx, conformance.Reference(c.Edition), c.inputs[i])
			c.relate(&t)
			c.ahead = append(c.ahead, t.exchanges)
			for n := range t.exchanges {
				requests, exchanges = append(requests, t.exchanges[n].Request), append(exchanges, &t.exchanges[n])
			}
		}
	}
	return conformance.DoAll(ctx, impl, slices.Values(requests), func(x conformance.Exchange) bool {
		exchanges[x.Index].Response = x.Response
		return true
	})
}

// run tests the property with gopter.
func (c check) run(ctx context.Context, impl conformance.Implementation) (result Result, err error) {
	drawn := 0
	next := func(*gopter.GenParameters) *gopter.GenResult {
		drawn++
		return gopter.NewGenResult(c.inputs[drawn-1], c.shrinker)
	}
	holds := func(token string) bool {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return true // ends the loop of gopter, which would shrink an error
		}
		t := c.trial(ctx, impl, token)
		if result.Failure == nil {
			t.ahead = c.ahead[drawn-1]
		}
		c.relate(&t)
		switch err = t.err; {
		case err != nil:
		case t.failed():
			result.Failure = &Failure{token, t.wanted, t.got, t.exchanges} // the last one is the simplest
		case t.held && result.Failure == nil:
			result.Held++
		}
		return err != nil || !t.failed()
	}
	parameters := gopter.DefaultTestParametersWithSeed(0) // next draws nothing
	parameters.MinSuccessfulTests = len(c.inputs)
	tested := prop.ForAll(holds, gopter.Gen(next)).Check(parameters)
	return result, cmp.Or(err, tested.Error)
}

// shrinker is [Options.Simpler] for gopter.
func (o Options) shrinker(input any) gopter.Shrink {
	if o.Simpler == nil {
		return gopter.NoShrinker(input)
	}
	var simpler []string
	for s := range o.Simpler(input.(string)) {
		if o.Bytes || utf8.ValidString(s) {
			simpler = append(simpler, s)
		}
	}
	return func() (any, bool) {
		if len(simpler) == 0 {
			return nil, false
		}
		next := simpler[0]
		simpler = simpler[1:]
		return next, true
	}
}

// seed derives the seed of a property, so that its inputs do not depend on other properties.
func seed(from uint64, name string) int64 {
	h := fnv.New64a()
	h.Write(binary.BigEndian.AppendUint64(nil, from))
	h.Write([]byte(name))
	return int64(h.Sum64())
}
