package suite

import (
	"fmt"
	"sync"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/epin"
)

// machineOf is the automaton of an edition's tokens, made from the grammar.
func machineOf(edition epin.Edition) *automaton.DFA {
	return automaton.Tokens(edition.HasTerminal())
}

// completePart asks the complete test suite for so many extra states. What that
// proves, and on what condition, is said in package automaton.
func completePart(edition epin.Edition, op conformance.Op, extra int) (part, error) {
	words, err := machineOf(edition).Suite(extra)
	if err != nil {
		return part{}, err
	}
	return part{
		layer: layerComplete, way: string(op), extra: extra, everyWay: extra == 0,
		asked:  askedOfComplete(extra),
		checks: sizeOfComplete(edition, extra),
		questions: func(yield func(conformance.Request) bool) {
			for word := range words.Words() {
				if !yield(conformance.Request{Op: op, Token: word}) {
					return
				}
			}
		},
	}, nil
}

func askedOfComplete(extra int) string {
	return fmt.Sprintf("the complete test suite for %s over all bytes", ExtraStates(extra))
}

// ExtraStates says for how many extra states a complete suite is, as in "1 extra state";
// of 0, "no extra state".
func ExtraStates(n int) string {
	switch n {
	case 0:
		return "no extra state"
	case 1:
		return "1 extra state"
	}
	return fmt.Sprintf("%d extra states", n)
}

var completeSizes sync.Map // by edition and number of extra states

func sizeOfComplete(edition epin.Edition, extra int) int {
	type key struct {
		edition epin.Edition
		extra   int
	}
	if n, ok := completeSizes.Load(key{edition, extra}); ok {
		return n.(int)
	}
	words, err := machineOf(edition).Suite(extra)
	if err != nil {
		panic(err) // whoever asks for a size has made the suite before
	}
	n := words.Size()
	completeSizes.Store(key{edition, extra}, n)
	return n
}
