package automaton

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Table returns the automaton as a table of text, one line a state: its number,
// the first word that reaches it, whether it accepts, and where each class of
// bytes leads. With drawing.Against, classes are those that neither automaton
// distinguishes, and what differs has an exclamation mark. State 0 is the start.
func (d *DFA) Table(drawing Drawing) string {
	p := d.picture(drawing)
	classes := d.Classes()
	if drawing.Against != nil {
		classes = d.commonClasses(drawing.Against.Minimise())
	}
	isOther := func(class Class) bool { return len(class) > 128 && len(class) < 256 }
	if i := slices.IndexFunc(classes, isOther); i >= 0 { // last
		other := classes[i]
		classes = append(slices.Delete(classes, i, i+1), other)
	}
	head := []string{"state", "word", "accepts"}
	for _, class := range classes {
		if isOther(class) {
			head = append(head, "other")
		} else {
			head = append(head, class.String())
		}
	}
	rows := [][]string{head}
	for s := range d.next {
		row := []string{fmt.Sprint(s), p.name(State(s)), "no"}
		if d.accept[s] {
			row[2] = "yes"
		}
		row[2] += exclamation(p.states[s])
		for _, class := range classes {
			b := class.Representative()
			row = append(row, fmt.Sprint(d.next[s][b])+exclamation(p.moves[s][b]))
		}
		rows = append(rows, row)
	}
	var text strings.Builder
	if drawing.Title != "" {
		text.WriteString(oneLine(drawing.Title) + "\n\n")
	}
	writeColumns(&text, rows)
	if drawing.Against != nil {
		text.WriteString("\n" + marksNote + "\n")
	}
	return text.String()
}

// commonClasses returns the partition of the bytes into those that neither
// automaton distinguishes.
func (d *DFA) commonClasses(other *DFA) []Class {
	both := DFA{next: slices.Concat(d.next, other.next), order: d.order}
	return both.Classes()
}

func exclamation(differs bool) string {
	if differs {
		return "!"
	}
	return ""
}

// oneLine replaces what would break a line of text.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

// writeColumns writes rows of equally many cells under each other.
func writeColumns(text *strings.Builder, rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			line.WriteString(cell)
			line.WriteString(strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2))
		}
		text.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}
