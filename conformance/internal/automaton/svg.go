package automaton

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"hash/fnv"
	"image"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Style is the style sheet within each figure.
const Style = `.automaton{--paper:#fff;--ink:#1b1b1f;--fault:#b3261e}
@media (prefers-color-scheme:dark){.automaton{--paper:#17171a;--ink:#e6e6ea;--fault:#ff8f85}}
.automaton .paper{fill:var(--paper)}
.automaton path{fill:none;stroke:var(--ink);stroke-width:1.5}
.automaton .head{fill:var(--ink);stroke:none}
.automaton ellipse{fill:var(--paper);stroke:var(--ink);stroke-width:1.5}
.automaton text{fill:var(--ink);font:13px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;text-anchor:middle;dominant-baseline:central;white-space:pre}
.automaton .name{font-size:14px;font-weight:600}
.automaton .note{text-anchor:start}
.automaton .differs path,.automaton .differs ellipse{stroke:var(--fault);stroke-width:3}
.automaton .differs .head,.automaton .differs text{fill:var(--fault)}
.automaton .differs path.head{stroke:none}
.automaton .differs text{font-weight:700}
`

// Sizes in a figure, in CSS pixels.
const (
	stateHeight = 44
	levelHeight = 34 // between edges, one above the other
	entryLength = 36
	lineHeight  = 18
	margin      = 16
	// longestLabel is the largest number of items in a label; more are left out.
	longestLabel = 8
)

// textWidth returns an upper bound for the width of a text.
func textWidth(text string) int { return 8 * utf8.RuneCountInString(text) }

// SVG returns the automaton as a figure. The states are on a line in their order. Their names
// are the first words that reach them, and accepting states have a double outline. Edges to the
// right are above the line, those to the left below it. A note tells that transitions to the
// sink are omitted. With drawing.Against, differences are red, thick and labelled. The figure
// follows the reader's light or dark colour scheme and has a title and a description. It suits
// about 20 states.
//
// The result is an svg element without an XML declaration, for use inside HTML. Its style
// applies only to elements of the class automaton. Its ids are a digest of its text.
func (d *DFA) SVG(drawing Drawing) string {
	f := figure{picture: d.picture(drawing)}
	all := len(f.edges)
	// Edges to the sink would cover all others.
	f.edges = slices.DeleteFunc(f.edges, func(e edge) bool { return e.to == f.sink && f.sink != 0 && !e.differs })
	f.omitted = len(f.edges) < all
	f.layOut()
	if drawing.Word != nil {
		f.walked = map[[2]State]bool{{0, none}: true}
		for at, rest := State(0), *drawing.Word; rest != ""; rest = rest[1:] {
			to := d.next[at][rest[0]]
			f.walked[[2]State{at, to}], f.walked[[2]State{to, none}] = true, true
			at = to
		}
	}
	entry := f.centre[0] - f.width[0]/2
	f.arrow(straight(entry-entryLength, entry))
	for i, e := range f.edges {
		f.group(e.differs, f.walked[[2]State{e.from, e.to}], func() { f.arrow(f.curve(i)) })
	}
	for _, s := range f.shown {
		f.group(f.states[s], f.walked[[2]State{s, none}], func() { f.state(s) })
	}
	for i, e := range f.edges { // above all lines
		f.group(e.differs, f.walked[[2]State{e.from, e.to}], func() { f.label(e, f.curve(i)) })
	}
	f.notes()
	return f.whole()
}

// A figure collects the elements of an SVG, and the space that they need. Slices of states have
// no meaning for those that are not shown.
type figure struct {
	picture
	omitted bool              // whether the sink is left out
	walked  map[[2]State]bool // the edges and, each with none, the states of Drawing.Word
	shown   []State           // in their order
	centre  []int             // of each state, on the line
	width   []int             // of each state
	level   []int             // of each edge: 0 on the line, above it if positive, below if negative
	body    strings.Builder
	bounds  image.Rectangle
}

// around returns the rectangle of a size around a point.
func around(centre image.Point, width, height int) image.Rectangle {
	corner := centre.Sub(image.Pt(width/2, height/2))
	return image.Rectangle{corner, corner.Add(image.Pt(width, height))}
}

