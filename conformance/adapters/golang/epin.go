package main

// Extended Piece Identifier Notation (EPIN), in both texts published as 1.0.0.
//
// The adapter beside this file wraps this library.

import (
	"errors"
	"strings"
)

// Edition is one of the two editions of EPIN 1.0.0.
type Edition string

// Current has the terminal marker ^. Initial, the first published text, does not.
const (
	Current Edition = "1.0.0"
	Initial Edition = "1.0.0-initial"
)

// The sides, with upper-case and lower-case letters, and the states: no sign, + and -.
const (
	First      = "first"
	Second     = "second"
	Normal     = "normal"
	Enhanced   = "enhanced"
	Diminished = "diminished"
)

// ErrInvalid means that a string is not a valid token.
var ErrInvalid = errors.New("not an EPIN token")

// Identifier is a piece as EPIN describes it. It is an immutable value: the methods return
// new ones. Two identifiers are equal (==) if and only if their strings are equal.
type Identifier struct {
	Name     byte // the Piece Name, 'A' to 'Z'
	Side     string
	State    string
	Terminal bool // false in the initial edition
	Derived  bool
}

// Parse parses a token, which can be any bytes. The error is ErrInvalid.
func Parse(token string, edition Edition) (Identifier, error) {
	id := Identifier{Side: First, State: Normal}
	rest := token
	if after, ok := strings.CutPrefix(rest, "+"); ok {
		id.State, rest = Enhanced, after
	} else if after, ok := strings.CutPrefix(rest, "-"); ok {
		id.State, rest = Diminished, after
	}
	if rest == "" {
		return Identifier{}, ErrInvalid
	}
	switch c := rest[0]; {
	case 'A' <= c && c <= 'Z':
		id.Name = c
	case 'a' <= c && c <= 'z':
		id.Name, id.Side = c-'a'+'A', Second
	default:
		return Identifier{}, ErrInvalid
	}
	rest = rest[1:]
	if edition == Current {
		rest, id.Terminal = strings.CutPrefix(rest, "^")
	}
	rest, id.Derived = strings.CutPrefix(rest, "'")
	if rest != "" {
		return Identifier{}, ErrInvalid
	}
	return id, nil
}

// Valid reports whether Parse accepts the token.
func Valid(token string, edition Edition) bool {
	_, err := Parse(token, edition)
	return err == nil
}

// String returns the token.
func (id Identifier) String() string {
	if id.Derived {
		return id.PIN() + "'"
	}
	return id.PIN()
}

// PIN returns the PIN token: the token without the derivation marker.
func (id Identifier) PIN() string {
	letter := string(id.Name)
	if id.Side == Second {
		letter = strings.ToLower(letter)
	}
	pin := signs[id.State] + letter
	if id.Terminal {
		pin += "^"
	}
	return pin
}

var signs = map[string]string{Enhanced: "+", Diminished: "-"}

// IsNative and IsDerived report the Style status.
func (id Identifier) IsNative() bool  { return !id.Derived }
func (id Identifier) IsDerived() bool { return id.Derived }

// Native returns the identifier with Style status native, Derive derived.
func (id Identifier) Native() Identifier { id.Derived = false; return id }
func (id Identifier) Derive() Identifier { id.Derived = true; return id }

// Flip returns the identifier on the other side.
func (id Identifier) Flip() Identifier {
	if id.Side == First {
		id.Side = Second
	} else {
		id.Side = First
	}
	return id
}

// Enhance, Diminish and Normalize return the identifier in that state.
func (id Identifier) Enhance() Identifier   { id.State = Enhanced; return id }
func (id Identifier) Diminish() Identifier  { id.State = Diminished; return id }
func (id Identifier) Normalize() Identifier { id.State = Normal; return id }

// Mark returns the identifier as terminal, Unmark as not terminal.
func (id Identifier) Mark() Identifier   { id.Terminal = true; return id }
func (id Identifier) Unmark() Identifier { id.Terminal = false; return id }
