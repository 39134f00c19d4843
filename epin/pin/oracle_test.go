package pin_test

import (
	"regexp"
	"strings"

	"github.com/epin-conformance/harness/epin/pin"
)

// The oracle is slow and obvious: the expressions of the two specifications,
// copied here by hand, and a token held as the text of its parts.

var expressions = map[pin.Edition]*regexp.Regexp{
	pin.Current: regexp.MustCompile(`\A[-+]?[A-Za-z]\^?\z`),
	pin.Initial: regexp.MustCompile(`\A[-+]?[A-Za-z]\z`),
}

var sizes = map[pin.Edition]int{pin.Current: 26 * 2 * 3 * 2, pin.Initial: 26 * 2 * 3}

// A model is a token as its parts, each as it is written.
type model struct{ prefix, letter, suffix string }

func (m model) String() string { return m.prefix + m.letter + m.suffix }

var parts = regexp.MustCompile(`\A([-+]?)([A-Za-z])(\^?)\z`)

// read takes a token apart; it panics on anything else.
func read(token string) model {
	m := parts.FindStringSubmatch(token)
	return model{m[1], m[2], m[3]}
}

// models returns the tokens of an edition, in the order of All.
func models(e pin.Edition) []model {
	var all []model
	for c := 'A'; c <= 'Z'; c++ {
		for _, letter := range []string{string(c), strings.ToLower(string(c))} {
			for _, prefix := range []string{"", "+", "-"} {
				all = append(all, model{prefix, letter, ""})
				if e == pin.Current {
					all = append(all, model{prefix, letter, "^"})
				}
			}
		}
	}
	return all
}

func (m model) name() pin.Name { return pin.Name(strings.ToUpper(m.letter)[0]) }

func (m model) side() pin.Side {
	if m.letter == strings.ToUpper(m.letter) {
		return pin.First
	}
	return pin.Second
}

func (m model) state() pin.State {
	return map[string]pin.State{"": pin.Normal, "+": pin.Enhanced, "-": pin.Diminished}[m.prefix]
}

func (m model) terminal() bool { return m.suffix != "" }

func (m model) withPrefix(p string) model { m.prefix = p; return m }
func (m model) withLetter(l string) model { m.letter = l; return m }
func (m model) withSuffix(s string) model { m.suffix = s; return m }

// withoutPrefix takes the prefix off if it is p.
func (m model) withoutPrefix(p string) model {
	m.prefix = strings.TrimPrefix(m.prefix, p)
	return m
}

// named replaces the letter, in the case that it has.
func (m model) named(name string) model {
	if m.side() == pin.First {
		return m.withLetter(strings.ToUpper(name))
	}
	return m.withLetter(strings.ToLower(name))
}

func (m model) flipped() model {
	if m.side() == pin.First {
		return m.withLetter(strings.ToLower(m.letter))
	}
	return m.withLetter(strings.ToUpper(m.letter))
}
