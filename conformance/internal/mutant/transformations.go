package mutant

import (
	"strings"

	"github.com/epin-conformance/harness/conformance"
)

// transformations are faults in the result of a method, and in the side effects on its
// receiver.
var transformations = []fault{{
	// derive.
	name: "derive-does-nothing", fails: wrongDerive, witness: requests{apply("R", conformance.Derive)},
	bug:    `The result is built and then dropped: derive returns the value that it was called on.`,
	fix:    `Return the result.`,
	inject: does(conformance.Derive),
}, {
	name: "derive-toggles", fails: wrongDerive.and(wrongTwice), witness: requests{apply("R'", conformance.Derive)},
	bug:    `The flag is inverted rather than set.`,
	fix:    `Set the flag, whatever it was.`,
	inject: does(conformance.Derive, either(derived, native, derive)),
}, {
	name: "derive-appends", fails: wrongDerive.and(wrongTwice), witness: requests{apply("R'", conformance.Derive)},
	bug:    `A marker is appended to the text without looking whether there is one.`,
	fix:    `Append it to a native token only.`,
	inject: does(conformance.Derive, func(p *piece) { p.quote += "'" }),
}, {
	name: "derive-loses-caret", fails: wrongDerive.onlyCurrent(),
	witness: requests{apply("R^", conformance.Derive)},
	bug:     `The result is put together from its parts, and the terminal status is not handed on.`,
	fix:     `Copy the value and change the one attribute.`,
	inject:  does(conformance.Derive, unmark, derive),
}, {
	name: "derive-loses-sign", fails: wrongDerive, witness: requests{apply("+R", conformance.Derive)},
	bug:    `The result is put together from its parts, and the state is not handed on.`,
	fix:    `Copy the value and change the one attribute.`,
	inject: does(conformance.Derive, normalize, derive),
}, {
	// native.
	name: "native-does-nothing", fails: wrongNative, witness: requests{apply("R'", conformance.Native)},
	bug:    `The result is built and then dropped: native returns the value that it was called on.`,
	fix:    `Return the result.`,
	inject: does(conformance.Native),
}, {
	name: "native-toggles", fails: wrongNative.and(wrongTwice), witness: requests{apply("R", conformance.Native)},
	bug:    `The flag is inverted rather than cleared.`,
	fix:    `Clear the flag, whatever it was.`,
	inject: does(conformance.Native, either(derived, native, derive)),
}, {
	name: "native-loses-caret", fails: wrongNative.onlyCurrent(),
	witness: requests{apply("R^'", conformance.Native)},
	bug:     `The token is cut behind the letter, where the terminal marker stands too.`,
	fix:     `Remove the derivation marker alone.`,
	inject:  does(conformance.Native, unmark, native),
}, {
	name: "native-loses-sign", fails: wrongNative, witness: requests{apply("-R'", conformance.Native)},
	bug:    `Native is taken for plain, and the state modifier is removed with the derivation marker.`,
	fix:    `Remove the derivation marker alone.`,
	inject: does(conformance.Native, normalize, native),
}, {
	// The receiver.
	name: "receiver-changes", fails: wrongCopy, witness: requests{apply("R", conformance.Derive)},
	bug: `The methods are setters that change their receiver and return it.`,
	fix: `Change a copy.`,
	in: fixes{
		"ruby":       `Call dup before changing.`,
		"python":     `Use dataclasses.replace.`,
		"javascript": `Return a new object.`,
		"php":        `Write clone before changing.`,
	},
	inject: func(m *model) { m.copy = func(p *piece) *piece { return p } },
}, {
	name: "result-shares-storage", fails: wrongCopy, witness: requests{apply("R", conformance.Derive)},
	bug: `The copy is shallow: the object that holds the markers belongs to the receiver and to the result.`,
	fix: `Copy what the value points to, or make the value immutable.`,
	in: fixes{
		"python": `Use copy.deepcopy, or immutable parts.`,
		"ruby":   `Copy the parts in initialize_copy.`,
		"php":    `Copy the objects of the value in __clone.`,
		"go":     `Copy what pointers and slices of the value point to.`,
	},
	inject: func(m *model) {
		m.copy = func(p *piece) *piece {
			shallow := *p
			return &shallow
		}
	},
}, {
	// The recipes.
	name: "flip-only-lowers", fails: wrongSide, witness: requests{apply("k", conformance.Flip)},
	bug:    `The letter is lowered, which is a change of side only for the first side.`,
	fix:    `Raise a lower-case letter, and lower an upper-case one.`,
	inject: does(conformance.Flip, func(p *piece) { p.letter = strings.ToLower(p.letter) }),
}, {
	name: "flip-makes-native", fails: wrongSide, witness: requests{apply("k'", conformance.Flip)},
	bug:    `A piece that changes sides is thought to take the style of its new side, and loses the derivation marker.`,
	fix:    `Change the side alone; what becomes of the style is up to the rules of the game.`,
	inject: does(conformance.Flip, flip, native),
}, {
	name: "enhance-climbs", fails: wrongState, witness: requests{apply("-P", conformance.Enhance)},
	bug:    `The states are taken for steps, and enhance climbs one: from diminished only to normal.`,
	fix:    `Set the state to enhanced, whatever it was.`,
	inject: does(conformance.Enhance, either(diminished, normalize, enhance)),
}, {
	name: "diminish-enhances", fails: wrongState, witness: requests{apply("P", conformance.Diminish)},
	bug:    `The method diminish was copied from enhance, and its sign was not changed.`,
	fix:    `Write a minus sign.`,
	inject: does(conformance.Diminish, enhance),
}, {
	name: "normalize-keeps-minus", fails: wrongState, witness: requests{apply("-P", conformance.Normalize)},
	bug:    `To normalise is taken for the contrary of promotion, and removes a plus sign only.`,
	fix:    `Remove either sign.`,
	inject: does(conformance.Normalize, either(enhanced, normalize, nothing)),
}, {
	name: "mark-behind-quote", fails: wrongTerminal, witness: requests{apply("K'", conformance.Mark)},
	bug: `The terminal marker is appended to the text, and so lands behind the derivation marker.`,
	fix: `Put it directly behind the letter.`,
	inject: does(conformance.Mark, func(p *piece) {
		switch {
		case terminal(p):
		case derived(p):
			p.quote = "'^"
		default:
			mark(p)
		}
	}),
}, {
	name: "unmark-loses-quote", fails: wrongTerminal, witness: requests{apply("K^'", conformance.Unmark)},
	bug:    `The token is cut at the terminal marker, and what stands behind it goes too.`,
	fix:    `Remove the terminal marker alone.`,
	inject: does(conformance.Unmark, either(terminal, func(p *piece) { p.caret, p.quote = "", "" }, nothing)),
}, {
	// derive and native.
	name: "derive-flips", fails: wrongDerive, witness: requests{apply("R", conformance.Derive)},
	bug:    `A derived piece is thought to be the other side's, and derive changes the side too.`,
	fix:    `Set the flag alone.`,
	inject: does(conformance.Derive, flip, derive),
}, {
	name: "derive-before-the-caret", fails: wrongDerive.onlyCurrent(),
	witness: requests{apply("R^", conformance.Derive)},
	bug:     `The marker is put directly behind the letter, where the terminal marker belongs.`,
	fix:     `Put it at the end.`,
	inject: does(conformance.Derive, func(p *piece) {
		if terminal(p) && !derived(p) {
			p.caret = "'^"
		} else {
			derive(p)
		}
	}),
}, {
	name: "derive-raises-on-derived", fails: wrongDerive, witness: requests{apply("R'", conformance.Derive)},
	bug:    `To derive a piece that is derived already is taken for a mistake of the caller, and raises.`,
	fix:    `Return the piece as it is.`,
	inject: does(conformance.Derive, either(derived, failing("already derived"), derive)),
}, {
	name: "derive-changes-a-constant", fails: wrongDerive, witness: requests{apply("R", conformance.Derive)},
	bug:    `The marker is appended in place to a string that must not change, and the language raises.`,
	fix:    `Make a new string.`,
	in:     fixes{"ruby": `Write + rather than << on the frozen string.`},
	inject: does(conformance.Derive, failing("can't modify frozen String")),
}, {
	name: "derive-kept-by-letter", fails: wrongDerive,
	witness: requests{apply("+R", conformance.Derive), apply("R", conformance.Derive)},
	bug:     `Results are kept to save memory, under the letter alone, and derive gives the first that was made of it.`,
	fix:     `Keep them under the whole token.`,
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
}, {
	name: "native-chops", fails: wrongNative.and(wrongTwice), witness: requests{apply("R", conformance.Native)},
	bug: `The last character is removed, whether it is the marker or not.`,
	fix: `Remove the derivation marker alone, where there is one.`,
	in:  fixes{"perl": `Write s/'\z// rather than chop.`, "ruby": `Write delete_suffix("'") rather than chop.`},
	inject: does(conformance.Native, func(p *piece) {
		switch {
		case derived(p):
			native(p)
		case terminal(p):
			unmark(p)
		default:
			p.letter = ""
		}
	}),
}, {
	name: "native-raises-on-native", fails: wrongNative, witness: requests{apply("R", conformance.Native)},
	bug:    `The marker is looked for, and what is not found is not checked before it is cut off.`,
	fix:    `Return the piece as it is where there is no marker.`,
	inject: does(conformance.Native, either(derived, native, failing("index -1 out of range"))),
}, {
	name: "string-form-remembered", witness: requests{apply("R", conformance.Flip, conformance.Enhance)},
	fails: wrongDerive.and(wrongNative).and(wrongSide).and(wrongState).and(wrongTerminal),
	bug:   `The string form is computed once and kept in the value, and copies take it with them, whatever has been changed in them.`,
	fix:   `Forget the string form in the copy.`,
	in:    fixes{"ruby": `Reset the variable of ||= in initialize_copy.`},
	inject: func(m *model) {
		for method := range m.methods {
			m.methods[method] = func(*piece) {}
		}
	},
}, {
	// Side.
	name: "flip-does-nothing", fails: wrongSide, witness: requests{apply("k", conformance.Flip)},
	bug:    `The case is compared with the wrong one, and each letter is given the case that it has.`,
	fix:    `Raise a lower-case letter, and lower an upper-case one.`,
	inject: does(conformance.Flip),
}, {
	name: "flip-loses-sign", fails: wrongSide, witness: requests{apply("+P", conformance.Flip)},
	bug:    `A captured piece goes back to its normal state, as in shōgi, and flip does so for every game.`,
	fix:    `Change the side alone; what becomes of the state is up to the rules of the game.`,
	inject: does(conformance.Flip, flip, normalize),
}, {
	name: "flip-loses-caret", fails: wrongSide.onlyCurrent(), witness: requests{apply("K^", conformance.Flip)},
	bug:    `The result is made by a constructor to which the terminal status is optional, and it is not handed on.`,
	fix:    `Copy the value and change the one attribute.`,
	inject: does(conformance.Flip, flip, unmark),
}, {
	name: "flip-derives", fails: wrongSide, witness: requests{apply("P", conformance.Flip)},
	bug:    `A captured piece keeps the style of its first owner, and flip marks it as derived for every game.`,
	fix:    `Change the side alone; whoever wants the marker calls derive.`,
	inject: does(conformance.Flip, flip, derive),
}, {
	name: "flip-in-a-turkish-locale", fails: wrongSide, witness: requests{apply("I", conformance.Flip)},
	bug: `The letter changes its case by the rules of the user's locale, and in Turkish I and i are not a pair.`,
	fix: `Name the root locale.`,
	in:  fixes{"java": `Write toUpperCase(Locale.ROOT) and toLowerCase(Locale.ROOT).`, "c#": `Write ToUpperInvariant() and ToLowerInvariant().`},
	inject: does(conformance.Flip, flip, func(p *piece) {
		p.letter = strings.NewReplacer("i", "\u0131", "I", "\u0130").Replace(p.letter)
	}),
}, {
	// State.
	name: "enhance-prepends", fails: wrongState, witness: requests{apply("-P", conformance.Enhance)},
	bug:    `A plus sign is put in front of the text without looking whether there is a sign.`,
	fix:    `Replace the sign.`,
	inject: does(conformance.Enhance, func(p *piece) { p.sign = "+" + p.sign }),
}, {
	name: "enhance-only-normal", fails: wrongState, witness: requests{apply("-P", conformance.Enhance)},
	bug:    `A piece that has a sign is left as it is.`,
	fix:    `Set the state to enhanced, whatever it was.`,
	inject: does(conformance.Enhance, either(normal, enhance, nothing)),
}, {
	name: "enhance-loses-quote", fails: wrongState, witness: requests{apply("P'", conformance.Enhance)},
	bug:    `The result is put together from sign, letter and terminal marker, as in PIN.`,
	fix:    `Copy the value and change the one attribute.`,
	inject: does(conformance.Enhance, enhance, native),
}, {
	name: "diminish-descends", fails: wrongState, witness: requests{apply("+P", conformance.Diminish)},
	bug:    `The states are taken for steps, and diminish descends one: from enhanced only to normal.`,
	fix:    `Set the state to diminished, whatever it was.`,
	inject: does(conformance.Diminish, either(enhanced, normalize, diminish)),
}, {
	name: "diminish-loses-caret", fails: wrongState.onlyCurrent(),
	witness: requests{apply("K^", conformance.Diminish)},
	bug:     `The result is put together from its parts, and the terminal status is not handed on.`,
	fix:     `Copy the value and change the one attribute.`,
	inject:  does(conformance.Diminish, diminish, unmark),
}, {
	name: "normalize-removes-the-first", fails: wrongState, witness: requests{apply("P", conformance.Normalize)},
	bug:    `The first character is removed, whether it is a sign or not.`,
	fix:    `Remove a sign alone, where there is one.`,
	inject: does(conformance.Normalize, either(normal, func(p *piece) { p.letter = "" }, normalize)),
}, {
	name: "normalize-removes-all-marks", fails: wrongState, witness: requests{apply("+P'", conformance.Normalize)},
	bug:    `Everything that is no letter is removed.`,
	fix:    `Remove the sign alone.`,
	inject: does(conformance.Normalize, normalize, unmark, native),
}, {
	// Terminal status.
	name: "mark-does-nothing", fails: wrongTerminal, witness: requests{apply("K", conformance.Mark)},
	bug:    `The result is built and then dropped: mark returns the value that it was called on.`,
	fix:    `Return the result.`,
	inject: does(conformance.Mark),
}, {
	name: "mark-toggles", fails: wrongTerminal, witness: requests{apply("K^", conformance.Mark)},
	bug:    `The flag is inverted rather than set.`,
	fix:    `Set the flag, whatever it was.`,
	inject: does(conformance.Mark, either(terminal, unmark, mark)),
}, {
	name: "mark-loses-quote", fails: wrongTerminal, witness: requests{apply("K'", conformance.Mark)},
	bug:    `What stands behind the letter is replaced by the terminal marker.`,
	fix:    `Insert the terminal marker, and keep what stands behind.`,
	inject: does(conformance.Mark, mark, native),
}, {
	name: "mark-repeats", fails: wrongTerminal, witness: requests{apply("K^", conformance.Mark)},
	bug:    `The terminal marker is inserted behind the letter without looking whether there is one.`,
	fix:    `Insert it where there is none.`,
	inject: does(conformance.Mark, func(p *piece) { p.caret += "^" }),
}, {
	name: "unmark-only-at-the-end", fails: wrongTerminal, witness: requests{apply("K^'", conformance.Unmark)},
	bug:    `The terminal marker is removed from the end of the text, where in a derived token it does not stand.`,
	fix:    `Remove it behind the letter.`,
	inject: does(conformance.Unmark, either(derived, nothing, unmark)),
}}
