package suite

import (
	"slices"
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
				x, y := pair[0], pair[1]
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

// wrappings returns the pairs of pairsPart, each once.
func wrappings() [][2]string {
	all := slices.Clone(markup)
	ascii := &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0, Hi: unicode.MaxASCII, Stride: 1}}}
	for i, group := range [][2][]rune{
		{runesIn(ascii), runesIn(ascii)},
		{runesIn(unicode.Pi, unicode.Pf, unicode.Ps), runesIn(unicode.Pi, unicode.Pf, unicode.Pe)},
		{runesIn(unicode.Bidi_Control), runesIn(unicode.Bidi_Control)},
		{runesIn(marks), runesIn(marks)},
	} {
		for _, x := range group[0] {
			for _, y := range group[1] {
				if i == 0 || max(x, y) > unicode.MaxASCII {
					all = append(all, [2]string{string(x), string(y)})
				}
			}
		}
	}
	for _, r := range mattering() {
		if !unicode.In(r, unicode.Pi, unicode.Pf, unicode.Bidi_Control, marks) {
			all = append(all, [2]string{string(r), string(r)})
		}
	}
	return all
}

func runesIn(tables ...*unicode.RangeTable) (all []rune) {
	rangetable.Visit(rangetable.Merge(tables...), func(r rune) { all = append(all, r) })
	return all
}
