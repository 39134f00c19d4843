package suite

import (
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
	for n, count := 0, 1; n <= length; n, count = n+1, count*256 {
		p.checks += count
	}
	return p
}

// stringsUpTo yields every byte string up to a length, in order.
func stringsUpTo(length int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for n := range length + 1 {
			word := make([]byte, n)
			for more := true; more; more = next(word) {
				if !yield(string(word)) {
					return
				}
			}
		}
	}
}

// next replaces word by the next string of the same length. It returns false after the last one.
func next(word []byte) bool {
	for i := len(word) - 1; i >= 0; i-- {
		if word[i]++; word[i] != 0 {
			return true
		}
	}
	return false
}
