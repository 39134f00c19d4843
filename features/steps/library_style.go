package steps

import (
	"errors"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/style"
)

// game is what a scenario is about: how it resolves a piece to a style, and what else
// there is to it.
type game struct {
	resolve func(epin.Identifier) style.Style
	match   style.Match       // zero where it is no match
	single  style.SingleStyle // zero where it has more than one style
	catalog style.Catalogue
	rules   style.Rules[string]
}

func styleNamed(name string) (style.Style, error) {
	return ofWord(name, style.Chess(), style.Makruk(), style.Shogi(), style.Ogi())
}

func (s *scene) aMatch(first, second string) error {
	one, err := styleNamed(first)
	if err != nil {
		return err
	}
	other, err := styleNamed(second)
	if err != nil {
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
		text, err := literal(quoted)
		if err != nil {
			return err
		}
		piece, err := s.attempt.scenario.Edition.Parse(text)
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
	var rules style.Rules[string]
	var err, other error
	rules.Native, err = literal(native)
	rules.Derived, other = literal(derived)
	s.game = game{rules: rules}
	return errors.Join(err, other)
}

func (s *scene) rule(quoted string) error {
	return s.eachText("rule", quoted, func(i epin.Identifier) (string, error) { return s.game.rules.Resolve(i), nil })
}

func (s *scene) theCatalog(title string) error {
	for _, c := range style.Catalogues() {
		if c.Title() == title {
			s.game = game{catalog: c}
			return nil
		}
	}
	return errors.New("there is no catalog of " + title)
}

var errNoGame = errors.New("name a match, a game or a catalog before it")

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

func (s *scene) style(names string) error {
	if s.game.resolve == nil {
		return errNoGame
	}
	return s.eachWord("style", names, func(i epin.Identifier) string { return s.game.resolve(i).Name() })
}

func (s *scene) nativeStyle(side, name string) error {
	if s.game.match.IsZero() {
		return errNoGame
	}
	which, err := ofWord(side, epin.First, epin.Second)
	if err != nil {
		return err
	}
	return compare("the native style of the "+side+" player", name, s.game.match.NativeStyle(which).Name())
}

// toQPI converts by the reading that goes with the edition of the scenario.
func (s *scene) toQPI(piece epin.Identifier) (style.QPI, error) {
	if s.game.match.IsZero() {
		return style.QPI{}, errNoGame
	}
	return style.Reading(s.attempt.scenario.Edition).ToQPI(s.game.match, piece)
}

func (s *scene) qpi(quoted string) error {
	return s.eachText("QPI", quoted, func(i epin.Identifier) (string, error) {
		qpi, err := s.toQPI(i)
		return qpi.String(), err
	})
}

func (s *scene) qpiLength(numbers string) error {
	return s.each("length of the QPI beyond that", strings.Split(numbers, " / "), func(i epin.Identifier) (string, error) {
		qpi, err := s.toQPI(i)
		return strconv.Itoa(len(qpi.String()) - len(i.String())), err
	})
}

func (s *scene) qpiSides(booleans string) error {
	return s.each("answer to sin.side == pin.side", strings.Split(booleans, " / "), func(i epin.Identifier) (string, error) {
		qpi, err := s.toQPI(i)
		return strconv.FormatBool(qpi.IsNative()), err
	})
}

func (s *scene) catalogEntry(column, text string) error {
	columns := map[string]func(style.Entry) string{
		"Piece":     func(e style.Entry) string { return e.Piece },
		"Thai name": func(e style.Entry) string { return e.ThaiName },
		"Notes":     func(e style.Entry) string { return e.Notes },
	}
	if s.game.catalog.Title() == "" {
		return errNoGame
	}
	return s.each(column, []string{text}, func(i epin.Identifier) (string, error) {
		entry, ok := s.game.catalog.Lookup(i)
		if !ok {
			return "not in the catalog", nil
		}
		return columns[column](entry), nil
	})
}
