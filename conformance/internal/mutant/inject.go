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

// remembers returns the fault of a parser that keeps state. wrap is called once for each
// fresh model, so its variables are the state.
func remembers(wrap func(parse parser) parser) func(m *model) {
	return func(m *model) { m.parse = wrap(m.parse) }
}

// parses returns the fault of a parser that does something else with some tokens. It has the
// correct parser to call.
func parses(fault func(parse parser, token string) (*piece, bool)) func(m *model) {
	return remembers(func(parse parser) parser {
		return func(token string) (*piece, bool) { return fault(parse, token) }
	})
}

// checks is parses for the yes-or-no check.
func checks(fault func(valid func(string) bool, token string) bool) func(m *model) {
	return func(m *model) {
		valid := m.valid
		m.valid = func(token string) bool { return fault(valid, token) }
	}
}

// sweeps is parses for the bulk check.
func sweeps(fault func(judge func([]string) []byte, tokens []string) []byte) func(m *model) {
	return func(m *model) {
		judge := m.sweep
		m.sweep = func(tokens []string) []byte { return fault(judge, tokens) }
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
	return parses(func(parse parser, token string) (*piece, bool) {
		if p, ok := parse(token); ok || !when(token) {
			return p, ok
		}
		return skim(token), true
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
	return parses(func(parse parser, token string) (*piece, bool) {
		if when(token) {
			return nil, false
		}
		return parse(token)
	})
}

// raising returns the fault of raising on some strings.
func raising(when func(token string) bool, text string) func(m *model) {
	return parses(func(parse parser, token string) (*piece, bool) {
		if when(token) {
			panic(raised(text))
		}
		return parse(token)
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
	return parses(func(parse parser, token string) (*piece, bool) { return parse(change(token)) })
}

// makes returns the fault of parsing a token to another value: to what change makes of it.
func makes(change func(p *piece)) func(m *model) {
	return parses(func(parse parser, token string) (*piece, bool) {
		p, ok := parse(token)
		if ok {
			change(p)
		}
		return p, ok
	})
}

// does returns the fault of a method that makes other changes, in order.
func does(method conformance.Method, changes ...func(p *piece)) func(m *model) {
	return func(m *model) {
		m.methods[method] = func(p *piece) {
			for _, change := range changes {
				change(p)
			}
		}
	}
}

// nothing is the change that changes nothing.
func nothing(*piece) {}

// either returns the change that is one of two, by what the value is.
func either(is func(p *piece) bool, then, otherwise func(p *piece)) func(p *piece) {
	return func(p *piece) {
		if is(p) {
			then(p)
		} else {
			otherwise(p)
		}
	}
}

// failing returns the change that raises.
func failing(text string) func(p *piece) { return func(*piece) { panic(raised(text)) } }

// writes returns the fault of changing the string form once more.
func writes(change func(text string) string) func(m *model) {
	return func(m *model) {
		text := m.text
		m.text = func(p *piece) string { return change(text(p)) }
	}
}

// replaced returns an accessor that gives, in pairs, one text for another.
func replaced(get func(p *piece) string, pairs ...string) func(p *piece) string {
	replacer := strings.NewReplacer(pairs...)
	return func(p *piece) string { return replacer.Replace(get(p)) }
}

// equalBy returns the fault of comparing nothing but what get returns.
func equalBy(get func(m *model, p *piece) string) func(m *model) {
	return func(m *model) {
		m.equal = func(a, b *piece) bool { return get(m, a) == get(m, b) }
	}
}
