package mutant_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/epin"
)

// agree asks the unbroken model and the reference the same things.
func agree(t *testing.T, edition epin.Edition, requests func(yield func(conformance.Request) bool)) {
	t.Helper()
	ctx := context.Background()
	model, reference := mutant.Unbroken(edition), conformance.Reference(edition)
	for req := range requests {
		got, err := model.Do(ctx, req)
		if err != nil {
			t.Fatalf("%+v: %v", req, err)
		}
		wanted, err := reference.Do(ctx, req)
		if err != nil {
			t.Fatalf("%+v: %v", req, err)
		}
		if !got.Equal(wanted) {
			t.Fatalf("edition %s, %+v: the model differs from the reference (-reference +model):\n%s", edition, req, cmp.Diff(wanted, got))
		}
	}
}

// tokensOf returns the tokens of an edition, put together from their parts so that
// neither side of the comparison is asked for them.
func tokensOf(edition epin.Edition) []string {
	carets := []string{"", "^"}
	if edition == epin.Initial {
		carets = carets[:1]
	}
	var tokens []string
	for _, letter := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" {
		for _, sign := range []string{"", "+", "-"} {
			for _, caret := range carets {
				tokens = append(tokens, sign+string(letter)+caret, sign+string(letter)+caret+"'")
			}
		}
	}
	return tokens
}

func TestUnbrokenOnTokens(t *testing.T) {
	for _, edition := range epin.Editions() {
		agree(t, edition, func(yield func(conformance.Request) bool) {
			for _, token := range tokensOf(edition) {
				for _, req := range []conformance.Request{
					{Op: conformance.OpParse, Token: token},
					{Op: conformance.OpValid, Token: token},
					{Op: conformance.OpSweep, Tokens: []string{token, "!", token + token}},
				} {
					if !yield(req) {
						return
					}
				}
			}
		})
	}
}

// All eight methods are asked for in both editions: what the edition does not have
// is unsupported on both sides.
func TestUnbrokenOnMethods(t *testing.T) {
	sequences := [][]conformance.Method{nil}
	methods := conformance.MethodsOf(epin.Current)
	for _, first := range methods {
		sequences = append(sequences, []conformance.Method{first})
		for _, second := range methods {
			sequences = append(sequences, []conformance.Method{first, second})
		}
	}
	sequences = append(sequences, []conformance.Method{"promote"}, []conformance.Method{conformance.Derive, "promote"})
	for _, edition := range epin.Editions() {
		agree(t, edition, func(yield func(conformance.Request) bool) {
			for _, token := range append(tokensOf(edition), "", "K''") {
				for _, sequence := range sequences {
					if !yield(conformance.Request{Op: conformance.OpApply, Token: token, Methods: sequence}) {
						return
					}
				}
			}
		})
	}
}

func TestUnbrokenOnPairs(t *testing.T) {
	for _, edition := range epin.Editions() {
		tokens := append(tokensOf(edition), "", "K''")
		agree(t, edition, func(yield func(conformance.Request) bool) {
			for _, token := range tokens {
				for _, other := range tokens {
					if !yield(conformance.Request{Op: conformance.OpEqual, Token: token, Other: other}) {
						return
					}
				}
			}
		})
	}
}

func TestUnbrokenOnShortStrings(t *testing.T) {
	short := []string{""}
	for a := range 256 {
		short = append(short, string([]byte{byte(a)}))
		for b := range 256 {
			short = append(short, string([]byte{byte(a), byte(b)}))
		}
	}
	for _, edition := range epin.Editions() {
		agree(t, edition, func(yield func(conformance.Request) bool) {
			for _, token := range short {
				for _, req := range []conformance.Request{
					{Op: conformance.OpParse, Token: token},
					{Op: conformance.OpValid, Token: token},
					{Op: conformance.OpApply, Token: token, Methods: []conformance.Method{conformance.Derive}},
					{Op: conformance.OpEqual, Token: token, Other: "K"},
				} {
					if !yield(req) {
						return
					}
				}
			}
			for rest := short; len(rest) > 0; {
				n := min(len(rest), conformance.MaxSweepTokens)
				if !yield(conformance.Request{Op: conformance.OpSweep, Tokens: rest[:n]}) {
					return
				}
				rest = rest[n:]
			}
		})
	}
}

func TestUnbrokenOnNothing(t *testing.T) {
	for _, edition := range epin.Editions() {
		agree(t, edition, func(yield func(conformance.Request) bool) {
			_ = yield(conformance.Request{}) && yield(conformance.Request{Op: "list"}) &&
				yield(conformance.Request{Op: conformance.OpSweep})
		})
	}
}

func TestDescription(t *testing.T) {
	for _, edition := range epin.Editions() {
		wanted := conformance.Describe(conformance.Reference(edition), edition)
		wanted.Homepage = ""
		wanted.Name = "epin model"
		if diff := cmp.Diff(wanted, conformance.Describe(mutant.Unbroken(edition), edition)); diff != "" {
			t.Errorf("edition %s (-wanted +got):\n%s", edition, diff)
		}
		m := mutant.All()[0]
		if got := conformance.Describe(m.New(edition), edition).Name; got != "epin mutant "+m.Name {
			t.Errorf("a mutant is named %q", got)
		}
	}
}
