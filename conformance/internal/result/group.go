package result

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Group is one incorrect behaviour over a class of inputs. The zero value is not a valid Group.
type Group struct {
	Says     printable.Text `json:"says"`     // the behaviour in a sentence
	Findings []int          `json:"findings"` // indices of Result.Findings, ascending; the first is the example
	Causes   []Cause        `json:"causes"`   // likely causes of these findings, the best first
}

// Cause is a likely cause of failed checks.
type Cause struct {
	Mutant   string         `json:"mutant,omitempty"` // the mutant with this bug; empty for a total failure
	Text     printable.Text `json:"text"`             // how the bug arises
	Fix      printable.Text `json:"fix"`              // how it is fixed
	Explains printable.Text `json:"explains"`         // how many failed checks of the run it explains, such as "all 27 failures"
}

// GroupsOf groups the findings of an edition by behaviour, in the order of their first findings.
func GroupsOf(edition *notation.Edition, findings []Finding) []Group {
	of := NewClassifier(edition)
	var groups []Group
	var behaviours []behaviour
	members := map[behaviour][]*Finding{}
	for i := range findings {
		b := of.behaviour(&findings[i])
		if members[b] == nil {
			behaviours, groups = append(behaviours, b), append(groups, Group{})
		}
		members[b] = append(members[b], &findings[i])
		g := &groups[slices.Index(behaviours, b)]
		g.Findings = append(g.Findings, i)
	}
	for i, b := range behaviours {
		groups[i].Says = printable.Text(of.sentence(b, members[b]))
	}
	return groups
}

// behaviour identifies the findings of a group.
type behaviour struct {
	what  string // what the library does
	crash string // its kind; empty for other findings
	where string // relative to a valid token; empty for other findings
	class string // of the input; empty for other findings

	// What other findings have in common.
	requirements              string // sorted, one on each line
	methods, equals, original bool
}

const (
	accepts = "Accepts"
	rejects = "Rejects"
	crashes = "Crashes on"
	history = "history"
	unseen  = "not reproduced"
	others  = "other"
)

func (c Classifier) behaviour(f *Finding) behaviour {
	verdict := f.ofVerdict() && f.Aspect == AspectVerdict
	extra, where := c.extra(string(f.Token))
	switch {
	case f.Seen == RepeatNot:
		return behaviour{what: unseen}
	case len(f.Calls) > 0:
		return behaviour{what: history}
	case verdict && f.Outcome == conformance.Accepted:
		return behaviour{what: accepts, where: where, class: c.class(extra)}
	case verdict && f.Outcome == conformance.Rejected:
		return behaviour{what: rejects, class: Shape(strings.ToUpper(string(f.Token)))}
	case verdict && !c.edition.Valid(string(f.Token)):
		return behaviour{what: crashes, crash: f.CrashKind, where: where, class: c.class(extra)}
	}
	requirements := strings.Join(slices.Sorted(slices.Values(f.Requirements)), "\n")
	return behaviour{
		what: others, requirements: requirements,
		methods: len(f.Methods) > 0, equals: f.Other != nil, original: f.Aspect == AspectOriginal,
	}
}

// Shape returns a token with each letter replaced by A or a, which has the same case.
func Shape(token string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLower(r):
			return 'a'
		case unicode.IsUpper(r):
			return 'A'
		}
		return r
	}, token)
}

// Classifier describes strings relative to the tokens of an edition. Make one with [NewClassifier].
type Classifier struct {
	edition *notation.Edition
	marks   string // of the notation
}

// NewClassifier returns the classifier of an edition.
func NewClassifier(edition *notation.Edition) Classifier {
	return Classifier{edition, edition.AllMarks()}
}

// Kind returns a kind of strings that libraries usually treat alike. Tokens are of one kind if they
// differ only in the letter, and other strings if characters of one class are at the same place.
func (c Classifier) Kind(s string) string {
	if c.edition.Valid(s) {
		return Shape(s)
	}
	const end = 64 // a class shows at the ends of a long string
	if len(s) > 2*end {
		s = s[:end] + s[len(s)-end:]
	}
	extra, where := c.extra(s)
	return where + "/" + c.narrow(c.class(extra), []string{extra})
}

// extra returns the bytes of a string that are not in the longest valid token in it, and where they
// are. Without a valid token these are all. It omits marks if there are other bytes.
func (c Classifier) extra(s string) (extra, where string) {
	extra = s
	for length := min(len(s), len(c.edition.Long)); length > 0 && where == ""; length-- {
		for i := 0; i+length <= len(s) && where == ""; i++ {
			if !c.edition.Valid(s[i : i+length]) {
				continue
			}
			switch extra = s[:i] + s[i+length:]; {
			case i == 0:
				where = "after a token"
			case i+length == len(s):
				where = "before a token"
			default:
				where = "around a token"
			}
		}
	}
	others := strings.FieldsFunc(extra, func(r rune) bool { return strings.ContainsRune(c.marks, r) })
	return cmp.Or(strings.Join(others, ""), extra), where
}

