package suite

import (
	"sync"
	"unicode"

	"golang.org/x/text/unicode/rangetable"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// pairsPart is a letter with two characters around it, and with both behind it. Some programs remove
// characters only in pairs.
func pairsPart(op conformance.Op) part {
	return part{
		layer: result.LayerScalars, op: op,
		about: "pairs around and behind a letter: of ASCII, quotes, brackets, marks of direction, combining marks, markup, " +
			"and twice each character that normalisation or trimming removes",
		requests: requesting(op, func(yield func(string) bool) {
			for _, pair := range wrappings() {
				if !yield(pair[0]+"K"+pair[1]) || pair[0] != "K" && !yield("K"+pair[0]+pair[1]) {
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

// wrappings returns the pairs of pairsPart, each once.
var wrappings = sync.OnceValue(func() [][2]string {
	var (
		ascii = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0, Hi: unicode.MaxASCII, Stride: 1}}}
		marks = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x0300, Hi: 0x036F, Stride: 1}}} // the most common ones
		all   = append([][2]string{}, markup...)
		seen  = map[[2]rune]bool{}
	)
	add := func(x, y rune) {
		if !seen[[2]rune{x, y}] {
			seen[[2]rune{x, y}] = true
			all = append(all, [2]string{string(x), string(y)})
		}
	}
	for _, group := range [][2]*unicode.RangeTable{
		{ascii, ascii},
		{rangetable.Merge(unicode.Pi, unicode.Pf, unicode.Ps), rangetable.Merge(unicode.Pi, unicode.Pf, unicode.Pe)},
		{unicode.Bidi_Control, unicode.Bidi_Control},
		{marks, marks},
	} {
		rangetable.Visit(group[0], func(x rune) {
			rangetable.Visit(group[1], func(y rune) { add(x, y) })
		})
	}
	for _, r := range mattering() {
		add(r, r)
	}
	return all
})
