package main

// Piece Identifier Notation (PIN), in both editions: a library for the test of the adapter.

import (
	"errors"
	"regexp"
	"strings"
)

// Edition is an edition of PIN: its grammar.
type Edition = *regexp.Regexp

// The editions: Current has the terminal marker ^, Initial does not.
var (
	Current = regexp.MustCompile(`\A([-+]?)([A-Za-z])(\^?)\z`)
	Initial = regexp.MustCompile(`\A([-+]?)([A-Za-z])()\z`)
)

// ErrInvalid means that a string is not a valid token of the edition.
var ErrInvalid = errors.New("not a PIN token")

// Identifier is a piece: name "A" to "Z", side "first" or "second", and a state.
type Identifier struct {
	Name, Side, State string
	Terminal          bool
}

var (
	states = map[string]string{"": "normal", "+": "enhanced", "-": "diminished"}
	signs  = map[string]string{"enhanced": "+", "diminished": "-"}
)

// Parse parses a token.
func Parse(token string, edition Edition) (Identifier, error) {
	m := edition.FindStringSubmatch(token)
	if m == nil {
		return Identifier{}, ErrInvalid
	}
	name := strings.ToUpper(m[2])
	side := map[bool]string{true: "first", false: "second"}[name == m[2]]
	return Identifier{name, side, states[m[1]], m[3] != ""}, nil
}

// Valid reports whether Parse accepts the token.
func Valid(token string, edition Edition) bool { return edition.MatchString(token) }

// String returns the token.
func (id Identifier) String() string {
	letter := map[string]string{"first": id.Name, "second": strings.ToLower(id.Name)}[id.Side]
	return signs[id.State] + letter + map[bool]string{true: "^"}[id.Terminal]
}

// Flip returns the identifier on the other side.
func (id Identifier) Flip() Identifier {
	id.Side = map[string]string{"first": "second", "second": "first"}[id.Side]
	return id
}

// Each method returns the identifier with one change.
func (id Identifier) Enhance() Identifier   { id.State = "enhanced"; return id }
func (id Identifier) Diminish() Identifier  { id.State = "diminished"; return id }
func (id Identifier) Normalize() Identifier { id.State = "normal"; return id }
func (id Identifier) Mark() Identifier      { id.Terminal = true; return id }
func (id Identifier) Unmark() Identifier    { id.Terminal = false; return id }
