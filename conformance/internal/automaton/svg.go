package automaton

import (
	"encoding/xml"
	"fmt"
	"hash/fnv"
	"math"
	"strings"
)

const style = `.automaton{--paper:#fff;--ink:#1b1b1f;--fault:#b3261e}
@media (prefers-color-scheme:dark){.automaton{--paper:#17171a;--ink:#e6e6ea;--fault:#ff8f85}}
.automaton .paper{fill:var(--paper)}
.automaton path{fill:none;stroke:var(--ink);stroke-width:1.5}
.automaton .head{fill:var(--ink);stroke:none}
.automaton rect.state,.automaton rect.accepts{fill:var(--paper);stroke:var(--ink);stroke-width:1.5}
.automaton text{fill:var(--ink);font:13px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;text-anchor:middle;dominant-baseline:central;white-space:pre}
.automaton .name{font-size:14px;font-weight:600}
.automaton .note{text-anchor:start}
.automaton .differs path{stroke:var(--fault);stroke-width:3}
.automaton .differs .head,.automaton .differs text{fill:var(--fault)}
.automaton .differs path.head{stroke:none}
.automaton .differs rect:not(.paper){stroke:var(--fault);stroke-width:3}
.automaton .differs text{font-weight:700}
`

// SVG returns the automaton as a figure that needs nothing else: states from
// left to right by their distance from the start, named by the first word that
// reaches them, accepting ones with a double outline; light or dark as the
// reader prefers, with a title and a description for those who do not see it.
// Transitions to the sink are left out, as a line in the figure says. With
// drawing.Against, what differs is red, thick, and labelled so. The layout is
// meant for up to some twenty states.
//
// The text is an svg element without an XML declaration, fit to stand within
// HTML. Its style applies to such figures only, by their class automaton, and
// its ids are made of what it says.
func (d *DFA) SVG(drawing Drawing) string {
	p := d.picture(drawing)
	edges, omitted := p.drawn()
	shown := p.shown(edges)
	l := p.layOut(edges, shown)
	f := figure{picture: p, layout: l}
	f.startArrow()
	curves := l.curves(edges)
	for i, e := range edges {
		f.edge(e, curves[i])
	}
	for s := range d.next {
		if shown[s] {
			f.state(State(s))
		}
	}
	for i, e := range edges {
		f.edgeLabel(e, curves[i]) // above all lines
	}
	f.notes(strings.Split(p.note(omitted), "\n"))
	return f.wrap(p.describe(edges, shown, omitted))
}

// A figure gathers the elements of an SVG, and the room that they need.
type figure struct {
	picture
	layout
	body   strings.Builder
	taken  []box // where states and labels are
	bounds box   // of what is drawn
}

func (f *figure) printf(format string, args ...any) { fmt.Fprintf(&f.body, format+"\n", args...) }

// group opens an element that holds what belongs together.
func (f *figure) group(differs bool) {
	if differs {
		f.printf(`<g class="differs">`)
	} else {
		f.printf(`<g>`)
	}
}

func (f *figure) startArrow() {
	to := point{f.centre[0].x - f.width[0]/2, f.centre[0].y}
	from := point{to.x - entryLength, to.y}
	f.bounds.include(from)
	f.printf(`<path d="M%s L%s"/>`, from, to)
	f.head(to, point{1, 0})
}

// head draws the head of an arrow with its tip at a point.
func (f *figure) head(tip, direction point) {
	const length, half = 10.0, 4.5
	back := point{tip.x - length*direction.x, tip.y - length*direction.y}
	side := point{-direction.y * half, direction.x * half}
	f.printf(`<path class="head" d="M%s L%s L%s Z"/>`, tip,
		point{back.x + side.x, back.y + side.y}, point{back.x - side.x, back.y - side.y})
}

func (f *figure) edge(e edge, c curve) {
	for i := range 21 {
		f.bounds.include(c.at(float64(i) / 20))
	}
	f.group(e.differs)
	f.printf(`<path d="M%s C%s %s %s"/>`, c[0], c[1], c[2], c[3])
	f.head(f.meets(c, e.to))
	f.printf(`</g>`)
}

func (f *figure) edgeLabel(e edge, c curve) {
	text := difference(e.differs) + e.label()
	box := f.placeLabel(c, textWidth(text, textAdvance)+6)
	f.bounds.include(box.low, box.high)
	f.group(e.differs)
	f.printf(`<rect class="paper" x="%s" y="%s" width="%s" height="%s"/>`, number(box.low.x), number(box.low.y),
		number(box.high.x-box.low.x), number(box.high.y-box.low.y))
	f.printf(`<text x="%s" y="%s">%s<title>%s</title></text>`,
		number(box.centre().x), number(box.centre().y), escapeXML(text), escapeXML(f.sentence(e)))
	f.printf(`</g>`)
}

