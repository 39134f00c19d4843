package mutant

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
)

// rewrite returns the fault of writing the expression otherwise: in each pair, the
// second text where the first should stand. It panics, when injected, where the
// first text does not stand exactly once: such a fault would be none, or two.
func rewrite(pairs ...string) func(m *model) {
	return func(m *model) {
		for i := 0; i < len(pairs); i += 2 {
			if strings.Count(m.expression, pairs[i]) != 1 {
				panic("mutant: " + pairs[i] + " does not stand once in " + m.expression)
			}
			m.expression = strings.Replace(m.expression, pairs[i], pairs[i+1], 1)
		}
	}
}

// parser is the part of a library that makes a value of a token.
type parser = func(token string) (*piece, bool)

// around returns the fault of having something around the parser. What wrap returns
// may remember: it is called once for each fresh model.
func around(wrap func(parse parser) parser) func(m *model) {
	return func(m *model) { m.parse = wrap(m.parse) }
}

// checks is around for the yes-or-no check.
func checks(wrap func(valid func(string) bool) func(string) bool) func(m *model) {
	return func(m *model) { m.valid = wrap(m.valid) }
}

// sweeps is around for the bulk check.
func sweeps(wrap func(sweep func([]string) []byte) func([]string) []byte) func(m *model) {
	return func(m *model) { m.sweep = wrap(m.sweep) }
}

// all is several faults that have one cause.
func all(faults ...func(m *model)) func(m *model) {
	return func(m *model) {
		for _, inject := range faults {
			inject(m)
		}
	}
}

// anyOf returns the fault of having several expressions, tried in order, each of
// which is the right one rewritten.
func anyOf(rewritings ...[]string) func(m *model) {
	return func(m *model) {
		var expressions []*regexp.Regexp
		for _, pairs := range rewritings {
			rewritten := model{expression: m.expression}
			rewrite(pairs...)(&rewritten)
			expressions = append(expressions, regexp.MustCompile(rewritten.expression))
		}
		m.parse = func(token string) (*piece, bool) {
			for _, expression := range expressions {
				if p, ok := match(expression, token); ok {
					return p, true
				}
			}
			return nil, false
		}
	}
}

// accepting returns the fault of accepting some strings too, and taking them for what
// [skim] makes of them.
func accepting(when func(token string) bool) func(m *model) {
	return around(func(parse parser) parser {
		return func(token string) (*piece, bool) {
			if p, ok := parse(token); ok {
				return p, true
			}
			if when(token) {
				return skim(token), true
			}
			return nil, false
		}
	})
}

// skim makes of a string what a parser makes of it that picks out what it knows and
// reads over everything else: the first letter, and a part of each kind that is
// there. Without a letter, the letter of the value is empty.
func skim(token string) *piece {
	p := &piece{suffix: &suffix{}}
	for i := range len(token) {
		switch b := token[i]; {
		case b == '+' || b == '-':
			p.sign = string(b)
		case b == '^':
			p.caret = "^"
		case b == '\'':
			p.quote = "'"
		case p.letter == "" && isLetter(b):
			p.letter = string(b)
		}
	}
	return p
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

// refusing returns the fault of refusing some strings, tokens among them.
func refusing(when func(token string) bool) func(m *model) {
	return around(func(parse parser) parser {
		return func(token string) (*piece, bool) {
			if when(token) {
				return nil, false
			}
			return parse(token)
		}
	})
}

// raising returns the fault of raising on some strings.
func raising(when func(token string) bool, text string) func(m *model) {
	return around(func(parse parser) parser {
		return func(token string) (*piece, bool) {
			if when(token) {
				panic(raised(text))
			}
			return parse(token)
		}
	})
}

// readsBytes is reads for a change of each byte by itself.
func readsBytes(change func(b byte) byte) func(m *model) {
	return reads(func(token string) string {
		changed := []byte(token)
		for i, b := range changed {
			changed[i] = change(b)
		}
		return string(changed)
	})
}

// readsRunes is reads for a change of each character by itself; a negative one drops
// it. Bytes that are no characters stay.
func readsRunes(change func(r rune) rune) func(m *model) {
	return reads(func(token string) string {
		var changed strings.Builder
		for len(token) > 0 {
			r, size := utf8.DecodeRuneInString(token)
			switch c := change(r); {
			case r == utf8.RuneError && size == 1:
				changed.WriteByte(token[0])
			case c >= 0:
				changed.WriteRune(c)
			}
			token = token[size:]
		}
		return changed.String()
	})
}

// drops is readsRunes for leaving out what is one of these characters.
func drops(is func(r rune) bool) func(m *model) {
	return readsRunes(func(r rune) rune {
		if is(r) {
			return -1
		}
		return r
	})
}

// takesFor is reads for taking, in pairs, one text for another.
func takesFor(pairs ...string) func(m *model) { return reads(strings.NewReplacer(pairs...).Replace) }

// reads returns the fault of judging something else than the token: what change
// makes of it.
func reads(change func(token string) string) func(m *model) {
	return func(m *model) {
		parse := m.parse
		m.parse = func(token string) (*piece, bool) { return parse(change(token)) }
	}
}

// parses returns the fault of parsing a token to something else than it says: to
// what change makes of the value.
func parses(change func(p *piece)) func(m *model) {
	return func(m *model) {
		parse := m.parse
		m.parse = func(token string) (*piece, bool) {
			p, ok := parse(token)
			if ok {
				change(p)
			}
			return p, ok
		}
	}
}

// does returns the fault of a method that does something else.
func does(method conformance.Method, change func(p *piece)) func(m *model) {
	return func(m *model) { m.methods[method] = change }
}
