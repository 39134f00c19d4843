// Package qpi parses, validates and transforms tokens of Qualified Piece Identifier
// (QPI). It is a reference implementation of the conformance harness. It imports only
// the standard library and packages sin and pin.
//
//	pawn, err := qpi.Current.Parse("s:+P") // err is nil
//	pawn.Style()                           // S
//	pawn.IsDerived()                       // true: the cases of s and P differ
//	pawn.Native().String()                 // "s:+p"
//
// QPI names a piece and its style of play: a SIN token, a colon and a PIN token (QPI
// §4.1). The Piece Style is that of the SIN token; Name, Side, State and Terminal
// Status are those of the PIN token. A piece is native if the two tokens are of the
// same side, and otherwise derived: C:R and c:r are native, C:r and c:R are derived.
//
// We have not seen the documents beyond the grammar and these attributes. It is our
// reading that Native and Derive set the side of the piece, never that of the SIN
// token, and that the string of a parsed token is that token.
//
// The zero [Identifier] is not a piece: IsZero is true, every other predicate is
// false, its string is empty, it cannot be marshalled, and Native and Derive return it.
package qpi

import (
	"strings"
	"unicode"

	"github.com/epin-conformance/harness/epin/pin"
	"github.com/epin-conformance/harness/epin/sin"
)

// An Edition is one of the grammars known as QPI 1.0.0. The zero Edition is Current,
// which has all tokens of the others. Any value that is not one of the constants
// rejects every string. A still earlier text, with style names of several letters, is
// not supported.
type Edition uint8

// The editions.
const (
	// Current is the current text, in which the two cases are independent:
	// \A[A-Za-z]:[-+]?[A-Za-z]\^?\z, 16,224 valid tokens.
	Current Edition = iota
	// Aligned is an earlier text, in which the two cases agree and there is no terminal
	// marker: \A([A-Z]:[-+]?[A-Z]|[a-z]:[-+]?[a-z])\z, 4,056 valid tokens.
	Aligned
	// AlignedTerminal is Aligned with the terminal marker:
	// \A([A-Z]:[-+]?[A-Z]\^?|[a-z]:[-+]?[a-z]\^?)\z, 8,112 valid tokens. A library
	// implements it; we have seen no text.
	AlignedTerminal
)

// The reasons that only this package returns, each with an example. The others are
// those of package pin.
const (
	ErrNoColon pin.Reason = "no colon after the letter of the style"                        // "ck"
	ErrCase    pin.Reason = "not in the case of the first letter, as this edition requires" // "c:K" in Aligned
)

// Parse parses a token of the edition. The error is a *[pin.ParseError].
func (e Edition) Parse(s string) (Identifier, error) {
	i, offset, reason := scan(e, s)
	if reason == "" {
		return i, nil
	}
	input := strings.Clone(s[:min(len(s), pin.MaxInput)])
	return i, &pin.ParseError{Func: "qpi.Edition.Parse", Input: input, Length: len(s), Offset: offset, Reason: reason}
}

// Valid reports whether s is a valid token of the edition.
func (e Edition) Valid(s string) bool { _, _, reason := scan(e, s); return reason == "" }

// scan is Parse with the fields of its error. The reason is empty for a valid token.
func scan(e Edition, s string) (i Identifier, offset int, reason pin.Reason) {
	if e > AlignedTerminal {
		return Identifier{}, 0, pin.ErrUnknownEdition
	}
	style, err := sin.Parse(s[:min(len(s), 1)])
	if err != nil {
		return Identifier{}, 0, err.(*pin.ParseError).Reason
	}
	token, hasColon := strings.CutPrefix(s[1:], ":")
	if !hasColon {
		return Identifier{}, 1, ErrNoColon
	}
	of := pin.Current
	if e == Aligned {
		of = pin.Initial
	}
	piece, err := of.Parse(token)
	offset = len(token)
	if err != nil {
		bad := err.(*pin.ParseError) // parsing returns no other error
		offset, reason = bad.Offset, bad.Reason
	}
	// A letter in the other case makes the token invalid there, if no byte before it does.
	isOther := unicode.IsUpper
	if style.Side() == pin.First {
		isOther = unicode.IsLower
	}
	if at := strings.IndexFunc(token[:offset], isOther); e != Current && at >= 0 {
		offset, reason = at, ErrCase
	}
	if reason != "" {
		return Identifier{}, 2 + offset, reason
	}
	return Identifier{style, piece}, 0, ""
}

// An Identifier is a parsed QPI token. It does not remember its edition. Identifiers
// are equal (==) exactly if their strings are.
type Identifier struct {
	sin sin.Identifier // both are zero, or neither is
	pin pin.Identifier
}

// New returns the Identifier of a style and a piece; the zero Identifier if either
// is zero.
func New(style sin.Identifier, piece pin.Identifier) Identifier {
	if style.IsZero() || piece.IsZero() {
		return Identifier{}
	}
	return Identifier{style, piece}
}

// IsZero reports whether i is the zero Identifier, which is not a piece.
func (i Identifier) IsZero() bool { return i == Identifier{} }

// SIN returns the identifier before the colon.
func (i Identifier) SIN() sin.Identifier { return i.sin }

// PIN returns the identifier after the colon.
func (i Identifier) PIN() pin.Identifier { return i.pin }

// Style returns the Piece Style, 'A' to 'Z'; 0 for the zero Identifier.
func (i Identifier) Style() sin.Style { return i.sin.Style() }

// Name returns the Piece Name, 'A' to 'Z'; 0 for the zero Identifier.
func (i Identifier) Name() pin.Name { return i.pin.Name() }

// Side returns the Piece Side; First for the zero Identifier.
func (i Identifier) Side() pin.Side { return i.pin.Side() }

// State returns the Piece State; Normal for the zero Identifier.
func (i Identifier) State() pin.State { return i.pin.State() }

// IsTerminal reports whether i is a Terminal Piece.
func (i Identifier) IsTerminal() bool { return i.pin.IsTerminal() }

// IsNative reports whether the SIN and PIN tokens are of the same side.
func (i Identifier) IsNative() bool { return !i.IsZero() && !i.IsDerived() }

// IsDerived reports whether the SIN and PIN tokens are of different sides.
func (i Identifier) IsDerived() bool { return i.sin.Side() != i.pin.Side() }

// Native returns a copy of i that belongs to the side of the SIN token.
func (i Identifier) Native() Identifier {
	if i.IsDerived() {
		i.pin = i.pin.Flip()
	}
	return i
}

// Derive returns a copy of i that does not belong to the side of the SIN token. Only
// Current has a valid token for it.
func (i Identifier) Derive() Identifier {
	if i.IsNative() {
		i.pin = i.pin.Flip()
	}
	return i
}

// String returns the token; "" for the zero Identifier.
func (i Identifier) String() string {
	if i.IsZero() {
		return ""
	}
	return i.sin.String() + ":" + i.pin.String()
}

// MarshalText returns the token; for the zero Identifier the error of Current.Parse.
func (i Identifier) MarshalText() ([]byte, error) {
	_, err := Current.Parse(i.String())
	return []byte(i.String()), err
}

// UnmarshalText sets *i to the result of Current.Parse, and leaves it unchanged on an
// error.
func (i *Identifier) UnmarshalText(text []byte) error {
	parsed, err := Current.Parse(string(text))
	if err == nil {
		*i = parsed
	}
	return err
}
