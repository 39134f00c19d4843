package steps

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/style"
)

// ofLibrary returns the sentences that only scenarios with @library use, which test this module's
// packages, in the order of README.md.
func (a *attempt) ofLibrary() []definition {
	return []definition{
		{`^the piece made of (.+)$`, func(list string) {
			a.theTokens("token", strconv.Quote(newPiece(strings.Split(list, ", ")...).String()))
		}},
		{`^a match of (.+) against (.+)$`, func(first, second string) {
			a.game = style.Match{First: styleNamed(first), Second: styleNamed(second)}
		}},
		{`^a game of the single style (.+)$`, func(name string) { a.game = style.SingleStyle{Style: styleNamed(name)} }},
		{`^a game that lists (".+") as (.+) and (".+") as (.+)$`, func(token, name, otherToken, otherName string) {
			a.game = style.Table{
				a.piece(literal(token)):      styleNamed(name),
				a.piece(literal(otherToken)): styleNamed(otherName),
			}
		}},
		{`^a game whose native pieces follow the rule (".+") and derived ones (".+")$`, func(native, derived string) {
			a.game = style.Rules[string]{Native: literal(native), Derived: literal(derived)}
		}},
		{`^the game leaves the marker out$`, func() { a.result = gameOf[style.SingleStyle](a).Canonical(a.piece(a.one())) }},
		{`^its (same_(?:type|side|state|style)\?) with (.+) is (true|false)$`, a.comparison},
		{`^the constant (DERIVATION_SUFFIX) is (.+)$`, func(name, quoted string) {
			a.compare(name, literal(quoted), string(epin.DerivationMarker))
		}},
		{`^the native style of the (first|second) player is (.+)$`, func(side, name string) {
			game := gameOf[style.Match](a)
			native := map[string]style.Style{"first": game.First, "second": game.Second}[side]
			a.compare("the native style of the "+side+" player", name, native.Name)
		}},
		{`^PIN has ([0-9]+) (players|states)$`, func(number, what string) {
			value := map[string]value{"players": values["Side"], "states": values["State"]}[what]
			a.compare("the number of "+what, number, strconv.Itoa(len(a.distinct(value))))
		}},
		{`^whether PIN has a letter for each of ([0-9]+) types is (yes|no)$`, func(types int, answer string) {
			got := map[bool]string{true: "yes", false: "no"}[types <= len(a.distinct(values["Name"]))]
			a.compare(fmt.Sprintf("whether PIN has a letter for each of %d types", types), answer, got)
		}},
		{`^the (letters|prefix) of pieces whose (?:Side|State) is (.+) (?:is|are) (".*")$`, a.partsAre},
		{`^no two (PIN|EPIN) tokens are of the same Type, Side,? (?:and State|State and Style)$`, a.noTwoAreTheSame},
	}
}

// edition returns the edition of EPIN. For an edition of PIN, it is the one that extends it.
func (a *attempt) edition() epin.Edition {
	if a.editions[0].Number == notation.EPINInitial.Number {
		return epin.Initial
	}
	return epin.Current
}

func (a *attempt) piece(token string) epin.Identifier { return must(a.edition().Parse(token)) }

// newPiece returns the piece with a type, a side, and optionally state and native.
func newPiece(words ...string) epin.Identifier {
	if len(words) < 2 || len(words) > 4 {
		panic(fmt.Sprintf("a piece is made of two to four words, such as K, second, enhanced, false; got %d", len(words)))
	}
	words = append(words, []string{"normal", "true"}[len(words)-2:]...)
	name := ofWord(words[0], []epin.Name("ABCDEFGHIJKLMNOPQRSTUVWXYZ")...)
	side := ofWord(words[1], epin.First, epin.Second)
	state := ofWord(words[2], epin.Normal, epin.Enhanced, epin.Diminished)
	return must(epin.New(name, side, state, false, !ofWord(words[3], true, false)))
}

// ofWord returns the value with the given string form.
func ofWord[T any](word string, values ...T) T {
	i := slices.IndexFunc(values, func(v T) bool { return fmt.Sprint(v) == word })
	if i < 0 {
		panic(fmt.Sprintf("%q is not one of %v", word, values))
	}
	return values[i]
}

// methods are the methods of epin.rb without an argument; setters those that replace a word of newPiece.
var (
	methods = map[string]func(epin.Identifier) epin.Identifier{
		"flip": epin.Identifier.Flip, "derive": epin.Identifier.Derive, "underive": epin.Identifier.Native,
		"enhance": epin.Identifier.Enhance, "unenhance": normalIf(epin.Enhanced),
		"diminish": epin.Identifier.Diminish, "undiminish": normalIf(epin.Diminished),
		"normalize": epin.Identifier.Normalize,
	}
	setters = []string{"with_type", "with_side", "with_state", "with_derivation"}
)

func normalIf(state epin.State) func(epin.Identifier) epin.Identifier {
	return func(i epin.Identifier) epin.Identifier {
		if i.State() == state {
			return i.Normalize()
		}
		return i
	}
}

var callForm = regexp.MustCompile(`^(\w+)(?:\(:?(\w+)\))?$`)

