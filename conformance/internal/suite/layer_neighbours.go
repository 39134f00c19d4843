package suite

import (
	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/epin"
)

// neighboursPart is every string at edit distance 1 from a valid token: 553,695 in edition 1.0.0,
// valid tokens among them.
func neighboursPart(edition epin.Edition, op conformance.Op) part {
	neighbours := result.Specification(edition).Neighbours()
	size, _ := neighbours.Count()
	return part{
		layer: result.LayerNeighbours, op: op,
		about:  "every byte string at edit distance 1 from a token",
		checks: size, requests: requesting(op, neighbours.Words()),
	}
}
