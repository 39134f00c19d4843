package mutant

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/epin-conformance/harness/conformance"
)

// transformations are faults in the result of a method, in the side effects on its receiver, and in
// the comparison of tokens.
var transformations = []func() Mutant{
	method("derive-does-nothing", wrongDerive, conformance.Derive, "R",
		`The method derive returns its receiver instead of the result.`,
		`Return the result.`, nothing),
	method("derive-toggles", wrongDerive.and(wrongTwice), conformance.Derive, "R'",
		`The method derive inverts the derivation flag instead of setting it.`,
		`Set the derivation flag to true.`, either(derived, native, derive)),
	method("derive-appends", wrongDerive.and(wrongTwice), conformance.Derive, "R'",
		`The method derive appends an apostrophe even if there is one.`,
		`Append the apostrophe only to a native token.`, func(p *piece) { p.quote += "'" }),
	method("derive-loses-caret", wrongDerive.onlyCurrent(), conformance.Derive, "R^",
		`The method derive builds a new value without the terminal status.`,
		`Copy the value, and change only the derivation flag.`, all(unmark, derive)),
	method("derive-loses-sign", wrongDerive, conformance.Derive, "+R",
		`The method derive builds a new value without the state.`,
		`Copy the value, and change only the derivation flag.`, all(normalize, derive)),
	method("native-does-nothing", wrongNative, conformance.Native, "R'",
		`The method native returns its receiver instead of the result.`,
		`Return the result.`, nothing),
	method("native-toggles", wrongNative.and(wrongTwice), conformance.Native, "R",
		`The method native inverts the derivation flag instead of clearing it.`,
		`Set the derivation flag to false.`, either(derived, native, derive)),
	method("native-loses-caret", wrongNative.onlyCurrent(), conformance.Native, "R^'",
		`The method native cuts the token after the letter, so it loses the terminal marker.`,
		`Remove only the derivation marker.`, all(unmark, native)),
	method("native-loses-sign", wrongNative, conformance.Native, "-R'",
		`The method native removes the state modifier together with the derivation marker.`,
		`Remove only the derivation marker.`, all(normalize, native)),
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
	method("flip-only-lowers", wrongSide, conformance.Flip, "k",
		`The method flip always lower-cases the letter.`,
		`Swap the case of the letter.`, func(p *piece) { p.letter = strings.ToLower(p.letter) }),
	method("flip-makes-native", wrongSide, conformance.Flip, "k'",
		`The method flip also removes the derivation marker.`,
		`Change only the side.`, all(flip, native)),
	method("enhance-climbs", wrongState, conformance.Enhance, "-P",
		`The method enhance raises the state by one step: diminished becomes normal.`,
		`Set the state to enhanced.`, either(diminished, normalize, enhance)),
	method("diminish-enhances", wrongState, conformance.Diminish, "P",
		`The method diminish is a copy of enhance and sets +.`,
		`Set the state to diminished.`, enhance),
	method("normalize-keeps-minus", wrongState, conformance.Normalize, "-P",
		`The method normalize removes only a plus sign.`,
		`Remove either sign.`, either(enhanced, normalize, nothing)),
	method("mark-behind-quote", wrongTerminal, conformance.Mark, "K'",
		`The method mark appends ^ to the token, so it follows the derivation marker.`,
		`Insert ^ directly after the letter.`, either(terminal, nothing, either(derived, func(p *piece) { p.quote = "'^" }, mark))),
	method("unmark-loses-quote", wrongTerminal, conformance.Unmark, "K^'",
		`The method unmark cuts the token at ^, so it loses the derivation marker.`,
		`Remove only the terminal marker.`, either(terminal, func(p *piece) { p.caret, p.quote = "", "" }, nothing)),
	method("derive-flips", wrongDerive, conformance.Derive, "R",
		`The method derive also changes the side.`,
		`Change only the derivation flag.`, all(flip, derive)),
	method("derive-before-the-caret", wrongDerive.onlyCurrent(), conformance.Derive, "R^",
		`The method derive inserts the apostrophe before the terminal marker.`,
		`Append the apostrophe.`, either(derived, derive, either(terminal, func(p *piece) { p.caret = "'^" }, derive))),
	method("derive-raises-on-derived", wrongDerive, conformance.Derive, "R'",
		`The method derive raises if the piece is already derived.`,
		`Return the piece unchanged.`, either(derived, failing("already derived"), derive)),
	method("derive-changes-a-constant", wrongDerive, conformance.Derive, "R",
		`The method derive appends to an immutable string in place, which raises.`,
		`Build a new string.`, failing("can't modify frozen String"),
		in("ruby", `Use + instead of << on the frozen string.`)),
	fault("derive-kept-by-letter", wrongDerive,
		append(apply("+R", conformance.Derive), apply("R", conformance.Derive)...),
		`The method derive caches results by letter, so +R can return the result of R.`,
		`Use the whole token as the cache key.`, func(m *model) {
			kept := map[string]*piece{}
			m.methods[conformance.Derive] = func(p *piece) {
				p.quote = "'"
				kept[p.letter] = cmp.Or(kept[p.letter], deepCopy(p))
				*p = *deepCopy(kept[p.letter])
			}
		}),
	method("native-chops", wrongNative.and(wrongTwice), conformance.Native, "R",
		`The method native removes the last character even if it is not the derivation marker.`,
		`Remove only the derivation marker.`, either(derived, native, either(terminal, unmark, func(p *piece) { p.letter = "" })),
		in("perl", `Write s/'\z//, not chop.`),
		in("ruby", `Write delete_suffix("'"), not chop.`)),
	method("native-raises-on-native", wrongNative, conformance.Native, "R",
		`The method native removes a marker without checking that it is present, which raises.`,
		`Return the piece unchanged if it has no marker.`, either(derived, native, failing("index -1 out of range"))),
	fault("string-form-remembered", wrongDerive.and(wrongNative, wrongSide, wrongState, wrongTerminal),
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
		`Clear the cache in the copy.`, gives("side", func(p *piece) string {
			p.kept = cmp.Or(p.kept, deepCopy(p))
			return side(p.kept)
		}),
		in("ruby", `Reset the variable of ||= in initialize_copy.`)),
	fault("flip-remembered", wrongSide, apply("R", conformance.Flip.Before(), conformance.Enhance, conformance.Flip),
		`The method flip caches its result in the value, and a changed copy keeps the cache.`,
		`Clear the cache in the copy.`, all(makes(caches), func(m *model) {
			m.methods[conformance.Flip] = func(p *piece) {
				if p.kept.letter == "" {
					flip(p)
					*p.kept = *deepCopy(p)
				} else {
					*p = *deepCopy(p.kept)
				}
				caches(p) // the result is a new value
			}
		}),
		in("ruby", `Reset the variable of ||= in initialize_copy.`)),
	fault("change-kept-until-read", wrongDerive.and(wrongNative, wrongSide, wrongState, wrongTerminal),
		apply("A", conformance.Unread, conformance.Flip, conformance.Derive),
		`A value keeps one change until it is read, and a second change before that drops the first.`,
		`Apply the kept change before the next one.`, func(m *model) {
			text := m.String
			m.String = func(p *piece) string {
				p.kept = nil
				return text(p)
			}
			for name, method := range m.methods {
				m.methods[name] = func(p *piece) {
					if p.kept != nil { // the value before the change that is kept
						*p = *deepCopy(p.kept)
					}
					before := deepCopy(p)
					method(p)
					p.kept = before
				}
			}
		}),
	method("flip-does-nothing", wrongSide, conformance.Flip, "k",
		`The method flip tests for the wrong case, so every letter keeps its case.`,
		`Swap the case of the letter.`, nothing),
	method("flip-loses-sign", wrongSide, conformance.Flip, "+P",
		`The method flip also resets the state to normal, as a capture in shōgi does.`,
		`Change only the side.`, all(flip, normalize)),
	method("flip-loses-caret", wrongSide.onlyCurrent(), conformance.Flip, "K^",
		`The method flip builds a new value without the terminal status.`,
		`Copy the value, and change only the side.`, all(flip, unmark)),
	method("flip-derives", wrongSide, conformance.Flip, "P",
		`The method flip also sets the derivation marker.`,
		`Change only the side.`, all(flip, derive)),
	method("flip-in-a-turkish-locale", wrongSide, conformance.Flip, "I",
		`The method flip changes case by the user's locale, where in Turkish I becomes U+0131.`,
		`Change the case by the root locale.`, all(flip, func(p *piece) {
			p.letter = strings.NewReplacer("i", "\u0131", "I", "\u0130").Replace(p.letter)
		}),
		in("java", `Call toUpperCase(Locale.ROOT) and toLowerCase(Locale.ROOT).`),
		in("c#", `Call ToUpperInvariant() and ToLowerInvariant().`)),
	method("enhance-prepends", wrongState, conformance.Enhance, "-P",
		`The method enhance prepends + even if there is a sign.`,
		`Replace the sign.`, func(p *piece) { p.sign = "+" + p.sign }),
	method("enhance-only-normal", wrongState, conformance.Enhance, "-P",
		`The method enhance leaves a diminished piece unchanged.`,
		`Set the state to enhanced.`, either(normal, enhance, nothing)),
	method("enhance-loses-quote", wrongState, conformance.Enhance, "P'",
		`The method enhance builds a new value without the derivation marker.`,
		`Copy the value, and change only the state.`, all(enhance, native)),
	method("diminish-descends", wrongState, conformance.Diminish, "+P",
		`The method diminish lowers the state by one step: enhanced becomes normal.`,
		`Set the state to diminished.`, either(enhanced, normalize, diminish)),
	method("diminish-loses-caret", wrongState.onlyCurrent(), conformance.Diminish, "K^",
		`The method diminish builds a new value without the terminal status.`,
		`Copy the value, and change only the state.`, all(diminish, unmark)),
	method("normalize-removes-the-first", wrongState, conformance.Normalize, "P",
		`The method normalize removes the first character even if it is not a sign.`,
		`Remove only a sign.`, either(normal, func(p *piece) { p.letter = "" }, normalize)),
	method("normalize-removes-all-marks", wrongState, conformance.Normalize, "+P'",
		`The method normalize removes the sign and both markers.`,
		`Remove only the sign.`, all(normalize, unmark, native)),
	method("mark-does-nothing", wrongTerminal, conformance.Mark, "K",
		`The method mark returns its receiver instead of the result.`,
		`Return the result.`, nothing),
	method("mark-toggles", wrongTerminal, conformance.Mark, "K^",
		`The method mark inverts the terminal status instead of setting it.`,
		`Set the terminal status to true.`, either(terminal, unmark, mark)),
	method("mark-loses-quote", wrongTerminal, conformance.Mark, "K'",
		`The method mark replaces all that follows the letter by ^.`,
		`Insert ^ after the letter, and keep the derivation marker.`, all(mark, native)),
	method("mark-repeats", wrongTerminal, conformance.Mark, "K^",
		`The method mark inserts ^ even if there is one.`,
		`Insert ^ only if it is missing.`, func(p *piece) { p.caret += "^" }),
	method("unmark-only-at-the-end", wrongTerminal, conformance.Unmark, "K^'",
		`The method unmark removes ^ only at the end of the token, so K^' stays unchanged.`,
		`Remove ^ after the letter.`, either(derived, nothing, unmark)),
	// Equality.
	fault("equality-ignores-quote", wrongEquality, equal("K", "K'"),
		`Equality compares the PIN tokens, which lack the derivation marker.`,
		`Compare the derivation flag too.`, equalBy(func(m *model, p *piece) string { return m.Texts["pin"](p) })),
	fault("equality-ignores-case", wrongEquality, equal("K", "k"),
		`Equality ignores case, so pieces of both sides are equal.`,
		`Compare the side too.`, equalBy(func(m *model, p *piece) string { return strings.ToLower(m.String(p)) })),
	fault("equality-by-identity", wrongEquality, equal("K", "K"),
		`Equality compares object identity, and each parse returns a new object.`,
		`Define equality by value.`, func(m *model) { m.Equal = func(a, b *piece) bool { return a == b } },
		in("python", `Define __eq__ and __hash__.`),
		in("ruby", `Define ==, eql? and hash.`),
		in("java", `Override equals and hashCode.`),
		in("javascript", `Offer a method equals: === compares identity.`),
		in("lua", `Set __eq in the metatable.`),
		in("c#", `Override Equals and GetHashCode, or use a record.`)),
	fault("equality-of-one-buffer", wrongEquality, equal("K", "Q"),
		`Equality is always true, for example because the parser returns one static buffer.`,
		`Return a new value from each call, and compare all attributes.`,
		remembersValues(func(static *piece, p *piece) *piece {
			*static = *p
			return static
		})),
	fault("equality-ignores-state", wrongEquality, equal("K", "+K"),
		`Equality ignores the state.`,
		`Compare the state too.`, equalBy(func(_ *model, p *piece) string { return p.letter + p.caret + p.quote })),
	fault("equality-ignores-caret", wrongEquality.onlyCurrent(), equal("K", "K^"),
		`Equality ignores the terminal status.`,
		`Compare the terminal status too.`, equalBy(func(_ *model, p *piece) string { return p.sign + p.letter + p.quote })),
	fault("equality-by-name", wrongEquality, equal("K", "+k'"),
		`Equality compares only the Piece Name.`,
		`Compare all attributes.`, equalBy(func(m *model, p *piece) string { return m.Texts["name"](p) })),
	fault("equality-by-prefix", wrongEquality, equal("K'", "K"),
		`Equality compares only as many characters as the second token has.`,
		`Compare the lengths too.`, func(m *model) {
			m.Equal = func(a, b *piece) bool { return strings.HasPrefix(m.String(a), m.String(b)) }
		},
		in("c", `Use strcmp, not strncmp with the length of one side.`)),
	fault("equality-of-the-first-bytes", wrongEquality.onlyCurrent(), equal("+K^'", "+K^"),
		`Equality compares only the first 3 characters.`,
		`Compare all characters.`, equalBy(func(m *model, p *piece) string { return first(3, m.String(p)) })),
	fault("equality-by-comparison", wrongEquality, equal("K", "K"),
		`A three-way comparison is used as a condition, so 0 for equal counts as false.`,
		`Compare its result with 0.`, func(m *model) {
			m.Equal = func(a, b *piece) bool { return strings.Compare(m.String(a), m.String(b)) != 0 }
		},
		in("c", `Write strcmp(a, b) == 0.`),
		in("php", `Write strcmp($a, $b) === 0, or $a === $b.`)),
	fault("equality-by-interned-identity", wrongEquality, equal("+K", "+K"),
		`Equality compares identity, which works only for interned strings of one letter.`,
		`Define equality by value.`, func(m *model) {
			m.Equal = func(a, b *piece) bool { return len(m.String(a)) == 1 && m.String(a) == m.String(b) }
		},
		in("python", `Use ==, not is.`),
		in("java", `Use equals, not ==.`),
		in("ruby", `Use ==, not equal?.`)),
	fault("equality-of-overlapping-bits", wrongEquality, equal("+K", "k"),
		`Equality compares packed attributes, and the bit of the enhanced state is also that of the case.`,
		`Give each attribute bits of its own.`, equalBy(func(_ *model, p *piece) string {
			letter := p.letter[0]
			if enhanced(p) {
				letter ^= 'a' ^ 'A'
			}
			return strings.TrimPrefix(p.sign, "+") + string(rune(letter)) + p.caret + p.quote
		})),
	fault("equality-by-sum-of-bytes", wrongEquality, equal("+I", "-G"),
		`Equality compares hash codes, and the hash code is the sum of the bytes.`,
		`Compare all attributes: equal hash codes prove nothing.`,
		equalBy(func(m *model, p *piece) string { return fmt.Sprint(sumOf(m.String(p))) }),
		in("java", `Let equals compare all attributes, not hashCode.`)),
}

// caches gives a value an empty cache, which its copies share.
func caches(p *piece) { p.kept = new(piece) }

// method returns a mutant with an incorrect method, which changes a copy of the piece. The witness calls it.
func method(
	name string, fails requirements, of conformance.Method, token, bug, fix string, change func(p *piece), more ...detail,
) func() Mutant {
	return fault(name, fails, apply(token, of), bug, fix, func(m *model) { m.methods[of] = change }, more...)
}