// layOut places the states, and gives each edge the level closest to the line on which it and
// its label overlap no shorter edge. One edge to the next state is on the line.
func (f *figure) layOut() {
	f.centre, f.width, f.level = make([]int, len(f.next)), make([]int, len(f.next)), make([]int, len(f.edges))
	place, gaps := map[State]int{}, map[int]int{} // by place: the gap after a state
	for s := range State(len(f.next)) {
		isTo := func(e edge) bool { return e.to == s }
		if s == f.sink && s != 0 && !f.states[s] && !slices.ContainsFunc(f.edges, isTo) {
			continue
		}
		place[s], f.width[s] = len(f.shown), max(stateHeight, textWidth(f.name(s))+28)
		f.shown = append(f.shown, s)
	}
	var arcs []int // edges that are not on the line
	for i, e := range f.edges {
		if at := place[e.from]; place[e.to] == at+1 && gaps[at] == 0 {
			gaps[at] = textWidth(e.label()) + 44
		} else {
			arcs = append(arcs, i)
		}
	}
	for i, x := 0, 0; i < len(f.shown); i++ {
		s := f.shown[i]
		f.centre[s] = x + f.width[s]/2
		x += f.width[s] + max(gaps[i], 36)
	}
	length := func(i int) float64 {
		return math.Abs(float64(place[f.edges[i].from] - place[f.edges[i].to]))
	}
	slices.SortStableFunc(arcs, func(i, j int) int { return cmp.Compare(length(i), length(j)) })
	type span struct{ left, right, level int }
	var taken []span
	for _, i := range arcs {
		from, to := f.centre[f.edges[i].from], f.centre[f.edges[i].to]
		middle, half, step := (from+to)/2, textWidth(f.edges[i].label())/2+6, 1
		if from > to {
			step = -1
		}
		arc := span{left: min(from, to, middle-half), right: max(from, to, middle+half)}
		for arc.level = step; slices.ContainsFunc(taken, func(s span) bool {
			return s.level == arc.level && s.left < arc.right && arc.left < s.right
		}); {
			arc.level += step
		}
		taken, f.level[i] = append(taken, arc), arc.level
	}
}

// A curve is a cubic Bézier curve.
type curve [4]image.Point

// straight returns a part of the line.
func straight(from, to int) curve {
	third := image.Pt((to-from)/3, 0)
	return curve{image.Pt(from, 0), image.Pt(from, 0).Add(third), image.Pt(to, 0).Sub(third), image.Pt(to, 0)}
}

// middle returns the point halfway.
func (c curve) middle() image.Point {
	return c[0].Add(c[1].Add(c[2]).Mul(3)).Add(c[3]).Div(8)
}

// curve returns the curve of an edge, from outline to outline. An edge that is not on the line
// begins and ends beside the middle of a state.
func (f *figure) curve(i int) curve {
	e, level := f.edges[i], f.level[i]
	from, to := f.centre[e.from], f.centre[e.to]
	if level == 0 {
		return straight(from+f.width[e.from]/2, to-f.width[e.to]/2)
	}
	side, beside, wider := level/max(level, -level), 9, 0
	if from == to {
		beside, wider = -9, 18
	}
	// The curve reaches three quarters of the way to its control points.
	y, top := -side*(stateHeight/2-2), -side*stateHeight/2-level*levelHeight*4/3
	from, to = from+side*beside, to-side*beside
	return curve{image.Pt(from, y), image.Pt(from-wider, top), image.Pt(to+wider, top), image.Pt(to, y)}
}

func (f *figure) printf(format string, args ...any) { fmt.Fprintf(&f.body, format+"\n", args...) }

// none is no state.
const none = ^State(0)

// group draws into one g element.
func (f *figure) group(differs, walked bool, draw func()) {
	classes := [...]string{"", ` class="differs"`, ` class="walked"`, ` class="differs walked"`}
	f.printf("<g%s>", classes[accepted(differs)+2*accepted(walked)])
	draw()
	f.printf(`</g>`)
}

func (f *figure) arrow(c curve) {
	f.bounds = f.bounds.Union(around(c[0], 4, 4)).Union(around(c.middle(), 4, 4))
	f.printf(`<path d="M%d,%d C%d,%d %d,%d %d,%d"/>`, c[0].X, c[0].Y, c[1].X, c[1].Y, c[2].X, c[2].Y, c[3].X, c[3].Y)
	x, y := float64(c[3].X-c[2].X), float64(c[3].Y-c[2].Y)
	length := math.Hypot(x, y)
	x, y = x/length, y/length
	f.printf(`<path class="head" d="M%d,%d l%.1f,%.1f l%.1f,%.1f Z"/>`, c[3].X, c[3].Y, -10*x-4.5*y, -10*y+4.5*x, 9*y, -9*x)
}

