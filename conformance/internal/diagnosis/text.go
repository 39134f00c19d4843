package diagnosis

import (
	"fmt"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/number"
)

// Paragraphs returns the diagnosis as text: one paragraph for each explanation, or one that
// tells that there is none. It returns nil if no response was incorrect. The text contains
// nothing from the library.
func (d Diagnosis) Paragraphs() []string {
	switch {
	case d.Unstable:
		return []string{"The library gave one question two answers, and what depends on the order of questions is not compared with known mistakes."}
	case d.Wrong == 0:
		return nil
	case len(d.Explanations) == 0:
		return []string{"No known mistake explains the failed checks."}
	}
	var paragraphs []string
	for i, e := range d.Explanations {
		p := d.paragraph(e)
		if i > 0 {
			p = "Or: " + p
		} else if d.VerdictsOnly {
			p += " What the library says of the strings that it wrongly accepts was not compared: there is no right answer to it."
		}
		paragraphs = append(paragraphs, p)
	}
	return paragraphs
}

// Cause is a likely cause of failed checks.
type Cause struct {
	Mutant   string // the name of the mutant with this bug
	Text     string // a sentence: how the bug arises
	Fix      string // a sentence: how it is fixed, in the language of the library if that is known
	Explains string // how many of the failed checks it explains, as what follows "this explains"
}

// Causes returns the causes of the best explanation: one, or two that explain the failures
// together. There are none if no known mistake explains a failed check.
func (d Diagnosis) Causes() []Cause {
	if len(d.Explanations) == 0 {
		return nil
	}
	e := d.Explanations[0]
	var causes []Cause
	for _, bug := range e.Bugs {
		m := bug.Guesses[0]
		checks, rest := d.share(e)
		c := Cause{Mutant: m.Name, Text: m.Bug, Fix: m.Fix, Explains: checks + rest}
		if len(e.Bugs) > 1 {
			c.Explains = number.Counted(bug.Checks, "failed check")
		}
		if name, known := languageOf(d.Language); known && m.Fixes[name] != "" {
			c.Fix = m.Fixes[name]
		}
		causes = append(causes, c)
	}
	return causes
}

// share returns how many failed checks an explanation explains, and what is known about the others.
func (d Diagnosis) share(e Explanation) (checks, rest string) {
	checks = fmt.Sprintf("%s of the %s", number.Thousands(e.Checks), number.Counted(d.Failed, "failed check"))
	switch uncompared, others := d.Failed-d.Compared, d.Failed-e.Checks; {
	case others == 0 && d.Failed == 1:
		return "the 1 failed check", ""
	case others == 0:
		return "all " + number.Counted(d.Failed, "failed check"), ""
	case uncompared == 0:
		rest = "; the others are something else"
	case uncompared == 1 && others == 1:
		rest = "; the other one was not compared"
	case uncompared == others:
		rest = fmt.Sprintf("; the other %s were not compared", number.Thousands(others))
	default:
		rest = fmt.Sprintf("; of the others, %s were not compared, and the rest is something else", number.Thousands(uncompared))
	}
	return checks, rest
}

func (d Diagnosis) paragraph(e Explanation) string {
	checks, rest := d.share(e)
	if len(e.Bugs) == 1 {
		return fmt.Sprintf("A known mistake explains %s%s: %s", checks, rest, e.Bugs[0].text(d.Language))
	}
	s := fmt.Sprintf("Two mistakes explain %s between them%s.", checks, rest)
	for i, bug := range e.Bugs {
		s += fmt.Sprintf(" The %s (%s): %s", [...]string{"first", "second"}[i], number.Thousands(bug.Checks), bug.text(d.Language))
	}
	return s
}

func (b Bug) text(language string) string {
	m := b.Guesses[0]
	text := fmt.Sprintf("%s. %s To mend it: %s%s", m.Name, m.Bug, m.Fix, inLanguage(m.Fixes, language))
	if b.Alike == 1 {
		return text
	}
	var others []string
	for _, g := range b.Guesses[1:] {
		others = append(others, g.Name)
	}
	text += " On what was asked, the same answers come from " + strings.Join(others, " and from ")
	if more := b.Alike - len(b.Guesses); more > 0 {
		text += ", and from " + number.Thousands(more) + " more"
	}
	return text + "."
}
