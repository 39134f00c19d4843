package epin_test

import (
	"slices"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"

	"github.com/epin-conformance/harness/epin"
)

// identifiers generates identifiers, each with the same probability.
func identifiers() gopter.Gen {
	var all []any
	for i := range epin.Current.All() {
		all = append(all, i)
	}
	return gen.OneConstOf(all...)
}

// tokens generates the tokens of identifiers.
func tokens() gopter.Gen { return identifiers().Map(epin.Identifier.String) }

// neighbours generates tokens with one byte removed, inserted or replaced.
func neighbours() gopter.Gen {
	mark := gen.OneConstOf(byte('+'), byte('-'), byte('^'), byte('\''), byte('\n'))
	return gopter.CombineGens(tokens(), gen.IntRange(0, 4), gen.IntRange(0, 2), gen.OneGenOf(mark, gen.UInt8())).Map(func(drawn []any) string {
		token, kind, added := []byte(drawn[0].(string)), drawn[2].(int), drawn[3].(byte)
		at := min(drawn[1].(int), len(token))
		until := min(at+[]int{1, 0, 1}[kind], len(token))
		if kind == 0 {
			return string(slices.Delete(token, at, until))
		}
		return string(slices.Replace(token, at, until, added))
	})
}

// TestProperties checks the properties of the specification that hold for every input.
func TestProperties(t *testing.T) {
	parameters := gopter.DefaultTestParameters()
	parameters.MinSuccessfulTests = 2000
	all := gopter.NewProperties(parameters)
	all.Property("round trip of tokens (EPIN §9.2)", prop.ForAll(func(token string) bool {
		i, err := epin.Parse(token)
		return err == nil && i.String() == token
	}, tokens()))
	all.Property("round trip of identifiers (EPIN §9.2)", prop.ForAll(func(i epin.Identifier) bool {
		back, err := epin.Parse(i.String())
		return err == nil && back == i
	}, identifiers()))
	all.Property("native is idempotent (EPIN §9.3)", prop.ForAll(func(i epin.Identifier) bool {
		return i.Native().Native() == i.Native()
	}, identifiers()))
	all.Property("derive is idempotent (EPIN §9.3)", prop.ForAll(func(i epin.Identifier) bool {
		return i.Derive().Derive() == i.Derive()
	}, identifiers()))
	all.Property("a transformation returns a copy (EPIN §9.3)", prop.ForAll(func(i epin.Identifier) bool {
		was := i.String()
		return i.Native().IsNative() && i.Derive().IsDerived() && i.String() == was
	}, identifiers()))
	all.Property("every PIN token is an EPIN token, and native (EPIN §3)", prop.ForAll(func(i epin.Identifier) bool {
		native, err := epin.Parse(i.PIN().String())
		return err == nil && native.IsNative() && native.PIN() == i.PIN()
	}, identifiers()))
	all.Property("one verdict (EPIN §9.1)", prop.ForAll(func(s string) bool {
		_, err := epin.Parse(s)
		return epin.Valid(s) == (err == nil)
	}, gen.OneGenOf(tokens(), neighbours())))
	all.TestingRun(t)
}
