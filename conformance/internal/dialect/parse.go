package dialect

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
)

// A refusal says why a pattern has no answer. It is the value of a panic inside this package.
type refusal string

func (r refusal) Error() string { return string(r) }

// A translator reads a pattern as an engine does, and writes it for [automaton.Parse]: each class of symbols with its
// members, and each anchor as what it asserts. It is used once.
type translator struct {
	dialect *Dialect
	reading
	flags   string // that are set
	changes []func(*reading)
	source  []rune // and the end
	at      int
	out     strings.Builder
	used    []string // the anchors
	choice  bool     // whether there is an alternation outside groups
}

const (
	endOfPattern rune = -1
	mostSymbols       = 1000
	mostStates        = 250
	preferred         = "Kk+-^':Aa1!_ \n\r" // the characters that counterexamples have, if they can
)

// program returns a program for a pattern, and its automaton. A match can begin or end anywhere, unless it is anchored.
func (t *translator) program(pattern string, call Call) (*automaton.Program, *automaton.DFA) {
	t.reading = t.dialect.read(t.flags, t.changes)
	if t.source = append([]rune(pattern), endOfPattern); len(t.source) > mostSymbols {
		panic(refusal("the pattern is too long: write a shorter one"))
	}
	for t.groupFlags(")") {
	}
	t.sequence()
	if t.next() != endOfPattern {
		t.refuse(t.at, "a ) without (")
	}
	front, back := ".*", ".*"
	if call.Anchored || t.anchored {
		front = ""
	}
	if call.Whole || t.whole {
		back = ""
	}
	p, err := automaton.Parse(front+"(?:"+t.out.String()+")"+back, t.unit)
	if err != nil {
		panic(refusal("the pattern has too many repetitions, groups or different sets of characters: write a shorter one"))
	}
	d := p.Automaton(preferred, mostStates)
	if d == nil {
		panic(refusal("the pattern has too many states: write a shorter one"))
	}
	return p, d
}

// unsupported are constructs that no finite automaton has, or that are not modelled: how they begin, and their names.
var unsupported = strings.Split("(?= look-ahead,(?! negative look-ahead,(?<= look-behind,(?<! negative look-behind,"+
	"(?> an atomic group,(?| a branch reset,(?# a comment,(?( a conditional,(?~ an absence operator,(?P= a back reference,"+
	"(?P> recursion,(?& recursion,(?R recursion,(?0 recursion,(?1 recursion,(? a group,(* a verb,\\k a back reference,"+
	"\\g a back reference or a call,\\Q a quotation,[: a POSIX class,&& an intersection of classes,-- a difference of classes", ",")

// refuse ends the translator: there is no answer because of what begins at a place. It names what is unsupported.
func (t *translator) refuse(begin int, what string) {
	for _, one := range unsupported {
		form, name, _ := strings.Cut(one, " ")
		if t.at = begin; t.begins(form) {
			what = name + " " + form
			break
		}
	}
	panic(refusal(fmt.Sprintf("%s at character %d of the pattern is not supported for %s: write the pattern without it",
		what, begin+1, t.dialect.Title)))
}

func (t *translator) next() rune { return t.source[t.at] }

func (t *translator) take() rune {
	switch c := t.next(); {
	case c == endOfPattern:
		t.refuse(t.at, "the end")
	case !t.unit.Has(c), t.unit == automaton.Bytes && c > '~':
		t.refuse(t.at, "a character that the engine reads in parts")
	}
	t.at++
	return t.source[t.at-1]
}

// begins reports whether the rest of the pattern begins with a text.
func (t *translator) begins(text string) bool {
	for i, r := range []rune(text) {
		if t.source[t.at+i] != r {
			return false
		}
	}
	return true
}

// match skips what a regular expression matches, and returns its groups, or nil.
func (t *translator) match(form *regexp.Regexp) []string {
	found := form.FindStringSubmatch(string(t.source[t.at:]))
	if found != nil {
		t.at += len(found[0])
	}
	return found
}

