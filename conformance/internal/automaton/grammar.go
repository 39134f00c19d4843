package automaton

import (
	"strings"
	"sync"
)

// A Part is a place in a token: one byte of those given, or, if it is optional,
// nothing. A Part without bytes can only be left out, and a language that must
// have it is empty.
type Part struct {
	Bytes    string
	Optional bool
}

// Sequence returns the minimal automaton of the words that are one part after
// the other. Its order of bytes is that in which the parts name them.
func Sequence(parts ...Part) *DFA {
	// What has been read may stand before several parts at once: the state
	// is the set of these places, one byte ('1' or '0') for each, and one
	// more for the end.
	closed := func(places []byte) string {
		for i, part := range parts {
			if places[i] == '1' && part.Optional {
				places[i+1] = '1'
			}
		}
		return string(places)
	}
	none := strings.Repeat("0", len(parts)+1)
	start := []byte(none)
	start[0] = '1'
	var named strings.Builder
	for _, part := range parts {
		named.WriteString(part.Bytes)
	}
	return Build(closed(start),
		func(places string, b byte) string {
			after := []byte(none)
			for i, part := range parts {
				if places[i] == '1' && strings.IndexByte(part.Bytes, b) >= 0 {
					after[i+1] = '1'
				}
			}
			return closed(after)
		},
		func(places string) bool { return places[len(parts)] == '1' },
	).Prefer(named.String()).Minimise()
}

// The productions of the grammars (EPIN §5 and §6, and the first texts of EPIN
// and PIN), by their names there. The letters of the second player come first,
// so that the words that are chosen are those by which the sizes of the suites
// are published.
var (
	stateModifier    = Part{Bytes: "+-", Optional: true}
	letter           = Part{Bytes: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"}
	terminalMarker   = Part{Bytes: "^", Optional: true}
	derivationMarker = Part{Bytes: "'", Optional: true}

	current = sync.OnceValue(func() *DFA {
		return Sequence(stateModifier, letter, terminalMarker, derivationMarker)
	})
	initial = sync.OnceValue(func() *DFA {
		return Sequence(stateModifier, letter, derivationMarker)
	})
)

// Current returns the minimal automaton of EPIN, edition 1.0.0: 624 words, 6
// states (the start; after a sign; after the letter; after ^; after '; the
// sink), made from the grammar of EPIN §5.
func Current() *DFA { return current() }

// Initial returns the minimal automaton of EPIN, edition 1.0.0-initial, which
// has no terminal marker: 312 words, 5 states.
func Initial() *DFA { return initial() }
