package automaton

import (
	"slices"
	"strings"
	"sync"
)

// A part is a place in a token: one of its bytes or, if it is optional, nothing.
type part struct {
	bytes    string
	optional bool
}

// The productions of the grammars (EPIN §5 and §6, and the first texts of EPIN and
// PIN), by their names there. The order of the letters decides which words the suites
// have, and so must not change.
var (
	stateModifier    = part{"+-", true}
	letter           = part{"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", false}
	terminalMarker   = part{"^", true}
	derivationMarker = part{"'", true}

	current = sync.OnceValue(func() *DFA { return inSeries(stateModifier, letter, terminalMarker, derivationMarker) })
	initial = sync.OnceValue(func() *DFA { return inSeries(stateModifier, letter, derivationMarker) })
)

// Tokens returns the minimal automaton of the tokens of an edition: that of [Current] where
// tokens may have the terminal marker, and otherwise that of [Initial].
func Tokens(terminal bool) *DFA {
	if terminal {
		return current()
	}
	return initial()
}

// Current returns the minimal automaton of EPIN, edition 1.0.0: 624 words, 6 states
// (the start; after a sign; after the letter; after ^; after '; the sink).
func Current() *DFA { return current() }

// Initial returns the minimal automaton of EPIN, edition 1.0.0-initial, which has no
// terminal marker: 312 words, 5 states.
func Initial() *DFA { return initial() }

// inSeries returns the minimal automaton of the words that are one part after the
// other. No two parts have a byte in common. Its order of bytes is that of the parts.
func inSeries(parts ...part) *DFA {
	const sink = -1
	var order strings.Builder
	for _, part := range parts {
		order.WriteString(part.bytes)
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
	).Prefer(order.String()).Minimise()
}
