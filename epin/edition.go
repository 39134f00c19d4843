package epin

import (
	"fmt"
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

// Editions returns every edition, Current first.
func Editions() []Edition { return []Edition{Current, Initial} }

// ParseEdition returns the edition with the given name: "1.0.0" or
// "1.0.0-initial". The error lists these names.
func ParseEdition(name string) (Edition, error) {
	for _, e := range Editions() {
		if name == e.String() {
			return e, nil
		}
	}
	return 0, fmt.Errorf("epin.ParseEdition(%+q): no such edition; there are %q and %q", name, Current, Initial)
}

// String returns "1.0.0" or "1.0.0-initial", and for an unknown edition a text
// such as "Edition(2)".
func (e Edition) String() string { return e.PIN().String() }

// HasTerminal reports whether tokens of the edition may have the terminal marker ^.
func (e Edition) HasTerminal() bool { return e == Current }

// PIN returns the edition of PIN that e extends.
func (e Edition) PIN() pin.Edition { return pin.Edition(e) }

// Regexp returns the regular expression of the edition's specification (EPIN
// §6), verbatim. Package regexp compiles it. For an unknown edition it returns an
// expression that matches nothing.
func (e Edition) Regexp() string {
	switch e {
	case Current:
		return `\A[-+]?[A-Za-z]\^?'?\z`
	case Initial:
		return `\A[-+]?[A-Za-z]'?\z`
	}
	return `[^\x00-\x{10FFFF}]`
}

// All returns the identifiers of all valid tokens of the edition, in the order of
// [Identifier.Compare].
func (e Edition) All() iter.Seq[Identifier] {
	return func(yield func(Identifier) bool) {
		for p := range e.PIN().All() {
			if !yield(Identifier{p, false}) || !yield(Identifier{p, true}) {
				return
			}
		}
	}
}

// All returns the identifiers of all 624 valid tokens of Current, in the order of
// [Identifier.Compare].
func All() iter.Seq[Identifier] { return Current.All() }
