package epin_test

import (
	"regexp"
	"strings"

	"github.com/epin-conformance/harness/epin"
)

// The oracle is slow and obvious: the expressions of the two specifications,
// copied here by hand, and a token held as the text of its parts.

var expressions = map[epin.Edition]*regexp.Regexp{
	epin.Current: regexp.MustCompile(`\A[-+]?[A-Za-z]\^?'?\z`),
	epin.Initial: regexp.MustCompile(`\A[-+]?[A-Za-z]'?\z`),
}

var sizes = map[epin.Edition]int{epin.Current: 26 * 2 * 3 * 2 * 2, epin.Initial: 26 * 2 * 3 * 2}

// A model is a token as its parts, each as it is written.
type model struct{ prefix, letter, caret, mark string }

func (m model) pin() string    { return m.prefix + m.letter + m.caret }
func (m model) String() string { return m.pin() + m.mark }

var parts = regexp.MustCompile(`\A([-+]?)([A-Za-z])(\^?)('?)\z`)

// read takes a token apart; it panics on anything else.
func read(token string) model {
	m := parts.FindStringSubmatch(token)
	return model{m[1], m[2], m[3], m[4]}
}

// models returns the tokens of an edition, in the order of All.
func models(e epin.Edition) []model {
	carets := []string{"", "^"}
	if e == epin.Initial {
		carets = []string{""}
	}
	var all []model
	for c := 'A'; c <= 'Z'; c++ {
		for _, letter := range []string{string(c), strings.ToLower(string(c))} {
			for _, prefix := range []string{"", "+", "-"} {
				for _, caret := range carets {
					for _, mark := range []string{"", "'"} {
						all = append(all, model{prefix, letter, caret, mark})
					}
				}
			}
		}
	}
	return all
}

func (m model) name() epin.Name { return epin.Name(strings.ToUpper(m.letter)[0]) }

func (m model) side() epin.Side {
	if m.letter == strings.ToUpper(m.letter) {
		return epin.First
	}
	return epin.Second
}

func (m model) state() epin.State {
	return map[string]epin.State{"": epin.Normal, "+": epin.Enhanced, "-": epin.Diminished}[m.prefix]
}

func (m model) terminal() bool { return m.caret != "" }
func (m model) derived() bool  { return m.mark != "" }

func (m model) withPrefix(p string) model { m.prefix = p; return m }
func (m model) withLetter(l string) model { m.letter = l; return m }
func (m model) withCaret(c string) model  { m.caret = c; return m }
func (m model) withMark(d string) model   { m.mark = d; return m }

// withoutPrefix takes the prefix off if it is p.
func (m model) withoutPrefix(p string) model {
	m.prefix = strings.TrimPrefix(m.prefix, p)
	return m
}

// named replaces the letter, in the case that it has.
func (m model) named(name string) model {
	if m.side() == epin.First {
		return m.withLetter(strings.ToUpper(name))
	}
	return m.withLetter(strings.ToLower(name))
}

func (m model) flipped() model {
	if m.side() == epin.First {
		return m.withLetter(strings.ToLower(m.letter))
	}
	return m.withLetter(strings.ToUpper(m.letter))
}
