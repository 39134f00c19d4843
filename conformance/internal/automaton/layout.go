package automaton

import (
	"math"
	"unicode/utf8"
)

// Sizes in a figure, in CSS pixels.
const (
	nodeHeight  = 40.0
	rowDistance = 110.0
	margin      = 16.0
	entryLength = 36.0
	nameAdvance = 8.5 // one character of a state's name, at 14 px
	textAdvance = 8.0 // one character of any other text, at 13 px
	lineHeight  = 18.0
)

type point struct{ x, y float64 }

// A box is a rectangle, by two corners.
type box struct{ low, high point }

func boxAround(centre point, width, height float64) box {
	return box{
		point{centre.x - width/2, centre.y - height/2},
		point{centre.x + width/2, centre.y + height/2},
	}
}

func (b box) centre() point { return point{(b.low.x + b.high.x) / 2, (b.low.y + b.high.y) / 2} }

// include widens the box.
func (b *box) include(points ...point) {
	for _, p := range points {
		b.low = point{min(b.low.x, p.x), min(b.low.y, p.y)}
		b.high = point{max(b.high.x, p.x), max(b.high.y, p.y)}
	}
}

// overlap returns the area that two boxes share.
func (b box) overlap(c box) float64 {
	width := min(b.high.x, c.high.x) - max(b.low.x, c.low.x)
	height := min(b.high.y, c.high.y) - max(b.low.y, c.low.y)
	return max(0, width) * max(0, height)
}

// A curve is a cubic Bézier curve.
type curve [4]point

// at returns the point at t, which runs from 0 to 1.
func (c curve) at(t float64) point {
	u := 1 - t
	a, b, d, e := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
	return point{
		a*c[0].x + b*c[1].x + d*c[2].x + e*c[3].x,
		a*c[0].y + b*c[1].y + d*c[2].y + e*c[3].y,
	}
}

// bent returns the curve from a to b whose middle lies so far to the right of
// the straight line, seen in its direction.
func bent(a, b point, bend float64) curve {
	length := math.Hypot(b.x-a.x, b.y-a.y)
	by := bend * 4 / 3 / length
	offset := point{-(b.y - a.y) * by, (b.x - a.x) * by}
	third := func(from, to point) point {
		return point{from.x + (to.x-from.x)/3 + offset.x, from.y + (to.y-from.y)/3 + offset.y}
	}
	return curve{a, third(a, b), third(b, a), b}
}

// A layout says where the states of a figure are. What is in it belongs to the
// state of its index; of states that are not shown it says nothing.
type layout struct {
	layer  []int // the fewest edges from the start
	row    []int // from the top of the layer
	centre []point
	width  []float64
}

// layOut puts states into layers from left to right, by their distance from the
// start. So no edge to the right passes a layer by.
func (p *picture) layOut(edges []edge, shown []bool) layout {
	l := layout{
		layer:  distancesFromStart(edges, shown),
		row:    make([]int, len(shown)),
		centre: make([]point, len(shown)),
		width:  make([]float64, len(shown)),
	}
	var inLayer [][]int // the states of each layer
	for s := range shown {
		if !shown[s] {
			continue
		}
		for len(inLayer) <= l.layer[s] {
			inLayer = append(inLayer, nil)
		}
		l.row[s] = len(inLayer[l.layer[s]])
		inLayer[l.layer[s]] = append(inLayer[l.layer[s]], s)
		l.width[s] = max(nodeHeight, textWidth(p.name(State(s)), nameAdvance)+24)
	}
	gap := make([]float64, len(inLayer)) // to the right of a layer
	for _, e := range edges {
		from, to := l.layer[e.from], l.layer[e.to]
		room := textWidth(difference(e.differs)+e.label(), textAdvance)
		if from == to {
			room /= 2 // stands across the layer
		}
		left := min(from, to)
		gap[left] = max(gap[left], room+70)
	}
	x := 0.0
	for i, states := range inLayer {
		widest := 0.0
		for _, s := range states {
			widest = max(widest, l.width[s])
		}
		x += widest / 2
		for _, s := range states {
			l.centre[s] = point{x, (float64(l.row[s]) - float64(len(states)-1)/2) * rowDistance}
		}
		x += widest/2 + gap[i]
	}
	return l
}

