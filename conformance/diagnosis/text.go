package diagnosis

import (
	"fmt"
	"strings"

	"github.com/epin-conformance/harness/internal/number"
)

// Paragraphs says the diagnosis to people, one paragraph for each explanation; or one
// that says plainly that there is none; or nothing, where nothing was wrong. There is
// nothing of the library's own words in them.
func (d Diagnosis) Paragraphs() []string {
	switch {
	case d.Unstable:
		return []string{"The library gave one question two answers, and what depends on the order of questions is not compared with known mistakes."}
	case d.Wrong == 0:
		return nil
	case len(d.Explanations) == 0:
		return []string{fmt.Sprintf("No known mistake explains %s.", d.wrong())}
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

// wrong says how many wrong answers there are.
func (d Diagnosis) wrong() string {
	switch {
	case d.Dropped > 0:
		return fmt.Sprintf("the first %s wrong answers (%s more were not compared)", number.Thousands(d.Wrong), number.Thousands(d.Dropped))
	case d.Wrong == 1:
		return "the one wrong answer"
	}
	return fmt.Sprintf("the %s wrong answers", number.Thousands(d.Wrong))
}

func (d Diagnosis) paragraph(e Explanation) string {
	var b strings.Builder
	switch {
	case len(e.Bugs) == 2:
		fmt.Fprintf(&b, "Two mistakes give %s between them, and nothing else that was asked contradicts them.", d.wrong())
		for i, bug := range e.Bugs {
			fmt.Fprintf(&b, " The %s (%s): %s", [...]string{"first", "second"}[i], number.Thousands(bug.Explained), bug.text())
		}
		return b.String()
	case e.Explained == d.Wrong:
		fmt.Fprintf(&b, "A known mistake gives %s, and nothing else that was asked contradicts it: ", d.wrong())
	default:
		fmt.Fprintf(&b, "A known mistake gives %s of %s, and nothing that was asked contradicts it; the others are something else: ", number.Thousands(e.Explained), d.wrong())
	}
	b.WriteString(e.Bugs[0].text())
	return b.String()
}

func (b Bug) text() string {
	var t strings.Builder
	t.WriteString(b.Guesses[0].text())
	if b.Alike == 1 {
		return t.String()
	}
	var others []string
	for _, g := range b.Guesses[1:] {
		others = append(others, g.Mutant)
	}
	fmt.Fprintf(&t, " On what was asked, the same answers come from %s", strings.Join(others, " and from "))
	if more := b.Alike - len(b.Guesses); more > 0 {
		fmt.Fprintf(&t, ", and from %s more", number.Thousands(more))
	}
	t.WriteString(".")
	return t.String()
}

func (g Guess) text() string {
	t := fmt.Sprintf("%s. %s To mend it: %s", g.Mutant, g.Bug, g.Mend)
	for _, m := range g.Mends {
		t += fmt.Sprintf(" In %s: %s", m.Language, m.Mend)
	}
	return t
}
