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
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
)

// The sets of characters beyond ASCII, the first two by their names in charactersFile. The larger two come
// with malformed UTF-8.
const (
	scalarsOfFolding  = "folding"
	scalarsThatMatter = "mattering"
	allScalars        = "all"
)

var aboutScalars = map[string]string{
	scalarsOfFolding:  "the characters beyond ASCII that case folding brings there",
	scalarsThatMatter: "the characters beyond ASCII that matter to case folding, normalisation, trimming and truncation, and forms that are not UTF-8",
	allScalars:        "every Unicode scalar value beyond ASCII, and forms that are not UTF-8",
}

// scalarsPart is characters beyond ASCII and malformed UTF-8 behind each word of the state cover, and
// between it and a letter. With all characters, these and the words of the layer complete are the complete test
// suite for no extra state over characters: a letter tells the sink from the states that need one.
func scalarsPart(edition *notation.Edition, op conformance.Op, set string) part {
	cover := automaton.Of(edition).Cover()
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
		about: aboutScalars[set] + ", in each place of a token", checks: checks,
		requests: requesting(op, words),
	}
	if set == allScalars {
		p.shows = func(c *result.Claim) { c.Characters = c.Extra != nil }
	}
	return p
}

// formsOf yields the characters of a set in UTF-8, and for the larger sets malformed UTF-8.
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

func beyondASCII(yield func(rune) bool) {
	for r := rune(utf8.RuneSelf); r <= utf8.MaxRune; r++ {
		if utf8.ValidRune(r) && !yield(r) {
			return
		}
	}
}

// charactersFile has the characters that the layer needs, as ranges of hexadecimal numbers. The tables of
// Unicode differ between releases of Go, and the suite must not: so they are data of the suite, frozen
// with its version. TestCharactersFile writes the file.
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

var markup = [][2]string{
	{"<b>", "</b>"}, {"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"/*", "*/"}, {"**", "**"}, {"__", "__"}, {"~~", "~~"},
	{"[[", "]]"}, {"{{", "}}"}, {"${", "}"}, {`\(`, `\)`}, {`\"`, `\"`}, {"''", "''"}, {`"""`, `"""`},
	{"&quot;", "&quot;"}, {"&lt;", "&gt;"}, {"\x1b[1m", "\x1b[0m"},
}

// pairsPart is a letter with two characters around it, and with both behind it. Some programs remove
// characters only in pairs.
func pairsPart(op conformance.Op) part {
	var words []string
	add := func(x, y string) {
		if words = append(words, x+"K"+y); x != "K" {
			words = append(words, "K"+x+y)
		}
	}
	for _, pair := range markup {
		add(pair[0], pair[1])
	}
	for _, group := range [][2]string{
		{"ascii", "ascii"}, {"opening", "closing"}, {"direction", "direction"}, {"marks", "marks"},
	} {
		for _, x := range characters()[group[0]] {
			for _, y := range characters()[group[1]] {
				if group[0] == "ascii" || max(x, y) >= utf8.RuneSelf {
					add(string(x), string(y))
				}
			}
		}
	}
	for _, r := range characters()["removed"] {
		add(string(r), string(r))
	}
	return part{
		layer: result.LayerScalars, op: op, checks: len(words), requests: requesting(op, slices.Values(words)),
		about: "pairs around and behind a letter: of ASCII, quotes, brackets, marks of direction, combining marks, markup, " +
			"and twice each character that normalisation or trimming removes",
	}
}
