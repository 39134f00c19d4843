package steps

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/pin"
	"github.com/epin-conformance/harness/epin/style"
	"github.com/epin-conformance/harness/features"
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

// scene is the state of one scenario about this module's packages. It cannot reach an
// implementation.
type scene struct {
	attempt *attempt // for the edition of the scenario
	pieces  []epin.Identifier
	result  epin.Identifier // of what has been applied to the only piece; zero before
	game    game            // zero where none is named
	types   int             // of a game
}

// game is the game of a scenario: how it resolves a piece to a style, and its other
// properties.
type game struct {
	resolve func(epin.Identifier) style.Style
	match   style.Match       // zero if it is not a match
	single  style.SingleStyle // zero if it has more than one style
	catalog style.Catalogue
	rules   style.Rules[string]
}

var errNoGame = errors.New("name a match, a game or a catalog before it")

func (s *scene) edition() epin.Edition { return s.attempt.scenario.Edition }

func (s *scene) theTokens(quoted string) error {
	tokens, err := features.Tokens(quoted)
	s.pieces, s.result = make([]epin.Identifier, len(tokens)), epin.Identifier{}
	for i, token := range tokens {
		if err == nil {
			s.pieces[i], err = s.edition().Parse(token)
		}
	}
	return err
}

func (s *scene) thePieceMadeOf(list string) error {
	piece, err := newPiece(strings.Split(list, ", "))
	s.pieces, s.result = []epin.Identifier{piece}, epin.Identifier{}
	return err
}

// newPiece returns the piece with a type, a side, and optionally state and native.
func newPiece(words []string) (epin.Identifier, error) {
	if len(words) < 2 || len(words) > 4 {
		return epin.Identifier{}, fmt.Errorf("a piece is made of two to four words, such as K, second, enhanced, false; got %d", len(words))
	}
	words = slices.Concat(words, []string{"normal", "true"}[len(words)-2:])
	name, err := nameOfWord(words[0])
	side, wrongSide := ofWord(words[1], sides...)
	state, wrongState := ofWord(words[2], states...)
	native, notBoolean := strconv.ParseBool(words[3])
	if err := errors.Join(err, wrongSide, wrongState, notBoolean); err != nil {
		return epin.Identifier{}, err
	}
	return epin.New(name, side, state, false, !native)
}

func nameOfWord(word string) (epin.Name, error) {
	if len(word) != 1 {
		return 0, fmt.Errorf("%q is not a type: use a letter, A to Z", word)
	}
	return epin.Name(word[0]), nil
}

var (
	sides  = []epin.Side{epin.First, epin.Second}
	states = []epin.State{epin.Normal, epin.Enhanced, epin.Diminished}
)

// ofWord returns the value with the given string form.
func ofWord[T fmt.Stringer](word string, values ...T) (T, error) {
	for _, v := range values {
		if v.String() == word {
			return v, nil
		}
	}
	var none T
	return none, fmt.Errorf("%q is not one of %v", word, values)
}

// piece returns the piece of a quoted token.
func (s *scene) piece(quoted string) (epin.Identifier, error) {
	token, err := literal(quoted)
	if err != nil {
		return epin.Identifier{}, err
	}
	return s.edition().Parse(token)
}

