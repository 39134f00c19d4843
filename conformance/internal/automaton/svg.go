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

// SVG returns the automaton as a figure, which suits about 20 states. They are on a line in their order,
// named by the first words that reach them. Edges to the right are above the line, those to the left
// below it. Most transitions to the sink are omitted. With drawing.Against, differences are red, thick
// and labelled.
//
// The result is an svg element without an XML declaration, for use inside HTML. Its style
// applies only to elements of the class automaton. Its ids are a digest of its text.
func (d *DFA) SVG(drawing Drawing) string {
	f := figure{picture: newPicture(d, drawing), walked: map[[2]State]bool{}}
	for s, row := range d.next {
		bytes := make([][2]set, len(d.next)) // those not marked and those marked
		for b, to := range row {
			bytes[to][accepted(f.moveMarked(State(s), byte(b)))] += everyByte[b : b+1]
		}
		for to := range State(len(d.next)) {
			for i, set := range bytes[to] {
				switch {
				case set == "":
				case to == f.sink && to != 0 && i == 0:
					f.omitted = true // edges to the sink would cover all others
				default:
					f.edges = append(f.edges, &edge{from: State(s), to: to, bytes: set, label: f.short(set, i == 1), differs: i == 1})
				}
			}
		}
	}
	if drawing.Word != nil {
		f.walked[[2]State{0, none}] = true
		for at, rest := State(0), *drawing.Word; rest != ""; rest = rest[1:] {
			to := d.next[at][rest[0]]
			f.walked[[2]State{at, to}], f.walked[[2]State{to, none}] = true, true
			at = to
		}
	}
	f.layOut()
	f.arrow(straight(-entryLength, 0))
	for _, e := range f.edges {
		f.group(e.differs, e.from, e.to, func() { f.arrow(e.curve) })
	}
	for s := range f.shown {
		f.group(f.marked(s), s, none, func() { f.state(s) })
	}
	for _, e := range f.edges { // above all lines
		f.group(e.differs, e.from, e.to, func() { f.drawLabel(e) })
	}
	return f.whole()
}

// An edge joins the marked, or the unmarked, transitions between two states.
type edge struct {
	from, to State
	bytes    set
	label    string // see [figure.short]
	differs  bool
	curve    curve // see [figure.layOut]
}

// A figure collects the elements of an SVG, and the space that they need. Slices of states have no
// meaning for the sink if it is not shown.
type figure struct {
	picture
	edges   []*edge           // in the order of their states
	omitted bool              // whether the sink is left out
	walked  map[[2]State]bool // the edges and, each with none, the states of Drawing.Word
	shown   State             // the number of states without the sink, which is the last, if it is left out
	centre  []int             // of each state
	width   []int             // of each state
	body    strings.Builder
	bounds  image.Rectangle
}

func around(centre image.Point, width, height int) image.Rectangle {
	corner := centre.Sub(image.Pt(width/2, height/2))
	return image.Rectangle{corner, corner.Add(image.Pt(width, height))}
}

// layOut places the states, and sets the curve of each edge. An edge has the level closest to the
// line on which it and its label overlap no shorter edge: 0 on the line, above it if positive, below
// if negative. One edge to the next state is on the line.
func (f *figure) layOut() {
	isToSink := func(e *edge) bool { return e.to == f.sink }
	f.shown = State(len(f.next))
	if last := f.shown - 1; last == f.sink && last != 0 && !f.marked(last) && !slices.ContainsFunc(f.edges, isToSink) {
		f.shown = last
	}
	var onLine, arcs []*edge
	gaps := make([]int, len(f.next)) // behind each state
	for _, e := range f.edges {
		if e.to == e.from+1 && gaps[e.from] == 0 {
			gaps[e.from] = textWidth(e.label) + 44
			onLine = append(onLine, e)
		} else {
			arcs = append(arcs, e)
		}
	}
	f.centre, f.width = make([]int, len(f.next)), make([]int, len(f.next))
	x := 0
	for s := range f.shown {
		f.width[s] = max(stateHeight, textWidth(f.name(s))+28)
		f.centre[s] = x + f.width[s]/2
		x += f.width[s] + max(gaps[s], 36)
	}
	for _, e := range onLine {
		e.curve = straight(f.centre[e.from]+f.width[e.from]/2, f.centre[e.to]-f.width[e.to]/2)
	}
	length := func(e *edge) int { return max(int(e.from)-int(e.to), int(e.to)-int(e.from)) }
	slices.SortStableFunc(arcs, func(a, b *edge) int { return length(a) - length(b) })
	type span struct{ left, right, level int }
	var taken []span
	for _, e := range arcs {
		from, to := f.centre[e.from], f.centre[e.to]
		middle, half, side := (from+to)/2, textWidth(e.label)/2+6, 1
		if from > to {
			side = -1
		}
		arc := span{left: min(from, to, middle-half), right: max(from, to, middle+half)}
		for arc.level = side; slices.ContainsFunc(taken, func(s span) bool {
			return s.level == arc.level && s.left < arc.right && arc.left < s.right
		}); {
			arc.level += side
		}
		taken = append(taken, arc)
		e.curve = arcBetween(from, to, side, arc.level)
	}
}

