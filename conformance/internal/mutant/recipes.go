package mutant

import (
	"strings"

	"github.com/epin-conformance/harness/conformance"
)

var wrongTerminal = current("examples/recipes/terminal")

// recipes are further faults in what a method returns: those that come from working
// on the text, from the rules of games, and from states.
var recipes = []fault{
	// derive and native.
	{
		name:   "derive-flips",
		bug:    `A derived piece is thought to be the other side's, and derive changes the side too.`,
		mend:   `Set the flag alone.`,
		fails:  wrongDerive,
		killer: requests{apply("R", conformance.Derive)},
		inject: does(conformance.Derive, func(p *piece) {
			flip(p)
			p.quote = "'"
		}),
	},
	{
		name:   "derive-before-the-caret",
		bug:    `The marker is put directly behind the letter, where the terminal marker belongs.`,
		mend:   `Put it at the end.`,
		fails:  wrongDerive.onlyCurrent(),
		killer: requests{apply("R^", conformance.Derive)},
		inject: does(conformance.Derive, func(p *piece) {
			if p.caret != "" && p.quote == "" {
				p.caret = "'^"
			} else {
				p.quote = "'"
			}
		}),
	},
	{
		name:   "derive-raises-on-derived",
		bug:    `To derive a piece that is derived already is taken for a mistake of the caller, and raises.`,
		mend:   `Return the piece as it is.`,
		fails:  wrongDerive,
		killer: requests{apply("R'", conformance.Derive)},
		inject: does(conformance.Derive, func(p *piece) {
			if p.quote != "" {
				panic(raised("already derived"))
			}
			p.quote = "'"
		}),
	},
	{
		name:   "derive-changes-a-constant",
		bug:    `The marker is appended in place to a string that must not change, and the language raises.`,
		mend:   `Make a new string.`,
		in:     mends{"ruby": `Write + rather than << on the frozen string.`},
		fails:  wrongDerive,
		killer: requests{apply("R", conformance.Derive)},
		inject: does(conformance.Derive, func(p *piece) { panic(raised("can't modify frozen String")) }),
	},
	{
		name:   "derive-kept-by-letter",
		bug:    `Results are kept to save memory, under the letter alone, and derive gives the first that was made of it.`,
		mend:   `Keep them under the whole token.`,
		fails:  wrongDerive,
		killer: requests{apply("+R", conformance.Derive), apply("R", conformance.Derive)},
		inject: func(m *model) {
			kept := map[string]*piece{}
			m.methods[conformance.Derive] = func(p *piece) {
				p.quote = "'"
				if kept[p.letter] == nil {
					kept[p.letter] = deepCopy(p)
				}
				*p = *deepCopy(kept[p.letter])
			}
		},
	},
	{
		name:   "native-chops",
		bug:    `The last character is removed, whether it is the marker or not.`,
		mend:   `Remove the derivation marker alone, where there is one.`,
		in:     mends{"perl": `Write s/'\z// rather than chop.`, "ruby": `Write delete_suffix("'") rather than chop.`},
		fails:  wrongNative.and(wrongTwice),
		killer: requests{apply("R", conformance.Native)},
		inject: does(conformance.Native, func(p *piece) {
			switch {
			case p.quote != "":
				p.quote = ""
			case p.caret != "":
				p.caret = ""
			case p.letter != "":
				p.letter = ""
			}
		}),
	},
	{
		name:   "native-raises-on-native",
		bug:    `The marker is looked for, and what is not found is not checked before it is cut off.`,
		mend:   `Return the piece as it is where there is no marker.`,
		fails:  wrongNative,
		killer: requests{apply("R", conformance.Native)},
		inject: does(conformance.Native, func(p *piece) {
			if p.quote == "" {
				panic(raised("index -1 out of range"))
			}
			p.quote = ""
		}),
	},
	{
		name:   "string-form-remembered",
		bug:    `The string form is computed once and kept in the value, and copies take it with them, whatever has been changed in them.`,
		mend:   `Forget the string form in the copy.`,
		in:     mends{"ruby": `Reset the variable of ||= in initialize_copy.`},
		fails:  wrongDerive.and(wrongNative).and(wrongSide).and(wrongState).and(wrongTerminal),
		killer: requests{apply("R", conformance.Flip, conformance.Enhance)},
		inject: func(m *model) {
			for method := range m.methods {
				m.methods[method] = func(*piece) {}
			}
		},
	},

	// Side.
	{
		name:   "flip-does-nothing",
		bug:    `The case is compared with the wrong one, and each letter is given the case that it has.`,
		mend:   `Raise a lower-case letter, and lower an upper-case one.`,
		fails:  wrongSide,
		killer: requests{apply("k", conformance.Flip)},
		inject: does(conformance.Flip, func(*piece) {}),
	},
	{
		name:   "flip-loses-sign",
		bug:    `A captured piece goes back to its normal state, as in shōgi, and flip does so for every game.`,
		mend:   `Change the side alone; what becomes of the state is up to the rules of the game.`,
		fails:  wrongSide,
		killer: requests{apply("+P", conformance.Flip)},
		inject: does(conformance.Flip, func(p *piece) {
			flip(p)
			p.sign = ""
		}),
	},
	{
		name:   "flip-loses-caret",
		bug:    `The result is made by a constructor to which the terminal status is optional, and it is not handed on.`,
		mend:   `Copy the value and change the one attribute.`,
		fails:  wrongSide.onlyCurrent(),
		killer: requests{apply("K^", conformance.Flip)},
		inject: does(conformance.Flip, func(p *piece) {
			flip(p)
			p.caret = ""
		}),
	},
	{
		name:   "flip-derives",
		bug:    `A captured piece keeps the style of its first owner, and flip marks it as derived for every game.`,
		mend:   `Change the side alone; whoever wants the marker calls derive.`,
		fails:  wrongSide,
		killer: requests{apply("P", conformance.Flip)},
		inject: does(conformance.Flip, func(p *piece) {
			flip(p)
			p.quote = "'"
		}),
	},
	{
		name:   "flip-in-a-turkish-locale",
		bug:    `The letter changes its case by the rules of the user's locale, and in Turkish I and i are not a pair.`,
		mend:   `Name the root locale.`,
		in:     mends{"java": `Write toUpperCase(Locale.ROOT) and toLowerCase(Locale.ROOT).`, "c#": `Write ToUpperInvariant() and ToLowerInvariant().`},
		fails:  wrongSide,
		killer: requests{apply("I", conformance.Flip)},
		inject: does(conformance.Flip, func(p *piece) {
			flip(p)
			p.letter = strings.NewReplacer("i", "\u0131", "I", "\u0130").Replace(p.letter)
		}),
	},

	// State.
	{
		name:   "enhance-prepends",
		bug:    `A plus sign is put in front of the text without looking whether there is a sign.`,
		mend:   `Replace the sign.`,
		fails:  wrongState,
		killer: requests{apply("-P", conformance.Enhance)},
		inject: does(conformance.Enhance, func(p *piece) { p.sign = "+" + p.sign }),
	},
	{
		name:   "enhance-only-normal",
		bug:    `A piece that has a sign is left as it is.`,
		mend:   `Set the state to enhanced, whatever it was.`,
		fails:  wrongState,
		killer: requests{apply("-P", conformance.Enhance)},
		inject: does(conformance.Enhance, func(p *piece) {
			if p.sign == "" {
				p.sign = "+"
			}
		}),
	},
	{
		name:   "enhance-loses-quote",
		bug:    `The result is put together from sign, letter and terminal marker, as in PIN.`,
		mend:   `Copy the value and change the one attribute.`,
		fails:  wrongState,
		killer: requests{apply("P'", conformance.Enhance)},
		inject: does(conformance.Enhance, func(p *piece) { p.sign, p.quote = "+", "" }),
	},
	{
		name:   "diminish-descends",
		bug:    `The states are taken for steps, and diminish descends one: from enhanced only to normal.`,
		mend:   `Set the state to diminished, whatever it was.`,
		fails:  wrongState,
		killer: requests{apply("+P", conformance.Diminish)},
		inject: does(conformance.Diminish, func(p *piece) {
			if p.sign == "+" {
				p.sign = ""
			} else {
				p.sign = "-"
			}
		}),
	},
	{
		name:   "diminish-loses-caret",
		bug:    `The result is put together from its parts, and the terminal status is not handed on.`,
		mend:   `Copy the value and change the one attribute.`,
		fails:  wrongState.onlyCurrent(),
		killer: requests{apply("K^", conformance.Diminish)},
		inject: does(conformance.Diminish, func(p *piece) { p.sign, p.caret = "-", "" }),
	},
	{
		name:   "normalize-removes-the-first",
		bug:    `The first character is removed, whether it is a sign or not.`,
		mend:   `Remove a sign alone, where there is one.`,
		fails:  wrongState,
		killer: requests{apply("P", conformance.Normalize)},
		inject: does(conformance.Normalize, func(p *piece) {
			if p.sign == "" {
				p.letter = ""
			}
			p.sign = ""
		}),
	},
	{
		name:   "normalize-removes-all-marks",
		bug:    `Everything that is no letter is removed.`,
		mend:   `Remove the sign alone.`,
		fails:  wrongState,
		killer: requests{apply("+P'", conformance.Normalize)},
		inject: does(conformance.Normalize, func(p *piece) { p.sign, p.caret, p.quote = "", "", "" }),
	},

	// Terminal status.
	{
		name:   "mark-does-nothing",
		bug:    `The result is built and then dropped: mark returns the value that it was called on.`,
		mend:   `Return the result.`,
		fails:  wrongTerminal,
		killer: requests{apply("K", conformance.Mark)},
		inject: does(conformance.Mark, func(*piece) {}),
	},
	{
		name:   "mark-toggles",
		bug:    `The flag is inverted rather than set.`,
		mend:   `Set the flag, whatever it was.`,
		fails:  wrongTerminal,
		killer: requests{apply("K^", conformance.Mark)},
		inject: does(conformance.Mark, func(p *piece) {
			if p.caret == "" {
				p.caret = "^"
			} else {
				p.caret = ""
			}
		}),
	},
	{
		name:   "mark-loses-quote",
		bug:    `What stands behind the letter is replaced by the terminal marker.`,
		mend:   `Insert the terminal marker, and keep what stands behind.`,
		fails:  wrongTerminal,
		killer: requests{apply("K'", conformance.Mark)},
		inject: does(conformance.Mark, func(p *piece) { p.caret, p.quote = "^", "" }),
	},
	{
		name:   "mark-repeats",
		bug:    `The terminal marker is inserted behind the letter without looking whether there is one.`,
		mend:   `Insert it where there is none.`,
		fails:  wrongTerminal,
		killer: requests{apply("K^", conformance.Mark)},
		inject: does(conformance.Mark, func(p *piece) { p.caret += "^" }),
	},
	{
		name:   "unmark-only-at-the-end",
		bug:    `The terminal marker is removed from the end of the text, where in a derived token it does not stand.`,
		mend:   `Remove it behind the letter.`,
		fails:  wrongTerminal,
		killer: requests{apply("K^'", conformance.Unmark)},
		inject: does(conformance.Unmark, func(p *piece) {
			if p.quote == "" {
				p.caret = ""
			}
		}),
	},
}
