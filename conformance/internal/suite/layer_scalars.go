package suite

import (
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/unicode/rangetable"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/epin"
)

// scalarSet is a set of characters beyond ASCII.
type scalarSet uint8

const (
	scalarsOfFolding  scalarSet = iota // those with an ASCII letter as their other case
	scalarsThatMatter                  // see matters; and malformed UTF-8
	allScalars                         // all; and malformed UTF-8
)

var scalarSetNames = [...]string{
	"the characters beyond ASCII that case folding brings there",
	"the characters beyond ASCII that matter to case folding, normalisation, trimming and truncation, and forms that are not UTF-8",
	"every Unicode scalar value beyond ASCII, and forms that are not UTF-8",
}

// scalarsPart is characters beyond ASCII and malformed UTF-8 behind each word of the state cover, and
// between it and a letter. With all characters, these and the words of the layer complete are the complete test
// suite for no extra state over characters: a letter tells the sink from the states that need one.
func scalarsPart(edition epin.Edition, op conformance.Op, set scalarSet) part {
	cover := result.Specification(edition).Sets().Cover
	words := func(yield func(string) bool) {
		for form := range formsOf(set) {
			for _, word := range cover { // the letter identifies the sink
				if !yield(word+form) || !yield(word+form+"a") {
					return
				}
			}
		}
	}
	checks := 0
	for range formsOf(set) {
		checks += 2 * len(cover)
	}
	p := part{
		layer: result.LayerScalars, op: op, everyOp: set == scalarsOfFolding,
		about: scalarSetNames[set] + ", in each place of a token", checks: checks,
		requests: requesting(op, words),
	}
	if set == allScalars {
		p.shows = func(c *result.Claim) { c.Characters = c.Extra != nil }
	}
	return p
}

// formsOf yields the characters of a set in UTF-8, and for the larger sets malformed UTF-8.
func formsOf(set scalarSet) iter.Seq[string] {
	return func(yield func(string) bool) {
		runes := map[scalarSet]iter.Seq[rune]{
			scalarsOfFolding: slices.Values(folding()), scalarsThatMatter: slices.Values(mattering()), allScalars: beyondASCII,
		}[set]
		for r := range runes {
			if !yield(string(r)) {
				return
			}
		}
		if set == scalarsOfFolding {
			return
		}
		for _, form := range notUTF8(set == allScalars) {
			if !yield(form) {
				return
			}
		}
	}
}

// beyondASCII yields every scalar value beyond ASCII.
func beyondASCII(yield func(rune) bool) {
	for r := rune(utf8.RuneSelf); r <= utf8.MaxRune; r++ {
		if utf8.ValidRune(r) && !yield(r) {
			return
		}
	}
}

// folding returns the characters beyond ASCII that case folding maps to ASCII.
var folding = sync.OnceValue(func() []rune {
	return slices.DeleteFunc(slices.Clone(mattering()), func(r rune) bool { return !foldsToASCII(r) })
})

// mattering returns the characters beyond ASCII that a library may treat as a character of a token
// or ignore.
var mattering = sync.OnceValue(func() []rune {
	var rs []rune
	for r := rune(utf8.RuneSelf); r <= utf8.MaxRune; r++ {
		for _, dull := range dullRanges {
			if dull[0] == r {
				r = dull[1] + 1
			}
		}
		if utf8.ValidRune(r) && matters(r) {
			rs = append(rs, r)
		}
	}
	return rs
})

// dullRanges are ranges without a character that matters, in order: ideographs, Hangul, private
// use, and nearly empty planes. They save the look at a million characters. A test verifies them.
var dullRanges = [][2]rune{
	{0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xAC00, 0xD7A3}, {0xD800, 0xDFFF}, {0xE001, 0xF8FF},
	{0x12000, 0x1342F}, {0x13460, 0x16A3F}, {0x17000, 0x1AFEF}, {0x20000, 0x2F7FF}, {0x2FA20, 0x2FFFD}, {0x30000, 0x3FFFD},
	{0x40000, 0x4FFFD}, {0x50000, 0x5FFFD}, {0x60000, 0x6FFFD}, {0x70000, 0x7FFFD}, {0x80000, 0x8FFFD},
	{0x90000, 0x9FFFD}, {0xA0000, 0xAFFFD}, {0xB0000, 0xBFFFD}, {0xC0000, 0xCFFFD}, {0xD0000, 0xDFFFD},
	{0xE1000, 0xEFFFD}, {0xF0000, 0xFFFFD}, {0x100000, 0x10FFFD},
}

func foldsToASCII(r rune) bool {
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		if f < utf8.RuneSelf {
			return true
		}
	}
	return unicode.ToUpper(r) < utf8.RuneSelf || unicode.ToLower(r) < utf8.RuneSelf
}

