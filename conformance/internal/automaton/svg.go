package automaton

import (
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
	rowDistance = 110
	entryLength = 36
	lineHeight  = 18
	margin      = 16
	// longestLabel is the largest number of items in a label; more are left out.
	longestLabel = 8
)

// textWidth returns an upper bound for the width of a text.
func textWidth(text string) int { return 8 * utf8.RuneCountInString(text) }

// SVG returns the automaton as a figure. States are ordered from left to right by their
// distance from the start. Their names are the first words that reach them, and accepting
// states have a double outline. A note tells that transitions to the sink are omitted. With
// drawing.Against, differences are red, thick and labelled. The figure follows the reader's
// light or dark colour scheme and has a title and a description. It suits about 20 states.
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
	entry := f.centre[0].Sub(image.Pt(f.width[0]/2, 0))
	start := entry.Sub(image.Pt(entryLength, 0))
	f.bounds = around(start, 1, 1)
	f.arrow(curve{start, start, start, entry})
	curves := make([]curve, len(f.edges))
	for i, e := range f.edges {
		curves[i] = f.curve(i)
		f.group(e.differs, f.walked[[2]State{e.from, e.to}], func() { f.arrow(curves[i]) })
	}
	for _, s := range f.shown {
		f.group(f.states[s], f.walked[[2]State{s, none}], func() { f.state(s) })
	}
	for i, e := range f.edges { // above all lines
		f.group(e.differs, f.walked[[2]State{e.from, e.to}], func() { f.label(e, curves[i]) })
	}
	f.notes()
	return f.whole()
}

// A figure collects the elements of an SVG, and the space that they need. Slices are
// indexed by state, and have no meaning for states that are not shown.
type figure struct {
	picture
	omitted bool              // whether the sink is left out
	walked  map[[2]State]bool // the edges and, each with none, the states of Drawing.Word
	shown   []State           // in their order
	row     []int             // from the top of the layer
	centre  []image.Point
	width   []int
	body    strings.Builder
	taken   []image.Rectangle // by states and labels
	bounds  image.Rectangle
}

// layer returns the layer of a state: the fewest edges from the start.
func (f *figure) layer(s State) int { return len(f.words[s]) }

// around returns the rectangle of a size around a point.
func around(centre image.Point, width, height int) image.Rectangle {
	corner := centre.Sub(image.Pt(width/2, height/2))
	return image.Rectangle{corner, corner.Add(image.Pt(width, height))}
}

// layOut places the layers from left to right, so no edge to the right crosses a layer.
func (f *figure) layOut() {
	n := len(f.next)
	f.row, f.centre, f.width = make([]int, n), make([]image.Point, n), make([]int, n)
	var layers [][]State
	for s := range State(n) {
		isTo := func(e edge) bool { return e.to == s }
		if s == f.sink && s != 0 && !f.states[s] && !slices.ContainsFunc(f.edges, isTo) {
			continue
		}
		layer := f.layer(s)
		if layer == len(layers) {
			layers = append(layers, nil)
		}
		f.shown = append(f.shown, s)
		f.row[s], f.width[s] = len(layers[layer]), max(stateHeight, textWidth(f.name(s))+28)
		layers[layer] = append(layers[layer], s)
	}
	x := 0
	for i, states := range layers {
		widest, gap := 0, 0
		for _, s := range states {
			widest = max(widest, f.width[s])
		}
		for row, s := range states {
			f.centre[s] = image.Pt(x+widest/2, (2*row-len(states)+1)*rowDistance/2)
		}
		for _, e := range f.edges {
			if min(f.layer(e.from), f.layer(e.to)) == i {
				gap = max(gap, textWidth(e.label())+70)
			}
		}
		x += widest + gap
	}
}

// A curve is a cubic Bézier curve.
type curve [4]image.Point

// at returns the point at t, from 0 to 1.
func (c curve) at(t float64) image.Point {
	u := 1 - t
	weights := [4]float64{u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t}
	x, y := 0.0, 0.0
	for i, w := range weights {
		x, y = x+w*float64(c[i].X), y+w*float64(c[i].Y)
	}
	return image.Pt(int(math.Round(x)), int(math.Round(y)))
}

