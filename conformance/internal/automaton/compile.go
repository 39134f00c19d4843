package automaton

import (
	"regexp/syntax"
	"slices"
)

// Compile returns the automaton of an expression of package regexp, over bytes: \xff in it is that byte, and a
// dot is any byte. The expression matches whole strings, with \A at its start and \z at its end or without; it
// has no other assertion. Compile panics if the expression is invalid, because expressions are part of this
// project. The order of bytes begins with those of order.
func Compile(order, expression string) *DFA {
	parsed, err := syntax.Parse(expression, syntax.Perl|syntax.DotNL)
	if err != nil {
		panic(err)
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		panic(err)
	}
	// The states are the numbers of the instructions that are reached without another byte.
	var follow func(to []State, pc uint32) []State
	follow = func(to []State, pc uint32) []State {
		if slices.Contains(to, State(pc)) {
			return to
		}
		to = append(to, State(pc))
		switch in := &program.Inst[pc]; in.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			return follow(follow(to, in.Out), in.Arg)
		case syntax.InstCapture, syntax.InstNop, syntax.InstEmptyWidth:
			return follow(to, in.Out)
		}
		return to
	}
	return determinise(order, follow(nil, uint32(program.Start)),
		func(to []State, pc State, b byte) []State {
			if in := &program.Inst[pc]; in.MatchRune(rune(b)) {
				return follow(to, in.Out)
			}
			return to
		},
		func(pc State) bool { return program.Inst[pc].Op == syntax.InstMatch })
}
