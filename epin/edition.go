package epin

import (
	"iter"

	"github.com/epin-conformance/harness/epin/pin"
)

// An Edition is one of the two grammars published as EPIN 1.0.0. The zero
// Edition is Current. Any value that is not one of the constants rejects every
// string.
type Edition uint8

// The editions.
const (
	// Current is EPIN 1.0.0 with the terminal marker:
	// \A[-+]?[A-Za-z]\^?'?\z, 624 valid tokens.
	Current Edition = Edition(pin.Current)
	// Initial is the first text of EPIN 1.0.0, without the terminal marker:
	// \A[-+]?[A-Za-z]'?\z, 312 valid tokens.
	Initial Edition = Edition(pin.Initial)
)

// String returns "1.0.0" or "1.0.0-initial", and for an unknown edition a text
// such as "Edition(2)".
func (e Edition) String() string { return e.PIN().String() }

// PIN returns the edition of PIN that e extends.
func (e Edition) PIN() pin.Edition { return pin.Edition(e) }

// All returns the identifiers of all valid tokens of the edition: by name, then
// side, then state (normal, enhanced, diminished), then Terminal Status (not
// terminal first), then Style status (native first).
func (e Edition) All() iter.Seq[Identifier] {
	return func(yield func(Identifier) bool) {
		for p := range e.PIN().All() {
			if !yield(Identifier{p, false}) || !yield(Identifier{p, true}) {
				return
			}
		}
	}
}
