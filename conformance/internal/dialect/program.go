package dialect

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/printable"
)

// A program is a non-deterministic finite automaton over symbols. The groups of the instructions are assertions.
type program struct {
	*syntax.Prog
	unit       unit
	assertions []assertion
	symbols    []rune // that stand for bytes: each of ASCII, and one of each class of others that have equal members
	classes    []byte // by byte: the first one whose symbol the program does not distinguish
}

// An assertion holds if one of its conditions does.
type assertion []condition

// A condition is about a place in the input: at the start if start is set, or behind a symbol of after. The next symbols
// have to be in the sets of before. Behind them is the end of the input if end is set, or else anything.
type condition struct {
	start  bool
	after  set
	before []set
	end    bool
}

// A thread is an instruction, and what it still requires of the rest of the input: an assertion, one of its conditions,
// and how many symbols that has seen, in one number.
type thread struct {
	at  uint32
	due string // of runes
}

// The bits of the numbers in a thread.
const (
	ofSeen      = 2
	ofCondition = 3
	mostStates  = 250
)

// pending returns the condition of a number, and how many symbols it has seen.
func (p *program) pending(due rune) (condition, int) {
	return p.assertions[due>>(ofSeen+ofCondition)][due>>ofSeen&(1<<ofCondition-1)], int(due & (1<<ofSeen - 1))
}

// closure returns all threads that are reached without reading; previous is the last symbol, or -1 at the start.
func (p *program) closure(from []thread, previous rune) (threads []thread) {
	met := map[thread]bool{}
	for i := 0; i < len(from); i++ {
		t := from[i]
		in := p.Inst[t.at]
		switch {
		case met[t]:
		case in.Op == syntax.InstAlt:
			from = append(from, thread{in.Out, t.due}, thread{in.Arg, t.due})
		case in.Op == syntax.InstNop || in.Op == syntax.InstCapture && in.Arg%2 == 1: // the end of a group
			from = append(from, thread{in.Out, t.due})
		case in.Op == syntax.InstCapture:
			for i, c := range p.assertions[in.Arg/2] {
				if c.start && previous < 0 || previous >= 0 && c.after.has(previous) {
					all := []rune(t.due)
					if len(c.before) > 0 || c.end {
						all = append(all, rune(in.Arg/2<<ofCondition|uint32(i))<<ofSeen)
					}
					slices.Sort(all)
					from = append(from, thread{in.Out, string(slices.Compact(all))})
				}
			}
		default:
			threads = append(threads, t)
		}
		met[t] = true
	}
	return threads
}

// advance returns the threads behind a symbol.
func (p *program) advance(threads []thread, symbol rune) []thread {
	var after []thread
	for _, t := range threads {
		in, due := p.Inst[t.at], ""
		ok := in.Op != syntax.InstMatch && in.MatchRune(symbol)
		for _, d := range t.due {
			c, seen := p.pending(d)
			if ok = ok && seen < len(c.before) && c.before[seen].has(symbol); seen+1 < len(c.before) || c.end {
				due += string(d + 1)
			}
		}
		if ok {
			after = append(after, thread{in.Out, due})
		}
	}
	return p.closure(after, symbol)
}

// accepts reports whether there is a match at the end of the input.
func (p *program) accepts(threads []thread) bool {
	isDue := func(d rune) bool {
		c, seen := p.pending(d)
		return seen < len(c.before)
	}
	return slices.ContainsFunc(threads, func(t thread) bool {
		return p.Inst[t.at].Op == syntax.InstMatch && !strings.ContainsFunc(t.due, isDue)
	})
}

// A unit is what an engine reads at a time, a symbol.
type unit int

const (
	codePoints unit = iota // of well-formed text
	units                  // of UTF-16, of well-formed text
	bytes
)

func isHigh(symbol rune) bool { return 0xD800 <= symbol && symbol < 0xDC00 }
func isLow(symbol rune) bool  { return 0xDC00 <= symbol && symbol < 0xE000 }

// has reports whether a symbol is one in a well-formed text.
func (u unit) has(symbol rune) bool {
	return symbol <= []rune{unicode.MaxRune, 0xFFFF, 0xFF}[u] && (u == units || !isHigh(symbol) && !isLow(symbol))
}

// symbols returns the symbols of a text.
func (u unit) symbols(text string) (symbols []rune) {
	if u == bytes {
		for _, b := range []byte(text) {
			symbols = append(symbols, rune(b))
		}
		return symbols
	}
	for _, r := range text {
		if high, low := utf16.EncodeRune(r); u == units && isHigh(high) {
			symbols = append(symbols, high, low)
		} else {
			symbols = append(symbols, r)
		}
	}
	return symbols
}

