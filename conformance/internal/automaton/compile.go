package automaton

import (
	"errors"
	"maps"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
)

// A Unit is what an automaton reads at a time, a symbol: its value is the largest one.
type Unit rune

// The units. No symbol is a surrogate, and no expression names one. Over UTF16, some other symbol is of the same kind
// as surrogates: texts with surrogates are accepted where words with that symbol are.
const (
	CodePoints Unit = unicode.MaxRune
	UTF16      Unit = 0xFFFF
	Bytes      Unit = 0xFF
)

// A Language is an automaton over symbols. Bytes stand for these: the first 128 for themselves.
type Language struct {
	*DFA
	Unit    Unit
	Symbols []rune   // by byte: of those beyond ASCII, one of each kind; or each byte
	kinds   []string // of the symbols
	inst    []syntax.Inst
}

// Compile returns the language of an expression of package regexp over symbols. An error says that it has too many
// instructions, symbols or states, or that over UTF16 no symbol is of the kind of surrogates. A dot is any symbol. The
// expression matches whole words, with \z at its end or without. The order of the DFA begins with the bytes of order.
//
// Its groups are in pairs, and assert something about a place. The first of a pair matches the symbol before it: it is
// empty, a class, \A, or a class or \A. The second matches what follows, up to \z at the end of the word or else anything.
//
// A state is a set of threads: one of them has to accept the rest of the word. A thread is a set of instructions: each
// of them has to accept it. It is written as a string, with a character for each instruction.
func Compile(order, expression string, unit Unit) (*Language, error) {
	parsed, err := syntax.Parse(expression, syntax.Perl|syntax.DotNL)
	if err != nil {
		return nil, err
	}
	program, _ := syntax.Compile(parsed.Simplify()) // it returns no error
	if len(program.Inst) > 1000 {
		return nil, errors.New("automaton: the expression is too large")
	}
	l := &Language{Unit: unit, inst: program.Inst}
	l.setSymbols()
	threads, moves := map[string][]string{}, map[string]string{} // by state; by state and kind of symbol
	isLarge := func() bool { return len(l.Symbols) > 0x100 || len(threads) > 250 }
	state := func(of []string) string {
		slices.Sort(of)
		key := strings.Join(of, "\xff") // which is in no thread
		threads[key] = of
		return key
	}
	l.DFA = Build(order, state(l.closure([]string{string(rune(program.Start))}, -1)),
		func(from string, b byte) string {
			if int(b) >= len(l.kinds) || isLarge() {
				return ""
			}
			move := from + l.kinds[b]
			if _, known := moves[move]; !known {
				moves[move] = state(l.advance(threads[from], l.Symbols[b]))
			}
			return moves[move]
		},
		func(s string) bool { return slices.ContainsFunc(threads[s], l.accepts) })
	if isLarge() || unit == UTF16 && !slices.Contains(l.kinds, l.kind(0xD800)) {
		return nil, errors.New("automaton: the expression is too large, or about surrogates")
	}
	return l, nil
}

// Edges returns all symbols whose kind is not that of the one before them, in order, and some others.
func (l *Language) Edges() []rune {
	edges := map[rune]bool{}
	for symbol := range rune(0x100) {
		edges[symbol] = true
	}
	for i := range l.inst {
		for _, r := range l.inst[i].Rune { // a range begins or ends, also in the other case
			edges[r], edges[r+1], edges[unicode.SimpleFold(r)], edges[unicode.SimpleFold(r)+1] = true, true, true, true
		}
	}
	return slices.Sorted(maps.Keys(edges))
}

// setSymbols sets the symbols and their kinds.
func (l *Language) setSymbols() {
	known := map[string]bool{}
	for _, symbol := range l.Edges() {
		if symbol > rune(l.Unit) || utf16.IsSurrogate(symbol) {
			continue
		}
		if kind := l.kind(symbol); symbol < 0x80 || l.Unit == Bytes || !known[kind] {
			l.Symbols, l.kinds, known[kind] = append(l.Symbols, symbol), append(l.kinds, kind), symbol >= 0x80
		}
	}
}

// Byte returns the byte that stands for a symbol.
func (l *Language) Byte(symbol rune) byte {
	if symbol < 0x80 || l.Unit == Bytes {
		return byte(symbol)
	}
	return byte(0x80 + slices.Index(l.kinds[0x80:], l.kind(symbol)))
}

// kind names the kind of a symbol. The program does not distinguish symbols of one kind.
func (l *Language) kind(symbol rune) string {
	kind := make([]byte, len(l.inst))
	for i := range kind {
		if l.inst[i].MatchRune(symbol) {
			kind[i] = 1
		}
	}
	return string(kind)
}

// Text returns the text that a word of bytes stands for.
func (l *Language) Text(word string) string {
	if l.Unit == Bytes {
		return word
	}
	var text []rune
	for _, b := range []byte(word) {
		text = append(text, l.Symbols[b])
	}
	return string(text)
}

// thread returns the thread of instructions.
func thread(of []rune) string {
	slices.Sort(of)
	return string(slices.Compact(of))
}

// closure returns all threads that are reached without reading; previous is the last symbol, or -1 at the start.
func (l *Language) closure(from []string, previous rune) (reached []string) {
	met := map[string]bool{}
	for i := 0; i < len(from); i++ {
		if met[from[i]] {
			continue
		}
		met[from[i]] = true
		rest := []rune(from[i])
		at := slices.IndexFunc(rest, func(pc rune) bool { return l.is(pc, syntax.InstAlt, syntax.InstNop, syntax.InstCapture) })
		if at < 0 {
			reached = append(reached, from[i])
			continue
		}
		in := l.inst[rest[at]]
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
			move(rune(in.Out), l.behind(in.Out, group))
		case l.follows(in.Out, previous):
			move(l.behind(in.Out, group))
		}
	}
	return reached
}

// behind returns the instruction behind a group, given one in it: package syntax numbers them in a row.
func (l *Language) behind(pc, group uint32) rune {
	for ; l.inst[pc].Op != syntax.InstCapture || l.inst[pc].Arg != 2*group+1; pc++ {
	}
	return rune(l.inst[pc].Out)
}

// follows reports whether the first group of a pair, which begins at an instruction, matches the symbol before.
func (l *Language) follows(pc uint32, previous rune) bool {
	in := &l.inst[pc]
	return in.Op == syntax.InstNop || in.Op == syntax.InstEmptyWidth && previous < 0 || in.MatchRune(previous) ||
		in.Op == syntax.InstAlt && (l.follows(in.Out, previous) || l.follows(in.Arg, previous))
}

// advance returns the threads behind a symbol.
func (l *Language) advance(threads []string, symbol rune) []string {
	var after []string
	for _, t := range threads {
		if !strings.ContainsFunc(t, func(pc rune) bool { return !l.inst[pc].MatchRune(symbol) }) {
			after = append(after, thread([]rune(strings.Map(func(pc rune) rune { return rune(l.inst[pc].Out) }, t))))
		}
	}
	return l.closure(after, symbol)
}

// accepts reports whether a thread accepts at the end of the word.
func (l *Language) accepts(t string) bool {
	return !strings.ContainsFunc(t, func(pc rune) bool { return !l.is(pc, syntax.InstMatch, syntax.InstEmptyWidth) })
}

func (l *Language) is(pc rune, ops ...syntax.InstOp) bool { return slices.Contains(ops, l.inst[pc].Op) }
