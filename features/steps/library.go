package steps

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/style"
)

// ofLibrary returns the sentences that only scenarios with @library use, which test this module's
// packages, in the order of README.md.
func (a *attempt) ofLibrary() []definition {
	return []definition{
		// Given
		{`^the piece made of (.+)$`, a.thePieceMadeOf},
		{`^a match of (.+) against (.+)$`, func(first, second string) { a.game = style.MustMatch(styleNamed(first), styleNamed(second)) }},
		{`^a game of the single style (.+)$`, func(name string) { a.game = style.SingleStyle{Style: styleNamed(name)} }},
		{`^a game that lists (".+") as (.+) and (".+") as (.+)$`, a.aGameWithAList},
		{`^a game whose native pieces follow the rule (".+") and derived ones (".+")$`, func(native, derived string) {
			a.game = style.Rules[string]{Native: literal(native), Derived: literal(derived)}
		}},
		{`^the catalog of (.+)$`, a.theCatalog},

		// When
		{`^the game leaves the marker out$`, func() { a.result = gameOf[style.SingleStyle](a).Canonical(a.piece(a.one())) }},

		// Then: a piece or a game
		{`^its (same_(?:type|side|state|style)\?) with (.+) is (true|false)$`, a.comparison},
		{`^the constant (DERIVATION_SUFFIX) is (.+)$`, func(name, quoted string) error {
			return a.compare(name, literal(quoted), string(epin.DerivationMarker))
		}},
		{`^the native style of the (first|second) player is (.+)$`, a.nativeStyle},

		// Then: all tokens
		{`^PIN has ([0-9]+) (players|states)$`, a.pinHas},
		{`^whether PIN has a letter for each of ([0-9]+) types is (yes|no)$`, a.hasLetters},
		{`^the (letters|prefix) of pieces whose (?:Side|State) is (.+) (?:is|are) (".*")$`, a.partsAre},
		{`^no two (PIN|EPIN) tokens are of the same Type, Side,? (?:and State|State and Style)$`, a.noTwoAreTheSame},
	}
}

// edition returns the edition of EPIN. For an edition of PIN, it is the one that extends it.
func (a *attempt) edition() epin.Edition { return must(epin.ParseEdition(a.editions[0].Number)) }

func (a *attempt) piece(token string) epin.Identifier { return must(a.edition().Parse(token)) }

func (a *attempt) thePieceMadeOf(list string) {
	a.theTokens("token", strconv.Quote(newPiece(strings.Split(list, ", ")).String()))
}

// newPiece returns the piece with a type, a side, and optionally state and native.
func newPiece(words []string) epin.Identifier {
	if len(words) < 2 || len(words) > 4 {
		panic(fmt.Sprintf("a piece is made of two to four words, such as K, second, enhanced, false; got %d", len(words)))
	}
	piece := epin.MustParse("K")
	for i, method := range []string{"with_type", "with_side", "with_state", "with_derivation"}[:len(words)] {
		piece = calls[method](piece, words[i])
	}
	return piece
}

// ofWord returns the value with the given string form.
func ofWord[T any](word string, values ...T) T {
	i := slices.IndexFunc(values, func(v T) bool { return fmt.Sprint(v) == word })
	if i < 0 {
		panic(fmt.Sprintf("%q is not one of %v", word, values))
	}
	return values[i]
}

// calls are the methods of epin.rb, with the text of their argument if they have one.
var calls = map[string]func(i epin.Identifier, argument string) epin.Identifier{
	"flip":            call(epin.Identifier.Flip),
	"derive":          call(epin.Identifier.Derive),
	"underive":        call(epin.Identifier.Native),
	"enhance":         call(epin.Identifier.Enhance),
	"unenhance":       call(epin.Identifier.Unenhance),
	"diminish":        call(epin.Identifier.Diminish),
	"undiminish":      call(epin.Identifier.Undiminish),
	"normalize":       call(epin.Identifier.Normalize),
	"with_type":       setter(epin.Identifier.WithName, []epin.Name("ABCDEFGHIJKLMNOPQRSTUVWXYZ")...),
	"with_side":       setter(epin.Identifier.WithSide, epin.First, epin.Second),
	"with_state":      setter(epin.Identifier.WithState, epin.Normal, epin.Enhanced, epin.Diminished),
	"with_derivation": setter(withNative, "NATIVE", "true", "FOREIGN", "false"),
}

