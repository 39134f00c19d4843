package suite

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/epin"
)

// lengthening makes long strings of one kind: a token, with padding before or behind
// it.
type lengthening struct {
	token  string
	fill   byte
	before bool
}

func (l lengthening) String() string {
	where := "followed"
	if l.before {
		where = "preceded"
	}
	return fmt.Sprintf("%q %s by %q repeated", l.token, where, l.fill)
}

// cutter makes strings of many lengths, which are cut from one that has the token at
// both ends: making each anew takes about as long as asking it.
type cutter map[lengthening]string

func (c cutter) padded(l lengthened) string {
	of := l.kind
	of.before = false // both ways are cut from the same
	whole := len(of.token) + l.padding
	long := c[of]
	if len(long) < whole+len(of.token) {
		longest := 1<<longestOfShort + 1
		if l.padding > longest {
			longest = 1<<longestOfOne + 1
		}
		long = of.token + strings.Repeat(string(rune(of.fill)), longest) + of.token
		c[of] = long
	}
	if l.kind.before {
		return long[len(long)-whole:]
	}
	return long[:whole]
}

// How long padding gets, as powers of two. A whole token has all its parts, and "K"
// stands for short ones. Beyond 64 KiB one kind does, since all that is left to go
// wrong there is counting.
const (
	longestOfWhole = 12
	longestOfShort = 16
	longestOfOne   = 20
)

// lengtheningsOf returns the kinds of an edition, and how far each goes. Bytes that
// libraries cut off, that end their strings, or that their expressions repeat are
// tried as padding.
func lengtheningsOf(edition epin.Edition) (kinds []lengthening, exponents []int) {
	for _, token := range []string{"K", fullToken(edition)} {
		for _, before := range []bool{false, true} {
			for _, fill := range []byte("'\x00 \nK+") {
				kinds = append(kinds, lengthening{token, fill, before})
				longest := longestOfShort
				switch {
				case token == fullToken(edition):
					longest = longestOfWhole
				case fill == '\'':
					longest = longestOfOne
				}
				exponents = append(exponents, longest)
			}
		}
	}
	return kinds, exponents
}

// lengthened is one string of the layer lengths: a kind, and how much padding.
type lengthened struct {
	kind    lengthening
	padding int
}

// lengthenedOf returns the strings of an edition, the short ones first: the whole, or
// the padding alone, has 2ⁿ-1, 2ⁿ or 2ⁿ+1 bytes.
func lengthenedOf(edition epin.Edition) []lengthened {
	kinds, exponents := lengtheningsOf(edition)
	var all []lengthened
	for i, kind := range kinds {
		var paddings []int
		for n := range exponents[i] + 1 {
			for _, length := range []int{1<<n - 1, 1 << n, 1<<n + 1} {
				paddings = append(paddings, length)
				if whole := length - len(kind.token); whole > 0 {
					paddings = append(paddings, whole)
				}
			}
		}
		slices.Sort(paddings)
		for _, n := range slices.Compact(paddings) {
			if n > 0 {
				all = append(all, lengthened{kind, n})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b lengthened) int {
		return len(a.kind.token) + a.padding - len(b.kind.token) - b.padding
	})
	return all
}

// lengthsPart asks long strings. By one operation that takes them singly, the time of the
// answers is watched as well. A sweep carries no more than 1 MiB.
func lengthsPart(edition epin.Edition, op conformance.Op, timed bool) part {
	strings := lengthenedOf(edition)
	if op == conformance.OpSweep {
		strings = slices.DeleteFunc(strings, func(l lengthened) bool {
			return len(l.kind.token)+l.padding > conformance.MaxSweepBytes
		})
	}
	p := part{
		layer: result.LayerLengths, op: op, everyOp: true,
		about:  "tokens with padding before or behind them, up to 1 MiB, around each power of 2",
		checks: len(strings),
		requests: requesting(op, func(yield func(string) bool) {
			cut := cutter{}
			for _, l := range strings {
				if !yield(cut.padded(l)) {
					return
				}
			}
		}),
	}
	if timed {
		p.timed = timedOf(edition)
	}
	return p
}

// timedOf returns the longest string of each kind: time that grows too fast is seen there
// or nowhere.
func timedOf(edition epin.Edition) []lengthened {
	kinds, exponents := lengtheningsOf(edition)
	var timed []lengthened
	for i, kind := range kinds {
		timed = append(timed, lengthened{kind, 1 << exponents[i]})
	}
	return timed
}

// growth is how long the responses took for a string, for one of the same kind that is
// shorter by growthFactor, and for one of the length of the first that no library reads to
// its end: of that, what takes time is the way there, such as the escapes of JSON.
type growth struct {
	of                  lengthened
	long, short, unread time.Duration
}

// unreadLike returns a string of the same length, and with the same escapes in JSON, whose
// first character begins no token.
func unreadLike(token string) string { return "!" + token[1:] }

// Growth is looked at from slowAnswer on: below, what is measured is mostly the machine.
// growthFactor times the length may take as many times as long, and the limit is growthSlack
// times that. What is not growthSlack times slower than an unread string may be the adapter.
const (
	slowAnswer   = 20 * time.Millisecond
	growthFactor = 8
	growthSlack  = 3
)

// superlinear reports whether the time of the library grows faster than the length.
func (g growth) superlinear() bool {
	return g.long >= slowAnswer && g.long > growthFactor*growthSlack*g.short && g.long > growthSlack*g.unread
}

// note says that time grew faster than length.
func (g growth) note(op conformance.Op) string {
	return fmt.Sprintf("by %s, the time of an answer grows faster than the length of what is asked: %s took %s with %s bytes of it, and %s with %s; somebody who can send long strings can keep such a library busy",
		op, g.of.kind, g.short.Round(time.Microsecond), number.Thousands(g.of.padding/growthFactor), g.long.Round(time.Microsecond), number.Thousands(g.of.padding))
}
