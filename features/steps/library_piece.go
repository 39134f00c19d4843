package steps

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

func (s *scene) theTokens(quoted string) error {
	s.pieces, s.result = nil, epin.Identifier{}
	tokens, err := features.Tokens(quoted)
	if err != nil {
		return err
	}
	for _, token := range tokens {
		piece, err := s.attempt.scenario.Edition.Parse(token)
		if err != nil {
			return err
		}
		s.pieces = append(s.pieces, piece)
	}
	return nil
}

func (s *scene) thePieceMadeOf(list string) error {
	piece, err := newPiece(strings.Split(list, ", "))
	s.pieces, s.result = []epin.Identifier{piece}, epin.Identifier{}
	return err
}

// newPiece makes a piece out of words: type, side, and perhaps state and native.
func newPiece(words []string) (epin.Identifier, error) {
	if len(words) < 2 || len(words) > 4 {
		return epin.Identifier{}, fmt.Errorf("a piece is made of two to four words, such as K, second, enhanced, false; here are %d", len(words))
	}
	words = append(words, []string{"normal", "true"}[len(words)-2:]...)
	name, err := nameOfWord(words[0])
	if err != nil {
		return epin.Identifier{}, err
	}
	side, err := ofWord(words[1], epin.First, epin.Second)
	if err != nil {
		return epin.Identifier{}, err
	}
	state, err := ofWord(words[2], epin.Normal, epin.Enhanced, epin.Diminished)
	if err != nil {
		return epin.Identifier{}, err
	}
	native, err := strconv.ParseBool(words[3])
	if err != nil {
		return epin.Identifier{}, err
	}
	return epin.New(name, side, state, false, !native)
}

func nameOfWord(word string) (epin.Name, error) {
	if len(word) != 1 {
		return 0, fmt.Errorf("%q is no type: it is a letter, A to Z", word)
	}
	return epin.Name(word[0]), nil
}

// ofWord returns the value that is written as a word.
func ofWord[T fmt.Stringer](word string, values ...T) (T, error) {
	for _, v := range values {
		if v.String() == word {
			return v, nil
		}
	}
	var none T
	return none, fmt.Errorf("%q is none of %v", word, values)
}

// one returns the piece of a scenario that is about a single one.
func (s *scene) one() (epin.Identifier, error) {
	if len(s.pieces) != 1 {
		return epin.Identifier{}, errNoToken
	}
	return s.pieces[0], nil
}

// transformations are those of epin.rb that take no argument.
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
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(list, ", ") {
		if piece, err = transform(piece, name); err != nil {
			return err
		}
	}
	s.result = piece
	return nil
}

func transform(piece epin.Identifier, call string) (epin.Identifier, error) {
	if do, ok := transformations[call]; ok {
		return do(piece), nil
	}
	m := withArgument.FindStringSubmatch(call)
	if m == nil {
		return piece, fmt.Errorf("%q is no transformation of epin.rb: write it such as underive or with_type(:Q)", call)
	}
	switch method, argument := m[1], m[2]; method {
	case "with_type":
		name, err := nameOfWord(argument)
		return piece.WithName(name), err
	case "with_side":
		side, err := ofWord(argument, epin.First, epin.Second)
		return piece.WithSide(side), err
	case "with_state":
		state, err := ofWord(argument, epin.Normal, epin.Enhanced, epin.Diminished)
		return piece.WithState(state), err
	default:
		native, ok := map[string]bool{"NATIVE": true, "true": true, "FOREIGN": false, "false": false}[argument]
		if !ok {
			return piece, fmt.Errorf("%q is none of NATIVE, FOREIGN, true and false", argument)
		}
		return piece.WithDerived(!native), nil
	}
}

func (s *scene) shows(subject, text string) error {
	piece, err := s.one()
	if err != nil {
		return err
	}
	if subject == "the result" {
		if piece = s.result; piece.IsZero() {
			return errors.New("say what is applied before it")
		}
	}
	if _, isPiece := parseShown(text); isPiece {
		return compare(subject, text, show(piece).String())
	}
	wanted, err := literal(text)
	if err != nil {
		return err
	}
	return compare(subject, wanted, piece.String())
}

func show(piece epin.Identifier) shown {
	return shown{piece.Name().String(), piece.Side().String(), piece.State().String(), strconv.FormatBool(piece.IsNative())}
}

func (s *scene) original(quoted string) error { return s.shows("it", quoted) }

// each compares what is got of each piece with the values wanted: one for all, or
// one for each.
func (s *scene) each(what string, wanted []string, got func(epin.Identifier) (string, error)) error {
	wanted, err := oneForEach(wanted, len(s.pieces))
	if err != nil {
		return err
	}
	for i, piece := range s.pieces {
		value, err := got(piece)
		if err != nil {
			return err
		}
		if err := compare(fmt.Sprintf("the %s of %+q", what, piece), wanted[i], value); err != nil {
			return err
		}
	}
	return nil
}

// eachWord is each for values that are words with " / " between them, and eachText
// for quoted strings.
func (s *scene) eachWord(what, words string, got func(epin.Identifier) string) error {
	return s.each(what, strings.Split(words, " / "), func(i epin.Identifier) (string, error) { return got(i), nil })
}

func (s *scene) eachText(what, quoted string, got func(epin.Identifier) (string, error)) error {
	wanted, err := features.Tokens(quoted)
	if err != nil {
		return err
	}
	return s.each(what, wanted, got)
}

func (s *scene) part(which, quoted string) error {
	parts := map[string]func(epin.Identifier) string{
		"letter": func(i epin.Identifier) string { return string(i.Letter()) },
		"prefix": epin.Identifier.Prefix,
		"suffix": epin.Identifier.Suffix,
	}
	return s.eachText(which, quoted, func(i epin.Identifier) (string, error) { return parts[which](i), nil })
}

func (s *scene) query(which, booleans string) error {
	queries := map[string]func(epin.Identifier) bool{
		"normal?":        epin.Identifier.IsNormal,
		"enhanced?":      epin.Identifier.IsEnhanced,
		"diminished?":    epin.Identifier.IsDiminished,
		"first_player?":  epin.Identifier.IsFirst,
		"second_player?": epin.Identifier.IsSecond,
	}
	return s.eachWord(which, booleans, func(i epin.Identifier) string { return strconv.FormatBool(queries[which](i)) })
}

func (s *scene) comparison(which, quoted, answer string) error {
	token, err := literal(quoted)
	if err != nil {
		return err
	}
	other, err := s.attempt.scenario.Edition.Parse(token)
	if err != nil {
		return err
	}
	comparisons := map[string]func(i, j epin.Identifier) bool{
		"same_type?":  epin.Identifier.SameName,
		"same_side?":  epin.Identifier.SameSide,
		"same_state?": epin.Identifier.SameState,
		"same_style?": epin.Identifier.SameStatus,
	}
	return s.eachWord(which+" with "+quoted, answer, func(i epin.Identifier) string {
		return strconv.FormatBool(comparisons[which](i, other))
	})
}

func (s *scene) attribute(which, words string) error {
	attributes := map[string]func(epin.Identifier) string{
		"Side": func(i epin.Identifier) string { return i.Side().String() },
		"Style status": func(i epin.Identifier) string {
			if i.IsDerived() {
				return "Derived"
			}
			return "Native"
		},
	}
	return s.eachWord(which, words, attributes[which])
}

func (s *scene) derivationSuffix(quoted string) error {
	wanted, err := literal(quoted)
	if err != nil {
		return err
	}
	return compare("DERIVATION_SUFFIX", wanted, string(epin.DerivationMarker))
}