// sequence translates up to the end of the group.
func (t *translator) sequence() {
	for t.next() != endOfPattern && t.next() != ')' {
		begin, used := t.at, len(t.used)
		if t.next() == '|' {
			t.choice = true
			t.at++
			t.out.WriteByte('|')
			continue
		}
		t.atom()
		t.quantifier(t.source[begin] != '(' && len(t.used) > used)
	}
}

var (
	quantifier = regexp.MustCompile(`^(?:[*+?]|\{(\d{1,4})(?:,(\d{0,4}))?\})`)
	groupFlags = regexp.MustCompile(`^\(\?([a-zA-Z]*)([:)])`)
	groupName  = regexp.MustCompile(`^\((\?P?<)[A-Za-z_]\w*>`)
	posixClass = regexp.MustCompile(`^\[:(\w+):\]`)
	property   = regexp.MustCompile(`^\{(\w+)\}`)
	controls   = map[rune]rune{'t': '\t', 'n': '\n', 'r': '\r', 'f': '\f'}
	numbers    = map[rune]*regexp.Regexp{
		'x': regexp.MustCompile(`^x([0-9A-Fa-f]{2})`), 'X': regexp.MustCompile(`^x\{([0-9A-Fa-f]{1,6})\}`),
		'u': regexp.MustCompile(`^u([0-9A-Fa-f]{4})`), 'U': regexp.MustCompile(`^u\{([0-9A-Fa-f]{1,6})\}`),
	}
)

// quantifier translates one if it is there.
func (t *translator) quantifier(ofAnchor bool) {
	begin := t.at
	found := t.match(quantifier)
	if found == nil {
		return
	}
	least, _ := strconv.Atoi(found[1])
	most, err := strconv.Atoi(found[2])
	isLazy := t.next() == '?'
	switch {
	case ofAnchor:
		t.refuse(begin, `a quantifier behind an anchor (a literal ^ is \^)`)
	case err == nil && most < least, isLazy && found[1] != "": // a lazy count is another count in Ruby
		t.refuse(begin, "the count "+found[0])
	case isLazy:
		t.at++
	}
	if strings.ContainsRune("*+?{", t.next()) {
		t.refuse(t.at, "a possessive or second quantifier")
	}
	t.out.WriteString(found[0])
}

