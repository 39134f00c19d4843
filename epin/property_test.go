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

// neighbours generates tokens with one byte removed, inserted or replaced, or unchanged.
func neighbours() gopter.Gen {
	mark := gen.OneConstOf(byte('+'), byte('-'), byte('^'), byte('\''), byte('\n'))
	return gopter.CombineGens(identifiers(), gen.IntRange(0, 4), gen.IntRange(0, 3), gen.OneGenOf(mark, gen.UInt8())).Map(func(drawn []any) string {
		token, kind := []byte(drawn[0].(epin.Identifier).String()), drawn[2].(int)
		at := min(drawn[1].(int), len(token))
		until := min(at+[]int{1, 0, 1, 0}[kind], len(token))
		added := [][]byte{nil, {drawn[3].(byte)}, {drawn[3].(byte)}, nil}[kind]
		return string(slices.Replace(token, at, until, added...))
	})
}

// TestProperties checks the properties of the specification that hold for every input.
func TestProperties(t *testing.T) {
	parameters := gopter.DefaultTestParameters()
	parameters.MinSuccessfulTests = 2000
	all := gopter.NewProperties(parameters)
	for name, holds := range map[string]func(i epin.Identifier) bool{
		"round trip (EPIN §9.2)": func(i epin.Identifier) bool {
			back, err := epin.Parse(i.String())
			return err == nil && back == i && back.String() == i.String()
		},
		"native is idempotent (EPIN §9.3)": func(i epin.Identifier) bool { return i.Native().Native() == i.Native() },
		"derive is idempotent (EPIN §9.3)": func(i epin.Identifier) bool { return i.Derive().Derive() == i.Derive() },
		"a transformation returns a copy (EPIN §9.3)": func(i epin.Identifier) bool {
			was := i.String()
			return i.Native().IsNative() && i.Derive().IsDerived() && i.String() == was
		},
		"every PIN token is an EPIN token, and native (EPIN §3)": func(i epin.Identifier) bool {
			native, err := epin.Parse(i.PIN().String())
			return err == nil && native.IsNative() && native.PIN() == i.PIN()
		},
	} {
		all.Property(name, prop.ForAll(holds, identifiers()))
	}
	all.Property("one verdict (EPIN §9.1)", prop.ForAll(func(s string) bool {
		_, err := epin.Parse(s)
		return epin.Valid(s) == (err == nil)
	}, neighbours()))
	all.TestingRun(t)
}
