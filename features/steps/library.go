package steps

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

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
		{`^(?:its|their) (letter|prefix|suffix) is (.+)$`, s.has},
		{`^(?:its|their) (normal\?|enhanced\?|diminished\?|first_player\?|second_player\?) is (.+)$`, s.has},
		{`^its (same_type\?|same_side\?|same_state\?|same_style\?) with (.+) is (true|false)$`, s.comparison},
		{`^(?:its|their) (Side|Style status) is (.+)$`, s.has},
		{`^the constant DERIVATION_SUFFIX is (.+)$`, s.derivationSuffix},

		// Then: its style
		{`^(?:its|their) style is (.+)$`, s.is("style", s.styleOf)},
		{`^its rule is (.+)$`, s.is("rule", s.ruleOf)},
		{`^the native style of the (first|second) player is (.+)$`, s.nativeStyle},
		{`^(?:its|their) QPI is (.+)$`, s.is("QPI", func(i epin.Identifier) any { return s.qpiOf(i) })},
		{`^(?:its|their) QPI has (.+) characters more$`, s.is("length of the QPI beyond that", s.qpiBeyond)},
		{`^in (?:its|their) QPI sin\.side == pin\.side is (.+)$`, s.is("answer to sin.side == pin.side", s.qpiIsNative)},
		{`^their (Piece|Thai name|Notes) (?:is|are) "(.*)"$`, s.catalogEntry},

		// Then: all tokens
		{`^whether PIN has a letter for each is (yes|no)$`, s.hasLetters},
		{`^PIN has ([0-9]+) (types|players|states)$`, s.pinHas},
		{`^the letters of the (first|second) player are ([A-Za-z]) to ([A-Za-z])$`, s.lettersAre},
		{`^the prefix of the (normal|enhanced|diminished) pieces is (.+)$`, s.prefixIs},
		{`^no two (PIN|EPIN) tokens are of the same (Type, Side and State|Type, Side, State and Style)$`, s.noTwoAreTheSame},
	}
}

// scene is the state of one scenario about this module's packages. It cannot reach an
// implementation.
type scene struct {
	attempt *attempt // for the edition of the run
	pieces  []epin.Identifier
	result  epin.Identifier // of what has been applied to the only piece; zero before
	game    any             // a context of package style, a style.Catalogue, or a number of types; nil before
}

// gameOf returns the game of a scenario, which must be a G.
func gameOf[G any](s *scene) G {
	game, ok := s.game.(G)
	if !ok {
		panic("name a match, a game or a catalog before it")
	}
	return game
}

// edition returns the edition of EPIN. For an edition of PIN, it is the one that extends it.
func (s *scene) edition() epin.Edition { return must(epin.ParseEdition(s.attempt.run.edition.Number)) }

func (s *scene) theTokens(quoted string) {
	s.pieces, s.result = nil, epin.Identifier{}
	for _, token := range tokens(quoted) {
		s.pieces = append(s.pieces, must(s.edition().Parse(token)))
	}
}

func (s *scene) thePieceMadeOf(list string) {
	s.pieces, s.result = []epin.Identifier{newPiece(strings.Split(list, ", "))}, epin.Identifier{}
}

// newPiece returns the piece with a type, a side, and optionally state and native.
func newPiece(words []string) epin.Identifier {
	if len(words) < 2 || len(words) > 4 {
		panic(fmt.Sprintf("a piece is made of two to four words, such as K, second, enhanced, false; got %d", len(words)))
	}
	words = slices.Concat(words, []string{"normal", "true"}[len(words)-2:])
	piece := epin.MustParse("K")
	for i, method := range []string{"with_type", "with_side", "with_state", "with_derivation"} {
		piece = setters[method](piece, words[i])
	}
	return piece
}

// ofWord returns the value with the given string form.
func ofWord[T fmt.Stringer](word string, values ...T) T {
	i := slices.IndexFunc(values, func(v T) bool { return v.String() == word })
	if i < 0 {
		panic(fmt.Sprintf("%q is not one of %v", word, values))
	}
	return values[i]
}

// one returns the only piece of a scenario.
func (s *scene) one() epin.Identifier {
	if len(s.pieces) != 1 {
		panic(noToken)
	}
	return s.pieces[0]
}

// transformations are the methods of epin.rb without an argument.
var transformations = map[string]func(epin.Identifier) epin.Identifier{
	"flip":       epin.Identifier.Flip,
	"derive":     epin.Identifier.Derive,
	"underive":   epin.Identifier.Native,
	"enhance":    epin.Identifier.Enhance,
	"unenhance":  epin.Identifier.Unenhance,
	"diminish":   epin.Identifier.Diminish,
	"undiminish": epin.Identifier.Undiminish,
	"normalize":  epin.Identifier.Normalize,
}

