package suite

import (
	"encoding/binary"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
)

// completeSuite returns the complete test suite for a number of extra states. From one on, all
// prefixes of tokens are access words. For zero extra states, they would make it a hundred times larger.
func completeSuite(edition *notation.Edition, extra int) *automaton.Suite {
	return automaton.Of(edition).Suite(extra, extra > 0)
}

// completePart is the k-complete test suite for a number of extra states. Package automaton
// documents its guarantee and its assumption.
func completePart(edition *notation.Edition, op conformance.Op, extra int) part {
	words := completeSuite(edition, extra)
	return part{
		layer: result.LayerComplete, op: op, everyOp: extra == 0,
		about:  fmt.Sprintf("the complete test suite for %s over all bytes", result.ExtraStates(extra)),
		checks: words.Size(), requests: requesting(op, words.Words()),
		shows: func(c *result.Claim) {
			c.Extra, c.Prefixes, c.Cover = &extra, extra > 0, automaton.Of(edition).Cover()
		},
	}
}

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

// completeOverEnds is the complete suite for zero extra states over the bytes of endsOf. Its words are
// those of the suite over all bytes that have only these.
func completeOverEnds(edition *notation.Edition) part {
	whole := completePart(edition, conformance.OpValid, 0)
	p := whole
	ends := endsOf(automaton.Of(edition))
	p.shows = func(c *result.Claim) {
		whole.shows(c)
		c.Alphabet = result.AlphabetEnds
	}
	p.about = fmt.Sprintf("the complete test suite for %s over the %d bytes at the ends of ranges", result.ExtraStates(0), len(ends))
	p.checks, p.requests = 0, func(yield func(conformance.Request) bool) {
		for req := range whole.requests {
			others := slices.ContainsFunc([]byte(req.Token), func(b byte) bool { return strings.IndexByte(ends, b) < 0 })
			if !others && !yield(req) {
				return
			}
		}
	}
	return p.counted()
}

// exhaustivePart is every byte string up to a length, short ones first, in byte order.
func exhaustivePart(op conformance.Op, length int) part {
	return part{
		layer: result.LayerExhaustive, op: op, everyOp: length == otherOpsLength,
		about:  fmt.Sprintf("every byte string of length up to %d", length),
		checks: takenStrings(conformance.Description{Bytes: conformance.Ops()}, op, length), requests: requesting(op, stringsUpTo(length)),
		shows: func(c *result.Claim) { c.Exhausted = &length },
		taken: func(offered conformance.Description) int { return takenStrings(offered, op, length) },
	}
}

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

// neighboursPart is every string at edit distance 1 from a valid token: 553,695 in edition 1.0.0,
// valid tokens among them. If it is not whole, it is those of a short and a long token. If there are more tokens
// than mostProbes, it is those of the tokens of two letters.
func neighboursPart(edition *notation.Edition, op conformance.Op, whole bool) part {
	tokens, which := []string{edition.Short, edition.Long}, "a short and a long token"
	few := hasFewTokens(edition)
	if whole && !few {
		tokens, which = slices.Concat(relativesOfTwoLetters(edition)...), "a token of two letters"
	}
	if !whole || !few {
		return part{
			layer: result.LayerNeighbours, op: op, about: "every byte string at edit distance at most 1 from " + which,
			requests: requesting(op, edits(tokens...)),
		}.counted()
	}
	neighbours := automaton.Of(edition).Neighbours()
	return part{
		layer: result.LayerNeighbours, op: op,
		about:  "every byte string at edit distance 1 from a token",
		checks: neighbours.Count(), requests: requesting(op, neighbours.Words()),
	}
}

// edits yields each string at edit distance at most 1 from one of some tokens once.
func edits(tokens ...string) iter.Seq[string] {
	seen := map[string]bool{}
	for _, token := range tokens {
		for i := range len(token) + 1 {
			for b := range 256 {
				seen[token[:i]+string([]byte{byte(b)})+token[i:]] = true
				if i < len(token) {
					seen[token[:i]+string([]byte{byte(b)})+token[i+1:]] = true
					seen[token[:i]+token[i+1:]] = true
				}
			}
		}
	}
	return slices.Values(slices.Sorted(maps.Keys(seen)))
}