// one returns the only piece of a scenario.
func (s *scene) one() (epin.Identifier, error) {
	if len(s.pieces) != 1 {
		return epin.Identifier{}, errNoToken
	}
	return s.pieces[0], nil
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

var withArgument = regexp.MustCompile(`^(with_type|with_side|with_state|with_derivation)\(:?(\w+)\)$`)

func (s *scene) areApplied(list string) error {
	piece, err := s.one()
	for name := range strings.SplitSeq(list, ", ") {
		if err == nil {
			piece, err = transform(piece, name)
		}
	}
	s.result = piece
	return err
}

func transform(piece epin.Identifier, call string) (epin.Identifier, error) {
	if do, ok := transformations[call]; ok {
		return do(piece), nil
	}
	m := withArgument.FindStringSubmatch(call)
	if m == nil {
		return piece, fmt.Errorf("%q is not a transformation of epin.rb: write, for example, underive or with_type(:Q)", call)
	}
	switch method, argument := m[1], m[2]; method {
	case "with_type":
		name, err := nameOfWord(argument)
		return piece.WithName(name), err
	case "with_side":
		side, err := ofWord(argument, sides...)
		return piece.WithSide(side), err
	case "with_state":
		state, err := ofWord(argument, states...)
		return piece.WithState(state), err
	default:
		native, ok := map[string]bool{"NATIVE": true, "true": true, "FOREIGN": false, "false": false}[argument]
		if !ok {
			return piece, fmt.Errorf("%q is not one of NATIVE, FOREIGN, true and false", argument)
		}
		return piece.WithDerived(!native), nil
	}
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
	piece, err := s.one()
	if err != nil {
		return err
	}
	if subject == "the result" {
		if piece = s.result; piece.IsZero() {
			return errors.New("name the applied methods before it")
		}
	}
	if _, isPiece := parseShown(text); isPiece {
		return compare(subject, text, fmt.Sprintf("#<Epin::Identifier type=:%s side=:%s state=:%s native=%t>",
			piece.Name(), piece.Side(), piece.State(), piece.IsNative()))
	}
	return compareText(subject, text, piece.String())
}

// compareText is compare for a quoted string.
func compareText(what, quoted, got string) error {
	wanted, err := literal(quoted)
	return cmp.Or(err, compare(what, wanted, got))
}

// each compares a value of each piece with the expected ones: one for all, or one for each.
func (s *scene) each(what string, wanted []string, value func(epin.Identifier) (string, error)) error {
	wanted, err := oneForEach(wanted, len(s.pieces))
	if err != nil {
		return err
	}
	for i, piece := range s.pieces {
		got, err := value(piece)
		if err != nil {
			return err
		}
		if err := compare(fmt.Sprintf("the %s of %+q", what, piece), wanted[i], got); err != nil {
			return err
		}
	}
	return nil
}

// words returns a step that compares values that are words with " / " between them, and texts
// one that compares quoted strings.
func (s *scene) words(what string, value func(epin.Identifier) (string, error)) func(string) error {
	return func(words string) error { return s.each(what, strings.Split(words, " / "), value) }
}

func (s *scene) texts(what string, value func(epin.Identifier) (string, error)) func(string) error {
	return func(quoted string) error {
		wanted, err := features.Tokens(quoted)
		if err != nil {
			return err
		}
		return s.each(what, wanted, value)
	}
}

// value returns a value of a piece, for each, by its name in the vocabulary.
func value(name string) func(epin.Identifier) (string, error) {
	return func(i epin.Identifier) (string, error) { return fmt.Sprint(values[name](i)), nil }
}

var values = map[string]func(epin.Identifier) any{
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
}

func (s *scene) hasText(name, quoted string) error { return s.texts(name, value(name))(quoted) }
func (s *scene) hasWord(name, words string) error  { return s.words(name, value(name))(words) }

var comparisons = map[string]func(i, j epin.Identifier) bool{
	"same_type?":  epin.Identifier.SameName,
	"same_side?":  epin.Identifier.SameSide,
	"same_state?": epin.Identifier.SameState,
	"same_style?": epin.Identifier.SameStatus,
}

func (s *scene) comparison(name, quoted, answer string) error {
	other, err := s.piece(quoted)
	return s.words(name+" with "+quoted, func(i epin.Identifier) (string, error) {
		return strconv.FormatBool(comparisons[name](i, other)), err
	})(answer)
}

func (s *scene) derivationSuffix(quoted string) error {
	return compareText("DERIVATION_SUFFIX", quoted, string(epin.DerivationMarker))
}

func styleNamed(name string) (style.Style, error) {
	return ofWord(name, style.Chess(), style.Makruk(), style.Shogi(), style.Ogi())
}

func (s *scene) aMatch(first, second string) error {
	one, err := styleNamed(first)
	other, unknown := styleNamed(second)
	if err := errors.Join(err, unknown); err != nil {
		return err
	}
	match, err := style.NewMatch(one, other)
	s.game = game{resolve: match.Resolve, match: match}
	return err
}

func (s *scene) aGameOfOneStyle(name string) error {
	only, err := styleNamed(name)
	single := style.SingleStyle{Style: only}
	s.game = game{resolve: single.Resolve, single: single}
	return err
}

func (s *scene) aGameWithAList(token, name, otherToken, otherName string) error {
	table := style.Table{}
	for quoted, name := range map[string]string{token: name, otherToken: otherName} {
		piece, err := s.piece(quoted)
		if err != nil {
			return err
		}
		if table[style.KeyOf(piece)], err = styleNamed(name); err != nil {
			return err
		}
	}
	s.game = game{resolve: table.Resolve}
	return nil
}

func (s *scene) aGameWithRules(native, derived string) error {
	ruleOfNative, err := literal(native)
	ruleOfDerived, other := literal(derived)
	s.game = game{rules: style.Rules[string]{Native: ruleOfNative, Derived: ruleOfDerived}}
	return errors.Join(err, other)
}

func (s *scene) theCatalog(title string) error {
	for _, c := range style.Catalogues() {
		if c.Title() == title {
			s.game = game{catalog: c}
			return nil
		}
	}
	return errors.New("unknown catalog: " + title)
}

func (s *scene) leavesMarkerOut() error {
	piece, err := s.one()
	if err != nil {
		return err
	}
	if s.game.single.Style.IsZero() {
		return errNoGame
	}
	s.result = s.game.single.Canonical(piece)
	return nil
}

func (s *scene) styleOf(i epin.Identifier) (string, error) {
	if s.game.resolve == nil {
		return "", errNoGame
	}
	return s.game.resolve(i).Name(), nil
}

func (s *scene) nativeStyle(side, name string) error {
	if s.game.match.IsZero() {
		return errNoGame
	}
	which, err := ofWord(side, sides...)
	if err != nil {
		return err
	}
	return compare("the native style of the "+side+" player", name, s.game.match.NativeStyle(which).Name())
}

// ofQPI returns, for use in each, a value of the QPI token of a piece. It reads the token as
// the edition of the scenario does.
func (s *scene) ofQPI(value func(epin.Identifier, style.QPI) string) func(epin.Identifier) (string, error) {
	return func(i epin.Identifier) (string, error) {
		if s.game.match.IsZero() {
			return "", errNoGame
		}
		qpi, err := style.Reading(s.edition()).ToQPI(s.game.match, i)
		return value(i, qpi), err
	}
}

func (s *scene) catalogEntry(column, text string) error {
	if s.game.catalog.Title() == "" {
		return errNoGame
	}
	return s.each(column, []string{text}, func(i epin.Identifier) (string, error) {
		entry, ok := s.game.catalog.Lookup(i)
		if !ok {
			return "not in the catalog", nil
		}
		return map[string]string{"Piece": entry.Piece, "Thai name": entry.ThaiName, "Notes": entry.Notes}[column], nil
	})
}

// distinct returns the distinct values of tokens, sorted.
func distinct[T any](tokens iter.Seq[T], value func(T) string) []string {
	var values []string
	for i := range tokens {
		values = append(values, value(i))
	}
	slices.Sort(values)
	return slices.Compact(values)
}

// ofAll returns the distinct values of all PIN tokens of the edition, sorted.
func (s *scene) ofAll(value func(pin.Identifier) string) []string {
	return distinct(s.edition().PIN().All(), value)
}

var limited = map[string]func(pin.Identifier) string{
	"types":   func(i pin.Identifier) string { return i.Name().String() },
	"players": func(i pin.Identifier) string { return i.Side().String() },
	"states":  func(i pin.Identifier) string { return i.State().String() },
}

func (s *scene) aGameOfTypes(number int) { s.types = number }

func (s *scene) hasLetters(answer string) error {
	if s.types == 0 {
		return errNoGame
	}
	got := map[bool]string{true: "yes", false: "no"}[s.types <= len(s.ofAll(limited["types"]))]
	return compare(fmt.Sprintf("whether PIN has a letter for each of %d types", s.types), answer, got)
}

func (s *scene) pinHas(number, what string) error {
	return compare("the number of "+what, number, strconv.Itoa(len(s.ofAll(limited[what]))))
}

func (s *scene) lettersAre(side, first, last string) error {
	var wanted []string
	for c := first[0]; c <= last[0]; c++ {
		wanted = append(wanted, string(rune(c)))
	}
	got := s.ofAll(func(i pin.Identifier) string {
		if i.Side().String() != side {
			return ""
		}
		return string(rune(i.Letter()))
	})
	return compare("the letters of the "+side+" player", strings.Join(wanted, " "), strings.TrimSpace(strings.Join(got, " ")))
}

func (s *scene) prefixIs(state, quoted string) error {
	wanted, err := literal(quoted)
	for i := range s.edition().PIN().All() {
		if err == nil && i.State().String() == state {
			err = compare("the token of a piece that is "+state, wanted+string(rune(i.Letter())), i.String())
		}
	}
	return err
}

func (s *scene) noTwoAreTheSame(notation, _ string) error {
	tokens := distinct(s.edition().All(), epin.Identifier.String)
	pieces := distinct(s.edition().All(), func(i epin.Identifier) string {
		return fmt.Sprint(i.Name(), i.Side(), i.State(), i.IsNative())
	})
	if notation == "PIN" {
		tokens = s.ofAll(pin.Identifier.String)
		pieces = s.ofAll(func(i pin.Identifier) string { return fmt.Sprint(i.Name(), i.Side(), i.State()) })
	}
	return compare("the number of different pieces", strconv.Itoa(len(tokens)), strconv.Itoa(len(pieces)))
}
