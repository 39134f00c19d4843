package suite

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
)

// lengthening is a kind of long strings: a token with padding before or behind it.
type lengthening struct {
	token   string
	fill    byte
	before  bool
	longest int // the longest padding, as a power of two
}

func (l lengthening) String() string {
	where := "followed"
	if l.before {
		where = "preceded"
	}
	return fmt.Sprintf("%q %s by %q repeated", l.token, where, l.fill)
}

// The longest padding, as powers of two. "K" stands for short tokens. Beyond 64 KiB few programs but
// those with counters fail, so one kind is enough for all profiles but Thorough.
const (
	longestOfWhole = 12
	longestOfShort = 16
	longestOfOne   = 20
)

// lengtheningsOf returns the kinds of an edition. The padding is bytes that libraries trim, that end
// a C string, or that a token has and a pattern may repeat.
func lengtheningsOf(edition *notation.Edition, profile Profile) (kinds []lengthening) {
	for _, token := range []string{"K", edition.Long} {
		for _, before := range []bool{false, true} {
			for _, fill := range []byte("'\x00 \nKk+^") {
				longest := longestOfShort
				switch {
				case token == "K" && (fill == '\'' || profile == Thorough):
					longest = longestOfOne
				case token != "K" && profile != Thorough:
					longest = longestOfWhole
				}
				kinds = append(kinds, lengthening{token, fill, before, longest})
			}
		}
	}
	return kinds
}

// lengthened is one string of the layer lengths: a kind and a number of bytes of padding.
type lengthened struct {
	kind    lengthening
	padding int
}

func (l lengthened) length() int { return len(l.kind.token) + l.padding }

func (l lengthened) String() string {
	if l.kind.before {
		return l.padded() + l.kind.token
	}
	return l.kind.token + l.padded()
}

// padded returns the padding alone.
func (l lengthened) padded() string { return strings.Repeat(string(rune(l.kind.fill)), l.padding) }

// cut returns the string as a slice of one in long: made anew, they are a third of a run's garbage. One has a
// token on both sides of its padding, and is made again for the few strings beyond 64 KiB.
func (l lengthened) cut(long map[lengthening]string) string {
	key := lengthening{token: l.kind.token, fill: l.kind.fill}
	if len(long[key]) < l.length()+len(l.kind.token) {
		longest := min(l.kind.longest, longestOfShort)
		if l.padding > 1<<longest+1 {
			longest = l.kind.longest
		}
		long[key] = l.kind.token + lengthened{l.kind, 1<<longest + 1}.padded() + l.kind.token
	}
	if l.kind.before {
		return long[key][len(long[key])-l.length():]
	}
	return long[key][:l.length()]
}

