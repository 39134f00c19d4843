package suite

import (
	"fmt"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/epin"
)

// completeSuite returns the complete test suite for a number of extra states. From one on, all
// prefixes of tokens are access words, see [hasPrefixes].
func completeSuite(edition epin.Edition, extra int) *automaton.Suite {
	specification := result.Specification(edition)
	if hasPrefixes(extra) {
		return specification.PrefixSuite(extra)
	}
	return specification.Suite(extra)
}

// hasPrefixes reports whether all prefixes of tokens are access words of the complete suite. For no
// extra state, they would make it a hundred times larger.
func hasPrefixes(extra int) bool { return extra > 0 }

// completePart is the k-complete test suite for a number of extra states. Package automaton
// documents its guarantee and its assumption.
func completePart(edition epin.Edition, op conformance.Op, extra int) part {
	words := completeSuite(edition, extra)
	return part{
		layer: result.LayerComplete, op: op, extra: extra, everyOp: extra == 0,
		about:  aboutComplete(extra),
		checks: words.Size(), requests: requesting(op, words.Words()),
	}
}

func aboutComplete(extra int) string {
	return fmt.Sprintf("the complete test suite for %s over all bytes", result.ExtraStates(extra))
}