// placeLabel finds the place along a curve where a label covers least of the
// states and of the labels before, and takes it.
func (f *figure) placeLabel(c curve, width float64) box {
	var best box
	least := math.Inf(1)
	for _, t := range []float64{0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74} {
		place := boxAround(c.at(t), width, lineHeight)
		covers := 0.0
		for _, taken := range f.taken {
			covers += place.overlap(taken)
		}
		if covers < least {
			best, least = place, covers
		}
	}
	f.taken = append(f.taken, best)
	return best
}

func (f *figure) state(s State) {
	c, w := f.centre[s], f.width[s]
	outline := boxAround(c, w, nodeHeight)
	f.bounds.include(outline.low, outline.high)
	f.taken = append(f.taken, outline)
	f.group(f.states[s])
	f.outline("state", c, w, nodeHeight)
	if f.accept[s] {
		f.outline("accepts", c, w-8, nodeHeight-8)
	}
	f.printf(`<text class="name" x="%s" y="%s">%s</text>`, number(c.x), number(c.y), escapeXML(f.name(s)))
	f.printf(`</g>`)
}

func (f *figure) outline(class string, c point, width, height float64) {
	f.printf(`<rect class="%s" x="%s" y="%s" width="%s" height="%s" rx="%s"/>`, class,
		number(c.x-width/2), number(c.y-height/2), number(width), number(height), number(height/2))
}

// notes writes lines of text below everything else.
func (f *figure) notes(lines []string) {
	left, y := f.bounds.low.x, f.bounds.high.y+2*lineHeight
	for _, line := range lines {
		if line == "" {
			continue
		}
		f.printf(`<text class="note" x="%s" y="%s">%s</text>`, number(left), number(y), escapeXML(line))
		f.bounds.include(point{left + textWidth(line, textAdvance), y + lineHeight/2})
		y += lineHeight
	}
}

// wrap returns the whole element, with the room that its contents need.
func (f *figure) wrap(description string) string {
	title := oneLine(f.Title)
	if title == "" {
		title = "A finite automaton"
	}
	hash := fnv.New32a()
	hash.Write([]byte(title + "\n" + description))
	id := fmt.Sprintf("automaton-%08x", hash.Sum32())
	x, y := f.bounds.low.x-margin, f.bounds.low.y-margin
	width, height := f.bounds.high.x+margin-x, f.bounds.high.y+margin-y
	box := fmt.Sprintf(`x="%s" y="%s" width="%s" height="%s"`, number(x), number(y), number(width), number(height))
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" class="automaton" role="img" aria-labelledby="%s-title %s-desc" width="%s" height="%s" viewBox="%s %s %s %s">
<title id="%s-title">%s</title>
<desc id="%s-desc">%s</desc>
<style>%s</style>
<rect class="paper" %s/>
%s</svg>
`, id, id, number(width), number(height), number(x), number(y), number(width), number(height),
		id, escapeXML(title), id, escapeXML(description), style, box, f.body.String())
}

// describe says in words what a figure shows.
func (p *picture) describe(edges []edge, shown []bool, omitted bool) string {
	var text strings.Builder
	for s := range p.next {
		if !shown[s] {
			continue
		}
		fmt.Fprintf(&text, "State %s", p.name(State(s)))
		if s == 0 {
			text.WriteString(", the start,")
		}
		if p.accept[s] {
			text.WriteString(" accepts.")
		} else {
			text.WriteString(" does not accept.")
		}
		if p.states[s] {
			text.WriteString(" This differs.")
		}
		text.WriteString(" ")
		for _, e := range edges {
			if e.from == State(s) {
				text.WriteString(p.sentence(e) + " ")
			}
		}
	}
	if omitted {
		text.WriteString(omittedNote)
	}
	return strings.TrimSpace(text.String())
}

// sentence says in words where an edge leads.
func (p *picture) sentence(e edge) string {
	text := fmt.Sprintf("From %s, %s leads to %s.", p.name(e.from), e.bytes.label(), p.name(e.to))
	if e.differs {
		text += " This differs."
	}
	return text
}

// String writes a point as SVG does.
func (p point) String() string { return number(p.x) + "," + number(p.y) }

// number writes a length to a tenth of a pixel.
func number(x float64) string {
	x = math.Round(x*10) / 10
	if x == 0 {
		x = 0 // not -0
	}
	return fmt.Sprint(x)
}

func escapeXML(text string) string {
	var escaped strings.Builder
	// A strings.Builder does not fail.
	_ = xml.EscapeText(&escaped, []byte(text))
	return escaped.String()
}
