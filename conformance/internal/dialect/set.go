package dialect

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

// A class is a set of symbols: what stands between the brackets of a class of package regexp. Two of them in a
// row are their union.
type class string

const (
	every   class = `\x{0}-\x{10FFFF}`
	newline class = `\n`
	digits  class = `0-9`
	upper   class = `A-Z`
	lower   class = `a-z`
	letters       = upper + lower
	words         = digits + letters + `_`
	blanks  class = `\t-\r `

	joiners          class = `\x{200c}\x{200d}`
	unicodeBlanks    class = `\t-\r \x{85}\p{Z}`
	lettersOrNumbers class = `\p{L}\p{N}_`
)

// A set is a set of symbols: the first and the last of each range.
type set []rune

func (c class) set() set { return parsed("[" + c + "]") }

func parsed(expression class) set {
	re, err := syntax.Parse(string(expression), syntax.Perl)
	if err != nil {
		panic(err) // a class of this package is incorrect
	}
	switch re.Op {
	case syntax.OpLiteral:
		return set{re.Rune[0], re.Rune[0]}
	case syntax.OpAnyChar:
		return set{0, unicode.MaxRune}
	case syntax.OpAnyCharNotNL:
		return set{0, '\n' - 1, '\n' + 1, unicode.MaxRune}
	}
	return re.Rune
}

// not returns the other symbols.
func (c class) not() class {
	var text strings.Builder
	for r := range slices.Chunk(parsed("[^"+c+"]"), 2) {
		fmt.Fprintf(&text, `\x{%x}-\x{%x}`, r[0], r[1])
	}
	return class(text.String())
}

// without returns the symbols of c that are not in other.
func (c class) without(other class) class { return (c.not() + other).not() }

func span(lo, hi rune) class { return class(fmt.Sprintf(`\x{%x}-\x{%x}`, lo, hi)) }

func (s set) has(symbol rune) bool { return (&syntax.Inst{Rune: s}).MatchRune(symbol) }

// ofTable returns the characters of a table of Unicode.
func ofTable(t *unicode.RangeTable) class {
	var text strings.Builder
	add := func(lo, hi, stride rune) {
		for ; lo <= hi; lo += stride {
			text.WriteString(string(span(lo, lo)))
		}
	}
	for _, r := range t.R16 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	for _, r := range t.R32 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	return class(text.String()).not().not()
}
