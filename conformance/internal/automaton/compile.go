package automaton

import (
	"errors"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
)

// A Unit is what a program reads at a time, a symbol: its value is the largest one.
type Unit rune

// The units. A word over the first two is well-formed text.
const (
	CodePoints Unit = unicode.MaxRune
	UTF16      Unit = 0xFFFF
	Bytes      Unit = 0xFF
)

// wellFormed is a text of UTF-16.
const wellFormed = `(?:[^\x{D800}-\x{DFFF}]|[\x{D800}-\x{DBFF}][\x{DC00}-\x{DFFF}])*\z`

// A Program is an expression of package regexp over symbols. Bytes stand for these: the first 128 for themselves.
type Program struct {
	*syntax.Prog
	Unit    Unit
	Symbols []rune         // by byte: of those beyond ASCII, one of each kind; or each byte
	kinds   []string       // of the symbols
	readers []*syntax.Inst // that differ
}

const mostInstructions = 1000

var errLarge = errors.New("automaton: the expression is too large")

// Parse returns the program of an expression, or an error if it has too many instructions or symbols. A dot is
// any symbol. The expression matches whole words, with \z at its end or without.
//
// Its groups are in pairs, and assert something about a place. The first of a pair matches the symbol before it: it is
// empty, a class, \A, or a class or \A. The second matches what follows, up to \z at the end of the word or else anything.
func Parse(expression string, unit Unit) (*Program, error) {
	if unit == UTF16 {
		expression = "()(" + wellFormed + ")(?:" + expression + ")"
	}
	parsed, err := syntax.Parse(expression, syntax.Perl|syntax.DotNL)
	if err != nil {
		return nil, err
	}
	compiled, err := syntax.Compile(parsed.Simplify())
	if err != nil || len(compiled.Inst) > mostInstructions {
		return nil, errLarge
	}
	p := &Program{Prog: compiled, Unit: unit}
	var candidates []rune
	for symbol := range rune(0x100) {
		candidates = append(candidates, symbol)
	}
	for i := range p.Inst {
		in := &p.Inst[i]
		isKnown := func(other *syntax.Inst) bool { return other.Arg == in.Arg && slices.Equal(other.Rune, in.Rune) }
		if len(in.Rune) == 0 || slices.ContainsFunc(p.readers, isKnown) {
			continue
		}
		p.readers = append(p.readers, in)
		for _, r := range in.Rune { // a range begins or ends, also in the other case
			candidates = append(candidates, r, r+1, unicode.SimpleFold(r), unicode.SimpleFold(r)+1)
		}
	}
	slices.Sort(candidates)
	known := map[string]bool{}
	for _, symbol := range slices.Compact(candidates) {
		if symbol > rune(unit) || utf16.IsSurrogate(symbol) && unit != UTF16 {
			continue
		}
		if kind := p.Kind(symbol); symbol < 0x80 || unit == Bytes || !known[kind] {
			p.Symbols, p.kinds, known[kind] = append(p.Symbols, symbol), append(p.kinds, kind), symbol >= 0x80
		}
	}
	if len(p.Symbols) > 0x100 {
		return nil, errLarge
	}
	return p, nil
}

// Kind names the kind of a symbol. The program does not distinguish symbols of one kind.
func (p *Program) Kind(symbol rune) string {
	kind := make([]byte, len(p.readers))
	for i, in := range p.readers {
		if in.MatchRune(symbol) {
			kind[i] = 1
		}
	}
	return string(kind)
}

// Text returns the text that a word of bytes stands for.
func (p *Program) Text(word string) string {
	if p.Unit == Bytes {
		return word
	}
	var units []uint16
	for _, b := range []byte(word) {
		if symbol := p.Symbols[b]; utf16.IsSurrogate(symbol) {
			units = append(units, uint16(symbol))
		} else {
			units = utf16.AppendRune(units, symbol)
		}
	}
	return string(utf16.Decode(units))
}

// Compile returns the automaton of an expression as for [Parse], over bytes: \xff in it is that byte. It can begin
// with \A, and its groups assert nothing. Compile panics if the expression is invalid, because expressions are part of
// this project. The order of bytes begins with those of order.
func Compile(order, expression string) *DFA {
	p, err := Parse(strings.TrimPrefix(expression, `\A`), Bytes)
	if err != nil {
		panic(err)
	}
	for i := range p.Inst {
		if p.Inst[i].Op == syntax.InstCapture {
			p.Inst[i].Op = syntax.InstNop
		}
	}
	return p.Automaton(order, 1<<20)
}