// preferred are the characters that counterexamples have, if they can.
const preferred = "Kk+-^':Aa1!_ \n\r"

// language returns what a program accepts, of well-formed texts or of all byte strings: an automaton over the bytes
// that stand for symbols.
func (p *program) language() *automaton.DFA {
	p.distinguish()
	type state struct {
		number int
		inside bool // a character of two UTF-16 units
	}
	type move struct {
		state
		by byte
	}
	var threads [][]thread
	numbers, moves := map[string]int{}, map[move]state{}
	numbered := func(of []thread, inside bool) state {
		slices.SortFunc(of, func(a, b thread) int { return 2*(int(a.at)-int(b.at)) + strings.Compare(a.due, b.due) })
		var key []byte
		for _, t := range of {
			key = append(append(binary.AppendUvarint(key, uint64(t.at)), byte(len(t.due))), t.due...)
		}
		number, known := numbers[string(key)]
		if !known {
			number = len(threads)
			numbers[string(key)], threads = number, append(threads, of)
		}
		if number == mostStates {
			panic(refusal("the pattern has too many states: write a shorter one"))
		}
		return state{number, inside}
	}
	none := numbered(nil, false)
	start := numbered(p.closure([]thread{{at: uint32(p.Start)}}, -1), false)
	return automaton.Build(preferred, start, func(s state, b byte) state {
		if int(b) >= len(p.symbols) || s.inside != isLow(p.symbols[b]) {
			return none
		}
		m := move{s, p.classes[b]}
		if _, known := moves[m]; !known {
			moves[m] = numbered(p.advance(threads[s.number], p.symbols[b]), isHigh(p.symbols[b]))
		}
		return moves[m]
	}, func(s state) bool { return !s.inside && p.accepts(threads[s.number]) })
}

// sets returns the sets of symbols that a program distinguishes from others.
func (p *program) sets() []set {
	sets := []set{{0, 0x7F}, {0xD800, 0xDBFF}, {0xDC00, 0xDFFF}}
	for _, in := range p.Inst {
		s := set(in.Rune)
		if len(s) == 1 { // in both cases, or alone
			other := s[0]
			if syntax.Flags(in.Arg)&syntax.FoldCase != 0 {
				other = unicode.SimpleFold(other)
			}
			s = set{s[0], s[0], other, other}
		}
		sets = append(sets, s)
	}
	for _, c := range slices.Concat(p.assertions...) {
		sets = append(append(sets, c.after), c.before...)
	}
	slices.SortFunc(sets, slices.Compare)
	return slices.CompactFunc(sets, slices.Equal)
}

// distinguish sets the symbols and their classes.
func (p *program) distinguish() {
	sets, candidates := p.sets(), []rune{}
	for symbol := range rune(0x81) {
		candidates = append(candidates, symbol)
	}
	for _, s := range sets {
		for i := 0; i < len(s); i += 2 {
			candidates = append(candidates, s[i], s[i+1]+1)
		}
	}
	slices.Sort(candidates)
	classes := map[string]int{}
	for _, symbol := range slices.Compact(candidates) {
		if !p.unit.has(symbol) {
			continue
		}
		members := make([]byte, len(sets))
		for i, s := range sets {
			if s.has(symbol) {
				members[i] = 1
			}
		}
		class, known := classes[string(members)]
		if !known {
			class = len(p.symbols)
			classes[string(members)] = class
		}
		if !known || symbol < 0x80 {
			p.symbols, p.classes = append(p.symbols, symbol), append(p.classes, byte(class))
		}
	}
	if len(p.symbols) > 0x100 {
		panic(refusal("the pattern has too many different sets of characters: write a shorter one"))
	}
}

// examples returns the shortest texts that only the first of two automata accepts: at most one for each state of their
// difference.
func (p *program) examples(a, b *automaton.DFA) (texts []printable.Token) {
	difference := automaton.Without(a, b)
	for s, word := range difference.Cover() {
		if !difference.Accepting(automaton.State(s)) || len(texts) == mostExamples {
			continue
		}
		text := ""
		for i, b := range []byte(word) {
			switch symbol := p.symbols[b]; {
			case p.unit == bytes:
				text += string([]byte{byte(symbol)})
			case isLow(symbol):
				text += string(utf16.DecodeRune(p.symbols[word[i-1]], symbol))
			case !isHigh(symbol):
				text += string(symbol)
			}
		}
		texts = append(texts, printable.Token(text))
	}
	return texts
}
