package suite

import (
	"fmt"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

func askedOfExhaustive(length int) string {
	return fmt.Sprintf("every byte string of length up to %d", length)
}

// exhaustivePart asks every byte string up to a length, the short ones first, in
// the order of their bytes.
func exhaustivePart(op conformance.Op, length int) part {
	p := part{layer: result.LayerExhaustive, op: op, length: length, everyWay: length == otherWaysLength}
	p.asked = askedOfExhaustive(length)
	for n, count := 0, 1; n <= length; n, count = n+1, count*256 {
		p.checks += count
	}
	p.questions = func(yield func(conformance.Request) bool) {
		for n := range length + 1 {
			if !eachString(make([]byte, n), 0, func(s string) bool {
				return yield(conformance.Request{Op: op, Token: s})
			}) {
				return
			}
		}
	}
	return p
}

// eachString calls yield for every filling of word from a place on.
func eachString(word []byte, from int, yield func(string) bool) bool {
	if from == len(word) {
		return yield(string(word))
	}
	for b := range 256 {
		word[from] = byte(b)
		if !eachString(word, from+1, yield) {
			return false
		}
	}
	return true
}
