package dialect

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
)

// A refusal says why a pattern has no answer. It is the value of a panic inside this package.
type refusal string

func (r refusal) Error() string { return string(r) }

// A translator reads a pattern as an engine does, and writes it for [automaton.Compile]: each class of symbols with its
// members, and each anchor as what it asserts. It is used once.
type translator struct {
	dialect *Dialect
	pattern string
	undone  []edit
	reading
	rest   string // of the pattern; a place is what is left there
	out    strings.Builder
	used   []string // the anchors
	choice bool     // whether there is an alternation outside groups
}

// language returns the language of the pattern. A match can begin or end anywhere, unless it is anchored.
func (t *translator) language(call Call, flags string) *automaton.Language {
	t.reading, t.rest = t.dialect.read(call, flags, t.undone), t.pattern
	for t.groupFlags(")") {
	}
	t.sequence()
	if t.rest != "" {
		t.refuse(t.rest, "a ) without (")
	}
	expression := "(?:" + t.out.String() + ")"
	if !t.Anchored {
		expression = ".*" + expression
	}
	if !t.Whole {
		expression += ".*"
	}
	l, err := automaton.Compile("Kk+-^':Aa1!_ \n\r", expression, t.unit) // counterexamples have these, if they can
	if err != nil {
		panic(refusal("the pattern is too large, or has a class about surrogates: write a simpler one"))
	}
	return l
}

// Go returns the language of the texts in which an expression of package regexp matches. It panics if that is not
// supported, because these expressions are part of this project.
func Go(expression string) *automaton.Language {
	d := All[len(All)-1]
	return (&translator{dialect: d, pattern: expression}).language(d.Calls[0], "")
}

// unsupported are constructs that no finite automaton has, or that are not modelled: how they begin, and their names.
var unsupported = strings.Split("(?= look-ahead,(?! negative look-ahead,(?<= look-behind,(?<! negative look-behind,"+
	"(?> an atomic group,(?| a branch reset,(?# a comment,(?( a conditional,(?~ an absence operator,(?R recursion,"+
	"(?P> recursion,(?& recursion,(?0 recursion,(?1 recursion,(?P= a back reference,(? a group,(* a verb,"+
	"\\k a back reference,\\1 a back reference,\\g a back reference or a call,\\Q a quotation,[: a POSIX class,"+
	"&& an intersection of classes,-- a difference of classes", ",")

// refuse ends the translator: there is no answer because of what begins at a place. It names what is unsupported.
func (t *translator) refuse(begin, what string) {
	for _, one := range unsupported {
		if form, name, _ := strings.Cut(one, " "); strings.HasPrefix(begin, form) {
			what = name + " " + form
			break
		}
	}
	panic(refusal(fmt.Sprintf("%s at character %d of the pattern is not supported for %s: write the pattern without it",
		what, utf8.RuneCountInString(t.pattern)-utf8.RuneCountInString(begin)+1, t.dialect.Title)))
}

func (t *translator) take() rune {
	c, size := utf8.DecodeRuneInString(t.rest)
	switch {
	case size == 0:
		panic(refusal("the pattern ends in the middle of a group, a class or an escape"))
	case c > rune(t.unit), t.unit == automaton.Bytes && c > '~':
		t.refuse(t.rest, "a character that the engine reads in parts")
	}
	t.rest = t.rest[size:]
	return c
}

// begins reports whether the rest of the pattern begins with one of some characters.
func (t *translator) begins(some string) bool {
	return t.rest != "" && strings.IndexByte(some, t.rest[0]) >= 0
}

// skip skips a text if it comes next, and reports whether it does.
func (t *translator) skip(text string) (found bool) {
	t.rest, found = strings.CutPrefix(t.rest, text)
	return found
}

// match skips what a regular expression matches, and returns its groups, or nil.
func (t *translator) match(form *regexp.Regexp) []string {
	found := form.FindStringSubmatch(t.rest)
	if found != nil {
		t.rest = t.rest[len(found[0]):]
	}
	return found
}

// sequence translates up to the end of the group.
func (t *translator) sequence() {
	for t.rest != "" && !t.begins(")") {
		if t.skip("|") {
			t.choice = true
			t.out.WriteByte('|')
			continue
		}
		isGroup, used := t.begins("("), len(t.used)
		t.atom()
		t.quantifier(!isGroup && len(t.used) > used)
	}
}

var (
	quantifier = regexp.MustCompile(`^([*+?]|\{(\d{1,4})(?:,(\d{0,4}))?\})(\??)`)
	groupFlags = regexp.MustCompile(`^\(\?([a-zA-Z]*)([:)])`)
	groupName  = regexp.MustCompile(`^\((\?P?<)[A-Za-z_]\w*>`)
	className  = regexp.MustCompile(`^(?:\\[dwsDWS]|\\[pP]\{\w+\}|\[:\w+:\])`)
	numbers    = map[rune]*regexp.Regexp{
		'x': regexp.MustCompile(`^x([0-9A-Fa-f]{2})`), 'X': regexp.MustCompile(`^x\{([0-9A-Fa-f]{1,6})\}`),
		'u': regexp.MustCompile(`^u([0-9A-Fa-f]{4})`), 'U': regexp.MustCompile(`^u\{([0-9A-Fa-f]{1,6})\}`),
	}
)

