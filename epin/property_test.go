package epin_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/pin"
)

// library is the part of this package that the properties are about, so that they can also be
// tested on libraries that break them.
type library struct {
	parse          func(string) (epin.Identifier, error)
	valid          func(string) bool
	text           func(epin.Identifier) string
	native, derive func(*epin.Identifier) epin.Identifier
	pin            func(epin.Identifier) string
}

var reference = library{
	epin.Parse, epin.Valid, epin.Identifier.String,
	func(i *epin.Identifier) epin.Identifier { return i.Native() },
	func(i *epin.Identifier) epin.Identifier { return i.Derive() },
	func(i epin.Identifier) string { return i.PIN().String() },
}

// identifiers generates identifiers, each with the same probability, and shrinks them to those that
// have fewer marks and come earlier in the alphabet.
func identifiers() gopter.Gen {
	var all []any
	for i := range epin.All() {
		all = append(all, i)
	}
	return gen.OneConstOf(all...).WithShrinker(func(v any) gopter.Shrink {
		i := v.(epin.Identifier)
		return shrink(i, i.Normalize(), i.UnmarkTerminal(), i.Native(), i.WithName('A'), i.WithSide(epin.First))
	})
}

// tokens generates the tokens of identifiers, and shrinks them to tokens.
func tokens() gopter.Gen {
	return identifiers().Map(epin.Identifier.String).SuchThat(epin.Valid).WithShrinker(shorter)
}

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
	}).WithShrinker(shorter)
}

// shorter shrinks a string to those without one of its bytes, and with an A in place of a letter.
func shorter(v any) gopter.Shrink {
	s, all := v.(string), []string(nil)
	for i := range len(s) {
		all = append(all, s[:i]+s[i+1:])
	}
	for i, c := range s {
		if pin.Valid(string(c)) {
			all = append(all, s[:i]+"A"+s[i+1:])
		}
	}
	return shrink(s, all...)
}

// shrink yields the values that differ from v.
func shrink[T comparable](v T, simpler ...T) gopter.Shrink {
	simpler = slices.DeleteFunc(simpler, func(s T) bool { return s == v })
	return func() (any, bool) {
		if len(simpler) == 0 {
			return nil, false
		}
		next := simpler[0]
		simpler = simpler[1:]
		return next, true
	}
}

// properties are those of the specification that hold for every input. Each has a library that
// breaks it, and the simplest input on which it does.
var properties = []struct {
	name    string
	of      func(library) gopter.Prop
	broken  func(*library)
	minimal any
}{
	{
		"round trip of tokens (EPIN §9.2)",
		func(l library) gopter.Prop {
			return prop.ForAll(func(token string) bool {
				i, err := l.parse(token)
				return err == nil && l.text(i) == token
			}, tokens())
		},
		func(l *library) {
			l.text = func(i epin.Identifier) string { return strings.Replace(i.String(), "^'", "'", 1) }
		}, "A^'",
	},
	{
		"round trip of identifiers (EPIN §9.2)",
		func(l library) gopter.Prop {
			return prop.ForAll(func(i epin.Identifier) bool {
				back, err := l.parse(l.text(i))
				return err == nil && back == i
			}, identifiers())
		},
		func(l *library) {
			l.parse = func(s string) (epin.Identifier, error) { return epin.Parse(strings.TrimPrefix(s, "-")) }
		}, epin.MustParse("-A"),
	},
	{
		"native is idempotent (EPIN §9.3)",
		func(l library) gopter.Prop { return prop.ForAll(idempotent(l.native), identifiers()) },
		func(l *library) {
			l.native = func(i *epin.Identifier) epin.Identifier {
				if i.IsNative() {
					return i.Derive()
				}
				return i.Native()
			}
		}, epin.MustParse("A"),
	},
	{
		"derive is idempotent (EPIN §9.3)",
		func(l library) gopter.Prop { return prop.ForAll(idempotent(l.derive), identifiers()) },
		func(l *library) {
			l.derive = func(i *epin.Identifier) epin.Identifier {
				if i.IsDerived() && i.IsTerminal() {
					return i.Native()
				}
				return i.Derive()
			}
		}, epin.MustParse("A^"),
	},
	{
		"a transformation returns a copy (EPIN §9.3)",
		func(l library) gopter.Prop {
			return prop.ForAll(func(i epin.Identifier) bool {
				was := i
				l.native(&i)
				l.derive(&i)
				return i == was
			}, identifiers())
		},
		func(l *library) {
			l.derive = func(i *epin.Identifier) epin.Identifier { *i = i.Derive(); return *i }
		}, epin.MustParse("A"),
	},
	{
		"every PIN token is an EPIN token, and native (EPIN §3)",
		func(l library) gopter.Prop {
			return prop.ForAll(func(i epin.Identifier) bool {
				p := l.pin(i)
				native, err := l.parse(p)
				return err == nil && native.IsNative() && l.pin(native) == p
			}, identifiers())
		},
		func(l *library) { l.pin = epin.Identifier.String }, epin.MustParse("A'"),
	},
	{
		"one verdict (EPIN §9.1)",
		func(l library) gopter.Prop {
			return prop.ForAll(func(s string) bool {
				_, err := l.parse(s)
				return l.valid(s) == (err == nil)
			}, gen.OneGenOf(tokens(), neighbours()))
		},
		func(l *library) {
			l.valid = func(s string) bool { return epin.Valid(strings.TrimSuffix(s, "\n")) }
		}, "A\n",
	},
}

func idempotent(f func(*epin.Identifier) epin.Identifier) func(epin.Identifier) bool {
	return func(i epin.Identifier) bool {
		once := f(&i)
		return f(&once) == once
	}
}

func TestProperties(t *testing.T) {
	parameters := gopter.DefaultTestParameters()
	parameters.MinSuccessfulTests = 2000
	all := gopter.NewProperties(parameters)
	for _, p := range properties {
		all.Property(p.name, p.of(reference))
	}
	all.TestingRun(t)
}

// TestPropertiesFail tests that each property does not hold for a library that breaks it, and that
// gopter shrinks the input.
func TestPropertiesFail(t *testing.T) {
	for _, p := range properties {
		broken := reference
		p.broken(&broken)
		parameters := gopter.DefaultTestParametersWithSeed(1)
		parameters.MinSuccessfulTests = 2000
		got := p.of(broken).Check(parameters)
		if got.Status != gopter.TestFailed || len(got.Args) != 1 || got.Args[0].Arg != p.minimal {
			t.Errorf("%s: %s on %v, want a failure on %v", p.name, got.Status, got.Args, p.minimal)
		}
	}
}
