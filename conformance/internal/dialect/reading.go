package dialect

import (
	"maps"
	"strings"
)

// A reading is what the parts of a pattern mean, in a dialect with some flags.
type reading struct {
	unit        unit
	dot         class
	classes     map[rune]class       // of \d, \w and \s
	posix       map[string]class     // of [:NAME:]; nil if there are none
	properties  map[string]class     // of \p{NAME}; nil if there are none
	anchors     map[string]assertion // of ^, $, \b and the like; those that are missing are not supported
	terminators class                // of lines, for the flag that makes ^ and $ match at lines
	inside      bool                 // whether ^ does not match at the end of the input then
	whole       bool                 // whether a match has to end at the end of the input, whatever the call
	anchored    bool                 // whether it has to begin at the start
	folding
	writing
}

// folding is what is special about letters.
type folding struct {
	fold        bool   // whether case is ignored
	also        string // the keys of foldsTo that match letters then
	lowerOnly   string // those of also that match a range only if it has the lower-case letter
	onlyLetters bool   // whether classes with letters have nothing but those of ASCII
}

// writing is how the parts of a pattern are written.
type writing struct {
	controls  string // letters of the escapes for control characters
	hex       string // keys of numbers
	escapable string // characters that stand for themselves behind a backslash
	inline    string // flags that can stand in the pattern
	names     string // how named groups begin, without the parenthesis
	onigmo    bool   // whether it is that of Ruby
}

// where returns a condition.
func where(start bool, after class, end bool, before ...class) condition {
	c := condition{start: start, after: after.set(), end: end}
	for _, b := range before {
		c.before = append(c.before, b.set())
	}
	return c
}

var (
	atStart = assertion{{start: true}}
	atEnd   = assertion{where(true, every, true)}
)

// breakAhead returns the assertion that holds at the end, or before a terminator: of any line, or with last of the last
// line. U+0085 is a terminator in Java, where none holds inside \r\n.
func breakAhead(terminators class, last bool) assertion {
	if !terminators.set().has('\u0085') {
		return append(assertion{where(true, every, last, terminators)}, atEnd...)
	}
	return append(assertion{where(true, class(`\r`).not(), last, newline), where(true, every, last, terminators.without(newline)),
		where(true, every, last, `\r`, newline)}, atEnd...)
}

// lines makes ^ and $ match at lines.
func lines(r *reading) {
	start := assertion{where(true, r.terminators, false)}
	if r.inside {
		start = append(assertion{where(false, r.terminators, false, every)}, atStart...)
	}
	r.set(map[string]assertion{"^": start, "$": breakAhead(r.terminators, false)})
}

// javaLines is lines for Java, where ^ does not match at the end, even of an empty input.
func javaLines(r *reading) {
	lines(r)
	r.anchors["^"] = assertion{where(true, r.terminators.without(`\r`), false, every)}
	if r.terminators != newline {
		r.anchors["^"] = append(r.anchors["^"], where(false, `\r`, false, newline.not()))
	}
}

// boundaries returns the assertions \b and \B, given the characters of words.
func boundaries(word class) map[string]assertion {
	other := word.not()
	return map[string]assertion{
		`\b`: {where(false, word, false, other), where(false, word, true), where(true, other, false, word)},
		`\B`: {where(false, word, false, word), where(true, other, false, other), where(true, other, true)},
	}
}

// set changes anchors.
func (r *reading) set(more map[string]assertion) {
	r.anchors = maps.Clone(r.anchors)
	maps.Copy(r.anchors, more)
}

// with returns the reading with other words and anchors.
func (r reading) with(word class, more map[string]assertion) reading {
	r.classes = maps.Clone(r.classes)
	r.classes['w'] = word
	r.set(boundaries(word))
	r.set(more)
	return r
}

func ignoreCase(r *reading) { r.fold = true }
func dotAll(r *reading)     { r.dot = every }

// categories are those of Unicode, in the version of package unicode.
var categories = func() map[string]class {
	all := map[string]class{}
	for name := range strings.FieldsSeq("L Lu Ll Lt Lm Lo N Nd P Pd") {
		all[name] = class(`\p{` + name + `}`)
	}
	return all
}()

func posix(letter, upper, lower, digit, blank, word class) map[string]class {
	return map[string]class{
		"alpha": letter, "upper": upper, "lower": lower, "digit": digit, "alnum": letter + digit, "space": blank, "word": word,
	}
}
