package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/corpus"
)

// A piece is the meaning of a token.
type piece struct {
	name     string // "A" to "Z"
	second   bool
	sign     string // "", "+" or "-"
	terminal bool
	derived  bool
}

var (
	signs  = []string{"", "+", "-"}
	states = map[string]string{"": "normal", "+": "enhanced", "-": "diminished"}
	sides  = map[bool]string{false: "first", true: "second"}
)

// pieces returns every piece of an edition, by name, side, state, terminal status
// and derivation.
func pieces(edition string) []piece {
	terminal := []bool{false, true}
	if edition == corpus.Initial {
		terminal = terminal[:1]
	}
	var all []piece
	for name := 'A'; name <= 'Z'; name++ {
		for _, second := range []bool{false, true} {
			for _, sign := range signs {
				for _, terminal := range terminal {
					for _, derived := range []bool{false, true} {
						all = append(all, piece{string(name), second, sign, terminal, derived})
					}
				}
			}
		}
	}
	return all
}

// kings returns every form of K and k.
func kings(edition string) []piece {
	return slices.DeleteFunc(pieces(edition), func(p piece) bool { return p.name != "K" })
}

// pin returns the token without the derivation marker.
func (p piece) pin() string {
	pin := p.sign + p.name
	if p.second {
		pin = strings.ToLower(pin)
	}
	if p.terminal {
		pin += "^"
	}
	return pin
}

func (p piece) token() string {
	if p.derived {
		return p.pin() + "'"
	}
	return p.pin()
}

// slug returns the piece as part of an id, such as first-enhanced-k-terminal-derived. The
// initial edition has no terminal pieces, so it omits the terminal status.
func (p piece) slug(edition string) string {
	words := []string{sides[p.second], states[p.sign], strings.ToLower(p.name)}
	if edition == corpus.Current {
		words = append(words, pick(p.terminal, "terminal", "non-terminal"))
	}
	return strings.Join(append(words, pick(p.derived, "derived", "native")), "-")
}

// description describes the piece.
func (p piece) description() string {
	return fmt.Sprintf("%s of the %s player, %s, %s%s", p.name, sides[p.second], states[p.sign],
		pick(p.terminal, "terminal, ", ""), pick(p.derived, "derived", "native"))
}

// A method is a transformation with its effect on a piece.
type method struct {
	name string
	to   func(piece) piece
}

var methods = []method{
	{"native", func(p piece) piece { p.derived = false; return p }},
	{"derive", func(p piece) piece { p.derived = true; return p }},
	{"flip", func(p piece) piece { p.second = !p.second; return p }},
	{"enhance", func(p piece) piece { p.sign = "+"; return p }},
	{"diminish", func(p piece) piece { p.sign = "-"; return p }},
	{"normalize", func(p piece) piece { p.sign = ""; return p }},
	{"mark", func(p piece) piece { p.terminal = true; return p }},
	{"unmark", func(p piece) piece { p.terminal = false; return p }},
}

// methodsOf returns the transformations of an edition.
func methodsOf(edition string) []method {
	if edition == corpus.Initial {
		return slices.DeleteFunc(slices.Clone(methods), func(m method) bool { return m.name == "mark" || m.name == "unmark" })
	}
	return methods
}

// steps returns the piece after each of the methods named.
func (p piece) steps(names []string) ([]piece, error) {
	var after []piece
	for _, name := range names {
		i := slices.IndexFunc(methods, func(m method) bool { return m.name == name })
		if i < 0 {
			return nil, fmt.Errorf("unknown method %q", name)
		}
		p = methods[i].to(p)
		after = append(after, p)
	}
	return after, nil
}

// pick returns one of two words.
func pick(condition bool, yes, no string) string {
	if condition {
		return yes
	}
	return no
}
