package pin

import (
	"fmt"
	"iter"
)

// An Edition is one of the two grammars published as PIN 1.0.0. The zero
// Edition is Current. Any value that is not one of the constants rejects every
// string.
type Edition uint8

// The editions.
const (
	// Current is PIN 1.0.0 with the terminal marker:
	// \A[-+]?[A-Za-z]\^?\z, 312 valid tokens.
	Current Edition = iota
	// Initial is the first text of PIN 1.0.0, without the terminal marker:
	// \A[-+]?[A-Za-z]\z, 156 valid tokens.
	Initial
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
	return 0, fmt.Errorf("pin.ParseEdition(%+q): no such edition; there are %q and %q", name, Current, Initial)
}

// String returns "1.0.0" or "1.0.0-initial", and for an unknown edition a text
// such as "Edition(2)".
func (e Edition) String() string { return valueName("Edition", uint8(e), "1.0.0", "1.0.0-initial") }

// Regexp returns the regular expression of the edition's specification, verbatim.
// Package regexp compiles it. For an unknown edition it returns an expression that
// matches nothing.
func (e Edition) Regexp() string {
	switch e {
	case Current:
		return `\A[-+]?[A-Za-z]\^?\z`
	case Initial:
		return `\A[-+]?[A-Za-z]\z`
	}
	return `[^\x00-\x{10FFFF}]`
}

// All returns the identifiers of all valid tokens of the edition, in the order of
// [Identifier.Compare].
func (e Edition) All() iter.Seq[Identifier] {
	return func(yield func(Identifier) bool) {
		for b := nameBits('A'); b < nameBits('Z'+1); b++ {
			i := Identifier{b}
			ofEdition := e == Current || e == Initial && !i.IsTerminal()
			if ofEdition && i.State().valid() && !yield(i) {
				return
			}
		}
	}
}

// All returns the identifiers of all 312 valid tokens of Current, in the order of
// [Identifier.Compare].
func All() iter.Seq[Identifier] { return Current.All() }

func (e Edition) valid() bool { return e <= Initial }
