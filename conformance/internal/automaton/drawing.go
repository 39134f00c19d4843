package automaton

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
)

// A Drawing holds the options of [DFA.Table] and [DFA.SVG]. The zero Drawing has no title
// and no comparison.
type Drawing struct {
	Title string // one line of text; only a figure shows it
	// Against is an automaton to compare with. States and transitions that differ from it
	// are marked. There are marks if and only if the languages differ.
	Against *DFA
	Word    *string // a word whose states and transitions get the class walked in a figure; nil means none
}

// A picture is an automaton with what a table and a figure show. Each state has a counterpart in
// the automaton compared with: the state that accepts the same words. If there is none, it is the
// state that the same word reaches. The counterpart of the start is the start, so there are marks if
// the languages differ.
type picture struct {
	*DFA
	Drawing               // with Against, which is the automaton itself if there is no other
	words        []string // the first word that reaches each state
	counterparts []State
}

func newPicture(d *DFA, drawing Drawing) picture {
	drawing.Against = cmp.Or(drawing.Against, d)
	p := picture{DFA: d, Drawing: drawing, words: d.Cover(), counterparts: make([]State, len(d.next))}
	both := DFA{next: slices.Clone(d.next), accept: slices.Concat(d.accept, p.Against.accept), order: d.order}
	for _, row := range p.Against.next {
		for b := range row {
			row[b] += State(len(d.next))
		}
		both.next = append(both.next, row)
	}
	rounds := both.refine()
	block := rounds[len(rounds)-1]
	for s := 1; s < len(d.next); s++ {
		p.counterparts[s] = p.Against.after(0, p.words[s])
		if t := slices.Index(block[len(d.next):], block[s]); t >= 0 {
			p.counterparts[s] = State(t)
		}
	}
	return p
}

// marked reports whether only one of a state and its counterpart accepts.
func (p *picture) marked(s State) bool {
	return p.accept[s] != p.Against.accept[p.counterparts[s]]
}

// moveMarked reports whether the counterparts of the two ends have no such transition.
func (p *picture) moveMarked(s State, b byte) bool {
	return p.counterparts[p.next[s][b]] != p.Against.next[p.counterparts[s]][b]
}

// name returns the name of a state: the first word that reaches it.
func (p *picture) name(s State) string {
	if s == p.sink {
		return "sink"
	}
	var text strings.Builder
	for _, b := range []byte(p.words[s]) {
		text.WriteString(visible(b))
	}
	return cmp.Or(p.named(text.String()), "ε")
}

// Table returns the automaton as a text table, with one line for each state. With drawing.Against,
// the classes of bytes are those of both automata, and an exclamation mark follows each difference.
func (d *DFA) Table(drawing Drawing) string {
	p := newPicture(d, drawing)
	both := DFA{next: slices.Concat(d.next, p.Against.next), order: d.order}
	classes := both.Classes()
	isOther := func(class string) bool { return len(class) > 128 && len(class) < 256 }
	slices.SortStableFunc(classes, func(a, b string) int { return accepted(isOther(a)) - accepted(isOther(b)) }) // last
	var text strings.Builder
	// A strings.Builder does not fail.
	rows := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprint(rows, "state\tword\taccepts")
	for _, class := range classes {
		label := p.label(setOf(class))
		if isOther(class) {
			label = "other"
		}
		fmt.Fprint(rows, "\t", label)
	}
	mark := map[bool]string{true: "!"}
	for s := range State(len(d.next)) {
		accepts := [2]string{"no", "yes"}[accepted(d.accept[s])]
		fmt.Fprintf(rows, "\n%d\t%s\t%s%s", s, p.name(s), accepts, mark[p.marked(s)])
		for _, class := range classes {
			fmt.Fprintf(rows, "\t%d%s", d.next[s][class[0]], mark[p.moveMarked(s, class[0])])
		}
	}
	fmt.Fprintln(rows)
	_ = rows.Flush()
	if drawing.Against != nil {
		text.WriteString("\nAn exclamation mark follows each difference from the automaton compared with.\n")
	}
	return text.String()
}
