package pin

import "iter"

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

// String returns "1.0.0" or "1.0.0-initial", and for an unknown edition a text
// such as "Edition(2)".
func (e Edition) String() string { return valueName("Edition", uint8(e), "1.0.0", "1.0.0-initial") }

// All returns the identifiers of all valid tokens of the edition: by name, then
// side, then state (normal, enhanced, diminished), then Terminal Status (not
// terminal first).
func (e Edition) All() iter.Seq[Identifier] {
	return func(yield func(Identifier) bool) {
		for n := range byte(26) {
			for _, letter := range []byte{'A' + n, 'a' + n} {
				for _, modifier := range modifiers {
					i := Identifier{modifier: modifier, letter: letter}
					if e <= Initial && !yield(i) || e == Current && !yield(i.MarkTerminal()) {
						return
					}
				}
			}
		}
	}
}
