package automaton

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
)

// A Drawing says how [DFA.Table] and [DFA.SVG] show an automaton. The zero Drawing has
// no title and compares with nothing.
type Drawing struct {
	// Title is any text.
	Title string
	// Against is an automaton to compare with. What differs from it is marked, so there
	// are marks if and only if the languages differ. Minimal automata with the same order
	// of bytes have the fewest marks.
	Against *DFA
}

// An edge is the transitions between two states, without the marked ones or only these.
type edge struct {
	from, to State
	bytes    set
	differs  bool
}

// A picture is what there is to show of an automaton.
type picture struct {
	*DFA
	Drawing
	words  []string // the first word that reaches each state
	states []bool   // those marked
	moves  [][256]bool
	edges  []edge // by their states
}

func (d *DFA) picture(drawing Drawing) picture {
	_, words := d.reach()
	p := picture{DFA: d, Drawing: drawing, words: words}
	other := d
	if drawing.Against != nil {
		other = drawing.Against.Minimise()
	}
	byWord := make([]State, len(d.next))
	for s := range byWord {
		byWord[s] = other.after(0, words[s])
	}
	marked, marks := p.marked(other, byWord)
	if drawing.Against != nil {
		if alike, fewer := p.marked(other, p.alike(other, byWord)); fewer <= marks {
			marked = alike
		}
	}
	return marked
}

// marked marks what differs from a minimal automaton in which each state has a
// counterpart: a state that accepts while its counterpart does not, or the reverse, and a
// transition that does not lead to the counterpart of where its counterpart leads. If there
// are no marks, the languages are equal, because the start is the counterpart of the start.
// marks is larger with more marked states, and then with more marked edges.
func (p picture) marked(other *DFA, counterpart []State) (q picture, marks int) {
	p.states, p.moves = make([]bool, len(p.next)), make([][256]bool, len(p.next))
	for s, row := range p.next {
		if p.accept[s] != other.accept[counterpart[s]] {
			p.states[s] = true
			marks += 1 << 30
		}
		bytes := make([][2]set, len(p.next))
		for b, to := range row {
			p.moves[s][b] = counterpart[to] != other.next[counterpart[s]][b]
			bytes[to][accepted(p.moves[s][b])] += everyByte[b : b+1]
		}
		for to := range bytes {
			for i, set := range bytes[to] {
				if set != "" {
					p.edges = append(p.edges, edge{State(s), State(to), set, i == 1})
					marks += i
				}
			}
		}
	}
	return p, marks
}

// alike returns for each state but the start the state of another automaton that accepts
// the same words, or that of otherwise if there is none.
func (p *picture) alike(other *DFA, otherwise []State) []State {
	joint := slices.Clone(p.next)
	for _, row := range other.next {
		for b := range row {
			row[b] += State(len(p.next))
		}
		joint = append(joint, row)
	}
	rounds := newDFA(joint, slices.Concat(p.accept, other.accept), p.order).refine()
	block := rounds[len(rounds)-1]
	counterpart := slices.Clone(otherwise)
	for s := 1; s < len(counterpart); s++ {
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

// The sentences that explain a figure or a table.
const (
	omittedNote = "Any byte not shown leads to the sink, which accepts nothing."
	marksNote   = "What is marked differs from the automaton compared with."
)

// Table returns the automaton as a table of text, one line for each state: its number,
// the first word that reaches it, whether it accepts, and where each class of bytes leads.
// With drawing.Against, neither automaton distinguishes the bytes of a class, and what
// differs has an exclamation mark. State 0 is the start.
func (d *DFA) Table(drawing Drawing) string {
	p := d.picture(drawing)
	both := DFA{next: d.next, order: d.order}
	if drawing.Against != nil {
		both.next = slices.Concat(d.next, drawing.Against.Minimise().next)
	}
	classes := both.Classes()
	isOther := func(class string) bool { return len(class) > 128 && len(class) < 256 }
	if i := slices.IndexFunc(classes, isOther); i >= 0 { // last
		classes = append(slices.Delete(slices.Clone(classes), i, i+1), classes[i])
	}
	var text strings.Builder
	if drawing.Title != "" {
		text.WriteString(oneLine(drawing.Title) + "\n\n")
	}
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
		text.WriteString("\n" + marksNote + "\n")
	}
	return text.String()
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
