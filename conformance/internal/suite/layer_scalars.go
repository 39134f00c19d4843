package suite

import (
	"cmp"
	_ "embed" // for charactersFile
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/fuzzing"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
)

// The sets of characters beyond ASCII, the first two by their names in charactersFile. Each comes with malformed
// UTF-8 and with the words of the dictionary of the layer fuzz.
const (
	scalarsOfEachKind = "sampled"
	scalarsThatMatter = "mattering"
	allScalars        = "all"
)

var aboutScalars = map[string]string{
	scalarsOfEachKind: "characters beyond ASCII of each kind",
	scalarsThatMatter: "the characters beyond ASCII that matter to case folding, normalisation, trimming and truncation, or that name pieces",
	allScalars:        "every Unicode scalar value beyond ASCII",
}

// scalarsPart is characters beyond ASCII, malformed UTF-8 and words that decoders read, behind each word of the
// state cover, alone and before each other word of the sink's identifier. With all characters, these and the words of
// the layer complete are the complete test suite for zero extra states over characters, each of which leads to the sink.
func scalarsPart(edition *notation.Edition, op conformance.Op, set string) part {
	d := automaton.Of(edition)
	cover, suffixes := d.Cover(), automaton.SinkIdentifier(d)
	words := func(yield func(string) bool) {
		for form := range formsOf(set) {
			for _, word := range cover {
				for _, suffix := range suffixes {
					if !yield(word + form + suffix) {
						return
					}
				}
			}
		}
	}
	checks := 0
	for range formsOf(set) {
		checks += len(cover) * len(suffixes)
	}
	p := part{
		layer: result.LayerScalars, op: op, everyOp: set == scalarsOfEachKind,
		about:  aboutScalars[set] + ", forms that are not UTF-8, escapes, and words of other notations, in each place of a token",
		checks: checks, requests: requesting(op, words),
	}
	if set == allScalars {
		p.shows = func(c *result.Claim) { c.Characters = c.Extra != nil }
	}
	return p
}

// formsOf yields the characters of a set in UTF-8, malformed UTF-8, and words of several characters.
func formsOf(set string) iter.Seq[string] {
	return func(yield func(string) bool) {
		runes := slices.Values(characters()[set])
		if set == allScalars {
			runes = beyondASCII
		}
		for r := range runes {
			if !yield(string(r)) {
				return
			}
		}
		for _, form := range append(notUTF8(set), dictionary()...) {
			if !yield(form) {
				return
			}
		}
	}
}

// dictionary returns the words of the layer fuzz that are valid UTF-8 and have several characters, some of them
// not of a token.
var dictionary = sync.OnceValue(func() []string {
	return slices.DeleteFunc(slices.Clone(fuzzing.Dictionary()), func(word string) bool {
		others := strings.ContainsFunc(word, func(r rune) bool { return r >= utf8.RuneSelf || !isTokenByte(byte(r)) })
		return !others || !utf8.ValidString(word) || utf8.RuneCountInString(word) < 2
	})
})

func beyondASCII(yield func(rune) bool) {
	for r := rune(utf8.RuneSelf); r <= utf8.MaxRune; r++ {
		if utf8.ValidRune(r) && !yield(r) {
			return
		}
	}
}

// charactersFile has the characters that the layer needs, as ranges of hexadecimal numbers. The tables of
// Unicode differ between releases of Go, and the suite must not: so they are data of the suite, frozen
// with its version. TestRecordedCharacters writes the file.
//
//go:embed characters.txt
var charactersFile string

// characters returns the sets of characters of the file by name, each in order.
var characters = sync.OnceValue(func() map[string][]rune {
	sets := map[string][]rune{}
	for line := range strings.Lines(charactersFile) {
		words := strings.Fields(line)
		if words[0] == "#" {
			continue
		}
		for _, word := range words[1:] {
			first, last, _ := strings.Cut(word, "-")
			lo, hi := must(strconv.ParseUint(first, 16, 21)), must(strconv.ParseUint(cmp.Or(last, first), 16, 21))
			for r := lo; r <= hi; r++ {
				sets[words[0]] = append(sets[words[0]], rune(r))
			}
		}
	}
	return sets
})

func isTokenByte(b byte) bool {
	return 'a' <= b|0x20 && b|0x20 <= 'z' || strings.IndexByte("+-^'", b) >= 0
}

