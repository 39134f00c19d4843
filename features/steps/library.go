package steps

import (
	"strconv"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/style"
)

// libraryVocabulary returns the sentences of the scenarios that test this module's packages,
// in the order of README.md.
func libraryVocabulary(a *attempt) []definition {
	s := &scene{attempt: a}
	return []definition{
		// Given
		{`^the tokens? (.+)$`, s.theTokens},
		{`^the piece made of (.+)$`, s.thePieceMadeOf},
		{`^a match of (.+) against (.+)$`, s.aMatch},
		{`^a game of the single style (.+)$`, s.aGameOfOneStyle},
		{`^a game that lists (".+") as (.+) and (".+") as (.+)$`, s.aGameWithAList},
		{`^a game whose native pieces follow the rule (".+") and derived ones (".+")$`, s.aGameWithRules},
		{`^the catalog of (.+)$`, s.theCatalog},
		{`^a game of ([0-9]+) types$`, s.aGameOfTypes},

		// When
		{`^(.+) (?:is|are) applied$`, s.areApplied},
		{`^the game leaves the marker out$`, s.leavesMarkerOut},

		// Then: a piece
		{`^(it|the result) shows (.+)$`, s.shows},
		{`^the original is still (.+)$`, func(text string) error { return s.shows("it", text) }},
		{`^(?:its|their) (letter|prefix|suffix) is (.+)$`, s.hasText},
		{`^(?:its|their) (normal\?|enhanced\?|diminished\?|first_player\?|second_player\?) is (.+)$`, s.hasWord},
		{`^its (same_type\?|same_side\?|same_state\?|same_style\?) with (.+) is (true|false)$`, s.comparison},
		{`^(?:its|their) (Side|Style status) is (.+)$`, s.hasWord},
		{`^the constant DERIVATION_SUFFIX is (.+)$`, s.derivationSuffix},

		// Then: its style
		{`^(?:its|their) style is (.+)$`, s.words("style", s.styleOf)},
		{`^its rule is (.+)$`, s.texts("rule", func(i epin.Identifier) (string, error) { return s.game.rules.Resolve(i), nil })},
		{`^the native style of the (first|second) player is (.+)$`, s.nativeStyle},
		{`^(?:its|their) QPI is (.+)$`, s.texts("QPI", s.ofQPI(func(_ epin.Identifier, qpi style.QPI) string { return qpi.String() }))},
		{`^(?:its|their) QPI has (.+) characters more$`, s.words("length of the QPI beyond that", s.ofQPI(func(i epin.Identifier, qpi style.QPI) string {
			return strconv.Itoa(len(qpi.String()) - len(i.String()))
		}))},
		{`^in (?:its|their) QPI sin\.side == pin\.side is (.+)$`, s.words("answer to sin.side == pin.side", s.ofQPI(func(_ epin.Identifier, qpi style.QPI) string {
			return strconv.FormatBool(qpi.IsNative())
		}))},
		{`^their (Piece|Thai name|Notes) (?:is|are) "(.*)"$`, s.catalogEntry},

		// Then: all tokens
		{`^whether PIN has a letter for each is (yes|no)$`, s.hasLetters},
		{`^PIN has ([0-9]+) (types|players|states)$`, s.pinHas},
		{`^the letters of the (first|second) player are ([A-Za-z]) to ([A-Za-z])$`, s.lettersAre},
		{`^the prefix of the (normal|enhanced|diminished) pieces is (.+)$`, s.prefixIs},
		{`^no two (PIN|EPIN) tokens are of the same (Type, Side and State|Type, Side, State and Style)$`, s.noTwoAreTheSame},
	}
}
