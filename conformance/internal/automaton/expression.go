package automaton

import (
	"slices"
	"strings"
)

// The limits of the search for expressions.
const (
	longestExpression = 2000 // bytes; the length can grow exponentially with the states
	mostToMirror      = 10   // states; the mirrored automaton can have 2 to this power
	mostToPermute     = 5    // states to eliminate in every order
	mostMirrored      = 20   // states of a mirrored automaton that can have a frame
	mostPlaces        = 1_000
)

// Nothing is the expression of an automaton that accepts nothing.
const Nothing = `[^\x00-\x{10FFFF}]`

// Expression returns a simplified regular expression for the language, anchored at both
// ends, in the syntax of package regexp. It returns "" if every expression that it tried
// is longer than about 2,000 bytes. The result depends only on the language and the order
// of bytes.
//
// The expression is for people who know another language, such as that of the specification;
// nil means none. It is the shortest of up to three expressions. The first is of the language
// alone. The second is the expression of the known language, with alternatives for the
// additional words, as in
//
//	\A(?:[-+]?[A-Za-z]\^?'?|K!)\z
//
// The third is the expression of the known language between a front and a back, as in
//
//	\A(?:[^\n]*\n)*[-+]?[A-Za-z]\^?'?(?:\n[\x00-\xff]*)?\z
//
// The expression is over bytes: \xe9 is the byte E9. Package regexp reads UTF-8, where
// it is the character U+00E9. If an accepted word holds a byte from 0x80 up, decode the
// input as ISO 8859-1 before you match.
func (d *DFA) Expression(known *DFA) string {
	m := d.Minimise()
	if m.isEmpty() {
		return Nothing
	}
	best := m.shortestTerm()
	if known != nil {
		best = m.shortestBeside(known.Minimise(), best)
	}
	if best == nil {
		return ""
	}
	return `\A` + best.inside(sequence) + `\z`
}

// shortestBeside returns the shortest of alone, a term for the language of a minimal automaton,
// and of the terms for it that contain the term of a known language.
func (d *DFA) shortestBeside(known *DFA, alone *term) *term {
	core := known.shortestTerm()
	if core == nil {
		return alone
	}
	best := alone
	if more := Without(d, known).shortestTerm(); more != nil && includes(d, known) {
		best = shorter(newTerm(alternation, slices.Concat(core.branches(), more.branches())...), alone)
	}
	if d.States() > mostToMirror || known.States() > mostToMirror {
		return best
	}
	mirrored, mirroredCore := d.mirror(), known.mirror()
	if mirrored.States() > mostMirrored || mirroredCore.States() > mostMirrored {
		return best
	}
	fronts := d.fronts(known)
	for _, m := range mirrored.fronts(mirroredCore) {
		back := m.mirror()
		for _, front := range fronts {
			if d.isFramed(front, known, back) {
				best = shorter(best, concat(concat(front.shortestTerm(), core), back.shortestTerm()))
			}
		}
	}
	return best
}

// shorter returns the term with the shorter text, the first of equals. Either may be
// nil.
func shorter(a, b *term) *term {
	if a == nil || b != nil && len(b.text) < len(a.text) {
		return b
	}
	return a
}

// shortestTerm returns a term for the language of a minimal automaton. It is nil if the
// language is empty, or if all terms found are too long.
func (d *DFA) shortestTerm() *term {
	best := d.term()
	// The reversed language is simpler if the expression has no anchor at its start.
	if !d.isEmpty() && d.States() <= mostToMirror {
		if t := d.mirror().term(); t != nil {
			best = shorter(best, t.mirror())
		}
	}
	return best
}

// term returns the shortest term that state elimination gives, or nil if all are too
// long. No known rule gives the best order of elimination: with few states term tries all.
func (d *DFA) term() *term {
	if d.isEmpty() {
		return nil
	}
	var states []State // to eliminate: all but the start and the sink
	for s := State(len(d.next)) - 1; s > 0; s-- {
		if s != d.sink {
			states = append(states, s)
		}
	}
	moves, ends := d.equations()
	if len(states) > mostToPermute {
		return eliminate(states, moves, ends)
	}
	var best *term
	for _, order := range permutations(states) {
		best = shorter(best, eliminate(order, moves, ends))
	}
	return best
}

// permutations returns the permutations of a list, the list itself first.
func permutations(list []State) [][]State {
	if len(list) == 0 {
		return [][]State{nil}
	}
	var all [][]State
	for i, first := range list {
		for _, p := range permutations(slices.Concat(list[:i], list[i+1:])) {
			all = append(all, append([]State{first}, p...))
		}
	}
	return all
}

// equations returns what each state accepts, without the sink. State s accepts a word of
// moves[s][t] followed by a word that state t accepts, or a word of ends[s].
func (d *DFA) equations() (moves [][]*term, ends []*term) {
	moves, ends = make([][]*term, len(d.next)), make([]*term, len(d.next))
	for s, row := range d.next {
		if d.accept[s] {
			ends[s] = empty
		}
		letters := make([][]byte, len(d.next))
		for b, to := range row {
			letters[to] = append(letters[to], byte(b))
		}
		moves[s] = make([]*term, len(d.next))
		for to := range letters {
			if State(to) != d.sink {
				moves[s][to] = oneOf(set(letters[to]))
			}
		}
	}
	return moves, ends
}

