package suite

import (
	"fmt"
	"sync"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/epin"
)

// completePart is the k-complete test suite for a number of extra states. Package automaton
// documents its guarantee and its assumption.
func completePart(edition epin.Edition, op conformance.Op, extra int) part {
	words := must(result.Specification(edition).Suite(extra))
	return part{
		layer: result.LayerComplete, op: op, extra: extra, everyOp: extra == 0,
		about:  aboutComplete(extra),
		checks: sizeOfComplete(edition, extra), requests: requesting(op, words.Words()),
	}
}

func aboutComplete(extra int) string {
	return fmt.Sprintf("the complete test suite for %s over all bytes", result.ExtraStates(extra))
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
	n := must(result.Specification(edition).Suite(extra)).Size()
	completeSizes.Store(key{edition, extra}, n)
	return n
}