// distancesFromStart returns for each shown state the fewest edges that lead to
// it. One that no edge leads to is counted as beyond all others.
func distancesFromStart(edges []edge, shown []bool) []int {
	distance := make([]int, len(shown))
	met := make([]bool, len(shown))
	met[0] = true
	last := 0
	for more := true; more; last++ {
		more = false
		for _, e := range edges {
			if met[e.from] && distance[e.from] == last && !met[e.to] {
				met[e.to], more = true, true
				distance[e.to] = last + 1
			}
		}
	}
	for s := range met {
		if !met[s] {
			distance[s] = last
		}
	}
	return distance
}

// curves returns the way of every edge, from centre to centre.
func (l layout) curves(edges []edge) []curve {
	type pair struct{ low, high State }
	pairOf := func(e edge) pair { return pair{min(e.from, e.to), max(e.from, e.to)} }
	between := make(map[pair]int) // edges between two states, of either direction
	for _, e := range edges {
		between[pairOf(e)]++
	}
	drawn := make(map[pair]int)
	curves := make([]curve, len(edges))
	for i, e := range edges {
		pair := pairOf(e)
		number := drawn[pair]
		drawn[pair]++
		if e.from == e.to {
			// Above in the uppermost row and below in others, where edges
			// within the layer leave room; a second one opposite.
			curves[i] = l.loop(e.from, (l.row[e.from] > 0) != (number > 0))
			continue
		}
		bend := 0.0
		layers, rows := l.layer[e.from]-l.layer[e.to], l.row[e.from]-l.row[e.to]
		switch {
		case layers > 1: // back over other layers: below them
			bend = -50 - 30*float64(layers) - 36*float64(number)
		case layers == 0 && (rows < -1 || rows > 1): // past other states: to the right
			bend = math.Copysign(70+36*float64(number), float64(rows))
		case between[pair] > 1: // left and right of the straight line in turn
			bend = []float64{28, -28, 67, -67}[number]
			if e.from == pair.high {
				bend = -bend // whose right is the other's left
			}
		}
		curves[i] = bent(l.centre[e.from], l.centre[e.to], bend)
	}
	return curves
}

// loop returns the way from a state to itself, above it or below.
func (l layout) loop(s State, below bool) curve {
	c := l.centre[s]
	up := -1.0
	if below {
		up = 1
	}
	return curve{
		{c.x - 12, c.y + up*nodeHeight/4}, {c.x - 26, c.y + up*62},
		{c.x + 26, c.y + up*62}, {c.x + 12, c.y + up*nodeHeight/4},
	}
}

// meets returns the point at which a curve that ends within the outline of s
// comes to it, and the direction in which it does.
func (l layout) meets(c curve, s State) (at, direction point) {
	const steps = 400
	for i := steps; i > 0; i-- {
		t := float64(i) / steps
		if p := c.at(t); !l.inside(p, s) {
			// The direction is that of the arrow head's length.
			before := c.at(t)
			for j := i; j > 0 && math.Hypot(before.x-p.x, before.y-p.y) < 8; j-- {
				before = c.at(float64(j) / steps)
			}
			length := math.Hypot(p.x-before.x, p.y-before.y)
			return p, point{(p.x - before.x) / length, (p.y - before.y) / length}
		}
	}
	return c[3], point{1, 0}
}

// inside reports whether a point lies within the outline of s, whose ends are
// half circles.
func (l layout) inside(p point, s State) bool {
	straight := (l.width[s] - nodeHeight) / 2
	dx := max(0, math.Abs(p.x-l.centre[s].x)-straight)
	return math.Hypot(dx, p.y-l.centre[s].y) < nodeHeight/2
}

func textWidth(text string, advance float64) float64 {
	return float64(utf8.RuneCountInString(text)) * advance
}
