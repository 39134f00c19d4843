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

// ErrInvalid means that a string is not a valid token.
var ErrInvalid = errors.New("not an EPIN token")

// Identifier is a piece as EPIN describes it. It is an immutable value: the methods return
// new ones. Two identifiers are equal (==) if and only if their strings are equal.
type Identifier struct {
	Name     byte   // the Piece Name, 'A' to 'Z'
	Side     string // "first", with an upper-case letter, or "second"
	State    string // "normal", "enhanced", with the sign +, or "diminished", with -
	Terminal bool   // false in the initial edition
	Derived  bool
}

// Parse parses a token, which can be any bytes. The error is ErrInvalid.
func Parse(token string, edition Edition) (Identifier, error) {
	id := Identifier{Side: "first", State: "normal"}
	rest := token
	if after, ok := strings.CutPrefix(rest, "+"); ok {
		id.State, rest = "enhanced", after
	} else if after, ok := strings.CutPrefix(rest, "-"); ok {
		id.State, rest = "diminished", after
	}
	if rest == "" {
		return Identifier{}, ErrInvalid
	}
	switch c := rest[0]; {
	case 'A' <= c && c <= 'Z':
		id.Name = c
	case 'a' <= c && c <= 'z':
		id.Name, id.Side = c-'a'+'A', "second"
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
	if id.Side == "second" {
		letter = strings.ToLower(letter)
	}
	pin := signs[id.State] + letter
	if id.Terminal {
		pin += "^"
	}
	return pin
}

var signs = map[string]string{"enhanced": "+", "diminished": "-"}

// IsNative and IsDerived report the Style status.
func (id Identifier) IsNative() bool  { return !id.Derived }
func (id Identifier) IsDerived() bool { return id.Derived }

// Native returns the identifier with Style status native, Derive derived.
func (id Identifier) Native() Identifier { id.Derived = false; return id }
func (id Identifier) Derive() Identifier { id.Derived = true; return id }

// Flip returns the identifier on the other side.
func (id Identifier) Flip() Identifier {
	id.Side = map[string]string{"first": "second", "second": "first"}[id.Side]
	return id
}

// Enhance, Diminish and Normalize return the identifier in that state.
func (id Identifier) Enhance() Identifier   { id.State = "enhanced"; return id }
func (id Identifier) Diminish() Identifier  { id.State = "diminished"; return id }
func (id Identifier) Normalize() Identifier { id.State = "normal"; return id }

// Mark returns the identifier as terminal, Unmark as not terminal.
func (id Identifier) Mark() Identifier   { id.Terminal = true; return id }
func (id Identifier) Unmark() Identifier { id.Terminal = false; return id }
