package suite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/epin"
)

// boundaries are bytes that programs, but not the specification, treat differently from their
// neighbours: control characters, white space, digits, quotes, and the parts of UTF-8. NUL is
// missing, because no argument of a program contains it.
const boundaries = "\x01\t\n\v\f\r\x1f \"#09\\~\x7f\x80\x85\xa0\xbf\xc0\xff"

// endsOf returns the bytes that stand for all: the ends of each range of bytes that an automaton
// does not distinguish, without NUL, and the boundaries.
func endsOf(d *automaton.DFA) string {
	var chosen [256]bool
	class := map[byte]int{}
	for i, c := range d.Classes() {
		for _, b := range []byte(c) {
			class[b] = i
		}
	}
	for b := 1; b < 256; b++ {
		chosen[b] = b == 1 || b == 255 || class[byte(b-1)] != class[byte(b)] || class[byte(b+1)] != class[byte(b)]
	}
	for _, b := range []byte(boundaries) {
		chosen[b] = true
	}
	var ends []byte
	for b, yes := range chosen {
		if yes {
			ends = append(ends, byte(b))
		}
	}
	return string(ends)
}

// isOver reports whether a word has only bytes of an alphabet.
func isOver(alphabet, word string) bool {
	return !slices.ContainsFunc([]byte(word), func(b byte) bool { return strings.IndexByte(alphabet, b) < 0 })
}

// completeOverEnds is the complete suite for no extra state over the bytes of endsOf. Its words are
// those of the suite over all bytes that have only these.
func completeOverEnds(edition epin.Edition) part {
	whole := completePart(edition, conformance.OpValid, 0)
	p := whole
	p.alphabet = endsOf(result.Specification(edition))
	p.about = fmt.Sprintf("the complete test suite for %s over the %d bytes at the ends of ranges", result.ExtraStates(0), len(p.alphabet))
	p.checks, p.requests = 0, func(yield func(conformance.Request) bool) {
		for req := range whole.requests {
			if isOver(p.alphabet, req.Token) && !yield(req) {
				return
			}
		}
	}
	return p.counted()
}
