package result

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/epin"
)

// Group is one incorrect behaviour over a class of inputs: the findings that show it. The zero
// value is not a valid Group.
type Group struct {
	Says     printable.Text `json:"says"`     // the behaviour in a sentence
	Findings List[int]      `json:"findings"` // indices of Result.Findings, ascending; the first is the example
	Causes   List[Cause]    `json:"causes"`   // likely causes of these findings, the best first
}

// Cause is a likely cause of failed checks.
type Cause struct {
	Mutant   string         `json:"mutant,omitempty"` // the mutant with this bug; empty for a total failure
	Text     printable.Text `json:"text"`             // how the bug arises
	Fix      printable.Text `json:"fix"`              // how it is fixed
	Explains printable.Text `json:"explains"`         // how many failed checks of the run it explains, such as "all 27 failures"
}

// GroupsOf groups findings by their incorrect behaviour, in the order of their first findings.
func GroupsOf(findings []Finding) []Group {
	var groups []Group
	at := map[behaviour]int{}
	for i := range findings {
		b := behaviourOf(&findings[i])
		g, known := at[b]
		if !known {
			g = len(groups)
			at[b] = g
			groups = append(groups, Group{})
		}
		groups[g].Findings = append(groups[g].Findings, i)
	}
	for i := range groups {
		groups[i].Says = printable.Text(groups[i].sentence(findings))
	}
	return groups
}

// Grouped returns the groups. It makes those of a report of an older version, which has the likely
// causes as texts only.
func (r Result) Grouped() []Group {
	if r.Groups != nil || len(r.Findings) == 0 {
		return r.Groups
	}
	groups := GroupsOf(r.Findings)
	for _, text := range r.Diagnosis {
		groups[0].Causes = append(groups[0].Causes, Cause{Text: text})
	}
	return groups
}

// behaviour identifies the findings of a group.
type behaviour struct {
	what  string // what the library does
	where string // relative to a valid token; empty for other findings
	class string // of the input
}

const (
	accepts = "Accepts"
	rejects = "Rejects"
	crashes = "Crashes on"
	history = "history"
	unseen  = "not reproduced"
)

func behaviourOf(f *Finding) behaviour {
	verdict := f.ofVerdict()
	crash, crashed := strings.CutPrefix(f.Got.String(), "crashed: ")
	switch {
	case f.Seen == RepeatNot:
		return behaviour{what: unseen}
	case len(f.Calls) > 0:
		return behaviour{what: history}
	case verdict && f.Got == "accepted" && f.Wanted == "rejected":
		where, class := classOf(string(f.Token))
		return behaviour{accepts, where, class}
	case verdict && f.Got == "rejected" && f.Wanted == "accepted":
		return behaviour{rejects, "", shapeOf(string(f.Token))}
	case verdict && crashed && !epin.Valid(string(f.Token)):
		word, _, _ := strings.Cut(crash, " ")
		where, class := classOf(string(f.Token))
		return behaviour{crashes + word, where, class}
	}
	_, changed := strings.CutPrefix(f.Got.String(), "original ")
	return behaviour{fmt.Sprint("other ", changed, len(f.Methods) > 0, f.Other != nil), "", strings.Join(slices.Sorted(slices.Values(f.Requirements)), " ")}
}

// shapeOf returns a valid token with its letter replaced by one for all.
func shapeOf(token string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return 'A'
		}
		return r
	}, token)
}

// Places of an input's characters relative to a valid token in it.
const (
	before = "before a token"
	behind = "after a token"
	around = "around a token"
	alone  = "" // there is no valid token in it
)

// Classes of characters.
const (
	letters    = "letters"
	whiteSpace = "white space"
	controls   = "control characters"
	ascii      = "ASCII characters"
	unicodes   = "characters outside ASCII"
	malformed  = "malformed UTF-8"
	mixed      = "several kinds of characters"
)

// classOf returns the class of an invalid string: where it differs from a valid token that it
// contains, and by which characters. Marks of the notation are a class each.
func classOf(token string) (where, class string) {
	front, back := aroundToken(token)
	extra := token[:front] + token[back:]
	switch {
	case front == 0 && back == 0:
		where, extra = alone, token
	case front == 0:
		where = behind
	case back == len(token):
		where = before
	default:
		where = around
	}
	return where, charactersOf(extra)
}

const longestValid = 4 // bytes of a valid token

// aroundToken returns where the longest valid token of a string begins and ends. Both are 0 if
// there is none.
func aroundToken(s string) (front, back int) {
	for length := min(len(s), longestValid); length > 0; length-- {
		for i := 0; i+length <= len(s); i++ {
			if epin.Valid(s[i : i+length]) {
				return i, i + length
			}
		}
	}
	return 0, 0
}

