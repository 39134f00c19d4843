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
)

// Nothing is the expression of an automaton that accepts nothing.
const Nothing = `[^\x00-\x{10FFFF}]`

// Expression returns a simplified regular expression for the language, anchored at both
// ends, in the syntax of package regexp. It returns "" if every expression that it tried
// is longer than about 2,000 bytes.
//
// The expression is for people who know another language, such as that of the specification;
// nil means none. It is the shortest of up to three expressions. The first is of the language
// alone. The second is the expression of the known language, with alternatives for the
// additional words. The third is the expression of the known language between separators.
//
// The expression is over bytes: \xe9 is the byte E9. Package regexp reads UTF-8, where
// it is the character U+00E9. If an accepted word holds a byte from 0x80 up, decode the
// input as ISO 8859-1 before you match.
//
// The expression of an automaton over characters is one of JavaScript, with slashes and flags.
func (d *DFA) Expression(known *DFA) string {
	text := Nothing
	if d.sink > 0 {
		best := shortestTerm(d)
		if known != nil {
			best = shortestBeside(known, d, best)
		}
		if best == nil {
			return ""
		}
		text = `\A` + best.inside(sequence) + `\z`
	}
	if d.names != nil {
		return javaScript(d, text)
	}
	return text
}

// shortestBeside returns the shortest of alone, a term for the language of d, and of the terms for
// it that contain the term of a known language.
func shortestBeside(known, d *DFA, alone *term) *term {
	core := shortestTerm(known)
	if core == nil {
		return alone
	}
	best := alone
	if more := shortestTerm(Without(d, known)); more != nil && Without(known, d).sink == 0 {
		best = shorter(newTerm(alternation, slices.Concat(core.split(alternation), more.split(alternation))...), alone)
	}
	for _, class := range d.Classes() {
		if len(known.next) <= mostToMirror && Equal(d, between(known, setOf(class))) {
			separator, other := oneOf(setOf(class)), oneOf(setOf(class).complement())
			front := star(concat(star(other), separator))
			back := maybe(concat(separator, star(oneOf(everyByte))))
			best = shorter(best, concat(concat(front, core), back))
		}
	}
	return best
}

// between returns the words that have a word of d between two separators, or the ends.
func between(d *DFA, separators set) *DFA {
	front := State(len(d.next)) // before the last separator that precedes the word
	found := front + 1
	return determinise(d.order, []State{front, 0},
		func(to []State, s State, b byte) []State {
			isSeparator := separators.has(b)
			switch {
			case s == found, isSeparator && s != front && d.accept[s]:
				return append(to, found)
			case s != front:
				return append(to, d.next[s][b])
			case isSeparator:
				to = append(to, 0)
			}
			return append(to, front)
		},
		func(s State) bool { return s == found || s != front && d.accept[s] })
}

// shorter returns the term with the shorter text, the first of equals. Either may be
// nil.
func shorter(a, b *term) *term {
	if a == nil || b != nil && len(b.text) < len(a.text) {
		return b
	}
	return a
}

// shortestTerm returns a term for the language. It is nil if the language is empty, or if all
// terms found are too long.
func shortestTerm(d *DFA) *term {
	best := equationsOf(d).solve(concat)
	// The reversed language is simpler if the expression has no anchor at its start.
	if d.sink > 0 && d.States() <= mostToMirror {
		best = shorter(best, equationsOf(mirror(d)).solve(func(a, b *term) *term { return concat(b, a) }))
	}
	return best
}

// equations say what each state accepts: state s accepts a word of s[t] followed by a word that state
// t accepts, or a word of the last term, s[len(s)-1]. The first equation is of the start.
type equations [][]*term

func equationsOf(d *DFA) equations {
	n := min(len(d.next), int(d.sink)) // without the sink, which is the last state
	all := make(equations, n)
	for s := range all {
		letters := make([][]byte, len(d.next))
		for b, to := range d.next[s] {
			letters[to] = append(letters[to], byte(b))
		}
		for to := range n {
			all[s] = append(all[s], oneOf(set(letters[to])))
		}
		var end *term
		if d.accept[s] {
			end = empty
		}
		all[s] = append(all[s], end)
	}
	return all
}

// solve returns the shortest term for the start that it finds, or nil. join concatenates two terms.
// No known rule gives the best order of elimination: solve tries all orders of the last few states.
func (e equations) solve(join func(a, b *term) *term) *term {
	switch len(e) {
	case 0:
		return nil
	case 1:
		return join(star(e[0][0]), e[0][1])
	}
	var best *term
	for q := len(e) - 1; q > 0; q-- {
		if rest := e.without(q, join); rest != nil {
			best = shorter(best, rest.solve(join))
		}
		if len(e)-1 > mostToPermute {
			break
		}
	}
	return best
}

// without solves the equation of state q by Arden's rule and inserts it into all others. It returns
// nil if a term becomes too long.
func (e equations) without(q int, join func(a, b *term) *term) equations {
	var rest equations
	loop := star(e[q][q])
	for p := range e {
		if p == q {
			continue
		}
		in, row := join(e[p][q], loop), make([]*term, 0, len(e))
		for t := range e[p] {
			if t == q {
				continue
			}
			sum := either(e[p][t], join(in, e[q][t]))
			if sum != nil && len(sum.text) > longestExpression {
				return nil
			}
			row = append(row, sum)
		}
		rest = append(rest, row)
	}
	return rest
}

func (s set) bracket() string {
	if len(s) == 1 {
		return escape(s[0], `.+*?()|[]{}^$`)
	}
	open := "["
	if n := len(s); n > 128 && n < 256 {
		open, s = "[^", s.complement()
	}
	if s.has('-') && !(s.has('-'-1) && s.has('-'+1)) { // first, where it is a literal
		open += "-"
		s = s.minus("-")
	}
	return open + s.runs(func(b byte) string { return escape(b, `[]^`) }, "-", "") + "]"
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
