package suite

import (
	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/epin"
)

// neighboursPart is every string at edit distance 1 from a valid token: 553,695 in edition 1.0.0,
// valid tokens among them.
func neighboursPart(edition epin.Edition, op conformance.Op) part {
	of := neighboursOf(edition)
	return part{
		layer: result.LayerNeighbours, op: op,
		about:  "every byte string at edit distance 1 from a token",
		checks: of.size, requests: requesting(op, of.machine.Words()),
	}
}

type neighbours struct {
	machine *automaton.DFA
	size    int
}

// neighboursOf returns the neighbours of an edition's tokens.
var neighboursOf = perEdition(func(e epin.Edition) neighbours {
	n := neighbours{machine: result.Specification(e).Neighbours()}
	n.size, _ = n.machine.Count()
	return n
})