// matters reports whether a usual text operation maps a character to ASCII or removes it, or
// whether it looks like a character of a token.
func matters(r rune) bool {
	switch {
	case r <= 0xFF, 0x0370 <= r && r <= 0x04FF: // Latin-1; Greek and Cyrillic, which look like Latin
		return true
	case foldsToASCII(r):
		return true
	case r < 0x0800 && isTokenByte(byte(r)), r>>16 == 1 && r&0xFFFF < utf8.RuneSelf && isTokenByte(byte(r)):
		return true // truncation to 8 or 16 bits
	case unicode.In(r, unicode.White_Space, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Mn,
		unicode.Pd, unicode.Pi, unicode.Pf, unicode.Sk, unicode.Lm, unicode.Noncharacter_Code_Point,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
		return true
	case r == 0x07FF || r == 0x0800 || r == 0xD7FF || r == 0xE000 || r == unicode.ReplacementChar || r == 0x10000 || r == utf8.MaxRune:
		return true // where encoded lengths change, and the replacement character
	}
	// The decomposition that goes furthest, which also removes accents.
	for _, b := range norm.NFKD.PropertiesString(string(r)).Decomposition() {
		if b < utf8.RuneSelf {
			return true
		}
	}
	return false
}

func isTokenByte(b byte) bool {
	return isLetter(b) || strings.IndexByte("+-^'", b) >= 0
}

// notUTF8 returns malformed UTF-8 that decoders wrongly accept: overlong forms of ASCII, surrogates
// (all of them with allSurrogates), truncated forms, and code points beyond U+10FFFF.
func notUTF8(allSurrogates bool) (forms []string) {
	for c := range byte(utf8.RuneSelf) {
		last, high := 0x80|c&0x3F, 0x80|c>>6
		forms = append(forms,
			string([]byte{0xC0 | c>>6, last}),
			string([]byte{0xE0, high, last}),
			string([]byte{0xF0, 0x80, high, last}),
			string([]byte{0xF8, 0x80, 0x80, high, last}),
			string([]byte{0xFC, 0x80, 0x80, 0x80, high, last}))
	}
	for r := 0xD800; r <= 0xDFFF; r++ {
		edge := r == 0xD800 || r == 0xDBFF || r == 0xDC00 || r == 0xDFFF
		if allSurrogates || edge || isTokenByte(byte(r)) {
			forms = append(forms, threeBytes(r))
		}
	}
	return append(forms,
		threeBytes(0xD835)+threeBytes(0xDC0A),                                                                      // U+1D40A as a pair of surrogates
		"\xC2", "\xDF", "\xE0\xA0", "\xE2\x84", "\xEF\xBC", "\xEF\xBB", "\xF0\x90", "\xF0\x9D\x90", "\xF4\x8F\xBF", // truncated
		"\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xF7\xBF\xBF\xBF", "\xF8\x88\x80\x80\x80", "\xFC\x84\x80\x80\x80\x80", // beyond
		"\xFE", "\xFF", "\xFE\xFF", "\xFF\xFE") // marks of UTF-16
}

// threeBytes returns the encoding in three bytes, which surrogates must not have.
func threeBytes(r int) string {
	return string([]byte{0xE0 | byte(r>>12), 0x80 | byte(r>>6)&0x3F, 0x80 | byte(r)&0x3F})
}

// pairsPart is a letter with two characters around it, and with both behind it. Some programs remove
// characters only in pairs.
func pairsPart(op conformance.Op) part {
	return part{
		layer: result.LayerScalars, op: op,
		about: "pairs around and behind a letter: of ASCII, quotes, brackets, marks of direction, combining marks, markup, " +
			"and twice each character that normalisation or trimming removes",
		requests: requesting(op, func(yield func(string) bool) {
			for x, y := range wrappings {
				if !yield(x+"K"+y) || x != "K" && !yield("K"+x+y) {
					return
				}
			}
		}),
	}.counted()
}

// markup is pairs of several characters.
var markup = [][2]string{
	{"<b>", "</b>"}, {"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"/*", "*/"}, {"**", "**"}, {"__", "__"}, {"~~", "~~"},
	{"[[", "]]"}, {"{{", "}}"}, {"${", "}"}, {`\(`, `\)`}, {`\"`, `\"`}, {"''", "''"}, {`"""`, `"""`},
	{"&quot;", "&quot;"}, {"&lt;", "&gt;"}, {"\x1b[1m", "\x1b[0m"},
}

// marks is the block of the most common combining marks.
var marks = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x0300, Hi: 0x036F, Stride: 1}}}

// wrappings yields the pairs of pairsPart, each once.
func wrappings(yield func(x, y string) bool) {
	for _, pair := range markup {
		if !yield(pair[0], pair[1]) {
			return
		}
	}
	ascii := &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0, Hi: unicode.MaxASCII, Stride: 1}}}
	for i, group := range [][2][]rune{
		{runesIn(ascii), runesIn(ascii)},
		{runesIn(unicode.Pi, unicode.Pf, unicode.Ps), runesIn(unicode.Pi, unicode.Pf, unicode.Pe)},
		{runesIn(unicode.Bidi_Control), runesIn(unicode.Bidi_Control)},
		{runesIn(marks), runesIn(marks)},
	} {
		for _, x := range group[0] {
			for _, y := range group[1] {
				if (i == 0 || max(x, y) > unicode.MaxASCII) && !yield(string(x), string(y)) {
					return
				}
			}
		}
	}
	for _, r := range mattering() {
		if !unicode.In(r, unicode.Pi, unicode.Pf, unicode.Bidi_Control, marks) && !yield(string(r), string(r)) {
			return
		}
	}
}

func runesIn(tables ...*unicode.RangeTable) (all []rune) {
	rangetable.Visit(rangetable.Merge(tables...), func(r rune) { all = append(all, r) })
	return all
}
