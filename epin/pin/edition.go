package pin

import (
	"fmt"
	"iter"
	"strconv"
)

// An Edition is one of the two grammars published as PIN 1.0.0. The zero
// Edition is Current. A value that is neither constant is an edition without
// tokens: it rejects everything.
type Edition uint8

// The editions.
const (
	// Current is the edition of record: \A[-+]?[A-Za-z]\^?\z, 312 tokens.
	Current Edition = iota
	// Initial is the first text, without the terminal marker:
	// \A[-+]?[A-Za-z]\z, 156 tokens.
	Initial
)

// Editions returns every edition, Current first.
func Editions() []Edition { return []Edition{Current, Initial} }

// ParseEdition returns the edition with the given name, as String writes it.
// The error names the editions that there are.
func ParseEdition(name string) (Edition, error) {
	for _, e := range Editions() {
		if name == e.String() {
			return e, nil
		}
	}
	return 0, fmt.Errorf("pin.ParseEdition(%+q): no such edition; there are %q and %q", name, Current, Initial)
}

// String returns "1.0.0" or "1.0.0-initial", and for a value that is no
// edition a form such as "Edition(2)".
func (e Edition) String() string {
	switch e {
	case Current:
		return "1.0.0"
	case Initial:
		return "1.0.0-initial"
	}
	return "Edition(" + strconv.Itoa(int(e)) + ")"
}

// Regexp returns the regular expression of the edition's specification,
// verbatim, in a syntax that package regexp reads; for a value that is no
// edition, an expression that matches nothing.
func (e Edition) Regexp() string {
	switch e {
	case Current:
		return `\A[-+]?[A-Za-z]\^?\z`
	case Initial:
		return `\A[-+]?[A-Za-z]\z`
	}
	return `[^\x00-\x{10FFFF}]`
}

// All returns the identifiers of all tokens of the edition, in the order of
// [Identifier.Compare].
func (e Edition) All() iter.Seq[Identifier] {
	return func(yield func(Identifier) bool) {
		if !e.valid() {
			return
		}
		for name := Name('A'); name <= 'Z'; name++ {
			for side := First; side <= Second; side++ {
				for state := Normal; state <= Diminished; state++ {
					i := Identifier{nameBits(name) | sideBits(side) | stateBits(state)}
					if !yield(i) {
						return
					}
					if e.hasTerminal() && !yield(i.MarkTerminal()) {
						return
					}
				}
			}
		}
	}
}

// All returns the identifiers of all 312 tokens of the Current edition, in the
// order of [Identifier.Compare].
func All() iter.Seq[Identifier] { return Current.All() }

func (e Edition) valid() bool { return e <= Initial }

func (e Edition) hasTerminal() bool { return e == Current }

// call names a method of the edition as a caller writes it: the functions of
// the package are the methods of Current.
func (e Edition) call(method string) string {
	switch e {
	case Current:
		return "pin." + method
	case Initial:
		return "pin.Initial." + method
	}
	return "pin." + e.String() + "." + method
}