// Automaton returns the automaton of a program, over the bytes that stand for symbols; nil if that takes more than
// most states. The order of bytes begins with those of order.
//
// A state is a set of threads, of which one has to accept the rest of the word. A thread is a set of instructions, as
// characters, of which each has to.
func (p *Program) Automaton(order string, most int) *DFA {
	threads, moves := map[string][]string{}, map[string]string{} // by state; by state and kind of symbol
	state := func(of []string) string {
		slices.Sort(of)
		key := strings.Join(of, "\xff") // which is in no thread
		threads[key] = of
		return key
	}
	d := Build(order, state(p.closure([]string{string(rune(p.Start))}, -1)),
		func(from string, b byte) string {
			if int(b) >= len(p.kinds) || len(threads) > most {
				return ""
			}
			move := from + p.kinds[b]
			if _, known := moves[move]; !known {
				moves[move] = state(p.advance(threads[from], p.Symbols[b]))
			}
			return moves[move]
		},
		func(s string) bool { return slices.ContainsFunc(threads[s], p.accepts) })
	if len(threads) > most {
		return nil
	}
	return d
}

// thread returns the thread of instructions.
func thread(of []rune) string {
	slices.Sort(of)
	return string(slices.Compact(of))
}

// closure returns all threads that are reached without reading; previous is the last symbol, or -1 at the start.
func (p *Program) closure(from []string, previous rune) (reached []string) {
	met := map[string]bool{}
	for i := 0; i < len(from); i++ {
		if met[from[i]] {
			continue
		}
		met[from[i]] = true
		rest := []rune(from[i])
		at := slices.IndexFunc(rest, func(pc rune) bool { return p.is(pc, syntax.InstAlt, syntax.InstNop, syntax.InstCapture) })
		if at < 0 {
			reached = append(reached, from[i])
			continue
		}
		in := p.Inst[rest[at]]
		rest = slices.Delete(rest, at, at+1)
		move := func(to ...rune) { from = append(from, thread(append(slices.Clone(rest), to...))) }
		switch group := in.Arg / 2; {
		case in.Op == syntax.InstAlt:
			move(rune(in.Out))
			move(rune(in.Arg))
		case in.Op == syntax.InstNop:
			move(rune(in.Out))
		case in.Arg%2 == 1: // an assertion about what follows holds
			move()
		case group%2 == 0:
			move(rune(in.Out), p.behind(in.Out, group))
		case p.follows(in.Out, previous):
			move(p.behind(in.Out, group))
		}
	}
	return reached
}

// behind returns the instruction behind a group, given one in it: package syntax numbers them in a row.
func (p *Program) behind(pc, group uint32) rune {
	for ; p.Inst[pc].Op != syntax.InstCapture || p.Inst[pc].Arg != 2*group+1; pc++ {
	}
	return rune(p.Inst[pc].Out)
}

// follows reports whether the first group of a pair, which begins at an instruction, matches the symbol before.
func (p *Program) follows(pc uint32, previous rune) bool {
	in := &p.Inst[pc]
	return in.Op == syntax.InstNop || in.Op == syntax.InstEmptyWidth && previous < 0 || in.MatchRune(previous) ||
		in.Op == syntax.InstAlt && (p.follows(in.Out, previous) || p.follows(in.Arg, previous))
}

// advance returns the threads behind a symbol.
func (p *Program) advance(threads []string, symbol rune) []string {
	var after []string
	for _, t := range threads {
		if !strings.ContainsFunc(t, func(pc rune) bool { return !p.Inst[pc].MatchRune(symbol) }) {
			after = append(after, thread([]rune(strings.Map(func(pc rune) rune { return rune(p.Inst[pc].Out) }, t))))
		}
	}
	return p.closure(after, symbol)
}

// accepts reports whether a thread accepts at the end of the word.
func (p *Program) accepts(t string) bool {
	return !strings.ContainsFunc(t, func(pc rune) bool { return !p.is(pc, syntax.InstMatch, syntax.InstEmptyWidth) })
}

func (p *Program) is(pc rune, ops ...syntax.InstOp) bool { return slices.Contains(ops, p.Inst[pc].Op) }