// Classes of characters.
const (
	whiteSpace = "white space"
	ascii      = "ASCII characters"
	unicodes   = "characters outside ASCII"
)

// class returns the class of some characters. Marks of the notation are a class each.
func (c Classifier) class(s string) string {
	if strings.Trim(s, c.marks) == "" {
		return s
	}
	class := ""
	for i, r := range s {
		var of string
		switch _, size := utf8.DecodeRuneInString(s[i:]); {
		case r == utf8.RuneError && size == 1:
			of = "malformed UTF-8"
		case unicode.IsSpace(r):
			of = whiteSpace
		case r < ' ' || r == 0x7f:
			of = "control characters"
		case r >= utf8.RuneSelf:
			of = unicodes
		case unicode.IsLetter(r):
			of = "letters"
		default:
			of = ascii
		}
		if class != "" && class != of {
			return "several kinds of characters"
		}
		class = of
	}
	return class
}

func (c Classifier) sentence(b behaviour, findings []*Finding) string {
	first, n := findings[0], len(findings)
	switch {
	case n == 1:
		return first.Sentence()
	case b.what == history:
		return fmt.Sprintf("In %d cases the response depends on other inputs. %s", n, first.Sentence())
	case b.what == unseen:
		return fmt.Sprintf("%d failures were not reproduced in a fresh process. %s", n, first.Sentence())
	case b.what == rejects:
		return "Rejects " + number.Counted(n, "token") + ", such as " + examples(findings) + "."
	case b.class == "": // also of other findings
		more := "more request"
		if first.ofVerdict() {
			more = "more input"
		}
		others := examples(findings[1:])
		if n-1 > mostExamples {
			others = number.Counted(n-1, more) + ", such as " + others
		}
		return fmt.Sprintf("%s. The same happens with %s.", strings.TrimSuffix(first.Sentence(), "."), others)
	}
	var extras []string
	for _, f := range findings {
		extra, _ := c.extra(string(f.Token))
		extras = append(extras, extra)
	}
	what := c.narrow(b.class, extras)
	if what == ascii && b.where == "" {
		what = "characters that are not letters"
	}
	return b.what + " " + strings.TrimSpace(what+" "+b.where) + ", such as " + examples(findings) + "."
}

// narrow returns a class, or one within it that has all characters of some strings.
func (c Classifier) narrow(class string, all []string) string {
	has := func(is func(r rune) bool) bool {
		return !slices.ContainsFunc(all, func(s string) bool {
			return strings.ContainsFunc(s, func(r rune) bool { return !is(r) })
		})
	}
	switch {
	case class == whiteSpace && has(func(r rune) bool { return strings.ContainsRune("\n\r\u0085\u2028\u2029", r) }):
		return "a line break"
	case class == unicodes && has(unicode.IsLetter):
		return "letters outside ASCII"
	}
	return class
}

// mostExamples is the number of findings that a sentence names.
const mostExamples = 3

// examples lists the inputs of the first findings, a single character also as itself.
func examples(findings []*Finding) string {
	var shown []string
	for _, f := range findings[:min(len(findings), mostExamples)] {
		s := f.Input.String()
		if !f.ofVerdict() {
			s = f.call()
		} else if r, size := utf8.DecodeRuneInString(string(f.Token)); size > 1 && size == len(f.Token) && unicode.IsLetter(r) {
			s += " (" + string(r) + ")"
		}
		shown = append(shown, s)
	}
	if last := len(shown) - 1; last > 0 {
		return strings.Join(shown[:last], ", ") + " and " + shown[last]
	}
	return shown[0]
}

// CauseLines returns the likely causes of a group and their fixes, each behind a label. Causes of
// an earlier group are not repeated.
func (r Result) CauseLines(group int) []string {
	causes := r.Groups[group].Causes
	if len(causes) == 0 {
		return nil
	}
	for i, g := range r.Groups[:group] {
		if slices.Equal(g.Causes, causes) {
			return []string{fmt.Sprintf("Likely cause: that of %d.", i+1)}
		}
	}
	var lines []string
	for i, c := range causes {
		text := [...]string{"Likely cause: ", "Or: "}[min(i, 1)] + c.Text.String()
		if c.Explains != "" {
			text += " This explains " + c.Explains.String() + "."
		}
		lines = append(lines, text)
		if c.Fix != "" {
			lines = append(lines, "Fix: "+c.Fix.String())
		}
	}
	return lines
}
