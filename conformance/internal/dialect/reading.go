package dialect

import (
	"fmt"
	"maps"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/rangetable"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
)

// A reading is what the parts of a pattern mean, in a dialect with some flags.
type reading struct {
	Call
	flags   string // that are set
	unit    automaton.Unit
	dot     class
	classes map[string]class  // by how they are written: \d, \p{L}, [:alpha:]
	known   string            // those that package regexp has too
	anchors map[string]string // of ^, $, \b and the like: groups for [automaton.Compile]; none for what is not supported
	atLines map[string]string // those of ^ and $ if they match at lines
	writing
}

// writing is how the parts of a pattern are written, and what is special about letters.
type writing struct {
	hex         string // keys of numbers
	escapable   string // characters that stand for themselves behind a backslash
	inline      string // flags that can stand in the pattern
	names       string // how named groups begin, without the parenthesis
	also        string // the keys of foldsTo that match letters if case is ignored
	lowerOnly   string // those of also that match a range only if it has the lower-case letter
	refused     string // letters that also match parts of others then
	onlyLetters bool   // whether classes with letters have nothing but those of ASCII
}

func (r *reading) has(flag string) bool { return strings.Contains(r.flags, flag) }

// A class is a set of symbols: what stands between the brackets of a class of package regexp. Two of them in a
// row are their union.
type class string

const (
	every            class = `\x{0}-\x{10FFFF}`
	letters          class = `A-Za-z`
	words                  = `0-9` + letters + `_`
	blanks           class = `\t-\r `
	joiners          class = `\x{200c}\x{200d}`
	unicodeBlanks          = blanks + `\p{Z}` // without U+0085
	lettersOrNumbers class = `\p{L}\p{N}_`
)

// not returns the other symbols.
func (c class) not() (others class) {
	re, err := syntax.Parse("[^"+string(c)+"]", syntax.Perl)
	if err != nil {
		panic(err) // a class of this package is incorrect
	}
	p, _ := syntax.Compile(re) // it returns no error
	for r := range slices.Chunk(p.Inst[p.Start].Rune, 2) {
		others += span(r[0], r[len(r)-1])
	}
	return others
}

func span(lo, hi rune) class { return class(fmt.Sprintf(`\x{%x}-\x{%x}`, lo, hi)) }

// ofTable returns the characters of a table of Unicode.
func ofTable(t *unicode.RangeTable) class {
	var text strings.Builder
	rangetable.Visit(t, func(r rune) { text.WriteRune(r) })
	return class(text.String()).not().not() // as ranges
}

// What anchors assert.
const (
	atStart   = `(\A)()`
	atEnd     = `()(\z)`
	beforeEnd = `()(\n?\z)` // or at it
)

// setWord sets the characters of words.
func (r *reading) setWord(word class) { r.classes[`\w`], r.anchors[`\b`] = word, boundary(word) }

func boundary(word class) string {
	return fmt.Sprintf(`([%[1]s])([^%[1]s]|\z)|(\A|[^%[1]s])([%[1]s])`, word)
}

// Names of classes. The properties are those of the version in package unicode.
const (
	properties = `\p{L} \p{Lu} \p{Ll} \p{N} \p{Nd} \p{Zs} `
	posix      = `[:alpha:] [:upper:] [:lower:] [:digit:] [:alnum:] [:space:] [:word:]`
)

// setPosix sets the classes of posix to characters beyond ASCII.
func (r *reading) setPosix(letter, upper, lower, number, blank, word class) {
	maps.Copy(r.classes, map[string]class{
		"[:alpha:]": letter, "[:upper:]": upper, "[:lower:]": lower, "[:digit:]": `\p{Nd}`,
		"[:alnum:]": letter + number, "[:space:]": blank, "[:word:]": word,
	})
}
