package automaton

import (
	"slices"
	"strings"
)

// longestExpression is the number of bytes from which on an expression helps
// nobody, and from which on none is sought: the worst grow exponentially with
// the number of states.
const longestExpression = 2000

// Expression returns a regular expression for the language, anchored to the
// whole input, in the syntax of package regexp, and simplified so far that it
// can be read. It is false if none of at most some 2,000 bytes was found. For
// one language and order of bytes it is always the same.
//
// It is an expression over bytes: \xe9 is the byte E9. Package regexp reads
// UTF-8, where this stands for the character U+00E9. If no accepted word holds
// a byte from 0x80 up, as in EPIN, it makes no difference; otherwise decode the
// input as ISO 8859-1, each byte to the character of the same number, before
// you match.
func (d *DFA) Expression() (expression string, found bool) {
	m := d.Minimise()
	if m.isEmpty() {
		return Nothing, true
	}
	return m.shortestTerm().anchored()
}

// Nothing is the expression of an automaton that accepts nothing.
const Nothing = `[^\x00-\x{10FFFF}]`

// anchored returns a term as an expression for the whole input; false if it is
// nil.
func (t *term) anchored() (expression string, found bool) {
	if t == nil {
		return "", false
	}
	return `\A` + t.inside(sequence) + `\z`, true
}

// shortestTerm returns a term for the language of a minimal automaton, nil if
// it accepts nothing, or if all that were tried are too long.
func (d *DFA) shortestTerm() *term {
	if d.isEmpty() {
		return nil
	}
	best := d.term()
	// What is not anchored in front is simple from behind. But that
	// automaton can have 2 to the power of so many states.
	if d.States() <= mostToMirror {
		if t := d.mirror().term(); t != nil {
			best = shorter(best, t.mirror())
		}
	}
	return best
}

// mostToMirror is the number of states up to which an automaton is read from
// behind.
const mostToMirror = 10

// isEmpty reports whether a minimal automaton accepts nothing.
func (d *DFA) isEmpty() bool { return d.sink == 0 }

// shorter returns the term with the shorter text, the first of equals. Either
// may be nil.
func shorter(a, b *term) *term {
	if a == nil || b != nil && len(b.text) < len(a.text) {
		return b
	}
	return a
}

// mirror returns the minimal automaton of the words read from their ends.
func (d *DFA) mirror() *DFA {
	// A state is the set of the states of d from which what has been read,
	// in its right order, is accepted: one byte, 0 or 1, for each.
	ends := make([]byte, len(d.next))
	for s, accept := range d.accept {
		if accept {
			ends[s] = 1
		}
	}
	return Build(string(ends),
		func(from string, b byte) string {
			before := make([]byte, len(d.next))
			for s, row := range d.next {
				before[s] = from[row[b]]
			}
			return string(before)
		},
		func(from string) bool { return from[0] == 1 },
	).Prefer(string(d.order[:])).Minimise()
}

// term returns a term for the language of a minimal automaton that accepts
// something, nil if all that were tried are too long.
func (d *DFA) term() *term {
	var best *term
	for _, order := range d.eliminationOrders() {
		best = shorter(best, d.eliminate(order))
	}
	return best
}

// live returns the states that some accepted word passes through or ends in,
// which in a minimal automaton is all but the sink.
func (d *DFA) live() []State {
	var live []State
	for s := range d.next {
		if State(s) != d.sink {
			live = append(live, State(s))
		}
	}
	return live
}

// eliminationOrders returns orders in which the live states but the start can
// be eliminated. Which of them gives the shortest expression cannot be told
// beforehand: where the states are few all are tried, and otherwise the one
// that begins with the last states.
func (d *DFA) eliminationOrders() [][]State {
	live := d.live()
	live = slices.DeleteFunc(live, func(s State) bool { return s == 0 })
	slices.Reverse(live)
	const few = 5
	if len(live) > few {
		return [][]State{live}
	}
	return permutations(live)
}

// permutations returns the permutations of a list, the list itself first.
func permutations(list []State) [][]State {
	if len(list) == 0 {
		return [][]State{nil}
	}
	var all [][]State
	for i, first := range list {
		rest := slices.Concat(list[:i], list[i+1:])
		for _, p := range permutations(rest) {
			all = append(all, append([]State{first}, p...))
		}
	}
	return all
}

// eliminate solves the equations that say what is accepted from each state:
// from s a word of moves[s][t] and then what is accepted from t, or a word of
// ends[s]. A state is eliminated by putting its own equation, solved by
// Arden's rule, into all others. It returns nil when a term becomes too long.
func (d *DFA) eliminate(order []State) *term {
	moves := make([][]*term, len(d.next))
	ends := make([]*term, len(d.next))
	for s, row := range d.next {
		sets := make([]set, len(d.next))
		for b, to := range row {
			sets[to].add(byte(b))
		}
		moves[s] = make([]*term, len(d.next))
		for _, t := range d.live() {
			moves[s][t] = oneOf(sets[t])
		}
		if d.accept[s] {
			ends[s] = empty
		}
	}
	for i, q := range order {
		loop := star(moves[q][q])
		for _, p := range append([]State{0}, order[i+1:]...) {
			in := concat(moves[p][q], loop)
			for _, t := range append([]State{0}, order[i+1:]...) {
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

// escapeLiteral writes a byte so that package regexp takes it literally.
func escapeLiteral(b byte) string {
	if strings.IndexByte(`.+*?()|[]{}^$`, b) >= 0 {
		return `\` + string([]byte{b})
	}
	return escapeUnprintable(b)
}

// escapeUnprintable writes a byte as itself, or escaped if it is the backslash
// or not printable ASCII.
func escapeUnprintable(b byte) string {
	if b == ' ' {
		return " "
	}
	return visible(b)
}

// bracket writes a set of bytes as a bracket expression, or as a single byte.
func (s set) bracket() string {
	if s.len() == 1 {
		return escapeLiteral(s.bytes()[0])
	}
	open := "["
	if n := s.len(); n > 128 && n < 256 {
		open, s = "[^", s.complement()
	}
	var text strings.Builder
	if s.has('-') && !(s.has('-'-1) && s.has('-'+1)) { // first, where it is no range
		text.WriteByte('-')
		s = s.without(Class("-").set())
	}
	for _, run := range s.spans() {
		text.WriteString(inBracket(run.low))
		if run.high > run.low+1 {
			text.WriteByte('-')
		}
		if run.high > run.low {
			text.WriteString(inBracket(run.high))
		}
	}
	return open + text.String() + "]"
}

func inBracket(b byte) string {
	if strings.IndexByte(`[]^`, b) >= 0 {
		return `\` + string([]byte{b})
	}
	return escapeUnprintable(b)
}
