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
	classes := d.Classes()
	class := func(b int) int {
		return slices.IndexFunc(classes, func(c string) bool { return strings.IndexByte(c, byte(b)) >= 0 })
	}
	var ends []byte
	for b := 1; b < 256; b++ {
		isEnd := b == 1 || b == 255 || class(b-1) != class(b) || class(b+1) != class(b)
		if isEnd || strings.IndexByte(boundaries, byte(b)) >= 0 {
			ends = append(ends, byte(b))
		}
	}
	return string(ends)
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
			others := slices.ContainsFunc([]byte(req.Token), func(b byte) bool { return strings.IndexByte(p.alphabet, b) < 0 })
			if !others && !yield(req) {
				return
			}
		}
	}
	return p.counted()
}
