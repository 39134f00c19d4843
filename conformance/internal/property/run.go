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
	"github.com/epin-conformance/harness/epin"
)

// Options are the options of [Property.Check].
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

// Check tests the property on random inputs until it does not hold on one, and shrinks that
// input. The inputs depend only on the options and the name of the property. The requests are
// only those that the implementation offers.
//
// An error comes from the implementation or ctx, and means that there is no result.
func (p Property) Check(ctx context.Context, impl conformance.Implementation, o Options) (Result, error) {
	offers, inputs := conformance.Describe(impl, o.Edition), o.inputs(p.Name)
	ahead, err := p.ahead(ctx, impl, &offers, o.Edition, inputs)
	if err != nil {
		return Result{}, fmt.Errorf("property %s: %w", p.Name, err)
	}
	var result Result
	drawn := 0
	next := func(*gopter.GenParameters) *gopter.GenResult {
		drawn++
		return gopter.NewGenResult(inputs[drawn-1], o.shrinker)
	}
	holds := func(token string) bool {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return true // ends the loop of gopter, which would shrink an error
		}
		t := trial{ctx: ctx, impl: impl, offers: &offers, edition: o.Edition, token: token}
		if result.Failure == nil {
			t.ahead = ahead[drawn-1]
		}
		p.relate(&t)
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
	parameters.MinSuccessfulTests = len(inputs)
	tested := prop.ForAll(holds, gopter.Gen(next)).Check(parameters)
	if err = cmp.Or(err, tested.Error); err != nil {
		return Result{}, fmt.Errorf("property %s: %w", p.Name, err)
	}
	return result, nil
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

// ahead performs together the requests that a correct implementation gets for each input, because
// a round trip for each of 25,000 takes an adapter in Python 1.3 s in place of 0.5 s. It returns the exchanges of each input.
func (p Property) ahead(ctx context.Context, impl conformance.Implementation, offers *conformance.Description, edition epin.Edition, inputs []string) ([][]conformance.Exchange, error) {
	var all []conformance.Request
	ahead := make([][]conformance.Exchange, len(inputs))
	for i, input := range inputs {
		t := trial{ctx: ctx, impl: conformance.Reference(edition), offers: offers, edition: edition, token: input}
		p.relate(&t)
		ahead[i] = t.exchanges
		for _, x := range t.exchanges {
			all = append(all, x.Request)
		}
	}
	responses := make([]conformance.Response, len(all))
	err := conformance.DoAll(ctx, impl, slices.Values(all), func(x conformance.Exchange) bool {
		responses[x.Index] = x.Response
		return true
	})
	for _, exchanges := range ahead {
		for i := range exchanges {
			exchanges[i].Response = responses[0]
			responses = responses[1:]
		}
	}
	return ahead, err
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
