package automaton

import (
	"fmt"
	"slices"
	"strings"
)

// A Drawing says how an automaton is shown by [DFA.Table], [DFA.DOT] and
// [DFA.SVG]. The zero Drawing has no title and compares with nothing. What is
// shown depends on the automaton and the Drawing alone.
type Drawing struct {
	// Title stands above. It may be any text.
	Title string
	// Against is an automaton to compare with: what differs from it is
	// marked. Something is marked exactly when the languages differ. Of two
	// minimal automata with the same order of bytes the marks are most to the
	// point.
	Against *DFA
}

// An edge is the transitions from one state to another that are marked alike.
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
}

func (d *DFA) picture(drawing Drawing) picture {
	_, words := d.reach()
	p := picture{DFA: d, Drawing: drawing, words: words}
	p.states, p.moves = make([]bool, len(d.next)), make([][256]bool, len(d.next))
	if drawing.Against != nil {
		p.mark(drawing.Against.Minimise())
	}
	return p
}

// mark compares with a minimal automaton. Each state has a counterpart there:
// the state after which the same words are accepted, or, if there is none, the
// state that the same word reaches; or the latter throughout, if that marks
// fewer states, or as many and fewer transitions. The start's is always
// the start. Marked is a state that accepts where its counterpart does not, or
// the reverse; and a transition that leads elsewhere than to the counterpart of
// where its counterpart leads. Where nothing is marked, every word ends in the
// counterpart of where it ends there, and the languages are the same.
func (p *picture) mark(other *DFA) {
	byWord := make([]State, len(p.next))
	for s := range byWord {
		byWord[s] = other.after(0, []byte(p.words[s]))
	}
	p.markBy(other, p.alike(other, byWord))
	alike := *p
	p.markBy(other, byWord)
	states, edges := p.marked()
	if s, e := alike.marked(); s < states || s == states && e <= edges {
		*p = alike
	}
}

// marked counts the states and the edges that are marked.
func (p *picture) marked() (states, edges int) {
	for _, marked := range p.states {
		if marked {
			states++
		}
	}
	for _, e := range p.edges() {
		if e.differs {
			edges++
		}
	}
	return states, edges
}

// alike returns for each state that of another automaton after which the same words
// are accepted, or, if there is none, that of otherwise.
func (p *picture) alike(other *DFA, otherwise []State) []State {
	joint := slices.Clone(p.next)
	for _, row := range other.next {
		for b := range row {
			row[b] += State(len(p.next))
		}
		joint = append(joint, row)
	}
	block := partition(joint, slices.Concat(p.accept, other.accept))
	inBlock := make(map[State]State)
	for s, b := range block[len(p.next):] {
		inBlock[b] = State(s)
	}
	counterpart := make([]State, len(p.next))
	for s := 1; s < len(p.next); s++ {
		same, ok := inBlock[block[s]]
		if !ok {
			same = otherwise[s]
		}
		counterpart[s] = same
	}
	return counterpart
}

// markBy marks what differs where each state has a counterpart.
func (p *picture) markBy(other *DFA, counterpart []State) {
	p.states, p.moves = make([]bool, len(p.next)), make([][256]bool, len(p.next))
	for s, row := range p.next {
		p.states[s] = p.accept[s] != other.accept[counterpart[s]]
		for b, to := range row {
			p.moves[s][b] = counterpart[to] != other.next[counterpart[s]][b]
		}
	}
}

// name says which state it is: by the first word that reaches it.
func (p *picture) name(s State) string {
	if p.absorbs(s) {
		return "sink"
	}
	return visibleWord(p.words[s])
}

// edges returns the edges by their states, of two between the same states the
// marked one last.
func (p *picture) edges() []edge {
	var edges []edge
	for s, row := range p.next {
		bytes := make([][2]set, len(p.next))
		for b, to := range row {
			if p.moves[s][b] {
				bytes[to][1].add(byte(b))
			} else {
				bytes[to][0].add(byte(b))
			}
		}
		for to := range bytes {
			for i, set := range bytes[to] {
				if set.len() > 0 {
					edges = append(edges, edge{State(s), State(to), set, i == 1})
				}
			}
		}
	}
	return edges
}

// drawn returns the edges for a figure, and whether some were left out: those
// to the sink, which would cover all others, unless they are marked, or the
// sink is the start.
func (p *picture) drawn() (edges []edge, omitted bool) {
	for _, e := range p.edges() {
		if p.sink != 0 && e.to == p.sink && !e.differs {
			omitted = true
			continue
		}
		edges = append(edges, e)
	}
	return edges, omitted
}

// shown reports for each state whether a figure has it.
func (p *picture) shown(edges []edge) []bool {
	shown := make([]bool, len(p.next))
	for s := range shown {
		shown[s] = State(s) != p.sink || s == 0 || p.states[s]
	}
	for _, e := range edges {
		shown[e.to] = true
	}
	return shown
}

// The sentences that explain a figure or a table.
const (
	omittedNote = "Any byte not shown leads to the sink, which accepts nothing."
	marksNote   = "What is marked differs from the automaton compared with."
)

// note is what a figure says below: the title, and what to know to read it.
func (p *picture) note(omitted bool) string {
	var lines []string
	if p.Title != "" {
		lines = append(lines, oneLine(p.Title))
	}
	if omitted {
		lines = append(lines, omittedNote)
	}
	if p.Against != nil {
		lines = append(lines, marksNote)
	}
	return strings.Join(lines, "\n")
}

// difference is what the label of a thing that is marked begins with.
func difference(differs bool) string {
	if differs {
		return "differs: "
	}
	return ""
}

// longestLabel is the number of items from which on a label in a figure only
// begins to list them.
const longestLabel = 8

// label returns the bytes of an edge for a figure, shortened if they are many.
func (e edge) label() string {
	full := e.bytes.label()
	if items := strings.Split(full, " "); len(items) > longestLabel {
		return strings.Join(items[:longestLabel], " ") + fmt.Sprintf(" … (%d bytes)", e.bytes.len())
	}
	return full
}
