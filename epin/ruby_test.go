package epin_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin"
)

// What the README of the Ruby library shows, call by call, with the
// counterparts that the package documentation names. There, identifier is
// rebound to +r' and then shown with the values of K: it is K here.
func TestRubyLibraryCallByCall(t *testing.T) {
	parse := epin.Initial.Parse
	must := func(s string) epin.Identifier {
		i, err := parse(s)
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	identifier := func(name epin.Name, side epin.Side, state epin.State, native bool) epin.Identifier {
		i, err := epin.New(name, side, state, false, !native)
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	const native, foreign = false, true // Ruby's constants, as WithDerived takes them

	king, foreignKing := must("K"), must("K'")
	enhanced, diminished, flipped := king.Enhance(), king.Diminish(), king.Flip()
	queen, second, pawn, rook := king.WithName('Q'), must("k"), must("P"), must("r")
	taken := must("q'")
	promotedRook, promotedPawn := must("+R'"), must("+p")

	for _, c := range []struct {
		call      string
		got, want any
	}{
		// Usage.
		{`parse("K").to_s`, king.String(), "K"},
		{`type`, king.Name(), epin.Name('K')},
		{`side`, king.Side().String(), "first"},
		{`state`, king.State().String(), "normal"},
		{`native?`, king.IsNative(), true},
		{`Identifier.new(:R, :second, :enhanced, false)`, identifier('R', epin.Second, epin.Enhanced, false).String(), "+r'"},
		{`Identifier.new(:R, :second), state and native by default`, identifier('R', epin.Second, epin.Normal, true).String(), "r"},
		{`valid?("K")`, epin.Initial.Valid("K"), true},
		{`valid?("+R'")`, epin.Initial.Valid("+R'"), true},
		{`valid?("invalid")`, epin.Initial.Valid("invalid"), false},
		{`parse("K'").to_s`, foreignKing.String(), "K'"},
		{`enhance`, enhanced.String(), "+K"},
		{`diminish`, diminished.String(), "-K"},
		{`derive`, king.Derive().String(), "K'"},
		{`underive`, king.Derive().Native().String(), "K"},
		{`flip`, flipped.String(), "k"},
		{`with_type(:Q)`, queen.String(), "Q"},
		{`derived?`, foreignKing.IsDerived(), true},
		{`normal?`, king.IsNormal(), true},
		{`enhanced?`, enhanced.IsEnhanced(), true},
		{`diminished?`, diminished.IsDiminished(), true},
		{`first_player?`, king.IsFirst(), true},
		{`second_player?`, flipped.IsSecond(), true},
		{`letter`, string(king.Letter()), "K"},
		{`prefix`, enhanced.Prefix(), "+"},
		{`suffix`, foreignKing.Suffix(), "'"},
		{`suffix, native`, king.Suffix(), ""},
		{`K same_type? k`, king.SameName(second), true},
		{`K same_side? Q`, king.SameSide(queen), true},
		{`K same_type? Q`, king.SameName(queen), false},
		{`K same_style? K'`, king.SameStatus(foreignKing), false},
		{`P flip.derive.enhance`, pawn.Flip().Derive().Enhance().String(), "+p'"},

		// Game examples.
		{`identifier(:K, :first, :normal, true)`, identifier('K', epin.First, epin.Normal, true).String(), "K"},
		{`identifier(:K, :second, :normal, true)`, identifier('K', epin.Second, epin.Normal, true).String(), "k"},
		{`identifier(:K, :first, :normal, false)`, identifier('K', epin.First, epin.Normal, false).String(), "K'"},
		{`identifier(:K, :second, :normal, false)`, identifier('K', epin.Second, epin.Normal, false).String(), "k'"},
		{`+R' enhanced?`, promotedRook.IsEnhanced(), true},
		{`+R' derived?`, promotedRook.IsDerived(), true},
		{`+p enhanced?`, promotedPawn.IsEnhanced(), true},
		{`+p native?`, promotedPawn.IsNative(), true},
		{`q' after its capture`, taken.String(), "q'"},
		{`q' flip.with_type(:P).underive`, taken.Flip().WithName('P').Native().String(), "P"},
		{`r derive`, rook.Derive().String(), "r'"},

		// API reference: what the usage does not show.
		{`native (attribute)`, foreignKing.IsNative(), false},
		{`+K unenhance`, enhanced.Unenhance().String(), "K"},
		{`-K unenhance`, diminished.Unenhance().String(), "-K"},
		{`-K undiminish`, diminished.Undiminish().String(), "K"},
		{`+K undiminish`, enhanced.Undiminish().String(), "+K"},
		{`+K normalize`, enhanced.Normalize().String(), "K"},
		{`-K normalize`, diminished.Normalize().String(), "K"},
		{`with_side(:second)`, king.WithSide(epin.Second).String(), "k"},
		{`with_state(:diminished)`, king.WithState(epin.Diminished).String(), "-K"},
		{`with_derivation(FOREIGN)`, king.WithDerived(foreign).String(), "K'"},
		{`with_derivation(NATIVE)`, foreignKing.WithDerived(native).String(), "K"},
		{`K same_state? Q`, king.SameState(queen), true},
		{`K same_state? +K`, king.SameState(enhanced), false},
		{`K == K`, king == must("K"), true},
		{`K == K'`, king == foreignKing, false},
		{`DERIVATION_SUFFIX`, string(epin.DerivationMarker), "'"},

		// Advanced usage.
		{`K flip.derive.enhance.with_type(:Q)`, king.Flip().Derive().Enhance().WithName('Q').String(), "+q'"},
		{`K after all of this`, king.String(), "K"},
	} {
		if c.got != c.want {
			t.Errorf("%s is %v, want %v", c.call, c.got, c.want)
		}
	}

	for _, side := range []string{"K Q +R B N P", "k q +r b n p", "K Q +R -P k q r p"} {
		for _, token := range strings.Fields(side) {
			i := must(token)
			if !i.IsNative() || i.String() != token || i.PIN().String() != token {
				t.Errorf("native token %q is %q, its PIN %q", token, i, i.PIN())
			}
			if got := fmt.Sprintf("%s%c", i.Prefix(), i.Letter()); got != token {
				t.Errorf("prefix and letter of %q are %q", token, got)
			}
		}
	}
}
