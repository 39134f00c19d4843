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
	bug:    `The method derive returns its receiver instead of the result.`,
	fix:    `Return the result.`,
	inject: does(conformance.Derive),
}, {
	name: "derive-toggles", fails: wrongDerive.and(wrongTwice), witness: requests{apply("R'", conformance.Derive)},
	bug:    `The method derive inverts the derivation flag instead of setting it.`,
	fix:    `Set the derivation flag to true.`,
	inject: does(conformance.Derive, either(derived, native, derive)),
}, {
	name: "derive-appends", fails: wrongDerive.and(wrongTwice), witness: requests{apply("R'", conformance.Derive)},
	bug:    `The method derive appends an apostrophe even if there is one.`,
	fix:    `Append the apostrophe only to a native token.`,
	inject: does(conformance.Derive, func(p *piece) { p.quote += "'" }),
}, {
	name: "derive-loses-caret", fails: wrongDerive.onlyCurrent(),
	witness: requests{apply("R^", conformance.Derive)},
	bug:     `The method derive builds a new value without the terminal status.`,
	fix:     `Copy the value, and change only the derivation flag.`,
	inject:  does(conformance.Derive, unmark, derive),
}, {
	name: "derive-loses-sign", fails: wrongDerive, witness: requests{apply("+R", conformance.Derive)},
	bug:    `The method derive builds a new value without the state.`,
	fix:    `Copy the value, and change only the derivation flag.`,
	inject: does(conformance.Derive, normalize, derive),
}, {
	// native.
	name: "native-does-nothing", fails: wrongNative, witness: requests{apply("R'", conformance.Native)},
	bug:    `The method native returns its receiver instead of the result.`,
	fix:    `Return the result.`,
	inject: does(conformance.Native),
}, {
	name: "native-toggles", fails: wrongNative.and(wrongTwice), witness: requests{apply("R", conformance.Native)},
	bug:    `The method native inverts the derivation flag instead of clearing it.`,
	fix:    `Set the derivation flag to false.`,
	inject: does(conformance.Native, either(derived, native, derive)),
}, {
	name: "native-loses-caret", fails: wrongNative.onlyCurrent(),
	witness: requests{apply("R^'", conformance.Native)},
	bug:     `The method native cuts the token after the letter, so it loses the terminal marker.`,
	fix:     `Remove only the derivation marker.`,
	inject:  does(conformance.Native, unmark, native),
}, {
	name: "native-loses-sign", fails: wrongNative, witness: requests{apply("-R'", conformance.Native)},
	bug:    `The method native removes the state modifier together with the derivation marker.`,
	fix:    `Remove only the derivation marker.`,
	inject: does(conformance.Native, normalize, native),
}, {
	// The receiver.
	name: "receiver-changes", fails: wrongCopy, witness: requests{apply("R", conformance.Derive)},
	bug: `The methods change their receiver and return it.`,
	fix: `Change and return a copy.`,
	in: fixes{
		"ruby":       `Call dup, and change the copy.`,
		"python":     `Return a copy, for example with dataclasses.replace.`,
		"javascript": `Return a new object.`,
		"php":        `Use clone, and change the copy.`,
	},
	inject: func(m *model) { m.copy = func(p *piece) *piece { return p } },
}, {
	name: "result-shares-storage", fails: wrongCopy, witness: requests{apply("R", conformance.Derive)},
	bug: `The copy is shallow, so the receiver and the result share the object with the markers.`,
	fix: `Make a deep copy, or make the value immutable.`,
	in: fixes{
		"python": `Use copy.deepcopy, or make the parts immutable.`,
		"ruby":   `Copy the parts in initialize_copy.`,
		"php":    `Copy the objects of the value in __clone.`,
		"go":     `Copy what the pointers and slices of the value refer to.`,
	},
	inject: func(m *model) {
		m.copy = func(p *piece) *piece {
			shallow := *p
			return &shallow
		}
	},
}, {
	// The methods of the recipes: side, state, terminal status.
	name: "flip-only-lowers", fails: wrongSide, witness: requests{apply("k", conformance.Flip)},
	bug:    `The method flip always lower-cases the letter.`,
	fix:    `Swap the case of the letter.`,
	inject: does(conformance.Flip, func(p *piece) { p.letter = strings.ToLower(p.letter) }),
}, {
	name: "flip-makes-native", fails: wrongSide, witness: requests{apply("k'", conformance.Flip)},
	bug:    `The method flip also removes the derivation marker.`,
	fix:    `Change only the side.`,
	inject: does(conformance.Flip, flip, native),
}, {
	name: "enhance-climbs", fails: wrongState, witness: requests{apply("-P", conformance.Enhance)},
	bug:    `The method enhance raises the state by one step: diminished becomes normal.`,
	fix:    `Set the state to enhanced.`,
	inject: does(conformance.Enhance, either(diminished, normalize, enhance)),
}, {
	name: "diminish-enhances", fails: wrongState, witness: requests{apply("P", conformance.Diminish)},
	bug:    `The method diminish is a copy of enhance and sets +.`,
	fix:    `Set the state to diminished.`,
	inject: does(conformance.Diminish, enhance),
}, {
	name: "normalize-keeps-minus", fails: wrongState, witness: requests{apply("-P", conformance.Normalize)},
	bug:    `The method normalize removes only a plus sign.`,
	fix:    `Remove either sign.`,
	inject: does(conformance.Normalize, either(enhanced, normalize, nothing)),
}, {
	name: "mark-behind-quote", fails: wrongTerminal, witness: requests{apply("K'", conformance.Mark)},
	bug: `The method mark appends ^ to the token, so it follows the derivation marker.`,
	fix: `Insert ^ directly after the letter.`,
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
	bug:    `The method unmark cuts the token at ^, so it loses the derivation marker.`,
	fix:    `Remove only the terminal marker.`,
	inject: does(conformance.Unmark, either(terminal, func(p *piece) { p.caret, p.quote = "", "" }, nothing)),
}, {
	// derive and native.
	name: "derive-flips", fails: wrongDerive, witness: requests{apply("R", conformance.Derive)},
	bug:    `The method derive also changes the side.`,
	fix:    `Change only the derivation flag.`,
	inject: does(conformance.Derive, flip, derive),
}, {
	name: "derive-before-the-caret", fails: wrongDerive.onlyCurrent(),
	witness: requests{apply("R^", conformance.Derive)},
	bug:     `The method derive inserts the apostrophe before the terminal marker.`,
	fix:     `Append the apostrophe.`,
	inject: does(conformance.Derive, func(p *piece) {
		if terminal(p) && !derived(p) {
			p.caret = "'^"
		} else {
			derive(p)
		}
	}),
}, {
	name: "derive-raises-on-derived", fails: wrongDerive, witness: requests{apply("R'", conformance.Derive)},
	bug:    `The method derive raises if the piece is already derived.`,
	fix:    `Return the piece unchanged.`,
	inject: does(conformance.Derive, either(derived, failing("already derived"), derive)),
}, {
	name: "derive-changes-a-constant", fails: wrongDerive, witness: requests{apply("R", conformance.Derive)},
	bug:    `The method derive appends to an immutable string in place, which raises.`,
	fix:    `Build a new string.`,
	in:     fixes{"ruby": `Use + instead of << on the frozen string.`},
	inject: does(conformance.Derive, failing("can't modify frozen String")),
}, {
	name: "derive-kept-by-letter", fails: wrongDerive,
	witness: requests{apply("+R", conformance.Derive), apply("R", conformance.Derive)},
	bug:     `The method derive caches results by letter, so +R can return the result of R.`,
	fix:     `Use the whole token as the cache key.`,
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
	bug: `The method native removes the last character even if it is not the derivation marker.`,
	fix: `Remove only the derivation marker.`,
	in: fixes{
		"perl": `Write s/'\z//, not chop.`,
		"ruby": `Write delete_suffix("'"), not chop.`,
	},
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
	bug:    `The method native removes a marker without checking that it is present, which raises.`,
	fix:    `Return the piece unchanged if it has no marker.`,
	inject: does(conformance.Native, either(derived, native, failing("index -1 out of range"))),
}, {
	name: "string-form-remembered", witness: requests{apply("R", conformance.Flip, conformance.Enhance)},
	fails: wrongDerive.and(wrongNative).and(wrongSide).and(wrongState).and(wrongTerminal),
	bug:   `The string form is cached in the value, and a changed copy keeps the old cache.`,
	fix:   `Clear the cached string form in the copy.`,
	in:    fixes{"ruby": `Reset the variable of ||= in initialize_copy.`},
	inject: func(m *model) {
		for method := range m.methods {
			m.methods[method] = func(*piece) {}
		}
	},
}, {
	name: "accessor-remembered", fails: each("epin/7.1/side", "epin-initial/attributes"),
	witness: requests{apply("R", conformance.Flip)},
	bug:     `The accessor side caches its result in the value, and a changed copy keeps the cache.`,
	fix:     `Clear the cache in the copy.`,
	in:      fixes{"ruby": `Reset the variable of ||= in initialize_copy.`},
	inject: func(m *model) {
		kept := map[*piece]string{}
		side, copied, parse := m.side, m.copy, m.parse
		m.parse = func(token string) (*piece, bool) {
			clear(kept)
			return parse(token)
		}
		m.side = func(p *piece) string {
			if kept[p] == "" {
				kept[p] = side(p)
			}
			return kept[p]
		}
		m.copy = func(p *piece) *piece {
			c := copied(p)
			kept[c] = kept[p]
			return c
		}
	},
}, {
	name: "flip-remembered", fails: wrongSide,
	witness: requests{apply("R", conformance.Flip.Before(), conformance.Enhance, conformance.Flip)},
	bug:     `The method flip caches its result in the value, and a changed copy keeps the cache.`,
	fix:     `Clear the cache in the copy.`,
	in:      fixes{"ruby": `Reset the variable of ||= in initialize_copy.`},
	inject: func(m *model) {
		kept := map[*piece]**piece{} // values that are copies of each other share a cache
		flip, copied, parse := m.methods[conformance.Flip], m.copy, m.parse
		m.parse = func(token string) (*piece, bool) {
			clear(kept)
			p, ok := parse(token)
			kept[p] = new(*piece)
			return p, ok
		}
		m.copy = func(p *piece) *piece {
			c := copied(p)
			kept[c] = kept[p]
			return c
		}
		m.methods[conformance.Flip] = func(p *piece) {
			if cache := kept[p]; *cache == nil {
				flip(p)
				*cache = deepCopy(p)
			} else {
				*p = *deepCopy(*cache)
			}
			kept[p] = new(*piece) // the result is a new value
		}
	},
}, {
	// Side.
	name: "flip-does-nothing", fails: wrongSide, witness: requests{apply("k", conformance.Flip)},
	bug:    `The method flip tests for the wrong case, so every letter keeps its case.`,
	fix:    `Swap the case of the letter.`,
	inject: does(conformance.Flip),
}, {
	name: "flip-loses-sign", fails: wrongSide, witness: requests{apply("+P", conformance.Flip)},
	bug:    `The method flip also resets the state to normal, as a capture in shōgi does.`,
	fix:    `Change only the side.`,
	inject: does(conformance.Flip, flip, normalize),
}, {
	name: "flip-loses-caret", fails: wrongSide.onlyCurrent(), witness: requests{apply("K^", conformance.Flip)},
	bug:    `The method flip builds a new value without the terminal status.`,
	fix:    `Copy the value, and change only the side.`,
	inject: does(conformance.Flip, flip, unmark),
}, {
	name: "flip-derives", fails: wrongSide, witness: requests{apply("P", conformance.Flip)},
	bug:    `The method flip also sets the derivation marker.`,
	fix:    `Change only the side.`,
	inject: does(conformance.Flip, flip, derive),
}, {
	name: "flip-in-a-turkish-locale", fails: wrongSide, witness: requests{apply("I", conformance.Flip)},
	bug: `The method flip changes case by the user's locale, where in Turkish I becomes U+0131.`,
	fix: `Change the case by the root locale.`,
	in: fixes{
		"java": `Call toUpperCase(Locale.ROOT) and toLowerCase(Locale.ROOT).`,
		"c#":   `Call ToUpperInvariant() and ToLowerInvariant().`,
	},
	inject: does(conformance.Flip, flip, func(p *piece) {
		p.letter = strings.NewReplacer("i", "\u0131", "I", "\u0130").Replace(p.letter)
	}),
}, {
	// State.
	name: "enhance-prepends", fails: wrongState, witness: requests{apply("-P", conformance.Enhance)},
	bug:    `The method enhance prepends + even if there is a sign.`,
	fix:    `Replace the sign.`,
	inject: does(conformance.Enhance, func(p *piece) { p.sign = "+" + p.sign }),
}, {
	name: "enhance-only-normal", fails: wrongState, witness: requests{apply("-P", conformance.Enhance)},
	bug:    `The method enhance leaves a diminished piece unchanged.`,
	fix:    `Set the state to enhanced.`,
	inject: does(conformance.Enhance, either(normal, enhance, nothing)),
}, {
	name: "enhance-loses-quote", fails: wrongState, witness: requests{apply("P'", conformance.Enhance)},
	bug:    `The method enhance builds a new value without the derivation marker.`,
	fix:    `Copy the value, and change only the state.`,
	inject: does(conformance.Enhance, enhance, native),
}, {
	name: "diminish-descends", fails: wrongState, witness: requests{apply("+P", conformance.Diminish)},
	bug:    `The method diminish lowers the state by one step: enhanced becomes normal.`,
	fix:    `Set the state to diminished.`,
	inject: does(conformance.Diminish, either(enhanced, normalize, diminish)),
}, {
	name: "diminish-loses-caret", fails: wrongState.onlyCurrent(),
	witness: requests{apply("K^", conformance.Diminish)},
	bug:     `The method diminish builds a new value without the terminal status.`,
	fix:     `Copy the value, and change only the state.`,
	inject:  does(conformance.Diminish, diminish, unmark),
}, {
	name: "normalize-removes-the-first", fails: wrongState, witness: requests{apply("P", conformance.Normalize)},
	bug:    `The method normalize removes the first character even if it is not a sign.`,
	fix:    `Remove only a sign.`,
	inject: does(conformance.Normalize, either(normal, func(p *piece) { p.letter = "" }, normalize)),
}, {
	name: "normalize-removes-all-marks", fails: wrongState, witness: requests{apply("+P'", conformance.Normalize)},
	bug:    `The method normalize removes the sign and both markers.`,
	fix:    `Remove only the sign.`,
	inject: does(conformance.Normalize, normalize, unmark, native),
}, {
	// Terminal status.
	name: "mark-does-nothing", fails: wrongTerminal, witness: requests{apply("K", conformance.Mark)},
	bug:    `The method mark returns its receiver instead of the result.`,
	fix:    `Return the result.`,
	inject: does(conformance.Mark),
}, {
	name: "mark-toggles", fails: wrongTerminal, witness: requests{apply("K^", conformance.Mark)},
	bug:    `The method mark inverts the terminal status instead of setting it.`,
	fix:    `Set the terminal status to true.`,
	inject: does(conformance.Mark, either(terminal, unmark, mark)),
}, {
	name: "mark-loses-quote", fails: wrongTerminal, witness: requests{apply("K'", conformance.Mark)},
	bug:    `The method mark replaces all that follows the letter by ^.`,
	fix:    `Insert ^ after the letter, and keep the derivation marker.`,
	inject: does(conformance.Mark, mark, native),
}, {
	name: "mark-repeats", fails: wrongTerminal, witness: requests{apply("K^", conformance.Mark)},
	bug:    `The method mark inserts ^ even if there is one.`,
	fix:    `Insert ^ only if it is missing.`,
	inject: does(conformance.Mark, func(p *piece) { p.caret += "^" }),
}, {
	name: "unmark-only-at-the-end", fails: wrongTerminal, witness: requests{apply("K^'", conformance.Unmark)},
	bug:    `The method unmark removes ^ only at the end of the token, so K^' stays unchanged.`,
	fix:    `Remove ^ after the letter.`,
	inject: does(conformance.Unmark, either(derived, nothing, unmark)),
}}
