package steps

import (
	"fmt"
	"regexp"

	"github.com/epin-conformance/harness/epin"
)

// shown is a piece as epin.rb shows it, such as
//
//	#<Epin::Identifier type=:K side=:first state=:normal native=true>
//
// It has the words without their colons.
type shown struct{ name, side, state, native string }

var shownForm = regexp.MustCompile(
	`^#<Epin::Identifier type=:([A-Z]) side=:(first|second) state=:(normal|enhanced|diminished) native=(true|false)>$`)

// parseShown reads a piece as epin.rb shows it. ok is false for any other text.
func parseShown(text string) (s shown, ok bool) {
	m := shownForm.FindStringSubmatch(text)
	if m == nil {
		return shown{}, false
	}
	return shown{m[1], m[2], m[3], m[4]}, true
}

// String returns what parseShown has read.
func (s shown) String() string {
	return fmt.Sprintf("#<Epin::Identifier type=:%s side=:%s state=:%s native=%s>", s.name, s.side, s.state, s.native)
}

// piece returns the piece that is shown.
func (s shown) piece() (epin.Identifier, error) {
	return newPiece([]string{s.name, s.side, s.state, s.native})
}
