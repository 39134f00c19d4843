package mutant

import (
	"strings"

	"github.com/epin-conformance/harness/conformance"
)

// What a wrong transformation violates.
var (
	wrongDerive = each("epin/9.3/derive", "epin-initial/derive")
	wrongNative = each("epin/9.3/native", "epin-initial/native")
	wrongTwice  = each("epin/9.3/idempotent", "epin-initial/idempotent")
	wrongCopy   = each("epin/9.3/copy", "epin-initial/copy")
	wrongSide   = each("examples/recipes/side", "epin-initial/transformations")
	wrongState  = each("examples/recipes/state", "epin-initial/transformations")
)

// transformations are faults in what a method returns, and in what it does to the
// value that it is called on.
var transformations = []fault{
	// derive.
	{
		name:   "derive-does-nothing",
		bug:    `The result is built and then dropped: derive returns the value that it was called on.`,
		mend:   `Return the result.`,
		fails:  wrongDerive,
		killer: requests{apply("R", conformance.Derive)},
		inject: does(conformance.Derive, func(*piece) {}),
	},
	{
		name:   "derive-toggles",
		bug:    `The flag is inverted rather than set.`,
		mend:   `Set the flag, whatever it was.`,
		fails:  wrongDerive.and(wrongTwice),
		killer: requests{apply("R'", conformance.Derive)},
		inject: does(conformance.Derive, toggleQuote),
	},
	{
		name:   "derive-appends",
		bug:    `A marker is appended to the text without looking whether there is one.`,
		mend:   `Append it to a native token only.`,
		fails:  wrongDerive.and(wrongTwice),
		killer: requests{apply("R'", conformance.Derive)},
		inject: does(conformance.Derive, func(p *piece) { p.quote += "'" }),
	},
	{
		name:   "derive-loses-caret",
		bug:    `The result is put together from its parts, and the terminal status is not handed on.`,
		mend:   `Copy the value and change the one attribute.`,
		fails:  wrongDerive.onlyCurrent(),
		killer: requests{apply("R^", conformance.Derive)},
		inject: does(conformance.Derive, func(p *piece) { p.caret, p.quote = "", "'" }),
	},
	{
		name:   "derive-loses-sign",
		bug:    `The result is put together from its parts, and the state is not handed on.`,
		mend:   `Copy the value and change the one attribute.`,
		fails:  wrongDerive,
		killer: requests{apply("+R", conformance.Derive)},
		inject: does(conformance.Derive, func(p *piece) { p.sign, p.quote = "", "'" }),
	},

	// native.
	{
		name:   "native-does-nothing",
		bug:    `The result is built and then dropped: native returns the value that it was called on.`,
		mend:   `Return the result.`,
		fails:  wrongNative,
		killer: requests{apply("R'", conformance.Native)},
		inject: does(conformance.Native, func(*piece) {}),
	},
	{
		name:   "native-toggles",
		bug:    `The flag is inverted rather than cleared.`,
		mend:   `Clear the flag, whatever it was.`,
		fails:  wrongNative.and(wrongTwice),
		killer: requests{apply("R", conformance.Native)},
		inject: does(conformance.Native, toggleQuote),
	},
	{
		name:   "native-loses-caret",
		bug:    `The token is cut behind the letter, where the terminal marker stands too.`,
		mend:   `Remove the derivation marker alone.`,
		fails:  wrongNative.onlyCurrent(),
		killer: requests{apply("R^'", conformance.Native)},
		inject: does(conformance.Native, func(p *piece) { p.caret, p.quote = "", "" }),
	},
	{
		name:   "native-loses-sign",
		bug:    `Native is taken for plain, and the state modifier is removed with the derivation marker.`,
		mend:   `Remove the derivation marker alone.`,
		fails:  wrongNative,
		killer: requests{apply("-R'", conformance.Native)},
		inject: does(conformance.Native, func(p *piece) { p.sign, p.quote = "", "" }),
	},

	// The receiver.
	{
		name: "receiver-changes",
		bug:  `The methods are setters that change their receiver and return it.`,
		mend: `Change a copy.`,
		in: mends{
			"ruby":       `Call dup before changing.`,
			"python":     `Use dataclasses.replace.`,
			"javascript": `Return a new object.`,
			"php":        `Write clone before changing.`,
		},
		fails:  wrongCopy,
		killer: requests{apply("R", conformance.Derive)},
		inject: func(m *model) { m.copy = func(p *piece) *piece { return p } },
	},
	{
		name: "result-shares-storage",
		bug:  `The copy is shallow: the object that holds the markers belongs to the receiver and to the result.`,
		mend: `Copy what the value points to, or make the value immutable.`,
		in: mends{
			"python": `Use copy.deepcopy, or immutable parts.`,
			"ruby":   `Copy the parts in initialize_copy.`,
			"php":    `Copy the objects of the value in __clone.`,
			"go":     `Copy what pointers and slices of the value point to.`,
		},
		fails:  wrongCopy,
		killer: requests{apply("R", conformance.Derive)},
		inject: func(m *model) {
			m.copy = func(p *piece) *piece {
				shallow := *p
				return &shallow
			}
		},
	},

	// The recipes.
	{
		name:   "flip-only-lowers",
		bug:    `The letter is lowered, which is a change of side only for the first side.`,
		mend:   `Raise a lower-case letter, and lower an upper-case one.`,
		fails:  wrongSide,
		killer: requests{apply("k", conformance.Flip)},
		inject: does(conformance.Flip, func(p *piece) { p.letter = strings.ToLower(p.letter) }),
	},
	{
		name:   "flip-makes-native",
		bug:    `A piece that changes sides is thought to take the style of its new side, and loses the derivation marker.`,
		mend:   `Change the side alone; what becomes of the style is up to the rules of the game.`,
		fails:  wrongSide,
		killer: requests{apply("k'", conformance.Flip)},
		inject: does(conformance.Flip, func(p *piece) {
			flip(p)
			p.quote = ""
		}),
	},
	{
		name:   "enhance-climbs",
		bug:    `The states are taken for steps, and enhance climbs one: from diminished only to normal.`,
		mend:   `Set the state to enhanced, whatever it was.`,
		fails:  wrongState,
		killer: requests{apply("-P", conformance.Enhance)},
		inject: does(conformance.Enhance, func(p *piece) {
			if p.sign == "-" {
				p.sign = ""
			} else {
				p.sign = "+"
			}
		}),
	},
	{
		name:   "diminish-enhances",
		bug:    `The method diminish was copied from enhance, and its sign was not changed.`,
		mend:   `Write a minus sign.`,
		fails:  wrongState,
		killer: requests{apply("P", conformance.Diminish)},
		inject: does(conformance.Diminish, func(p *piece) { p.sign = "+" }),
	},
	{
		name:   "normalize-keeps-minus",
		bug:    `To normalise is taken for the contrary of promotion, and removes a plus sign only.`,
		mend:   `Remove either sign.`,
		fails:  wrongState,
		killer: requests{apply("-P", conformance.Normalize)},
		inject: does(conformance.Normalize, func(p *piece) { p.sign = strings.TrimPrefix(p.sign, "+") }),
	},
	{
		name:   "mark-behind-quote",
		bug:    `The terminal marker is appended to the text, and so lands behind the derivation marker.`,
		mend:   `Put it directly behind the letter.`,
		fails:  current("examples/recipes/terminal"),
		killer: requests{apply("K'", conformance.Mark)},
		inject: does(conformance.Mark, func(p *piece) {
			switch {
			case p.caret != "":
			case p.quote != "":
				p.quote = "'^"
			default:
				p.caret = "^"
			}
		}),
	},
	{
		name:   "unmark-loses-quote",
		bug:    `The token is cut at the terminal marker, and what stands behind it goes too.`,
		mend:   `Remove the terminal marker alone.`,
		fails:  current("examples/recipes/terminal"),
		killer: requests{apply("K^'", conformance.Unmark)},
		inject: does(conformance.Unmark, func(p *piece) {
			if p.caret != "" {
				p.caret, p.quote = "", ""
			}
		}),
	},
}

func toggleQuote(p *piece) {
	if p.quote == "" {
		p.quote = "'"
	} else {
		p.quote = ""
	}
}