// setters are the methods of epin.rb with an argument.
var setters = map[string]func(i epin.Identifier, argument string) epin.Identifier{
	"with_type": func(i epin.Identifier, letter string) epin.Identifier {
		if len(letter) != 1 || i.WithName(epin.Name(letter[0])).IsZero() {
			panic(fmt.Sprintf("%q is not a type: use a letter, A to Z", letter))
		}
		return i.WithName(epin.Name(letter[0]))
	},
	"with_side": func(i epin.Identifier, word string) epin.Identifier {
		return i.WithSide(ofWord(word, epin.First, epin.Second))
	},
	"with_state": func(i epin.Identifier, word string) epin.Identifier {
		return i.WithState(ofWord(word, epin.Normal, epin.Enhanced, epin.Diminished))
	},
	"with_derivation": func(i epin.Identifier, word string) epin.Identifier {
		native, ok := map[string]bool{"NATIVE": true, "true": true, "FOREIGN": false, "false": false}[word]
		if !ok {
			panic(fmt.Sprintf("%q is not one of NATIVE, FOREIGN, true and false", word))
		}
		return i.WithDerived(!native)
	},
}

var withArgument = regexp.MustCompile(`^(with_\w+)\(:?(\w+)\)$`)

func (s *scene) areApplied(list string) {
	piece := s.one()
	for call := range strings.SplitSeq(list, ", ") {
		m := withArgument.FindStringSubmatch(call)
		switch {
		case transformations[call] != nil:
			piece = transformations[call](piece)
		case m != nil && setters[m[1]] != nil:
			piece = setters[m[1]](piece, m[2])
		default:
			panic(fmt.Sprintf("%q is not a transformation of epin.rb: write, for example, underive or with_type(:Q)", call))
		}
	}
	s.result = piece
}

// shownForm is a piece as epin.rb shows it.
var shownForm = regexp.MustCompile(
	`^#<Epin::Identifier type=:([A-Z]) side=:(first|second) state=:(normal|enhanced|diminished) native=(true|false)>$`)

// parseShown returns the type, side, state and native of a piece as epin.rb shows it. ok
// is false for any other text.
func parseShown(text string) (words []string, ok bool) {
	m := shownForm.FindStringSubmatch(text)
	if m == nil {
		return nil, false
	}
	return m[1:], true
}

func (s *scene) shows(subject, text string) error {
	piece := s.one()
	if subject == "the result" {
		if piece = s.result; piece.IsZero() {
			panic("name the applied methods before it")
		}
	}
	if _, isPiece := parseShown(text); isPiece {
		return compare(subject, text, fmt.Sprintf("#<Epin::Identifier type=:%s side=:%s state=:%s native=%t>",
			piece.Name(), piece.Side(), piece.State(), piece.IsNative()))
	}
	return compare(subject, literal(text), piece.String())
}

// each compares a value of each piece with the expected ones: one for all, or one for each. They
// are words or quoted strings, with " / " between them.
func (s *scene) each(what, list string, value func(epin.Identifier) any) error {
	wanted := strings.Split(list, " / ")
	if strings.HasPrefix(list, `"`) {
		wanted = tokens(list)
	}
	wanted = oneForEach(wanted, len(s.pieces))
	for i, piece := range s.pieces {
		if err := compare(fmt.Sprintf("the %s of %+q", what, piece), wanted[i], fmt.Sprint(value(piece))); err != nil {
			return err
		}
	}
	return nil
}

// is returns a step that compares a value of each piece.
func (s *scene) is(what string, value func(epin.Identifier) any) func(string) error {
	return func(wanted string) error { return s.each(what, wanted, value) }
}

// attributes are values of a piece, by their names in the vocabulary.
var attributes = map[string]func(epin.Identifier) any{
	"letter":         func(i epin.Identifier) any { return string(rune(i.Letter())) },
	"prefix":         func(i epin.Identifier) any { return i.Prefix() },
	"suffix":         func(i epin.Identifier) any { return i.Suffix() },
	"normal?":        func(i epin.Identifier) any { return i.IsNormal() },
	"enhanced?":      func(i epin.Identifier) any { return i.IsEnhanced() },
	"diminished?":    func(i epin.Identifier) any { return i.IsDiminished() },
	"first_player?":  func(i epin.Identifier) any { return i.IsFirst() },
	"second_player?": func(i epin.Identifier) any { return i.IsSecond() },
	"Side":           func(i epin.Identifier) any { return i.Side() },
	"Style status":   func(i epin.Identifier) any { return map[bool]string{true: "Native", false: "Derived"}[i.IsNative()] },
	"types":          func(i epin.Identifier) any { return i.Name() },
	"players":        func(i epin.Identifier) any { return i.Side() },
	"states":         func(i epin.Identifier) any { return i.State() },
}

func (s *scene) has(name, wanted string) error { return s.each(name, wanted, attributes[name]) }

func (s *scene) comparison(name, quoted, answer string) error {
	other := must(s.edition().Parse(literal(quoted)))
	same := map[string]func(i, j epin.Identifier) bool{
		"same_type?":  epin.Identifier.SameName,
		"same_side?":  epin.Identifier.SameSide,
		"same_state?": epin.Identifier.SameState,
		"same_style?": epin.Identifier.SameStatus,
	}[name]
	return s.each(name+" with "+quoted, answer, func(i epin.Identifier) any { return same(i, other) })
}