func call(method func(epin.Identifier) epin.Identifier) func(epin.Identifier, string) epin.Identifier {
	return func(i epin.Identifier, _ string) epin.Identifier { return method(i) }
}

// setter returns a method whose argument is one of some values, by its string form.
func setter[T any](method func(epin.Identifier, T) epin.Identifier, values ...T) func(epin.Identifier, string) epin.Identifier {
	return func(i epin.Identifier, word string) epin.Identifier { return method(i, ofWord(word, values...)) }
}

func withNative(i epin.Identifier, word string) epin.Identifier {
	return i.WithDerived(word == "FOREIGN" || word == "false")
}

var callForm = regexp.MustCompile(`^(\w+)(?:\(:?(\w+)\))?$`)

// transformed returns the result of methods of epin.rb, one applied to the result of the other.
func transformed(piece epin.Identifier, list []string) epin.Identifier {
	for _, text := range list {
		m := callForm.FindStringSubmatch(text)
		if m == nil || calls[m[1]] == nil || strings.HasPrefix(m[1], "with_") != (m[2] != "") {
			panic(fmt.Sprintf("%q is not a transformation of epin.rb: write, for example, underive or with_type(:Q)", text))
		}
		piece = calls[m[1]](piece, m[2])
	}
	return piece
}

// of returns a function of values that does not depend on the game.
func of[V any](value func(epin.Identifier) V) func(*attempt, epin.Identifier) any {
	return func(_ *attempt, i epin.Identifier) any { return value(i) }
}

// values are values of a piece, by their names in the vocabulary.
var values = map[string]func(*attempt, epin.Identifier) any{
	"string form":    of(epin.Identifier.String),
	"Name":           of(epin.Identifier.Name),
	"Side":           of(epin.Identifier.Side),
	"State":          of(epin.Identifier.State),
	"native?":        of(epin.Identifier.IsNative),
	"letter":         of(func(i epin.Identifier) string { return string(rune(i.Letter())) }),
	"prefix":         of(epin.Identifier.Prefix),
	"suffix":         of(epin.Identifier.Suffix),
	"normal?":        of(epin.Identifier.IsNormal),
	"enhanced?":      of(epin.Identifier.IsEnhanced),
	"diminished?":    of(epin.Identifier.IsDiminished),
	"first_player?":  of(epin.Identifier.IsFirst),
	"second_player?": of(epin.Identifier.IsSecond),
	"Style status": of(func(i epin.Identifier) string {
		return map[bool]string{true: "Native", false: "Derived"}[i.IsNative()]
	}),

	// These need a game.
	"style": func(a *attempt, i epin.Identifier) any {
		return gameOf[interface {
			Resolve(epin.Identifier) style.Style
		}](a).Resolve(i)
	},
	"rule": func(a *attempt, i epin.Identifier) any { return gameOf[style.Rules[string]](a).Resolve(i) },
	"QPI":  func(a *attempt, i epin.Identifier) any { return a.qpiOf(i) },
	"additional characters in QPI": func(a *attempt, i epin.Identifier) any {
		return len(a.qpiOf(i).String()) - len(i.String())
	},
	"sin.side == pin.side": func(a *attempt, i epin.Identifier) any { return a.qpiOf(i).IsNative() },
	"Piece":                func(a *attempt, i epin.Identifier) any { return a.entryOf(i).Piece },
	"Thai name":            func(a *attempt, i epin.Identifier) any { return a.entryOf(i).ThaiName },
	"Notes":                func(a *attempt, i epin.Identifier) any { return a.entryOf(i).Notes },
}

func (a *attempt) comparison(ctx context.Context, name, quoted, answer string) error {
	same := map[string]func(i, j epin.Identifier) bool{
		"same_type?":  epin.Identifier.SameName,
		"same_side?":  epin.Identifier.SameSide,
		"same_state?": epin.Identifier.SameState,
		"same_style?": epin.Identifier.SameStatus,
	}[name]
	token := a.one()
	return a.compare(fmt.Sprintf("the %s with %s of %+q", name, quoted, token), answer,
		strconv.FormatBool(same(a.piece(token), a.piece(literal(quoted)))))
}

