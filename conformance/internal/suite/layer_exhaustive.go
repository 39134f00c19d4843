package suite

import (
	"encoding/binary"
	"fmt"
	"iter"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

func aboutExhaustive(length int) string {
	return fmt.Sprintf("every byte string of length up to %d", length)
}

// exhaustivePart is every byte string up to a length, short ones first, in byte order.
func exhaustivePart(op conformance.Op, length int) part {
	p := part{
		layer: result.LayerExhaustive, op: op, length: length, everyOp: length == otherOpsLength,
		about: aboutExhaustive(length), requests: requesting(op, stringsUpTo(length)),
	}
	for n := range length + 1 {
		p.checks += 1 << (8 * n)
	}
	return p
}

// stringsUpTo yields every byte string up to a length, in order.
func stringsUpTo(length int) iter.Seq[string] {
	return func(yield func(string) bool) {
		var word [8]byte
		for n := range length + 1 {
			for number := range 1 << (8 * n) {
				binary.BigEndian.PutUint64(word[:], uint64(number))
				if !yield(string(word[len(word)-n:])) {
					return
				}
			}
		}
	}
}
