package automaton

import (
	"fmt"
	"strings"
)

// DOT returns the automaton in the language of Graphviz. Transitions to the
// sink are left out, as a line in the figure says. With drawing.Against, what
// differs is red, bold, and labelled so.
func (d *DFA) DOT(drawing Drawing) string {
	p := d.picture(drawing)
	edges, omitted := p.drawn()
	shown := p.shown(edges)
	var text strings.Builder
	text.WriteString("digraph automaton {\n\trankdir=LR;\n")
	if note := p.note(omitted); note != "" {
		fmt.Fprintf(&text, "\tlabel=%s;\n", quoteDOT(note))
	}
	text.WriteString("\tnode [shape=ellipse, fontname=monospace];\n\tedge [fontname=monospace];\n")
	text.WriteString("\tenter [shape=none, label=\"\", width=0, height=0];\n")
	for s := range d.next {
		if !shown[s] {
			continue
		}
		attributes := "label=" + quoteDOT(difference(p.states[s])+p.name(State(s)))
		if d.accept[s] {
			attributes += ", peripheries=2"
		}
		fmt.Fprintf(&text, "\t%d [%s];\n", s, attributes+redDOT(p.states[s]))
	}
	text.WriteString("\tenter -> 0;\n")
	for _, e := range edges {
		label := quoteDOT(difference(e.differs) + e.label())
		fmt.Fprintf(&text, "\t%d -> %d [label=%s%s];\n", e.from, e.to, label, redDOT(e.differs))
	}
	text.WriteString("}\n")
	return text.String()
}

func redDOT(differs bool) string {
	if differs {
		return ", color=red, fontcolor=red, style=bold"
	}
	return ""
}

// quoteDOT writes text as a quoted string of the DOT language, in which a
// backslash begins an escape.
func quoteDOT(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}
