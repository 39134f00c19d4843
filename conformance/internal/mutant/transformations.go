package mutant

import (
	"cmp"
	"strings"

	"github.com/epin-conformance/harness/conformance"
)

// transformations are faults in the result of a method, and in the side effects on its
// receiver.
func transformations() []Mutant {
	return []Mutant{
		// derive.
		fault("derive-does-nothing", wrongDerive, apply("R", conformance.Derive),
			`The method derive returns its receiver instead of the result.`,
			`Return the result.`, does(conformance.Derive)),
		fault("derive-toggles", wrongDerive.and(wrongTwice), apply("R'", conformance.Derive),
			`The method derive inverts the derivation flag instead of setting it.`,
			`Set the derivation flag to true.`, does(conformance.Derive, either(derived, native, derive))),
		fault("derive-appends", wrongDerive.and(wrongTwice), apply("R'", conformance.Derive),
			`The method derive appends an apostrophe even if there is one.`,
			`Append the apostrophe only to a native token.`, does(conformance.Derive, func(p *piece) { p.quote += "'" })),
		fault("derive-loses-caret", wrongDerive.onlyCurrent(), apply("R^", conformance.Derive),
			`The method derive builds a new value without the terminal status.`,
			`Copy the value, and change only the derivation flag.`, does(conformance.Derive, unmark, derive)),
		fault("derive-loses-sign", wrongDerive, apply("+R", conformance.Derive),
			`The method derive builds a new value without the state.`,
			`Copy the value, and change only the derivation flag.`, does(conformance.Derive, normalize, derive)),
		// native.
		fault("native-does-nothing", wrongNative, apply("R'", conformance.Native),
			`The method native returns its receiver instead of the result.`,
			`Return the result.`, does(conformance.Native)),
		fault("native-toggles", wrongNative.and(wrongTwice), apply("R", conformance.Native),
			`The method native inverts the derivation flag instead of clearing it.`,
			`Set the derivation flag to false.`, does(conformance.Native, either(derived, native, derive))),
		fault("native-loses-caret", wrongNative.onlyCurrent(), apply("R^'", conformance.Native),
			`The method native cuts the token after the letter, so it loses the terminal marker.`,
			`Remove only the derivation marker.`, does(conformance.Native, unmark, native)),
		fault("native-loses-sign", wrongNative, apply("-R'", conformance.Native),
			`The method native removes the state modifier together with the derivation marker.`,
			`Remove only the derivation marker.`, does(conformance.Native, normalize, native)),
		// The receiver.
		fault("receiver-changes", wrongCopy, apply("R", conformance.Derive),
			`The methods change their receiver and return it.`,
			`Change and return a copy.`, func(m *model) { m.copy = func(p *piece) *piece { return p } },
			in("ruby", `Call dup, and change the copy.`),
			in("python", `Return a copy, for example with dataclasses.replace.`),
			in("javascript", `Return a new object.`),
			in("php", `Use clone, and change the copy.`)),
		fault("result-shares-storage", wrongCopy, apply("R", conformance.Derive),
			`The copy is shallow, so the receiver and the result share the object with the markers.`,
			`Make a deep copy, or make the value immutable.`, func(m *model) {
				m.copy = func(p *piece) *piece {
					shallow := *p
					return &shallow
				}
			},
			in("python", `Use copy.deepcopy, or make the parts immutable.`),
			in("ruby", `Copy the parts in initialize_copy.`),
			in("php", `Copy the objects of the value in __clone.`),
			in("go", `Copy what the pointers and slices of the value refer to.`)),
		// The methods of the recipes: side, state, terminal status.
		fault("flip-only-lowers", wrongSide, apply("k", conformance.Flip),
			`The method flip always lower-cases the letter.`,
			`Swap the case of the letter.`,
			does(conformance.Flip, func(p *piece) { p.letter = strings.ToLower(p.letter) })),
		fault("flip-makes-native", wrongSide, apply("k'", conformance.Flip),
			`The method flip also removes the derivation marker.`,
			`Change only the side.`, does(conformance.Flip, flip, native)),
		fault("enhance-climbs", wrongState, apply("-P", conformance.Enhance),
			`The method enhance raises the state by one step: diminished becomes normal.`,
			`Set the state to enhanced.`, does(conformance.Enhance, either(diminished, normalize, enhance))),
		fault("diminish-enhances", wrongState, apply("P", conformance.Diminish),
			`The method diminish is a copy of enhance and sets +.`,
			`Set the state to diminished.`, does(conformance.Diminish, enhance)),
		fault("normalize-keeps-minus", wrongState, apply("-P", conformance.Normalize),
			`The method normalize removes only a plus sign.`,
			`Remove either sign.`, does(conformance.Normalize, either(enhanced, normalize, nothing))),
		fault("mark-behind-quote", wrongTerminal, apply("K'", conformance.Mark),
			`The method mark appends ^ to the token, so it follows the derivation marker.`,
			`Insert ^ directly after the letter.`, does(conformance.Mark,
				either(terminal, nothing, either(derived, func(p *piece) { p.quote = "'^" }, mark)))),
		fault("unmark-loses-quote", wrongTerminal, apply("K^'", conformance.Unmark),
			`The method unmark cuts the token at ^, so it loses the derivation marker.`,
			`Remove only the terminal marker.`,
			does(conformance.Unmark, either(terminal, func(p *piece) { p.caret, p.quote = "", "" }, nothing))),
		// derive and native.
		fault("derive-flips", wrongDerive, apply("R", conformance.Derive),
			`The method derive also changes the side.`,
			`Change only the derivation flag.`, does(conformance.Derive, flip, derive)),
		fault("derive-before-the-caret", wrongDerive.onlyCurrent(), apply("R^", conformance.Derive),
			`The method derive inserts the apostrophe before the terminal marker.`,
			`Append the apostrophe.`, does(conformance.Derive,
				either(derived, derive, either(terminal, func(p *piece) { p.caret = "'^" }, derive)))),
		fault("derive-raises-on-derived", wrongDerive, apply("R'", conformance.Derive),
			`The method derive raises if the piece is already derived.`,
			`Return the piece unchanged.`, does(conformance.Derive, either(derived, failing("already derived"), derive))),
		fault("derive-changes-a-constant", wrongDerive, apply("R", conformance.Derive),
			`The method derive appends to an immutable string in place, which raises.`,
			`Build a new string.`, does(conformance.Derive, failing("can't modify frozen String")),
			in("ruby", `Use + instead of << on the frozen string.`)),
		fault("derive-kept-by-letter", wrongDerive,
			append(apply("+R", conformance.Derive), apply("R", conformance.Derive)...),
			`The method derive caches results by letter, so +R can return the result of R.`,
			`Use the whole token as the cache key.`, func(m *model) {
				kept := map[string]*piece{}
				m.methods[conformance.Derive] = func(p *piece) {
					p.quote = "'"
					if kept[p.letter] == nil {
						kept[p.letter] = deepCopy(p)
					}
					*p = *deepCopy(kept[p.letter])
				}
			}),
		fault("native-chops", wrongNative.and(wrongTwice), apply("R", conformance.Native),
			`The method native removes the last character even if it is not the derivation marker.`,
			`Remove only the derivation marker.`, does(conformance.Native,
				either(derived, native, either(terminal, unmark, func(p *piece) { p.letter = "" }))),
			in("perl", `Write s/'\z//, not chop.`),
			in("ruby", `Write delete_suffix("'"), not chop.`)),
		fault("native-raises-on-native", wrongNative, apply("R", conformance.Native),
			`The method native removes a marker without checking that it is present, which raises.`,
			`Return the piece unchanged if it has no marker.`,
			does(conformance.Native, either(derived, native, failing("index -1 out of range")))),
		fault("string-form-remembered", wrongDerive.and(wrongNative).and(wrongSide).and(wrongState).and(wrongTerminal),
			apply("R", conformance.Flip, conformance.Enhance),
			`The string form is cached in the value, and a changed copy keeps the old cache.`,
			`Clear the cached string form in the copy.`, func(m *model) {
				for method := range m.methods {
					m.methods[method] = func(*piece) {}
				}
			},
			in("ruby", `Reset the variable of ||= in initialize_copy.`)),
		fault("accessor-remembered", wrongAttribute("side"), apply("R", conformance.Flip),
			`The accessor side caches its result in the value, and a changed copy keeps the cache.`,
			`Clear the cache in the copy.`, attaches(func(m *model, kept map[*piece]string) {
				m.read["side"] = func(p *piece) string {
					kept[p] = cmp.Or(kept[p], side(p))
					return kept[p]
				}
			}),
			in("ruby", `Reset the variable of ||= in initialize_copy.`)),
		fault("flip-remembered", wrongSide,
			apply("R", conformance.Flip.Before(), conformance.Enhance, conformance.Flip),
			`The method flip caches its result in the value, and a changed copy keeps the cache.`,
			`Clear the cache in the copy.`, attaches(func(m *model, kept map[*piece]**piece) { // values that are copies of each other share a cache
				flip, parse := m.methods[conformance.Flip], m.parse
				m.parse = func(token string) *piece {
					p := parse(token)
					kept[p] = new(*piece)
					return p
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
			}),
			in("ruby", `Reset the variable of ||= in initialize_copy.`)),
		fault("change-kept-until-read", wrongDerive.and(wrongNative).and(wrongSide).and(wrongState).and(wrongTerminal),
			apply("A", conformance.Unread, conformance.Flip, conformance.Derive),
			`A value keeps one change until it is read, and a second change before that drops the first.`,
			`Apply the kept change before the next one.`, attaches(func(m *model, before map[*piece]*piece) { // before the change that is kept
				text := m.read["token"]
				m.read["token"] = func(p *piece) string {
					delete(before, p)
					return text(p)
				}
				for name, method := range m.methods {
					m.methods[name] = func(p *piece) {
						if before[p] != nil {
							*p = *deepCopy(before[p])
						}
						before[p] = deepCopy(p)
						method(p)
					}
				}
			})),
		// Side.
		fault("flip-does-nothing", wrongSide, apply("k", conformance.Flip),
			`The method flip tests for the wrong case, so every letter keeps its case.`,
			`Swap the case of the letter.`, does(conformance.Flip)),
		fault("flip-loses-sign", wrongSide, apply("+P", conformance.Flip),
			`The method flip also resets the state to normal, as a capture in shōgi does.`,
			`Change only the side.`, does(conformance.Flip, flip, normalize)),
		fault("flip-loses-caret", wrongSide.onlyCurrent(), apply("K^", conformance.Flip),
			`The method flip builds a new value without the terminal status.`,
			`Copy the value, and change only the side.`, does(conformance.Flip, flip, unmark)),
		fault("flip-derives", wrongSide, apply("P", conformance.Flip),
			`The method flip also sets the derivation marker.`,
			`Change only the side.`, does(conformance.Flip, flip, derive)),
		fault("flip-in-a-turkish-locale", wrongSide, apply("I", conformance.Flip),
			`The method flip changes case by the user's locale, where in Turkish I becomes U+0131.`,
			`Change the case by the root locale.`, does(conformance.Flip, flip, func(p *piece) {
				p.letter = strings.NewReplacer("i", "\u0131", "I", "\u0130").Replace(p.letter)
			}),
			in("java", `Call toUpperCase(Locale.ROOT) and toLowerCase(Locale.ROOT).`),
			in("c#", `Call ToUpperInvariant() and ToLowerInvariant().`)),
		// State.
		fault("enhance-prepends", wrongState, apply("-P", conformance.Enhance),
			`The method enhance prepends + even if there is a sign.`,
			`Replace the sign.`, does(conformance.Enhance, func(p *piece) { p.sign = "+" + p.sign })),
		fault("enhance-only-normal", wrongState, apply("-P", conformance.Enhance),
			`The method enhance leaves a diminished piece unchanged.`,
			`Set the state to enhanced.`, does(conformance.Enhance, either(normal, enhance, nothing))),
		fault("enhance-loses-quote", wrongState, apply("P'", conformance.Enhance),
			`The method enhance builds a new value without the derivation marker.`,
			`Copy the value, and change only the state.`, does(conformance.Enhance, enhance, native)),
		fault("diminish-descends", wrongState, apply("+P", conformance.Diminish),
			`The method diminish lowers the state by one step: enhanced becomes normal.`,
			`Set the state to diminished.`, does(conformance.Diminish, either(enhanced, normalize, diminish))),
		fault("diminish-loses-caret", wrongState.onlyCurrent(), apply("K^", conformance.Diminish),
			`The method diminish builds a new value without the terminal status.`,
			`Copy the value, and change only the state.`, does(conformance.Diminish, diminish, unmark)),
		fault("normalize-removes-the-first", wrongState, apply("P", conformance.Normalize),
			`The method normalize removes the first character even if it is not a sign.`,
			`Remove only a sign.`,
			does(conformance.Normalize, either(normal, func(p *piece) { p.letter = "" }, normalize))),
		fault("normalize-removes-all-marks", wrongState, apply("+P'", conformance.Normalize),
			`The method normalize removes the sign and both markers.`,
			`Remove only the sign.`, does(conformance.Normalize, normalize, unmark, native)),
		// Terminal status.
		fault("mark-does-nothing", wrongTerminal, apply("K", conformance.Mark),
			`The method mark returns its receiver instead of the result.`,
			`Return the result.`, does(conformance.Mark)),
		fault("mark-toggles", wrongTerminal, apply("K^", conformance.Mark),
			`The method mark inverts the terminal status instead of setting it.`,
			`Set the terminal status to true.`, does(conformance.Mark, either(terminal, unmark, mark))),
		fault("mark-loses-quote", wrongTerminal, apply("K'", conformance.Mark),
			`The method mark replaces all that follows the letter by ^.`,
			`Insert ^ after the letter, and keep the derivation marker.`, does(conformance.Mark, mark, native)),
		fault("mark-repeats", wrongTerminal, apply("K^", conformance.Mark),
			`The method mark inserts ^ even if there is one.`,
			`Insert ^ only if it is missing.`, does(conformance.Mark, func(p *piece) { p.caret += "^" })),
		fault("unmark-only-at-the-end", wrongTerminal, apply("K^'", conformance.Unmark),
			`The method unmark removes ^ only at the end of the token, so K^' stays unchanged.`,
			`Remove ^ after the letter.`, does(conformance.Unmark, either(derived, nothing, unmark))),
	}
}