func (f *figure) state(s State) {
	outline := around(image.Pt(f.centre[s], 0), f.width[s], stateHeight)
	f.bounds = f.bounds.Union(outline)
	for inset := 0; inset <= 4*accepted(f.accept[s]); inset += 4 {
		f.printf(`<ellipse cx="%d" cy="0" rx="%d" ry="%d"/>`, f.centre[s], f.width[s]/2-inset, stateHeight/2-inset)
	}
	f.printf(`<text class="name" x="%d" y="0">%s</text>`, f.centre[s], escapeXML(f.name(s)))
}

// label draws the label of an edge in its middle.
func (f *figure) label(e edge, c curve) {
	middle := c.middle()
	place := around(middle, textWidth(e.label())+6, lineHeight)
	f.bounds = f.bounds.Union(place)
	f.printf(`<rect class="paper" %s/>`, rectangle(place))
	f.printf(`<text x="%d" y="%d">%s<title>%s</title></text>`, middle.X, middle.Y, escapeXML(e.label()), escapeXML(f.sentence(e)))
}

// label returns the bytes of an edge, shortened if they are many.
func (e edge) label() string {
	label := e.bytes.label()
	if items := strings.Split(label, " "); len(items) > longestLabel {
		label = strings.Join(items[:longestLabel], " ") + fmt.Sprintf(" … (%d bytes)", len(e.bytes))
	}
	if e.differs {
		label = "differs: " + label
	}
	return label
}

// notes writes the title and the explanations below the figure.
func (f *figure) notes() {
	lines := []string{oneLine(f.Title)}
	if f.omitted {
		lines = append(lines, omittedNote)
	}
	if f.Against != nil {
		lines = append(lines, marksNote)
	}
	left, y := f.bounds.Min.X, f.bounds.Max.Y+2*lineHeight
	for _, line := range lines {
		if line != "" {
			f.printf(`<text class="note" x="%d" y="%d">%s</text>`, left, y, escapeXML(line))
			f.bounds = f.bounds.Union(image.Rect(left, y, left+textWidth(line), y+lineHeight/2))
			y += lineHeight
		}
	}
}

// whole returns the svg element.
func (f *figure) whole() string {
	title, description := oneLine(f.Title), f.describe()
	if title == "" {
		title = "A finite automaton"
	}
	hash := fnv.New32a()
	hash.Write([]byte(title + "\n" + description))
	id := fmt.Sprintf("automaton-%08x", hash.Sum32())
	view := f.bounds.Inset(-margin)
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" class="automaton" role="img" aria-labelledby="%s-title %s-desc" width="%d" height="%d" viewBox="%d %d %d %d">
<title id="%s-title">%s</title>
<desc id="%s-desc">%s</desc>
<style>%s</style>
<rect class="paper" %s/>
%s</svg>
`, id, id, view.Dx(), view.Dy(), view.Min.X, view.Min.Y, view.Dx(), view.Dy(),
		id, escapeXML(title), id, escapeXML(description), Style, rectangle(view), f.body.String())
}

func rectangle(r image.Rectangle) string {
	return fmt.Sprintf(`x="%d" y="%d" width="%d" height="%d"`, r.Min.X, r.Min.Y, r.Dx(), r.Dy())
}

// describe returns the figure as sentences.
func (f *figure) describe() string {
	var sentences []string
	for _, s := range f.shown {
		start, verb := "", "does not accept"
		if s == 0 {
			start = ", the start,"
		}
		if f.accept[s] {
			verb = "accepts"
		}
		sentences = append(sentences, fmt.Sprintf("State %s%s %s.", f.name(s), start, verb))
		if f.states[s] {
			sentences = append(sentences, "This differs.")
		}
		for _, e := range f.edges {
			if e.from == s {
				sentences = append(sentences, f.sentence(e))
			}
		}
	}
	if f.omitted {
		sentences = append(sentences, omittedNote)
	}
	return strings.Join(sentences, " ")
}

// sentence describes an edge.
func (p *picture) sentence(e edge) string {
	text := fmt.Sprintf("From %s, %s leads to %s.", p.name(e.from), e.bytes.label(), p.name(e.to))
	if e.differs {
		text += " This differs."
	}
	return text
}

func escapeXML(text string) string {
	var escaped strings.Builder
	// A strings.Builder does not fail.
	_ = xml.EscapeText(&escaped, []byte(text))
	return escaped.String()
}