// transformed returns the result of methods of epin.rb, one applied to the result of the other.
func transformed(i epin.Identifier, list []string) epin.Identifier {
	for _, text := range list {
		call := append(callForm.FindStringSubmatch(text), "", "", "")
		setter := slices.Index(setters, call[1])
		switch {
		case setter >= 0 && call[2] != "":
			words := []string{i.Name().String(), i.Side().String(), i.State().String(), strconv.FormatBool(i.IsNative())}
			words[setter] = strings.NewReplacer("NATIVE", "true", "FOREIGN", "false").Replace(call[2])
			i = newPiece(words...)
		case methods[call[1]] != nil && call[2] == "":
			i = methods[call[1]](i)
		default:
			panic(fmt.Sprintf("%q is not a transformation of epin.rb: write, for example, underive or with_type(:Q)", text))
		}
	}
	return i
}

// value is a value of a piece. Some need the game of the scenario.
type value func(*attempt, epin.Identifier) any

// of returns a value that does not depend on the game.
func of[V any](value func(epin.Identifier) V) value {
	return func(_ *attempt, i epin.Identifier) any { return value(i) }
}

// is returns whether an attribute of a piece is v.
func is[V comparable](attribute func(epin.Identifier) V, v V) value {
	return func(_ *attempt, i epin.Identifier) any { return attribute(i) == v }
}

// values are values of a piece, by their names in the vocabulary.
var values = map[string]value{
	"string form":    of(epin.Identifier.String),
	"Name":           of(epin.Identifier.Name),
	"Side":           of(epin.Identifier.Side),
	"State":          of(epin.Identifier.State),
	"native?":        of(epin.Identifier.IsNative),
	"letter":         of(letter),
	"prefix":         of(prefix),
	"suffix":         of(func(i epin.Identifier) string { return strings.TrimPrefix(i.String(), i.PIN().String()) }),
	"normal?":        is(epin.Identifier.State, epin.Normal),
	"enhanced?":      is(epin.Identifier.State, epin.Enhanced),
	"diminished?":    is(epin.Identifier.State, epin.Diminished),
	"first_player?":  is(epin.Identifier.Side, epin.First),
	"second_player?": is(epin.Identifier.Side, epin.Second),
	"Style status": of(func(i epin.Identifier) string {
		return map[bool]string{true: "Native", false: "Derived"}[i.IsNative()]
	}),
	"style": func(a *attempt, i epin.Identifier) any {
		return gameOf[interface {
			Resolve(epin.Identifier) style.Style
		}](a).Resolve(i)
	},
	"rule": func(a *attempt, i epin.Identifier) any { return gameOf[style.Rules[string]](a).Resolve(i) },
	"QPI":  func(a *attempt, i epin.Identifier) any { return qpiOf(a, i) },
	"additional characters in QPI": func(a *attempt, i epin.Identifier) any {
		return len(qpiOf(a, i)) - len(i.String())
	},
	"sin.side == pin.side": func(a *attempt, i epin.Identifier) any {
		isFirst := qpiOf(a, i)[0] <= 'Z'
		return isFirst == (i.Side() == epin.First)
	},
}

func letter(i epin.Identifier) string { return strings.Trim(i.String(), "+-^'") }

func prefix(i epin.Identifier) string {
	before, _, _ := strings.Cut(i.String(), letter(i))
	return before
}

func (a *attempt) comparison(name, quoted, answer string) {
	token := a.one()
	part := map[string]string{
		"same_type?": "Name", "same_side?": "Side", "same_state?": "State", "same_style?": "native?",
	}[name]
	same := values[part](a, a.piece(token)) == values[part](a, a.piece(literal(quoted)))
	a.compare(fmt.Sprintf("the %s with %s of %+q", name, quoted, token), answer, strconv.FormatBool(same))
}

// gameOf returns the game of a scenario, which must be a G.
func gameOf[G any](a *attempt) G {
	game, ok := a.game.(G)
	if !ok {
		panic("name a match or a game before it")
	}
	return game
}

func styleNamed(name string) style.Style {
	return ofWord(name, style.Chess(), style.Makruk(), style.Shogi(), style.Ogi())
}

// qpiOf returns the QPI token of a piece, by the edition of the scenario.
func qpiOf(a *attempt, i epin.Identifier) string {
	return must(gameOf[style.Match](a).ToQPI(a.edition(), i))
}

// distinct returns the distinct values of all tokens of the edition, sorted.
func (a *attempt) distinct(value value) []string {
	var values []string
	for i := range a.edition().All() {
		values = append(values, fmt.Sprint(value(a, i)))
	}
	slices.Sort(values)
	return slices.Compact(values)
}

// partsAre compares the different letters, or texts before the letter, of all tokens whose Side or
// State is a word.
func (a *attempt) partsAre(what, word, quoted string) {
	part := map[string]func(epin.Identifier) string{"letters": letter, "prefix": prefix}[what]
	got := a.distinct(of(func(i epin.Identifier) string {
		if word != i.Side().String() && word != i.State().String() {
			return ""
		}
		return part(i)
	}))
	a.compare(fmt.Sprintf("the %s of pieces that are %s", what, word), literal(quoted), strings.Join(got, ""))
}

func (a *attempt) noTwoAreTheSame(notation string) {
	inPIN := func(i epin.Identifier) string { return fmt.Sprint(i.Name(), i.Side(), i.State()) }
	form, piece := of(epin.Identifier.String), of(func(i epin.Identifier) string { return fmt.Sprint(inPIN(i), i.IsNative()) })
	if notation == "PIN" {
		form, piece = of(epin.Identifier.PIN), of(inPIN)
	}
	a.compare("the number of different pieces", strconv.Itoa(len(a.distinct(form))), strconv.Itoa(len(a.distinct(piece))))
}
