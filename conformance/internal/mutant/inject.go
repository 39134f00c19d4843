package mutant

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/epin-conformance/harness/conformance"
)

// rewrite returns a fault in the regular expression: it replaces the first text of each pair by the
// second. In an edition whose expression does not have the first text, there is no fault.
func rewrite(pairs ...string) func(m *model) {
	return func(m *model) { m.expression = rewritten(m.expression, pairs...) }
}

// letter is rewrite for the class of the letter.
func letter(class string) func(m *model) { return rewrite(`[A-Za-z]`, class) }

func rewritten(expression string, pairs ...string) string {
	for pair := range slices.Chunk(pairs, 2) {
		expression = strings.Replace(expression, pair[0], pair[1], 1)
	}
	return expression
}

// parser is the part of a library that parses a token. It returns nil for an invalid string.
type parser = func(token string) *piece

// checker and judge are the parts for the operations valid and sweep.
type (
	checker = func(token string) bool
	judge   = func(tokens []string) []byte
)

// remembers returns the fault of a parser that keeps a state, which is zero in each fresh model.
// fault gets the correct parser.
func remembers[S any](fault func(state *S, parse parser, token string) *piece) func(m *model) {
	return func(m *model) {
		parse, state := m.parse, new(S)
		m.parse = func(token string) *piece { return fault(state, parse, token) }
	}
}

// forgets returns the fault of a parser that rejects a token by a state. refuses gets the correct verdict.
func forgets[S any](refuses func(state *S, token string, valid bool) bool) func(m *model) {
	return remembers(func(state *S, parse parser, token string) *piece {
		if p := parse(token); !refuses(state, token, p != nil) {
			return p
		}
		return nil
	})
}

// remembersValues is remembers for a parser that is incorrect only for strings that it accepts.
func remembersValues[S any](fault func(state *S, p *piece) *piece) func(m *model) {
	return remembers(func(state *S, parse parser, token string) *piece {
		if p := parse(token); p != nil {
			return fault(state, p)
		}
		return nil
	})
}

// checks returns the fault of an incorrect operation valid. fault gets the correct one.
func checks(fault func(check checker, token string) bool) func(m *model) {
	return func(m *model) {
		valid := m.Valid
		m.Valid = func(token string) bool { return fault(valid, token) }
	}
}

// loses returns the fault of an operation sweep that rejects some of the strings, by their place.
func loses(when func(verdicts []byte, i int) bool) func(m *model) {
	return sweeps(func(judge judge, tokens []string) []byte {
		verdicts := judge(tokens)
		for i := range verdicts {
			if when(verdicts, i) {
				verdicts[i] = conformance.VerdictNo
			}
		}
		return verdicts
	})
}

// sweeps returns the fault of an incorrect operation sweep. fault gets the correct one.
func sweeps(fault func(judge judge, tokens []string) []byte) func(m *model) {
	return func(m *model) {
		judge := m.sweep
		m.sweep = func(tokens []string) []byte { return fault(judge, tokens) }
	}
}

// also returns the fault of a second regular expression, which is a rewriting of the first one.
func also(pairs ...string) func(m *model) {
	return func(m *model) {
		parse, second := m.parse, regexp.MustCompile(rewritten(m.expression, pairs...))
		m.parse = func(token string) *piece { return cmp.Or(parse(token), match(second, token)) }
	}
}

// where returns the fault of another parser for some strings.
func where(when func(token string) bool, other parser) func(m *model) {
	return remembers(func(_ *struct{}, parse parser, token string) *piece {
		if when(token) {
			return other(token)
		}
		return parse(token)
	})
}

// accepting returns the fault of accepting some strings, with the result of [skim].
func accepting(when func(token string) bool) func(m *model) { return where(when, skim) }

// acceptingBy is accepting by a table of the tokens of the edition, in the order of their bytes.
func acceptingBy(when func(tokens []string, token string) bool) func(m *model) {
	return func(m *model) {
		tokens := tokensOf(m.edition)
		accepting(func(token string) bool { return when(tokens, token) })(m)
	}
}

// rejecting returns the fault of rejecting some strings, including valid tokens.
func rejecting(when func(token string) bool) func(m *model) {
	return where(when, func(string) *piece { return nil })
}