// gameOf returns the game of a scenario, which must be a G.
func gameOf[G any](a *attempt) G {
	game, ok := a.game.(G)
	if !ok {
		panic("name a match, a game or a catalog before it")
	}
	return game
}

func styleNamed(name string) style.Style {
	return ofWord(name, style.Chess(), style.Makruk(), style.Shogi(), style.Ogi())
}

func (a *attempt) aGameWithAList(token, name, otherToken, otherName string) {
	a.game = style.Table{
		style.KeyOf(a.piece(literal(token))):      styleNamed(name),
		style.KeyOf(a.piece(literal(otherToken))): styleNamed(otherName),
	}
}

func (a *attempt) theCatalog(title string) {
	i := slices.IndexFunc(style.Catalogues(), func(c style.Catalogue) bool { return c.Title() == title })
	if i < 0 {
		panic("unknown catalog: " + title)
	}
	a.game = style.Catalogues()[i]
}

// entryOf returns the entry of a piece in the catalog.
func (a *attempt) entryOf(i epin.Identifier) style.Entry {
	entry, ok := gameOf[style.Catalogue](a).Lookup(i)
	if !ok {
		panic(fmt.Sprintf("%q is not in the catalog", i))
	}
	return entry
}

func (a *attempt) nativeStyle(side, name string) error {
	native := gameOf[style.Match](a).NativeStyle(ofWord(side, epin.First, epin.Second))
	return a.compare("the native style of the "+side+" player", name, native.Name())
}

// qpiOf returns the QPI token of a piece, in the reading of the edition of the scenario.
func (a *attempt) qpiOf(i epin.Identifier) style.QPI {
	return must(style.Reading(a.edition()).ToQPI(gameOf[style.Match](a), i))
}

// distinct returns the distinct values of all tokens of the edition, sorted.
func (a *attempt) distinct(value func(epin.Identifier) string) []string {
	var values []string
	for i := range a.edition().All() {
		values = append(values, value(i))
	}
	slices.Sort(values)
	return slices.Compact(values)
}

func (a *attempt) pinHas(number, what string) error {
	got := a.distinct(func(i epin.Identifier) string {
		return map[string]fmt.Stringer{"players": i.Side(), "states": i.State()}[what].String()
	})
	return a.compare("the number of "+what, number, strconv.Itoa(len(got)))
}

func (a *attempt) hasLetters(types int, answer string) error {
	letters := a.distinct(func(i epin.Identifier) string { return i.Name().String() })
	got := map[bool]string{true: "yes", false: "no"}[types <= len(letters)]
	return a.compare(fmt.Sprintf("whether PIN has a letter for each of %d types", types), answer, got)
}

// partsAre compares the different letters, or texts before the letter, of all tokens whose Side or
// State is a word.
func (a *attempt) partsAre(what, word, quoted string) error {
	got := a.distinct(func(i epin.Identifier) string {
		letter := string(rune(i.Letter()))
		prefix, _, _ := strings.Cut(i.String(), letter)
		if word != i.Side().String() && word != i.State().String() {
			return ""
		}
		return map[string]string{"letters": letter, "prefix": prefix}[what]
	})
	return a.compare(fmt.Sprintf("the %s of pieces that are %s", what, word), literal(quoted), strings.Join(got, ""))
}

func (a *attempt) noTwoAreTheSame(notation string) error {
	inPIN := func(i epin.Identifier) string { return fmt.Sprint(i.Name(), i.Side(), i.State()) }
	form, piece := epin.Identifier.String, func(i epin.Identifier) string { return fmt.Sprint(inPIN(i), i.IsNative()) }
	if notation == "PIN" {
		form, piece = func(i epin.Identifier) string { return i.PIN().String() }, inPIN
	}
	return a.compare("the number of different pieces", strconv.Itoa(len(a.distinct(form))), strconv.Itoa(len(a.distinct(piece))))
}
