package automaton

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
)

// A Drawing holds the options of [DFA.Table] and [DFA.SVG]. The zero Drawing has no title
// and no comparison.
type Drawing struct {
	// Title is any text. Only a figure shows it.
	Title string
	// Against is an automaton to compare with. States and transitions that differ from it
	// are marked. There are marks if and only if the languages differ.
	Against *DFA
	// Word is a word whose states and transitions get the class walked, which the page styles.
	// Nil means none.
	Word *string
}

// An edge joins the marked, or the unmarked, transitions between two states.
type edge struct {
	from, to State
	bytes    set
	differs  bool
}

// A picture is an automaton with everything that a table or a figure shows.
type picture struct {
	*DFA
	Drawing
	words  []string // the first word that reaches each state
	states []bool   // those marked
	moves  [][256]bool
	edges  []edge // by their states
}

// picture marks the differences from another automaton, in which each state has a counterpart. It
// marks a state if only one of it and its counterpart accepts. It marks a transition if the
// counterparts of its two ends have no such transition. Without marks the languages are equal, because
// the counterpart of the start is the start.
func (d *DFA) picture(drawing Drawing) picture {
	p := picture{DFA: d, Drawing: drawing, words: d.reach(), states: make([]bool, len(d.next)), moves: make([][256]bool, len(d.next))}
	other := d
	if drawing.Against != nil {
		other = drawing.Against
	}
	counterpart := p.counterparts(other)
	for s, row := range d.next {
		p.states[s] = d.accept[s] != other.accept[counterpart[s]]
		bytes := make([][2]set, len(d.next))
		for b, to := range row {
			p.moves[s][b] = counterpart[to] != other.next[counterpart[s]][b]
			bytes[to][accepted(p.moves[s][b])] += everyByte[b : b+1]
		}
		for to := range bytes {
			for i, set := range bytes[to] {
				if set != "" {
					p.edges = append(p.edges, edge{State(s), State(to), set, i == 1})
				}
			}
		}
	}
	return p
}

// counterparts returns for each state but the start the state of another automaton that accepts the
// same words. If there is none, it is the state that the same word reaches.
func (p *picture) counterparts(other *DFA) []State {
	joint := slices.Clone(p.next)
	for _, row := range other.next {
		for b := range row {
			row[b] += State(len(p.next))
		}
		joint = append(joint, row)
	}
	both := DFA{next: joint, accept: slices.Concat(p.accept, other.accept), order: p.order}
	rounds := both.refine()
	block := rounds[len(rounds)-1]
	counterpart := make([]State, len(p.next))
	for s := 1; s < len(counterpart); s++ {
		counterpart[s] = other.after(0, p.words[s])
		if t := slices.Index(block[len(p.next):], block[s]); t >= 0 {
			counterpart[s] = State(t)
		}
	}
	return counterpart
}

// name returns the name of a state: the first word that reaches it.
func (p *picture) name(s State) string {
	if p.absorbs(s) {
		return "sink"
	}
	return visibleWord(p.words[s])
}

// The sentences that explain a figure.
const (
	omittedNote = "Any byte not shown leads to the sink, which accepts nothing."
	marksNote   = "Marks show differences from the automaton compared with."
)

// Table returns the automaton as a text table, with one line for each state: its number,
// the first word that reaches it, whether it accepts, and where each class of bytes leads.
// State 0 is the start. With drawing.Against, the classes are those of both automata, and
// an exclamation mark follows each difference.
func (d *DFA) Table(drawing Drawing) string {
	p := d.picture(drawing)
	both := DFA{next: d.next, order: d.order}
	if drawing.Against != nil {
		both.next = slices.Concat(d.next, drawing.Against.next)
	}
	classes := both.Classes()
	isOther := func(class string) bool { return len(class) > 128 && len(class) < 256 }
	if i := slices.IndexFunc(classes, isOther); i >= 0 { // last
		classes = append(slices.Delete(slices.Clone(classes), i, i+1), classes[i])
	}
	var text strings.Builder
	// A strings.Builder does not fail.
	rows := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprint(rows, "state\tword\taccepts")
	for _, class := range classes {
		label := setOf(class).label()
		if isOther(class) {
			label = "other"
		}
		fmt.Fprint(rows, "\t", label)
	}
	mark := map[bool]string{true: "!"}
	for s := range d.next {
		accepts := [2]string{"no", "yes"}[accepted(d.accept[s])]
		fmt.Fprintf(rows, "\n%d\t%s\t%s%s", s, p.name(State(s)), accepts, mark[p.states[s]])
		for _, class := range classes {
			fmt.Fprintf(rows, "\t%d%s", d.next[s][class[0]], mark[p.moves[s][class[0]]])
		}
	}
	fmt.Fprintln(rows)
	_ = rows.Flush()
	if drawing.Against != nil {
		text.WriteString("\nAn exclamation mark follows each difference from the automaton compared with.\n")
	}
	return text.String()
}

// oneLine replaces control characters and invalid UTF-8, so the text stays on one line.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}
