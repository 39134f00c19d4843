package automaton_test

import (
	"regexp/syntax"
	"slices"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
)

// compile makes the automaton of what a regular expression finds, in a string
// of bytes decoded as ISO 8859-1: by simulating the program that package regexp
// would run, for all strings at once. It is how these tests compare languages
// that are given as expressions, exactly and not on samples. It does not know
// \b and \B.
func compile(expression string) *automaton.DFA {
	parsed, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		panic(err)
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		panic(err)
	}
	type state struct {
		threads string // numbers of instructions, as code points, in their order
		before  rune   // the byte before: the line feed, another, or -1 for none
		found   bool
	}
	// Which bytes the threads may read, given what stands before and behind,
	// and whether one of them is at its end.
	follow := func(s state, behind rune) (reading []uint32, found bool) {
		context := syntax.EmptyOpContext(s.before, behind)
		seen := make(map[uint32]bool)
		var visit func(uint32)
		visit = func(pc uint32) {
			if seen[pc] {
				return
			}
			seen[pc] = true
			switch in := &program.Inst[pc]; in.Op {
			case syntax.InstAlt, syntax.InstAltMatch:
				visit(in.Out)
				visit(in.Arg)
			case syntax.InstCapture, syntax.InstNop:
				visit(in.Out)
			case syntax.InstEmptyWidth:
				if syntax.EmptyOp(in.Arg)&^context == 0 {
					visit(in.Out)
				}
			case syntax.InstMatch:
				found = true
			case syntax.InstFail:
			default:
				reading = append(reading, pc)
			}
		}
		for _, pc := range s.threads {
			visit(uint32(pc))
		}
		visit(uint32(program.Start)) // a find may begin anywhere
		return reading, found
	}
	return automaton.Build(state{before: -1},
		func(s state, b byte) state {
			if s.found {
				return s
			}
			reading, found := follow(s, rune(b))
			if found {
				return state{found: true}
			}
			var next []uint32
			for _, pc := range reading {
				if in := &program.Inst[pc]; in.MatchRune(rune(b)) {
					next = append(next, in.Out)
				}
			}
			slices.Sort(next)
			var threads []byte
			for _, pc := range slices.Compact(next) {
				threads = utf8.AppendRune(threads, rune(pc))
			}
			if b != '\n' {
				b = '!'
			}
			return state{threads: string(threads), before: rune(b)}
		},
		func(s state) bool {
			_, found := follow(s, -1)
			return s.found || found
		}).Minimise()
}

// faulty are expressions of languages near to that of EPIN, as people write
// them by mistake.
var faulty = []string{
	`\A[-+]?[A-Za-z]\^?'?\n?\z`,
	`(?m)^[-+]?[A-Za-z]\^?'?$`,
	`[-+]?[A-Za-z]\^?'?\z`,
	`\A[-+]?[A-Za-z]\^?'?`,
	`[-+]?[A-Za-z]\^?'?`,
	`\A[-+]?[A-z]\^?'?\z`,
	`\A[+-^]?[A-Za-z]\^?'?\z`,
	`\A[+,-]?[A-Za-z]\^?'?\z`,
	`\A[-+]?[A-Za-z]^?'?\z`,
	`\A[-+]?[A-Za-z].?'?\z`,
	`\A[-+]?[A-Za-z]\^*'?\z`,
	`\A[-+]?[A-Za-z]\^?'*\z`,
	`\A[-+]*[A-Za-z]\^?'?\z`,
	`\A[-+][A-Za-z]\^?'?\z`,
	`\A\+?[A-Za-z]\^?'?\z`,
	`\A[-+]?[A-Za-z]'?\^?\z`,
	`\A[-+]?[A-Za-z](\^?'?|'\^)\z`,
	`\A[-+]?[A-Za-z]+\^?'?\z`,
	`\A[-+]?[A-Za-z](\^|')?\z`,
	`\A[-+]?[A-Z]\^?'?\z`,
	`\A[-+]?[B-Za-z]\^?'?\z`,
	`\A[-+]?[KQRBNPkqrbnp]\^?'?\z`,
	`\A[-+]?\w\^?'?\z`,
	`\A[-+]?[A-Za-z][-+]?\^?'?\z`,
	`\A[-+]?[A-Za-z]\^?['"]?\z`,
	`\A[-+]?(?:[A-Za-z]|\xe2\x84\xaa)\^?'?\z`,
	`\A[-+]?[A-Za-z]\^?(?:'|\xe2\x80\x99)?\z`,
	`\A\s*[-+]?[A-Za-z]\^?'?\s*\z`,
	`\A[-+]?\s*[A-Za-z]\s*\^?\s*'?\s*\z`,
	`\A[-+]?[A-Za-z]\^?'?(?:\x00[\x00-\xff]*)?\z`,
	`\A[-+\x00]?[A-Za-z]\^?'?\z`,
	`\A(?:\xef\xbb\xbf)?[-+]?[A-Za-z]\^?'?\z`,
	`\A[-+]?[A-Za-z\xc1-\xda\xe1-\xfa]\^?'?\z`,
	`\A(?:[-+]?[A-Za-z]\^?|[-+]?[A-Za-z]'|[A-Za-z]\^')\z`,
	`\A[-+]?(?:[A-JL-Za-jl-z]|[Kk]\^?)'?\z`,
	`\A[-+]?(?:[A-Za-z]\^?'?|\+'\^)\z`,
	`\A(?:[-+]?[A-Za-z]\^?'?)*\z`,
	`\A(?:[-+]?[A-Za-z]\^?'?)+\z`,
	`\A(?s:.*)\z`,
	`\A\z`,
	`[^\x00-\x{10FFFF}]`,
}

// latin1 decodes a string of bytes as ISO 8859-1.
func latin1(s string) string {
	decoded := make([]rune, len(s))
	for i := range len(s) {
		decoded[i] = rune(s[i])
	}
	return string(decoded)
}

// strings calls yield for every string of up to so many of the given bytes.
func eachString(letters string, longest int, yield func(string)) {
	all := []string{""}
	for range longest {
		for _, s := range all {
			yield(s)
		}
		longer := make([]string, 0, len(all)*len(letters))
		for _, s := range all {
			for i := range len(letters) {
				longer = append(longer, s+letters[i:i+1])
			}
		}
		all = longer
	}
	for _, s := range all {
		yield(s)
	}
}