// charactersOf returns the class of some characters.
func charactersOf(s string) string {
	if strings.Trim(s, "+-^'") == "" {
		return s
	}
	class := ""
	for i, r := range s {
		var c string
		switch _, size := utf8.DecodeRuneInString(s[i:]); {
		case r == utf8.RuneError && size == 1:
			c = malformed
		case unicode.IsSpace(r):
			c = whiteSpace
		case r < ' ' || r == 0x7f:
			c = controls
		case r >= utf8.RuneSelf:
			c = unicodes
		case unicode.IsLetter(r):
			c = letters
		default:
			c = ascii
		}
		if class != "" && class != c {
			return mixed
		}
		class = c
	}
	return class
}

// sentence returns the behaviour of a group in a sentence.
func (g Group) sentence(findings []Finding) string {
	first := &findings[g.Findings[0]]
	b := behaviourOf(first)
	n := len(g.Findings)
	switch {
	case n == 1:
		return first.Sentence()
	case b.what == history:
		return fmt.Sprintf("Responses depend on earlier requests, in %d ways. %s", n, first.Sentence())
	case b.what == unseen:
		return fmt.Sprintf("%d failures were not reproduced in a fresh process. %s", n, first.Sentence())
	case b.what == rejects:
		return "Rejects " + number.Counted(n, "token") + ", such as " + g.examples(findings) + "."
	case b.class == "" || strings.HasPrefix(b.what, "other"):
		more := "more request"
		if first.ofVerdict() {
			more = "more input"
		}
		return fmt.Sprintf("%s The same happens with %s, such as %s.", first.Sentence(), number.Counted(n-1, more),
			Group{Findings: g.Findings[1:]}.examples(findings))
	}
	what := b.what
	if strings.HasPrefix(what, crashes) {
		what = crashes
	}
	return what + " " + g.inputs(findings, b) + ", such as " + g.examples(findings) + "."
}

// inputs describes the inputs of several findings.
func (g Group) inputs(findings []Finding, b behaviour) string {
	all := func(is func(r rune) bool) bool {
		return !slices.ContainsFunc(g.Findings, func(i int) bool {
			token := string(findings[i].Token)
			front, back := aroundToken(token)
			return strings.ContainsFunc(token[:front]+token[back:], func(r rune) bool { return !is(r) })
		})
	}
	what := b.class
	switch {
	case b.class == whiteSpace && all(func(r rune) bool { return strings.ContainsRune("\n\r\u0085\u2028\u2029", r) }):
		what = "a line break"
	case b.class == unicodes && all(unicode.IsLetter):
		what = "letters outside ASCII"
	case b.class == ascii && b.where == alone:
		what = "characters that are not letters"
	}
	return strings.TrimSpace(what + " " + b.where)
}

// examples lists the inputs of the first findings, a single character also as itself.
func (g Group) examples(findings []Finding) string {
	const most = 3
	var shown []string
	for _, i := range g.Findings[:min(len(g.Findings), most)] {
		f := &findings[i]
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

// Requirements returns the requirements that the findings of a group break, in order.
func (g Group) Requirements(findings []Finding) []string {
	var all []string
	for _, i := range g.Findings {
		for _, id := range findings[i].Requirements {
			if !slices.Contains(all, id) {
				all = append(all, id)
			}
		}
	}
	return all
}

// String returns the cause in sentences. Causes that were read from reports of older versions have
// a text only.
func (c Cause) String() string {
	text := c.Text.String()
	if c.Explains != "" {
		text += " This explains " + c.Explains.String() + "."
	}
	if c.Fix != "" {
		text += " Fix: " + c.Fix.String()
	}
	return text
}

// CauseLines returns the likely causes of a group and their fixes, each behind a label. Causes of
// an earlier group are not repeated.
func (r Result) CauseLines(group int) []string {
	groups := r.Grouped()
	causes := groups[group].Causes
	if len(causes) == 0 {
		return nil
	}
	for i, g := range groups[:group] {
		if slices.Equal(g.Causes, causes) {
			return []string{fmt.Sprintf("Likely cause: that of %d.", i+1)}
		}
	}
	var lines []string
	for i, c := range causes {
		text, fix, _ := strings.Cut(c.String(), " Fix: ")
		lines = append(lines, [...]string{"Likely cause: ", "Or: "}[min(i, 1)]+text)
		if fix != "" {
			lines = append(lines, "Fix: "+fix)
		}
	}
	return lines
}

// CauseTexts returns the likely causes of all groups, each once.
func (r Result) CauseTexts() List[printable.Text] {
	var texts List[printable.Text]
	for _, g := range r.Groups {
		for _, c := range g.Causes {
			if text := printable.Text(c.String()); !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	return texts
}
