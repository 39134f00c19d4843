package property

import (
	"math/rand"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/leanovate/gopter"
)

// generator generates strings, and strings that are not valid UTF-8 if the implementation takes bytes.
//
// Half are tokens of the edition, each with the same probability. A quarter is one edit away from a
// token, an eighth two edits. An eighth is a token twice, half of these with a symbol in between. An
// edit inserts, removes or replaces a symbol, exchanges two neighbours, or doubles one. A symbol is a
// byte, or for text a character. A new symbol is one of the marks, + - ^ ' for EPIN, half of
// the time. Otherwise it is any byte; or for text, in equal parts, an ASCII character or any Unicode
// scalar value.
//
// The generators of strings in package gen practically never draw a token, so this one starts
// from tokens.
func (c *check) generator() gopter.Gen {
	tokens, marks := slices.Collect(c.Edition.Tokens()), c.Edition.AllMarks()
	return func(p *gopter.GenParameters) *gopter.GenResult {
		symbol := func() string { return anySymbol(p.Rng, marks, c.offers.Bytes) }
		token := strings.Split(tokens[p.Rng.Intn(len(tokens))], "") // ASCII
		switch p.Rng.Intn(8) {
		case 0, 1:
			token = edited(p.Rng, token, symbol)
		case 2:
			token = edited(p.Rng, edited(p.Rng, token, symbol), symbol)
		case 3:
			first := slices.Clone(token)
			if p.Rng.Intn(2) == 0 {
				first = append(first, symbol())
			}
			token = append(first, token...)
		}
		return gopter.NewGenResult(strings.Join(token, ""), c.shrinker)
	}
}

// edited makes one edit. If s is too short for it, it inserts a symbol instead.
func edited(rng *rand.Rand, s []string, symbol func() string) []string {
	switch kind, at := rng.Intn(5), rng.Intn(len(s)+1); {
	case kind == 1 && at < len(s):
		return slices.Delete(s, at, at+1)
	case kind == 2 && at < len(s):
		s[at] = symbol()
	case kind == 3 && at+1 < len(s):
		s[at], s[at+1] = s[at+1], s[at]
	case kind == 4 && at < len(s):
		return slices.Insert(s, at, s[at])
	default:
		return slices.Insert(s, at, symbol())
	}
	return s
}

func anySymbol(rng *rand.Rand, marks string, bytes bool) string {
	const surrogate, surrogates = 0xD800, 0x800
	if bytes && rng.Intn(2) > 0 {
		return string([]byte{byte(rng.Intn(256))})
	}
	kind := 0
	if !bytes {
		kind = rng.Intn(4)
	}
	switch kind {
	case 2:
		return string(rune(rng.Intn(utf8.RuneSelf)))
	case 3:
		r := rune(rng.Intn(utf8.MaxRune + 1 - surrogates))
		if r >= surrogate {
			r += surrogates
		}
		return string(r)
	}
	return string(marks[rng.Intn(len(marks))])
}