// quantifier translates one if it is there.
func (t *translator) quantifier(ofAnchor bool) {
	begin := t.rest
	found := t.match(quantifier)
	if found == nil {
		return
	}
	least, _ := strconv.Atoi(found[2])
	most, err := strconv.Atoi(found[3])
	switch {
	case ofAnchor:
		t.refuse(begin, `a quantifier behind an anchor (a literal ^ is \^)`)
	case err == nil && most < least, found[2] != "" && found[4] != "": // a lazy count is another count in Ruby
		t.refuse(begin, "the count "+found[1])
	case t.begins("*+?{"):
		t.refuse(t.rest, "a possessive or second quantifier")
	}
	t.out.WriteString(found[1])
}

// atom translates what a quantifier can follow.
func (t *translator) atom() {
	for name, groups := range t.anchors {
		if t.skip(name) {
			t.used = append(t.used, name)
			t.out.WriteString("(?:" + groups + ")")
			return
		}
	}
	begin := t.rest
	var members class
	switch c := t.take(); c {
	case '(':
		t.group(begin)
		return
	case '[':
		members = t.brackets()
	case '.':
		members = t.dot
	case '\\':
		if members = t.named(begin); members == "" {
			r := t.escaped(begin)
			members = t.folded(begin, r, r)
		}
	case '*', '+', '?', '{', '}', ']':
		t.refuse(begin, "an unescaped "+string(c))
	default:
		members = t.folded(begin, c, c)
	}
	t.out.WriteString("[" + string(members) + "]")
}

func (t *translator) group(begin string) {
	outer, choice := t.reading, t.choice
	if t.begins("?*") {
		t.rest = begin
		if name := t.match(groupName); name == nil && !t.groupFlags(":") || name != nil && !strings.Contains(t.names, name[1]) {
			t.refuse(begin, "a group")
		}
	}
	t.out.WriteString("(?:")
	t.sequence()
	t.take() // the parenthesis
	t.out.WriteByte(')')
	t.reading, t.choice = outer, choice
}

// groupFlags reads (?flags and an end, and sets the flags.
func (t *translator) groupFlags(end string) bool {
	begin := t.rest
	found := t.match(groupFlags)
	if found == nil || found[2] != end || found[1]+end == ")" || strings.Trim(found[1], t.inline) != "" {
		t.rest = begin
		return false
	}
	t.reading = t.dialect.read(t.Call, t.flags+found[1], t.undone)
	return true
}

// named returns the class whose name begins at a place, and skips it; none if there is none.
func (t *translator) named(begin string) class {
	name := className.FindString(begin)
	if name == "" || t.has("i") && len(name) > len(`\d`) {
		return ""
	}
	positive := name[:1] + strings.ToLower(name[1:2]) + name[2:]
	members := t.classes[positive]
	if strings.Contains(t.known, positive) {
		members = class(positive)
	}
	if members == "" {
		return ""
	}
	t.rest = begin[len(name):]
	if t.onlyLetters {
		members = cmp.Or((members.not() + letters.not()).not(), members)
	}
	if name != positive {
		return members.not()
	}
	return members
}

// escaped reads the character that stands behind a backslash at a place.
func (t *translator) escaped(begin string) rune {
	for _, form := range t.hex {
		if found := t.match(numbers[form]); found != nil {
			n, _ := strconv.ParseInt(found[1], 16, 32)
			if n > int64(t.unit) || utf16.IsSurrogate(rune(n)) {
				t.refuse(begin, `the escape \`+found[0])
			}
			return rune(n)
		}
	}
	c := t.take()
	if i := strings.IndexRune("tnrf", c); i >= 0 {
		return rune("\t\n\r\f"[i])
	}
	if !strings.ContainsRune(t.escapable, c) {
		t.refuse(begin, `the escape \`+string(c))
	}
	return c
}

// brackets reads a class in brackets.
func (t *translator) brackets() (members class) {
	isNegated := t.skip("^")
	for first := t.rest; !t.begins("]") || t.rest == first; {
		begin := t.rest
		if begin != first && t.begins("-") && !strings.HasPrefix(begin, "-]") {
			t.refuse(begin, "a - that is neither first nor last, and makes no range")
		}
		lo, some := t.member()
		hi := lo
		if some == "" && !strings.HasPrefix(t.rest, "-]") && t.skip("-") {
			if hi, some = t.member(); hi < lo || some != "" {
				t.refuse(begin, "a range without an end")
			}
		}
		if some == "" {
			some = t.folded(begin, lo, hi)
		}
		members += some
	}
	t.skip("]")
	if isNegated {
		return "^" + members
	}
	return members
}

// member reads a character of a class in brackets, or a class if that is not empty.
func (t *translator) member() (r rune, members class) {
	begin := t.rest
	if members = t.named(begin); members != "" {
		return 0, members
	}
	c := t.take()
	switch {
	case c == '\\' && t.skip("-"):
		return '-', ""
	case c == '\\':
		return t.escaped(begin), ""
	case c == '[', c == ']', strings.ContainsRune("&-~", c) && strings.HasPrefix(t.rest, string(c)):
		t.refuse(begin, "an unescaped "+string(c)+" in a class")
	}
	return c, ""
}

// foldsTo has the letter that a character beyond ASCII matches in some engines if case is ignored.
var foldsTo = map[rune]rune{'\u212a': 'k', '\u017f': 's', '\u0130': 'i', '\u0131': 'i'}

// folded returns the symbols that match one from lo to hi.
func (t *translator) folded(begin string, lo, hi rune) class {
	members := span(lo, hi)
	if !t.has("i") {
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
