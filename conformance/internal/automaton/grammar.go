package automaton

import (
	"slices"
	"strings"
	"sync"
)

// A part is a place in a token. It matches one of its bytes or, if optional, nothing.
type part struct {
	bytes    string
	optional bool
}

// The productions of the grammars, with their names in EPIN §5 and §6 and in the first
// texts of EPIN and PIN. The order of the letters decides which words the suites have, so
// it must not change.
var (
	stateModifier    = part{"+-", true}
	letter           = part{"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", false}
	terminalMarker   = part{"^", true}
	derivationMarker = part{"'", true}

	current = sync.OnceValue(func() *DFA { return inSeries(stateModifier, letter, terminalMarker, derivationMarker) })
	initial = sync.OnceValue(func() *DFA { return inSeries(stateModifier, letter, derivationMarker) })
)

// Tokens returns the minimal automaton of the tokens of an edition: [Current] if tokens
// may have the terminal marker, and otherwise that of EPIN, edition 1.0.0-initial: 312 words,
// 5 states.
func Tokens(terminal bool) *DFA {
	if terminal {
		return current()
	}
	return initial()
}

// Current returns the minimal automaton of EPIN, edition 1.0.0: 624 words, 6 states
// (the start; after a sign; after the letter; after ^; after '; the sink).
func Current() *DFA { return current() }

// inSeries returns the minimal automaton of the concatenations of parts, in the order of
// their bytes. No two parts may have a byte in common.
func inSeries(parts ...part) *DFA {
	const sink = -1
	order := ""
	for _, part := range parts {
		order += part.bytes
	}
	return Build(0, // the number of parts so far
		func(at int, b byte) int {
			if at == sink {
				return sink
			}
			for i, part := range parts[at:] {
				if strings.IndexByte(part.bytes, b) >= 0 {
					return at + i + 1
				}
				if !part.optional {
					break
				}
			}
			return sink
		},
		func(at int) bool {
			return at != sink && !slices.ContainsFunc(parts[at:], func(p part) bool { return !p.optional })
		},
	).Prefer(order).Minimise()
}
