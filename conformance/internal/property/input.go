package property

import (
	"math/rand"
	"slices"
	"unicode/utf8"

	"github.com/leanovate/gopter"

	"github.com/epin-conformance/harness/conformance/notation"
)

// Inputs generates strings, and strings that are not valid UTF-8 if bytes is true.
//
// Half are tokens of the edition, each with the same probability. A quarter is one edit away from a
// token, an eighth two edits. An eighth is a token twice, half of these with a symbol in between. An
// edit inserts, removes or replaces a symbol, exchanges two neighbours, or doubles one. A symbol is a
// byte, or a character if bytes is false. A new symbol is one of the marks, + - ^ ' for EPIN, half of
// the time. Otherwise it is any byte; or for text, in equal parts, an ASCII character or any Unicode
// scalar value.
//
// The generators of strings in package gen practically never draw a token, so this one starts
// from tokens.
func Inputs(edition *notation.Edition, bytes bool) gopter.Gen {
	tokens := slices.Collect(edition.Tokens())
	anyByte, anyRune := anyByteOf(edition.AllMarks()), anyRuneOf(edition.AllMarks())
	return func(p *gopter.GenParameters) *gopter.GenResult {
		token := tokens[p.Rng.Intn(len(tokens))]
		if bytes {
			return gopter.NewGenResult(string(near(p.Rng, []byte(token), anyByte)), gopter.NoShrinker) // see Options.Simpler
		}
		return gopter.NewGenResult(string(near(p.Rng, []rune(token), anyRune)), gopter.NoShrinker)
	}
}

// near returns a token or a similar string. It edits symbols, so that an edit of text does
// not split characters.
func near[S byte | rune](rng *rand.Rand, token []S, draw func(*rand.Rand) S) []S {
	switch rng.Intn(8) {
	case 0, 1:
		return edited(rng, token, draw)
	case 2:
		return edited(rng, edited(rng, token, draw), draw)
	case 3:
		twice := append([]S(nil), token...)
		if rng.Intn(2) == 0 {
			twice = append(twice, draw(rng))
		}
		return append(twice, token...)
	}
	return token
}

// edited returns a copy of s with one edit. If s is too short for the edit, it inserts a
// symbol instead.
func edited[S byte | rune](rng *rand.Rand, s []S, draw func(*rand.Rand) S) []S {
	kind, at := rng.Intn(5), rng.Intn(len(s)+1)
	head, tail := append([]S(nil), s[:at]...), s[at:]
	switch {
	case kind == 1 && len(tail) > 0: // remove
		return append(head, tail[1:]...)
	case kind == 2 && len(tail) > 0: // replace
		return append(append(head, draw(rng)), tail[1:]...)
	case kind == 3 && len(tail) > 1: // exchange
		return append(append(head, tail[1], tail[0]), tail[2:]...)
	case kind == 4 && len(tail) > 0: // double
		return append(append(head, tail[0]), tail...)
	}
	return append(append(head, draw(rng)), tail...)
}

// anyByteOf draws one of some marks half of the time, and any byte otherwise.
func anyByteOf(marks string) func(*rand.Rand) byte {
	return func(rng *rand.Rand) byte {
		if rng.Intn(2) == 0 {
			return marks[rng.Intn(len(marks))]
		}
		return byte(rng.Intn(256))
	}
}

// anyRuneOf is anyByteOf for characters.
func anyRuneOf(marks string) func(*rand.Rand) rune {
	return func(rng *rand.Rand) rune {
		const surrogate, surrogates = 0xD800, 0x800
		switch rng.Intn(4) {
		case 0, 1:
			return rune(marks[rng.Intn(len(marks))])
		case 2:
			return rune(rng.Intn(utf8.RuneSelf))
		}
		r := rune(rng.Intn(utf8.MaxRune + 1 - surrogates))
		if r >= surrogate {
			r += surrogates
		}
		return r
	}
}