// raising returns the fault of raising an exception on some strings.
func raising(when func(token string) bool, text string) func(m *model) {
	return where(when, func(string) *piece { panic(raised(text)) })
}

// skim parses any string as a lenient parser does: it takes the first letter and the last part
// of each other kind, and ignores everything else. Without a letter, the letter of the
// value is empty.
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

// compiling returns a function that compiles an expression when it is first called.
func compiling(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

func is(strings ...string) func(token string) bool {
	return func(token string) bool { return slices.Contains(strings, token) }
}

func matching(expression string) func(token string) bool {
	compiled := compiling(expression)
	return func(text string) bool { return compiled().MatchString(text) }
}

// readsBytes returns the fault of changing each byte before parsing.
func readsBytes(change func(b byte) byte) func(m *model) {
	return reads(func(token string) string {
		changed := []byte(token)
		for i, b := range changed {
			changed[i] = change(b)
		}
		return string(changed)
	})
}

// readsRunes returns the fault of changing each character before parsing. A malformed byte counts as U+FFFD.
func readsRunes(change func(r rune) rune) func(m *model) {
	return reads(func(token string) string { return strings.Map(change, token) })
}

// takesFor returns the fault of replacing the first text of each pair by the second before parsing.
func takesFor(pairs ...string) func(m *model) { return reads(strings.NewReplacer(pairs...).Replace) }

// trims returns the fault of removing the characters of a class from both ends before parsing.
func trims(class string) func(m *model) {
	return substitutes(`\A[`+class+`]+|[`+class+`]+\z`, ``)
}

// substitutes returns the fault of replacing every match of an expression before parsing.
func substitutes(expression, by string) func(m *model) {
	compiled := compiling(expression)
	return reads(func(token string) string { return compiled().ReplaceAllString(token, by) })
}

// reads returns the fault of parsing change(token) instead of the token.
func reads(change func(token string) string) func(m *model) { return readsAs(change, nothing) }

// readsAs is reads for a parser that also changes the value if the token was changed.
func readsAs(change func(token string) string, then func(p *piece)) func(m *model) {
	return remembers(func(_ *struct{}, parse parser, token string) *piece {
		changed := change(token)
		p := parse(changed)
		if p != nil && changed != token {
			then(p)
		}
		return p
	})
}

// makes returns the fault of a parser whose value is changed by change.
func makes(change func(p *piece)) func(m *model) {
	return remembersValues(func(_ *struct{}, p *piece) *piece {
		change(p)
		return p
	})
}

// all returns a change of a piece or a model that makes changes, in order.
func all[T any](changes ...func(of T)) func(of T) {
	return func(of T) {
		for _, change := range changes {
			change(of)
		}
	}
}

func nothing(*piece) {}

// either returns a change that calls then if is returns true, and otherwise if not.
func either(is func(p *piece) bool, then, otherwise func(p *piece)) func(p *piece) {
	return func(p *piece) {
		if is(p) {
			then(p)
		} else {
			otherwise(p)
		}
	}
}

func failing(text string) func(p *piece) { return func(*piece) { panic(raised(text)) } }

func writes(change func(text string) string) func(m *model) {
	return func(m *model) {
		text := m.String
		m.String = func(p *piece) string { return change(text(p)) }
	}
}

// shows returns the fault of another string form, gives that of another accessor of an attribute, and
// tells that of another predicate.
func shows(get accessor) func(m *model)             { return func(m *model) { m.String = get } }
func gives(key string, get accessor) func(m *model) { return func(m *model) { m.Texts[key] = get } }
func tells(key string, is func(p *piece) bool) func(m *model) {
	return func(m *model) { m.Booleans[key] = is }
}

// replaced returns an accessor that replaces the first text of each pair by the second.
func replaced(get accessor, pairs ...string) accessor {
	replacer := strings.NewReplacer(pairs...)
	return func(p *piece) string { return replacer.Replace(get(p)) }
}

// equalBy returns the fault of comparing only the results of get.
func equalBy(get func(m *model, p *piece) string) func(m *model) {
	return func(m *model) {
		m.Equal = func(a, b *piece) bool { return get(m, a) == get(m, b) }
	}
}