// curve returns the curve of an edge, from outline to outline.
func (f *figure) curve(i int) curve {
	e := f.edges[i]
	between, before := 0, 0 // the number of edges between the two states; of those before this one
	for j, other := range f.edges {
		if other.from == e.from && other.to == e.to || other.from == e.to && other.to == e.from {
			between++
			before += accepted(j < i)
		}
	}
	a, b := f.centre[e.from], f.centre[e.to]
	left, right := a, b // the control points
	layers, rows := f.layer(e.from)-f.layer(e.to), f.row[e.from]-f.row[e.to]
	bend := 0 // how far the middle is to the right of the straight line
	switch {
	case e.from == e.to: // above in the top row and below in others; a second one opposite
		y := -62
		if (f.row[e.from] > 0) != (before > 0) {
			y = 62
		}
		left, right = a.Add(image.Pt(-26, y)), a.Add(image.Pt(26, y))
	case layers > 1: // back over other layers: below them
		bend = -50 - 30*layers - 36*before
	case layers == 0 && rows > 1: // past other states: to the right
		bend = 70 + 36*before
	case layers == 0 && rows < -1:
		bend = -70 - 36*before
	case between > 1: // left and right of the straight line in turn
		bend = []int{28, -28, 67, -67}[before]
		if e.from > e.to {
			bend = -bend // the opposite direction swaps left and right
		}
	}
	if e.from != e.to {
		line := b.Sub(a)
		by := float64(bend) * 4 / 3 / math.Hypot(float64(line.X), float64(line.Y))
		offset := image.Pt(int(-float64(line.Y)*by), int(float64(line.X)*by))
		left, right = a.Add(line.Div(3)).Add(offset), b.Sub(line.Div(3)).Add(offset)
	}
	return curve{f.outline(e.from, left), left, right, f.outline(e.to, right)}
}

// outline returns the point of the outline of a state in the direction of another point.
func (f *figure) outline(s State, towards image.Point) image.Point {
	line := towards.Sub(f.centre[s])
	x, y := float64(line.X), float64(line.Y)
	t := 1 / math.Hypot(x/float64(f.width[s]/2), y/(stateHeight/2))
	return f.centre[s].Add(image.Pt(int(math.Round(x*t)), int(math.Round(y*t))))
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
	f.bounds = f.bounds.Union(around(c.at(0.5), 4, 4))
	f.printf(`<path d="M%d,%d C%d,%d %d,%d %d,%d"/>`, c[0].X, c[0].Y, c[1].X, c[1].Y, c[2].X, c[2].Y, c[3].X, c[3].Y)
	x, y := float64(c[3].X-c[2].X), float64(c[3].Y-c[2].Y)
	length := math.Hypot(x, y)
	x, y = x/length, y/length
	f.printf(`<path class="head" d="M%d,%d l%.1f,%.1f l%.1f,%.1f Z"/>`, c[3].X, c[3].Y, -10*x-4.5*y, -10*y+4.5*x, 9*y, -9*x)
}

func (f *figure) state(s State) {
	c := f.centre[s]
	outline := around(c, f.width[s], stateHeight)
	f.bounds, f.taken = f.bounds.Union(outline), append(f.taken, outline)
	for inset := 0; inset <= 4*accepted(f.accept[s]); inset += 4 {
		f.printf(`<ellipse cx="%d" cy="%d" rx="%d" ry="%d"/>`, c.X, c.Y, f.width[s]/2-inset, stateHeight/2-inset)
	}
	f.printf(`<text class="name" x="%d" y="%d">%s</text>`, c.X, c.Y, escapeXML(f.name(s)))
}

// label draws the label of an edge where it covers least of the states and earlier labels.
func (f *figure) label(e edge, c curve) {
	var best image.Rectangle
	least := math.MaxInt
	for away := 0.0; away < 0.31; away += 0.03 { // from the middle of the curve
		for _, t := range []float64{0.5 - away, 0.5 + away} {
			place, covered := around(c.at(t), textWidth(e.label())+6, lineHeight), 0
			for _, taken := range f.taken {
				size := place.Intersect(taken).Size()
				covered += size.X * size.Y
			}
			if covered < least {
				best, least = place, covered
			}
		}
	}
	f.bounds, f.taken = f.bounds.Union(best), append(f.taken, best)
	f.printf(`<rect class="paper" %s/>`, rectangle(best))
	middle := best.Min.Add(best.Max).Div(2)
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