func (s *scene) derivationSuffix(quoted string) error {
	return compare("DERIVATION_SUFFIX", literal(quoted), string(epin.DerivationMarker))
}

func styleNamed(name string) style.Style {
	return ofWord(name, style.Chess(), style.Makruk(), style.Shogi(), style.Ogi())
}

func (s *scene) aMatch(first, second string) {
	s.game = style.MustMatch(styleNamed(first), styleNamed(second))
}

func (s *scene) aGameOfOneStyle(name string) { s.game = style.SingleStyle{Style: styleNamed(name)} }

func (s *scene) aGameWithAList(token, name, otherToken, otherName string) {
	table := style.Table{}
	for quoted, name := range map[string]string{token: name, otherToken: otherName} {
		piece := must(s.edition().Parse(literal(quoted)))
		table[style.KeyOf(piece)] = styleNamed(name)
	}
	s.game = table
}

func (s *scene) aGameWithRules(native, derived string) {
	s.game = style.Rules[string]{Native: literal(native), Derived: literal(derived)}
}

func (s *scene) theCatalog(title string) {
	for _, c := range style.Catalogues() {
		if c.Title() == title {
			s.game = c
			return
		}
	}
	panic("unknown catalog: " + title)
}

func (s *scene) leavesMarkerOut() { s.result = gameOf[style.SingleStyle](s).Canonical(s.one()) }

func (s *scene) styleOf(i epin.Identifier) any {
	return gameOf[interface {
		Resolve(epin.Identifier) style.Style
	}](s).Resolve(i)
}

func (s *scene) ruleOf(i epin.Identifier) any { return gameOf[style.Rules[string]](s).Resolve(i) }

func (s *scene) nativeStyle(side, name string) error {
	native := gameOf[style.Match](s).NativeStyle(ofWord(side, epin.First, epin.Second))
	return compare("the native style of the "+side+" player", name, native.Name())
}

// qpiOf returns the QPI token of a piece, in the reading of the edition of the scenario.
func (s *scene) qpiOf(i epin.Identifier) style.QPI {
	return must(style.Reading(s.edition()).ToQPI(gameOf[style.Match](s), i))
}

func (s *scene) qpiBeyond(i epin.Identifier) any { return len(s.qpiOf(i).String()) - len(i.String()) }

func (s *scene) qpiIsNative(i epin.Identifier) any { return s.qpiOf(i).IsNative() }

func (s *scene) catalogEntry(column, text string) error {
	catalog := gameOf[style.Catalogue](s)
	return s.each(column, strconv.Quote(text), func(i epin.Identifier) any {
		entry, ok := catalog.Lookup(i)
		if !ok {
			return "not in the catalog"
		}
		return map[string]string{"Piece": entry.Piece, "Thai name": entry.ThaiName, "Notes": entry.Notes}[column]
	})
}

// distinct returns the distinct values of all tokens of the edition, sorted.
func (s *scene) distinct(value func(epin.Identifier) any) []string {
	var values []string
	for i := range s.edition().All() {
		values = append(values, fmt.Sprint(value(i)))
	}
	slices.Sort(values)
	return slices.Compact(values)
}

func (s *scene) aGameOfTypes(number int) { s.game = number }

func (s *scene) hasLetters(answer string) error {
	types := gameOf[int](s)
	got := map[bool]string{true: "yes", false: "no"}[types <= len(s.distinct(attributes["types"]))]
	return compare(fmt.Sprintf("whether PIN has a letter for each of %d types", types), answer, got)
}

func (s *scene) pinHas(number, what string) error {
	return compare("the number of "+what, number, strconv.Itoa(len(s.distinct(attributes[what]))))
}

func (s *scene) lettersAre(side, first, last string) error {
	var wanted []string
	for c := first[0]; c <= last[0]; c++ {
		wanted = append(wanted, string(rune(c)))
	}
	got := s.distinct(func(i epin.Identifier) any {
		if i.Side().String() != side {
			return ""
		}
		return string(rune(i.Letter()))
	})
	return compare("the letters of the "+side+" player", strings.Join(wanted, " "), strings.TrimSpace(strings.Join(got, " ")))
}

func (s *scene) prefixIs(state, quoted string) error {
	var err error
	for i := range s.edition().All() {
		if err == nil && i.State().String() == state && i.IsNative() {
			err = compare("the token of a piece that is "+state, literal(quoted)+string(rune(i.Letter())), i.String())
		}
	}
	return err
}

func (s *scene) noTwoAreTheSame(notation, _ string) error {
	tokens := s.distinct(func(i epin.Identifier) any { return i })
	pieces := s.distinct(func(i epin.Identifier) any { return fmt.Sprint(i.Name(), i.Side(), i.State(), i.IsNative()) })
	if notation == "PIN" {
		tokens = s.distinct(func(i epin.Identifier) any { return i.PIN() })
		pieces = s.distinct(func(i epin.Identifier) any { return fmt.Sprint(i.Name(), i.Side(), i.State()) })
	}
	return compare("the number of different pieces", strconv.Itoa(len(tokens)), strconv.Itoa(len(pieces)))
}