// arcBetween returns the curve between the middles of two states, on a side of the line and at a level. It begins
// and ends beside the middle, and reaches three quarters of the way to its control points.
func arcBetween(from, to, side, level int) curve {
	beside, wider := 9, 0
	if from == to {
		beside, wider = -9, 18
	}
	y, top := -side*(stateHeight/2-2), -side*stateHeight/2-level*levelHeight*4/3
	from, to = from+side*beside, to-side*beside
	return curve{image.Pt(from, y), image.Pt(from-wider, top), image.Pt(to+wider, top), image.Pt(to, y)}
}

// A curve is a cubic Bézier curve.
type curve [4]image.Point

func straight(from, to int) curve {
	third := image.Pt((to-from)/3, 0)
	return curve{image.Pt(from, 0), image.Pt(from, 0).Add(third), image.Pt(to, 0).Sub(third), image.Pt(to, 0)}
}

func (c curve) middle() image.Point {
	return c[0].Add(c[1].Add(c[2]).Mul(3)).Add(c[3]).Div(8)
}

func (f *figure) printf(format string, args ...any) { fmt.Fprintf(&f.body, format+"\n", args...) }

const none = ^State(0)

// group draws an edge, or a state if to is none, into one g element.
func (f *figure) group(differs bool, from, to State, draw func()) {
	classes := [...]string{"", ` class="differs"`, ` class="walked"`, ` class="differs walked"`}
	f.printf("<g%s>", classes[accepted(differs)+2*accepted(f.walked[[2]State{from, to}])])
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

func (f *figure) drawLabel(e *edge) {
	middle := e.curve.middle()
	place := around(middle, textWidth(e.label)+6, lineHeight)
	f.bounds = f.bounds.Union(place)
	f.printf(`<rect class="paper" %s/>`, rectangle(place))
	f.printf(`<text x="%d" y="%d">%s<title>%s</title></text>`, middle.X, middle.Y, escapeXML(e.label), escapeXML(f.sentence(e)))
}

// short returns the label of an edge with some bytes, of which it leaves out many.
func (f *figure) short(bytes set, differs bool) string {
	label := f.label(bytes)
	if items := strings.Split(label, " "); len(items) > longestLabel {
		label = strings.Join(items[:longestLabel], " ") + " …"
		if f.names == nil {
			label += fmt.Sprintf(" (%d bytes)", len(bytes))
		}
	}
	if differs {
		label = "differs: " + label
	}
	return label
}

// whole returns the svg element, with the title and the explanations below the figure.
func (f *figure) whole() string {
	title, description := f.Title, f.describe()
	lines := []string{title}
	if f.omitted {
		note := "A" + f.label(everyByte)[1:] + " not shown leads to the sink, which accepts nothing."
		lines, description = append(lines, note), description+" "+note
	}
	if f.Against != f.DFA {
		lines = append(lines, "Marks show differences from the automaton compared with.")
	}
	left, y := f.bounds.Min.X, f.bounds.Max.Y+2*lineHeight
	for _, line := range lines {
		if line != "" {
			f.printf(`<text class="note" x="%d" y="%d">%s</text>`, left, y, escapeXML(line))
			f.bounds = f.bounds.Union(image.Rect(left, y, left+textWidth(line), y+lineHeight/2))
			y += lineHeight
		}
	}
	title = cmp.Or(title, "A finite automaton")
	hash := fnv.New32a()
	hash.Write([]byte(title + "\n" + description))
	id := fmt.Sprintf("automaton-%08x", hash.Sum32())
	view := f.bounds.Inset(-margin)
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" class="automaton" role="img" aria-labelledby="%[1]s-title %[1]s-desc" width="%[2]d" height="%[3]d" viewBox="%[4]d %[5]d %[2]d %[3]d">
<title id="%[1]s-title">%[6]s</title>
<desc id="%[1]s-desc">%[7]s</desc>
<style>%[8]s</style>
<rect class="paper" %[9]s/>
%[10]s</svg>
`, id, view.Dx(), view.Dy(), view.Min.X, view.Min.Y, escapeXML(title), escapeXML(description), Style, rectangle(view), f.body.String())
}

func rectangle(r image.Rectangle) string {
	return fmt.Sprintf(`x="%d" y="%d" width="%d" height="%d"`, r.Min.X, r.Min.Y, r.Dx(), r.Dy())
}

func (f *figure) describe() string {
	var sentences []string
	for s := range f.shown {
		start := [2]string{"", ", the start,"}[accepted(s == 0)]
		verb := [2]string{"does not accept", "accepts"}[accepted(f.accept[s])]
		sentences = append(sentences, fmt.Sprintf("State %s%s %s.%s", f.name(s), start, verb, ofDifference[f.marked(s)]))
		for _, e := range f.edges {
			if e.from == s {
				sentences = append(sentences, f.sentence(e))
			}
		}
	}
	return strings.Join(sentences, " ")
}

var ofDifference = map[bool]string{true: " This differs."}

func (f *figure) sentence(e *edge) string {
	return fmt.Sprintf("From %s, %s leads to %s.%s", f.name(e.from), f.label(e.bytes), f.name(e.to), ofDifference[e.differs])
}

func escapeXML(text string) string {
	var escaped strings.Builder
	// A strings.Builder does not fail.
	_ = xml.EscapeText(&escaped, []byte(text))
	return escaped.String()
}