// eliminate solves the equations for the start. To eliminate a state, it solves the
// equation of the state by Arden's rule and inserts it into all others. It returns nil if
// a term becomes too long.
func eliminate(order []State, moves [][]*term, ends []*term) *term {
	moves, ends = slices.Clone(moves), slices.Clone(ends)
	for s := range moves {
		moves[s] = slices.Clone(moves[s])
	}
	for i, q := range order {
		loop := star(moves[q][q])
		left := append([]State{0}, order[i+1:]...)
		for _, p := range left {
			in := concat(moves[p][q], loop)
			for _, t := range left {
				moves[p][t] = either(moves[p][t], concat(in, moves[q][t]))
				if moves[p][t].tooLong() {
					return nil
				}
			}
			ends[p] = either(ends[p], concat(in, ends[q]))
			if ends[p].tooLong() {
				return nil
			}
		}
	}
	return concat(star(moves[0][0]), ends[0])
}

// fronts returns languages of words that d accepts before every word of core: the words of core
// between a front and a back can be the language of d. It does not find all fronts. The first
// has all such words, including those after which d accepts every word. The others have
// only some of these, which makes them simpler.
func (d *DFA) fronts(core *DFA) []*DFA {
	accept := make([]bool, len(d.next))
	for s := range accept {
		accept[s] = includes(Build(State(s), d.Step, d.Accepting), core)
	}
	widest := newDFA(d.next, accept, d.order).Minimise()
	fronts := []*DFA{widest}
	// At most one state accepts every word, because d is minimal.
	all := State(0)
	for int(all) < len(d.next) && !(d.accept[all] && d.stays(all)) {
		all++
	}
	for s := range accept {
		if !accept[s] || State(s) == all || int(all) == len(d.next) {
			continue
		}
		next := slices.Clone(d.next)
		for q := range next {
			for b, to := range next[q] {
				if to == all {
					next[q][b] = State(s)
				}
			}
		}
		if front := newDFA(next, accept, d.order).Minimise(); includes(widest, front) {
			fronts = append(fronts, front)
		}
	}
	return fronts
}

// includes reports whether a accepts all words that b accepts.
func includes(a, b *DFA) bool { return Without(b, a).isEmpty() }

// isFramed reports whether d accepts exactly the concatenations of front, core and back.
// It is also false if the comparison would cost too much.
func (d *DFA) isFramed(front, core, back *DFA) bool {
	// A word can have several splits, so core and back are in sets of states, as a byte 0
	// or 1 for each state.
	type place struct {
		whole, front State
		core, back   string
	}
	enter := func(whole, inFront State, inCore, inBack []byte) place {
		if front.accept[inFront] {
			inCore[0] = 1
		}
		if core.acceptsAny(string(inCore)) {
			inBack[0] = 1
		}
		return place{whole, inFront, string(inCore), string(inBack)}
	}
	start := enter(0, 0, make([]byte, len(core.next)), make([]byte, len(back.next)))
	letters := (&DFA{next: slices.Concat(d.next, front.next, core.next, back.next), order: d.order}).representatives()
	met := map[place]bool{start: true}
	for queue := []place{start}; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		if d.accept[p.whole] != back.acceptsAny(p.back) || len(met) > mostPlaces {
			return false
		}
		for _, b := range letters {
			to := enter(d.next[p.whole][b], front.next[p.front][b], core.stepAll(p.core, b), back.stepAll(p.back, b))
			if !met[to] {
				met[to] = true
				queue = append(queue, to)
			}
		}
	}
	return true
}

// bracket writes a set of bytes as a bracket expression, or as a single byte.
func (s set) bracket() string {
	if len(s) == 1 {
		return escape(s[0], `.+*?()|[]{}^$`)
	}
	open := "["
	if n := len(s); n > 128 && n < 256 {
		open, s = "[^", s.complement()
	}
	var text strings.Builder
	if s.has('-') && !(s.has('-'-1) && s.has('-'+1)) { // first, where it is a literal
		text.WriteByte('-')
		s = s.minus("-")
	}
	for _, run := range s.spans() {
		text.WriteString(escape(run[0], `[]^`))
		if len(run) > 2 {
			text.WriteByte('-')
		}
		if len(run) > 1 {
			text.WriteString(escape(run[len(run)-1], `[]^`))
		}
	}
	return open + text.String() + "]"
}

// escape writes a byte as a literal for package regexp. special are the bytes that have a
// meaning in this place.
func escape(b byte, special string) string {
	switch {
	case strings.IndexByte(special, b) >= 0:
		return `\` + string(rune(b))
	case b == ' ':
		return " "
	}
	return visible(b)
}
