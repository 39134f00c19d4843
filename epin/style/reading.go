package style

import (
	"strconv"

	"github.com/epin-conformance/harness/epin"
)

// A Reading is one of two meanings of the case of the style letter in a QPI token:
// the documents disagree, see the package documentation. The zero Reading is
// Current. Any value that is not one of the constants rejects every string.
type Reading uint8

// The readings.
const (
	// Current is the reading of Examples: the case is that of the side that has the
	// style natively. P' in a match of chess against shōgi is s:P. It belongs to the
	// edition epin.Current.
	Current Reading = Reading(epin.Current)
	// Initial is the reading of EPIN-initial: the case is that of the piece. P' in a
	// match of chess against shōgi is S:P. It belongs to the edition epin.Initial.
	Initial Reading = Reading(epin.Initial)
)

// Readings returns every reading, Current first.
func Readings() []Reading { return []Reading{Current, Initial} }

// Edition returns the edition of EPIN whose tokens the reading converts.
func (r Reading) Edition() epin.Edition { return epin.Edition(r) }

// String returns the name of the edition, "1.0.0" or "1.0.0-initial", and for an
// unknown reading a text such as "Reading(2)".
func (r Reading) String() string {
	if !r.valid() {
		return "Reading(" + strconv.Itoa(int(r)) + ")"
	}
	return r.Edition().String()
}

func (r Reading) valid() bool { return r <= Initial }

// prefix returns what stands before a method of the reading, as a caller writes it.
func (r Reading) prefix() string {
	switch r {
	case Current:
		return "style.Current."
	case Initial:
		return "style.Initial."
	}
	return "style." + r.String() + "."
}