// lengthenedOf returns the strings of an edition, short ones first. The whole string, or the
// padding alone, has 2ⁿ-1, 2ⁿ or 2ⁿ+1 bytes.
func lengthenedOf(edition *notation.Edition, profile Profile) []lengthened {
	var all []lengthened
	for _, kind := range lengtheningsOf(edition, profile) {
		var paddings []int
		for n := range kind.longest + 1 {
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
	slices.SortStableFunc(all, func(a, b lengthened) int { return a.length() - b.length() })
	return all
}

// lengthsPart is long strings, those of lengthenedOf. timed says whether their response times are
// watched. A sweep holds at most 1 MiB.
func lengthsPart(plan plan, op conformance.Op, strings []lengthened, timed bool) part {
	if op == conformance.OpSweep {
		strings = slices.DeleteFunc(slices.Clone(strings), func(l lengthened) bool {
			return l.length() > conformance.MaxSweepBytes
		})
	}
	p := part{
		layer: result.LayerLengths, op: op, everyOp: true,
		about:  "tokens with padding before or behind them, up to 1 MiB, around each power of 2",
		checks: len(strings),
		requests: requesting(op, func(yield func(string) bool) {
			long := map[lengthening]string{}
			for _, l := range strings {
				if !yield(l.cut(long)) {
					return
				}
			}
		}),
	}
	if timed {
		p.run = func(ctx context.Context, r *runner, p part, t *tally) error {
			err := r.perform(ctx, p, t)
			if err == nil && (r.plan.selection.Everything() || r.plan.selection.Names(p.layer)) {
				err = watchTime(ctx, r, op, lengtheningsOf(plan.Edition, plan.Profile))
			}
			return err
		}
	}
	return p
}

// watchTime sends one request after the other, and notes where the response time grows faster
// than the length of the string, or is much longer than that of another string.
func watchTime(ctx context.Context, r *runner, op conformance.Op, kinds []lengthening) error {
	// The minimum counts: other load only adds time.
	least := func(token string, times int) (took time.Duration, err error) {
		for i := range times {
			began := r.plan.Now()
			if _, err := r.impl.Do(ctx, conformance.Request{Op: op, Token: token}); err != nil {
				return 0, err
			}
			if t := r.plan.Now().Sub(began); i == 0 || t < took {
				took = t
			}
		}
		return took, nil
	}
	for _, kind := range kinds {
		long := lengthened{kind, 1 << kind.longest}.String() // where superlinear time shows best
		if first, err := least(long, 1); err != nil || first < slowAnswer {
			if err != nil {
				return err
			}
			continue
		}
		var times [4]time.Duration
		for i, token := range []string{
			long, lengthened{kind, 1 << kind.longest / growthFactor}.String(), "!" + long[1:], long[:len(long)-1] + "!",
		} {
			var err error
			if times[i], err = least(token, 4); err != nil {
				return err
			}
		}
		g := growth{kind, times[0], times[1], min(times[2], times[3])}
		if note := g.note(op); note != "" {
			r.note(note)
			if g.superlinear() && g.ofAll() {
				return nil // the other kinds are as slow
			}
		}
	}
	return nil
}

// growth is three response times: for a string, for one of the same kind that is shorter by
// growthFactor, and the shorter one of two of the same length and with the same escapes in JSON, in
// which the first or the last byte differs.
type growth struct {
	kind               lengthening
	long, short, other time.Duration
}

// Times below slowAnswer are mostly noise. A string that is growthFactor times as long may take
// growthFactor times growthSlack as long. If the two others are not growthSlack times faster, every
// string is slow, perhaps because of the adapter. A time that grows with the length may be
// mostSlower times that of another string.
const (
	slowAnswer   = 20 * time.Millisecond
	growthFactor = 8
	growthSlack  = 3
	mostSlower   = 50
)

// superlinear reports whether the response time grows faster than the length.
func (g growth) superlinear() bool { return g.long > growthFactor*growthSlack*g.short }

// ofAll reports whether other strings of this length are as slow.
func (g growth) ofAll() bool { return g.long <= growthSlack*g.other }

// note returns the note about slow responses; empty if they are not slow.
func (g growth) note(op conformance.Op) string {
	const attack = "; long inputs can keep such a library busy (denial of service)"
	round := func(d time.Duration) time.Duration { return d.Round(time.Microsecond) }
	padding := number.Thousands(1 << g.kind.longest)
	switch {
	case g.long < slowAnswer:
	case g.superlinear():
		whose := ""
		if g.ofAll() {
			whose = "; other strings of this length are as slow, so the cause may be the adapter"
		}
		return fmt.Sprintf("the response time of %s grows faster than the length of the input: %s took %s with %s bytes of padding, and %s with %s",
			op, g.kind, round(g.short), number.Thousands(1<<g.kind.longest/growthFactor), round(g.long), padding) + whose + attack
	case g.long > mostSlower*g.other:
		return fmt.Sprintf("%s is slow for some inputs: %s took %s with %s bytes of padding, and another string of this length %s",
			op, g.kind, round(g.long), padding, round(g.other)) + attack
	}
	return ""
}