// notUTF8 returns malformed UTF-8 that decoders wrongly accept: overlong forms of ASCII, surrogates (all of
// them for allScalars), truncated forms, and code points beyond U+10FFFF.
func notUTF8(set string) (forms []string) {
	for c := range byte(utf8.RuneSelf) {
		if set == scalarsOfEachKind && strings.IndexByte("\x00\n+'K", c) < 0 {
			continue
		}
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
		if set == allScalars || edge || set == scalarsThatMatter && isTokenByte(byte(r)) {
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

var markup = [][2]string{
	{"<b>", "</b>"}, {"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"/*", "*/"}, {"**", "**"}, {"__", "__"}, {"~~", "~~"},
	{"[[", "]]"}, {"{{", "}}"}, {"${", "}"}, {`\(`, `\)`}, {`\"`, `\"`}, {"''", "''"}, {`"""`, `"""`},
	{"&quot;", "&quot;"}, {"&lt;", "&gt;"}, {"\x1b[1m", "\x1b[0m"},
}

// pairsPart is a short and a long token with two characters around it, and with both behind it. Some programs
// remove characters only in pairs. Not whole, it has the pairs of equal characters of ASCII, brackets, and markup.
func pairsPart(edition *notation.Edition, op conformance.Op, whole bool) part {
	words := func(yield func(string) bool) {
		for x, y := range pairsOfCharacters(whole) {
			for _, token := range []string{edition.Short, edition.Long} {
				if !yield(x+token+y) || x != token && !yield(token+x+y) {
					return
				}
			}
		}
	}
	p := part{
		layer: result.LayerScalars, op: op, requests: requesting(op, words),
		about: "pairs of equal characters of ASCII, brackets, quotes and markup around and after a short and a long token",
	}
	if whole {
		p.about = "pairs of characters around and after a short and a long token: ASCII, quotes, brackets, marks of direction, " +
			"combining marks, markup, and each character that normalisation or trimming removes, doubled"
	}
	for x := range pairsOfCharacters(whole) { // without making 196,000 strings at each start
		if p.checks += 4; x == edition.Short || x == edition.Long {
			p.checks--
		}
	}
	return p
}

// brackets are pairs of the small pairsPart: an opening character and the closing one.
const brackets = "()[]{}<>«»‹›“”‘’„“「」『』（）［］⟨⟩"

func pairsOfCharacters(whole bool) iter.Seq2[string, string] {
	return func(yield func(x, y string) bool) {
		for _, pair := range markup {
			if !yield(pair[0], pair[1]) {
				return
			}
		}
		for pair := range slices.Chunk([]rune(brackets), 2) {
			if !whole && !yield(string(pair[0]), string(pair[1])) {
				return
			}
		}
		for _, group := range [][2]string{
			{"ascii", "ascii"}, {"opening", "closing"}, {"direction", "direction"}, {"marks", "marks"},
		} {
			for _, x := range characters()[group[0]] {
				for _, y := range characters()[group[1]] {
					ascii := max(x, y) < utf8.RuneSelf
					wanted := ascii == (group[0] == "ascii") && (whole || ascii && x == y)
					if wanted && !yield(string(x), string(y)) {
						return
					}
				}
			}
		}
		for _, r := range characters()["removed"] {
			if whole && !yield(string(r), string(r)) {
				return
			}
		}
	}
}

// twicePart is each character that matters in two places of a short and a long token, between their characters
// or in the place of one.
func twicePart(edition *notation.Edition, op conformance.Op) part {
	words := func(yield func(string) bool) {
		for _, r := range characters()[scalarsThatMatter] {
			for _, token := range []string{edition.Short, edition.Long} {
				for i := range len(token) + 1 {
					for j := i; j <= len(token); j++ {
						if !yield(token[:i] + string(r) + token[i:j] + string(r) + token[j:]) {
							return
						}
						if i < j && j < len(token) && !yield(token[:i]+string(r)+token[i+1:j]+string(r)+token[j+1:]) {
							return
						}
					}
				}
			}
		}
	}
	return part{
		layer: result.LayerScalars, op: op, requests: requesting(op, words),
		about: "the characters that matter, each in two places of a short and a long token",
	}.counted()
}
