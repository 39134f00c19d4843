package pin

import (
	"iter"
	"strings"
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

// Parse parses a token of Current. The error is a *[ParseError].
func Parse(s string) (Identifier, error) { return Current.Parse(s) }

// MustParse is Parse for tokens known to be valid, such as constants. If Parse
// returns an error, it panics with it.
func MustParse(s string) Identifier {
	i, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return i
}

// Valid reports whether s is a valid token of Current.
func Valid(s string) bool { return Current.Valid(s) }

// Parse parses a token of the edition. The error is a *[ParseError].
func (e Edition) Parse(s string) (Identifier, error) { return parse(e, "Parse", s) }

// Lookup is Parse without an error value: for an invalid string, it returns the
// zero Identifier and false. It never allocates.
func (e Edition) Lookup(s string) (i Identifier, ok bool) {
	i, _, reason := scan(e, s)
	return i, reason == ""
}

// Valid reports whether s is a valid token of the edition.
func (e Edition) Valid(s string) bool { _, ok := e.Lookup(s); return ok }

// parse is scan for the given method. Its error says why the input is invalid, and
// has a copy of the input, so that a short error does not keep a long input alive.
func parse(e Edition, method, s string) (Identifier, error) {
	i, offset, reason := scan(e, s)
	if reason == "" {
		return i, nil
	}
	call := "pin." + e.String() + "."
	if e <= Initial {
		call = [...]string{Current: "pin.", Initial: "pin.Initial."}[e]
	}
	input := strings.Clone(s[:min(len(s), MaxInput)])
	return Identifier{}, &ParseError{Func: call + method, Input: input, Length: len(s), Offset: offset, Reason: reason}
}

// scan parses a token of the edition. The reason is empty for a valid token. Otherwise
// it is about the offset: the first byte that no valid token can have there.
func scan(e Edition, s string) (i Identifier, offset int, reason Reason) {
	if e > Initial {
		return Identifier{}, 0, ErrUnknownEdition
	}
	if len(s) == 0 {
		return Identifier{}, 0, ErrEmpty
	}

	at := 0
	if s[0] == '+' || s[0] == '-' {
		i.modifier = s[0]
		at++
	}
	if at == len(s) {
		return Identifier{}, at, ErrNoLetter
	}
	if !Name(s[at] &^ caseBit).valid() {
		return Identifier{}, at, wrong(e, s[at], ErrDoubleState, ErrTerminalFirst, ErrDerivationFirst, ErrNotLetter)
	}
	i.letter = s[at]
	at++
	if at < len(s) && s[at] == '^' && e == Current {
		i.marker = '^'
		at++
	}
	if at < len(s) {
		return Identifier{}, at, wrong(e, s[at], ErrStateAfterLetter, ErrDoubleTerminal, ErrDerivationInPIN, ErrTrailing)
	}
	return i, at, ""
}

// wrong returns the reason why the byte c is invalid in its place. The arguments
// after it are the reasons for a state modifier, a terminal marker, a derivation
// marker, and a byte without a reason of its own.
func wrong(e Edition, c byte, state, terminal, derivation, otherwise Reason) Reason {
	switch {
	case c == '+', c == '-':
		return state
	case c == '^' && e != Current:
		return ErrTerminalEdition
	case c == '^':
		return terminal
	case c == '\'':
		return derivation
	case c == 0:
		return ErrNUL
	case c == '\n', c == '\r':
		return ErrLineBreak
	case c == ' ', c == '\t', c == '\v', c == '\f':
		return ErrWhitespace
	case c >= 0x80:
		return ErrNotASCII
	}
	return otherwise
}
