package dialect

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/rangetable"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
)

// A reading is what the parts of a pattern mean, in a dialect with some flags.
type reading struct {
	unit        automaton.Unit
	dot         class
	classes     map[rune]class    // of \d, \w and \s
	posix       map[string]class  // of [:NAME:]; nil if there are none
	properties  map[string]class  // of \p{NAME}; nil if there are none
	anchors     map[string]string // of ^, $, \b and the like: groups for [automaton.Parse]; none for what is not supported
	terminators class             // of lines, for the flag that makes ^ and $ match at lines
	inside      bool              // whether ^ does not match at the end of the input then
	lines       bool              // whether that flag is set
	whole       bool              // whether a match has to end at the end of the input, whatever the call
	anchored    bool              // whether it has to begin at the start
	folding
	writing
}

// folding is what is special about letters.
type folding struct {
	fold        bool   // whether case is ignored
	also        string // the keys of foldsTo that match letters then
	lowerOnly   string // those of also that match a range only if it has the lower-case letter
	refused     string // letters that also match parts of others then
	onlyLetters bool   // whether classes with letters have nothing but those of ASCII
}

// writing is how the parts of a pattern are written.
type writing struct {
	hex       string // keys of numbers
	escapable string // characters that stand for themselves behind a backslash
	inline    string // flags that can stand in the pattern
	names     string // how named groups begin, without the parenthesis
}

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

func (c class) has(r rune) bool {
	return regexp.MustCompile("[" + string(c) + "]").MatchString(string(r))
}

// ofTable returns a function that returns the characters of a table of Unicode.
func ofTable(t *unicode.RangeTable) func() class {
	return sync.OnceValue(func() class {
		var text strings.Builder
		rangetable.Visit(t, func(r rune) { text.WriteRune(r) })
		return class(text.String()).not().not()
	})
}

var (
	otherAlphabetic = ofTable(unicode.Other_Alphabetic)
	otherUppercase  = ofTable(unicode.Other_Uppercase)
	otherLowercase  = ofTable(unicode.Other_Lowercase)
)

// What anchors assert.
const (
	atStart   = `(\A)()`
	atEnd     = `()(\z)`
	beforeEnd = `()(\n?\z)` // or at it
)

// lines makes ^ and $ match at lines.
func lines(r *reading) {
	r.lines = true
	r.anchors["^"], r.anchors["$"] = fmt.Sprintf(`(\A|[%s])()`, r.terminators), fmt.Sprintf(`()([%s]|\z)`, r.terminators)
	if r.inside {
		r.anchors["^"] = fmt.Sprintf(`(\A)()|([%s])(.)`, r.terminators)
	}
}

// setWord sets the characters of words.
func (r *reading) setWord(word class) { r.classes['w'], r.anchors[`\b`] = word, boundary(word) }

func boundary(word class) string {
	return fmt.Sprintf(`([%[1]s])([^%[1]s]|\z)|(\A|[^%[1]s])([%[1]s])`, word)
}

func ignoreCase(r *reading) { r.fold = true }
func dotAll(r *reading)     { r.dot = every }

// categories are of Unicode, in the version of package unicode.
var categories = map[string]class{"L": `\p{L}`, "Lu": `\p{Lu}`, "Ll": `\p{Ll}`, "N": `\p{N}`, "Nd": `\p{Nd}`}

func posix(letter, upper, lower, digit, blank, word class) map[string]class {
	return map[string]class{
		"alpha": letter, "upper": upper, "lower": lower, "digit": digit, "alnum": letter + digit, "space": blank, "word": word,
	}
}