// atom translates what a quantifier can follow.
func (t *translator) atom() {
	begin := t.at
	switch c := t.take(); c {
	case '(':
		t.group(begin)
	case '[':
		t.write(t.brackets())
	case '.':
		t.write(t.dot)
	case '^', '$':
		t.assert(string(c))
	case '\\':
		if name := `\` + string(t.next()); t.anchors[name] != "" {
			t.at++
			t.assert(name)
			return
		}
		r, members := t.escaped(begin)
		if members == "" {
			members = t.folded(begin, r, r)
		}
		t.write(members)
	case '*', '+', '?', '{', '}', ']':
		t.refuse(begin, "an unescaped "+string(c))
	default:
		t.write(t.folded(begin, c, c))
	}
}

func (t *translator) write(members class) { t.out.WriteString("[" + string(members) + "]") }

func (t *translator) assert(name string) {
	t.used = append(t.used, name)
	t.out.WriteString("(?:" + t.anchors[name] + ")")
}

func (t *translator) group(begin int) {
	outer, flags, choice := t.reading, t.flags, t.choice
	if t.next() == '?' || t.next() == '*' {
		t.at = begin
		if name := t.match(groupName); name == nil && !t.groupFlags(":") || name != nil && !strings.Contains(t.names, name[1]) {
			t.refuse(begin, "a group")
		}
	}
	t.out.WriteString("(?:")
	t.sequence()
	t.take() // the parenthesis
	t.out.WriteByte(')')
	t.reading, t.flags, t.choice = outer, flags, choice
}

// groupFlags reads (?flags and an end, and sets the flags.
func (t *translator) groupFlags(end string) bool {
	begin := t.at
	found := t.match(groupFlags)
	if found == nil || found[2] != end || found[1]+end == ")" || strings.Trim(found[1], t.inline) != "" {
		t.at = begin
		return false
	}
	t.flags += found[1]
	t.reading = t.dialect.read(t.flags, t.changes)
	return true
}

// escaped reads what follows a backslash: a character, or a class if that is not empty.
func (t *translator) escaped(begin int) (r rune, members class) {
	for _, form := range t.hex {
		if found := t.match(numbers[form]); found != nil {
			n, _ := strconv.ParseInt(found[1], 16, 32)
			if r := rune(n); t.unit.Has(r) && !utf16.IsSurrogate(r) {
				return r, ""
			}
		}
	}
	c := t.take()
	lower := c | 0x20
	switch {
	case strings.ContainsRune("dws", lower):
		members = t.classes[lower]
	case lower == 'p' && !t.fold:
		if name := t.match(property); name != nil {
			members = t.properties[name[1]]
		}
	case controls[c] != 0:
		return controls[c], ""
	case strings.ContainsRune(t.escapable, c):
		return c, ""
	}
	if members == "" {
		t.refuse(begin, `the escape \`+string(c))
	}
	if members = t.lettersOf(members); c != lower {
		members = members.not()
	}
	return 0, members
}

// lettersOf returns the letters of ASCII of a class if only they count, and if it has any.
func (t *translator) lettersOf(members class) (of class) {
	for _, some := range []class{upper, lower} {
		if t.onlyLetters && members.has(rune(some[0])) {
			of += some
		}
	}
	return cmp.Or(of, members)
}

// brackets reads a class in brackets.
func (t *translator) brackets() (members class) {
	isNegated := t.next() == '^'
	if isNegated {
		t.at++
	}
	for first := t.at; t.next() != ']' || t.at == first; {
		begin := t.at
		name := t.match(posixClass)
		if name != nil && t.posix[name[1]] != "" && !t.fold {
			members += t.lettersOf(t.posix[name[1]])
			continue
		}
		t.at = begin
		if t.next() == '-' && begin > first && !t.begins("-]") {
			t.refuse(begin, "a - that is neither first nor last, and makes no range")
		}
		lo, some := t.member()
		hi := lo
		if some == "" && t.next() == '-' && !t.begins("-]") {
			t.at++
			if hi, some = t.member(); hi < lo || some != "" {
				t.refuse(begin, "a range without an end")
			}
		}
		if some == "" {
			some = t.folded(begin, lo, hi)
		}
		members += some
	}
	t.at++
	if isNegated {
		return "^" + members
	}
	return members
}

// member reads a character of a class in brackets, or a class if that is not empty.
func (t *translator) member() (r rune, members class) {
	begin := t.at
	c := t.take()
	switch {
	case c == '\\' && t.next() == '-':
		return t.take(), ""
	case c == '\\':
		return t.escaped(begin)
	case c == '[', c == ']', strings.ContainsRune("&-~", c) && t.next() == c:
		t.refuse(begin, "an unescaped "+string(c)+" in a class")
	}
	return c, ""
}

// foldsTo has the letter that a character beyond ASCII matches in some engines if case is ignored.
var foldsTo = map[rune]rune{'\u212a': 'k', '\u017f': 's', '\u0130': 'i', '\u0131': 'i'}

// folded returns the symbols that match one from lo to hi.
func (t *translator) folded(begin int, lo, hi rune) class {
	members := span(lo, hi)
	if !t.fold {
		return members
	}
	if hi > '~' || lo == hi && strings.ContainsRune(t.refused, lo) {
		t.refuse(begin, "to ignore the case of "+string(hi))
	}
	has := func(l rune) bool { return lo <= l && l <= hi }
	for l := 'a'; l <= 'z'; l++ {
		if has(l) || has(l-0x20) {
			members += span(l, l) + span(l-0x20, l-0x20)
		}
	}
	for _, other := range t.also {
		l := foldsTo[other]
		if has(l) || has(l-0x20) && (lo == hi || !strings.ContainsRune(t.lowerOnly, other)) {
			members += span(other, other)
		}
	}
	return members
}
