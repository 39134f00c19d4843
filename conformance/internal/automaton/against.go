package automaton

import "slices"

// ExpressionAgainst is [DFA.Expression] for those who know another language
// well: the specification's, say. It returns the shortest of up to three: the
// expression for the language alone; the other's, and what is accepted besides,
// as in
//
//	\A(?:[-+]?[A-Za-z]\^?'?|K!)\z
//
// and the other's between what may stand before it and what may stand behind, as
// in
//
//	\A(?:[^\n]*\n)*[-+]?[A-Za-z]\^?'?(?:\n[\x00-\xff]*)?\z
//
// For two languages and orders of bytes it is always the same.
func (d *DFA) ExpressionAgainst(other *DFA) (expression string, found bool) {
	m, o := d.Minimise(), other.Minimise()
	known := o.shortestTerm()
	if m.isEmpty() || known == nil {
		return m.Expression()
	}
	var best *term
	if Without(o, m).isEmpty() {
		if more := Without(m, o).shortestTerm(); more != nil {
			best = newTerm(alternation, slices.Concat(known.branches(), more.branches())...)
		}
	}
	best = shorter(best, m.shortestTerm())
	for _, frame := range m.frames(o) {
		best = shorter(best, concat(concat(frame.front.shortestTerm(), known), frame.back.shortestTerm()))
	}
	return best.anchored()
}

// A frame is what may stand before the words of a language and behind them.
type frame struct{ front, back *DFA }

// frames returns frames for the words of core so that what results is the
// language of d, for two minimal automata that accept something. It does not
// find all.
func (d *DFA) frames(core *DFA) []frame {
	if d.States() > mostToMirror || core.States() > mostToMirror {
		return nil
	}
	const most = 20 // what has more from behind has nothing to do with core
	fromBehind, coreFromBehind := d.mirror(), core.mirror()
	if fromBehind.States() > most || coreFromBehind.States() > most {
		return nil
	}
	var frames []frame
	fronts := d.fronts(core)
	for _, mirrored := range fromBehind.fronts(coreFromBehind) {
		back := mirrored.mirror()
		for _, front := range fronts {
			if d.isFramed(front, core, back) {
				frames = append(frames, frame{front, back})
			}
		}
	}
	return frames
}

// fronts returns languages of words that d accepts before any word of core. The
// first has all of them, and also those behind which d accepts everything, which
// need not have anything to do with core. Of these the other languages have only
// some, so that they are simpler.
func (d *DFA) fronts(core *DFA) []*DFA {
	accept := make([]bool, len(d.next))
	for s := range accept {
		accept[s] = d.includes(State(s), core, 0)
	}
	widest := (&DFA{next: d.next, accept: accept, order: d.order}).Minimise()
	fronts := []*DFA{widest}
	all := State(0) // behind which everything is accepted
	for int(all) < len(d.next) && !(d.accept[all] && d.stays(all)) {
		all++
	}
	if int(all) == len(d.next) {
		return fronts
	}
	for s := range accept {
		if !accept[s] || State(s) == all {
			continue
		}
		front := &DFA{next: slices.Clone(d.next), accept: accept, order: d.order}
		for q := range front.next {
			for b, to := range front.next[q] {
				if to == all {
					front.next[q][b] = State(s)
				}
			}
		}
		if front = front.Minimise(); widest.includes(0, front, 0) {
			fronts = append(fronts, front)
		}
	}
	return fronts
}

// includes reports whether d accepts from p every word that other accepts from q.
func (d *DFA) includes(p State, other *DFA, q State) bool {
	type pair struct{ p, q State }
	inside := true
	Build(pair{p, q},
		func(s pair, b byte) pair { return pair{d.next[s.p][b], other.next[s.q][b]} },
		func(s pair) bool {
			inside = inside && (d.accept[s.p] || !other.accept[s.q])
			return inside
		})
	return inside
}

// isFramed reports whether the words of d are those made of one of front, one of
// core and one of back. It is false too if that would be much work to find out.
func (d *DFA) isFramed(front, core, back *DFA) bool {
	// Where one can be when a word may have ended, and the next begun, at
	// different places: of core and back the states, a byte 0 or 1 for each.
	type place struct {
		whole, front State
		core, back   string
	}
	const mostPlaces = 1_000
	enter := func(whole, inFront State, inCore, inBack []byte) place {
		if front.accept[inFront] {
			inCore[0] = 1
		}
		if core.acceptsAny(inCore) {
			inBack[0] = 1
		}
		return place{whole, inFront, string(inCore), string(inBack)}
	}
	start := enter(0, 0, make([]byte, len(core.next)), make([]byte, len(back.next)))
	classes := (&DFA{next: slices.Concat(d.next, front.next, core.next, back.next), order: d.order}).Classes()
	met := map[place]bool{start: true}
	for queue := []place{start}; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		if d.accept[p.whole] != back.acceptsAny([]byte(p.back)) || len(met) > mostPlaces {
			return false
		}
		for _, class := range classes {
			b := class.Representative()
			to := enter(d.next[p.whole][b], front.next[p.front][b], core.stepAll(p.core, b), back.stepAll(p.back, b))
			if !met[to] {
				met[to] = true
				queue = append(queue, to)
			}
		}
	}
	return true
}

// acceptsAny reports whether one of a set of states accepts.
func (d *DFA) acceptsAny(states []byte) bool {
	for s, in := range states {
		if in == 1 && d.accept[s] {
			return true
		}
	}
	return false
}

// stepAll returns the set of states after b.
func (d *DFA) stepAll(states string, b byte) []byte {
	after := make([]byte, len(states))
	for s := range len(states) {
		if states[s] == 1 {
			after[d.next[s][b]] = 1
		}
	}
	return after
}
