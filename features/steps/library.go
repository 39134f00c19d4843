package steps

// LibraryVocabulary returns the sentences of the scenarios that this module's
// packages are asked, in the order of README.md.
func LibraryVocabulary() []Step { return stepsOf(libraryVocabulary(new(attempt))) }

func libraryVocabulary(a *attempt) []definition {
	s := &scene{attempt: a}
	return []definition{
		// Given
		{Step{`^the tokens? (.+)$`,
			`names the pieces that the scenario is about: tokens, as quoted strings with ", " or " / " between them`}, s.theTokens},
		{Step{`^the piece made of (.+)$`,
			"makes one out of type, side, state and native, such as K, second, enhanced, false; left out, the last two are normal and true"}, s.thePieceMadeOf},
		{Step{`^a match of (.+) against (.+)$`,
			"the first player has the one native style, the second player the other: Chess, Makruk, Shōgi or Ōgi"}, s.aMatch},
		{Step{`^a game of the single style (.+)$`,
			"every piece has this style"}, s.aGameOfOneStyle},
		{Step{`^a game that lists (".+") as (.+) and (".+") as (.+)$`,
			"these two pieces have these styles, and others none"}, s.aGameWithAList},
		{Step{`^a game whose native pieces follow the rule (".+") and derived ones (".+")$`,
			"the rules by which pieces move, as quoted strings; no style is named"}, s.aGameWithRules},
		{Step{`^the catalog of (.+)$`,
			"the list of the pieces of Western Chess, Japanese Shōgi or Thai Makruk"}, s.theCatalog},
		{Step{`^a game of ([0-9]+) types$`,
			"a game with so many types of pieces"}, s.aGameOfTypes},

		// When
		{Step{`^(.+) (?:is|are) applied$`,
			`names transformations as epin.rb does, with ", " between them, such as underive, with_type(:Q); the first is applied to the piece, and each other to what the one before it gives`}, s.areApplied},
		{Step{`^the game leaves the marker out$`,
			"the game writes the piece in its canonical form"}, s.leavesMarkerOut},

		// Then: a piece
		{Step{`^(it|the result) shows (.+)$`,
			"in the manner of epin.rb: a quoted string is its string form, and #<Epin::Identifier type=:K side=:first state=:normal native=true> its attributes"}, s.shows},
		{Step{`^the original is still (.+)$`,
			"the piece to which something was applied is written as this quoted string"}, s.original},
		{Step{`^(?:its|their) (letter|prefix|suffix) is (.+)$`,
			"this part of the string form is this quoted string"}, s.hasText},
		{Step{`^(?:its|their) (normal\?|enhanced\?|diminished\?|first_player\?|second_player\?) is (.+)$`,
			"the query gives true or false"}, s.hasWord},
		{Step{`^its (same_type\?|same_side\?|same_state\?|same_style\?) with (.+) is (true|false)$`,
			"the comparison with the piece of this quoted string gives true or false"}, s.comparison},
		{Step{`^(?:its|their) (Side|Style status) is (.+)$`,
			"the Side is first or second, the Style status Native or Derived"}, s.hasWord},
		{Step{`^the constant DERIVATION_SUFFIX is (.+)$`,
			"it is this quoted string"}, s.derivationSuffix},

		// Then: its style
		{Step{`^(?:its|their) style is (.+)$`,
			"the style that the piece has in the match or game"}, s.style},
		{Step{`^its rule is (.+)$`,
			"the rule by which the piece moves in the game is this quoted string"}, s.rule},
		{Step{`^the native style of the (first|second) player is (.+)$`,
			"the style of this side of the match"}, s.nativeStyle},
		{Step{`^(?:its|their) QPI is (.+)$`,
			"the QPI token of the piece in the match, by the reading of the edition, is this quoted string"}, s.qpi},
		{Step{`^(?:its|their) QPI has (.+) characters more$`,
			"the QPI token is longer than the EPIN token by so much"}, s.qpiLength},
		{Step{`^in (?:its|their) QPI sin\.side == pin\.side is (.+)$`,
			"true where the style letter of the QPI token is in the case of the piece, and false where not"}, s.qpiSides},
		{Step{`^their (Piece|Thai name|Notes) (?:is|are) "(.*)"$`,
			"the catalog has this text for each of them"}, s.catalogEntry},

		// Then: all tokens
		{Step{`^whether PIN has a letter for each is (yes|no)$`,
			"whether there are as many letters as the game has types"}, s.hasLetters},
		{Step{`^PIN has ([0-9]+) (types|players|states)$`,
			"so many different ones there are in all its tokens"}, s.pinHas},
		{Step{`^the letters of the (first|second) player are ([A-Za-z]) to ([A-Za-z])$`,
			"the tokens of this side have these letters, all of them and no other"}, s.lettersAre},
		{Step{`^the prefix of the (normal|enhanced|diminished) pieces is (.+)$`,
			"the tokens of all pieces in this state begin with this quoted string, and with nothing else before the letter"}, s.prefixIs},
		{Step{`^no two (PIN|EPIN) tokens are of the same (Type, Side and State|Type, Side, State and Style)$`,
			"the tokens that can be are all of different pieces; they are compared in all that they encode"}, s.noTwoAreTheSame},
	}
}
