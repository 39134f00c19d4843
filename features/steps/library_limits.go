package steps

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/pin"
)

// ofAll returns what is got of all PIN tokens of the edition, each value once and
// sorted.
func (s *scene) ofAll(got func(pin.Identifier) string) []string {
	var values []string
	for i := range s.attempt.scenario.Edition.PIN().All() {
		values = append(values, got(i))
	}
	slices.Sort(values)
	return slices.Compact(values)
}

var limited = map[string]func(pin.Identifier) string{
	"types":   func(i pin.Identifier) string { return i.Name().String() },
	"players": func(i pin.Identifier) string { return i.Side().String() },
	"states":  func(i pin.Identifier) string { return i.State().String() },
}

func (s *scene) aGameOfTypes(number string) (err error) {
	s.types, err = strconv.Atoi(number)
	return err
}

func (s *scene) hasLetters(answer string) error {
	if s.types == 0 {
		return errNoGame
	}
	got := "no"
	if s.types <= len(s.ofAll(limited["types"])) {
		got = "yes"
	}
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
	which, err := ofWord(side, epin.First, epin.Second)
	if err != nil {
		return err
	}
	got := s.ofAll(func(i pin.Identifier) string {
		if i.Side() != which {
			return ""
		}
		return string(rune(i.Letter()))
	})
	got = slices.DeleteFunc(got, func(letter string) bool { return letter == "" })
	return compare("the letters of the "+side+" player", strings.Join(wanted, " "), strings.Join(got, " "))
}

func (s *scene) prefixIs(state, quoted string) error {
	wanted, err := literal(quoted)
	if err != nil {
		return err
	}
	which, err := ofWord(state, epin.Normal, epin.Enhanced, epin.Diminished)
	if err != nil {
		return err
	}
	for i := range s.attempt.scenario.Edition.PIN().All() {
		if i.State() != which {
			continue
		}
		if err := compare("the token of a piece that is "+state, wanted+string(rune(i.Letter())), i.String()); err != nil {
			return err
		}
	}
	return nil
}

func (s *scene) noTwoAreTheSame(notation, _ string) error {
	written := map[string]string{}
	add := func(token string, attributes ...any) error {
		piece := fmt.Sprint(attributes...)
		if before, twice := written[piece]; twice {
			return compare("the token of the piece "+piece, before, token)
		}
		written[piece] = token
		return nil
	}
	edition := s.attempt.scenario.Edition
	if notation == "PIN" {
		for i := range edition.PIN().All() {
			if err := add(i.String(), i.Name(), i.Side(), i.State()); err != nil {
				return err
			}
		}
		return nil
	}
	for i := range edition.All() {
		if err := add(i.String(), i.Name(), i.Side(), i.State(), i.IsNative()); err != nil {
			return err
		}
	}
	return nil
}
