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

// lengthening is a string of the layer lengths: a token with padding before or behind it.
type lengthening struct {
	token   string
	fill    byte
	before  bool
	longest int // the longest padding of this kind, as a power of two
	padding int // bytes
}

// String describes the kind of the string.
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

// lengtheningsOf returns the longest string of each kind of an edition. The padding is bytes that libraries
// trim, that end a C string, or that a token has and a pattern may repeat.
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
				kinds = append(kinds, lengthening{token, fill, before, longest, 1 << longest})
			}
		}
	}
	return kinds
}

func (l lengthening) length() int { return len(l.token) + l.padding }

// cut returns the string as a slice of one in long: made anew, they are a third of a run's garbage. One has a
// token on both sides of its padding.
func (l lengthening) cut(long map[lengthening]string) string {
	key := lengthening{token: l.token, fill: l.fill}
	if long[key] == "" {
		long[key] = l.token + strings.Repeat(string(rune(l.fill)), 1<<l.longest+1) + l.token
	}
	if l.before {
		return long[key][len(long[key])-l.length():]
	}
	return long[key][:l.length()]
}

// lengthenedOf returns the strings of an edition, short ones first. The whole string, or the
// padding alone, has 2ⁿ-1, 2ⁿ or 2ⁿ+1 bytes.
func lengthenedOf(edition *notation.Edition, profile Profile) (all []lengthening) {
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
			if kind.padding = n; n > 0 {
				all = append(all, kind)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b lengthening) int { return a.length() - b.length() })
	return all
}

// lengthsPart is long strings, those of lengthenedOf. timed says whether their response times are
// watched. A sweep holds at most 1 MiB.
func lengthsPart(plan plan, op conformance.Op, strings []lengthening, timed bool) part {
	if op == conformance.OpSweep {
		strings = slices.DeleteFunc(slices.Clone(strings), func(l lengthening) bool {
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
		made, shorter := map[lengthening]string{}, kind
		shorter.padding /= growthFactor
		long := kind.cut(made) // where superlinear time shows best
		if first, err := least(long, 1); err != nil || first < slowAnswer {
			if err != nil {
				return err
			}
			continue
		}
		var times [4]time.Duration
		for i, token := range []string{
			long, shorter.cut(made), "!" + long[1:], long[:len(long)-1] + "!",
		} {
			var err error
			if times[i], err = least(token, 4); err != nil {
				return err
			}
		}
		note, everywhere := slowness(op, kind, times[0], times[1], min(times[2], times[3]))
		if note != "" {
			r.note(note)
		}
		if everywhere {
			return nil // the other kinds are as slow
		}
	}
	return nil
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

// slowness returns the note about the response times for a long string, for one of the same kind that is
// shorter by growthFactor, and for another one of the same length and with the same escapes in JSON, in which
// the first or the last byte differs. It is empty if they are not slow. everywhere reports whether all strings
// of this length seem to be slow, and the longer the more.
func slowness(op conformance.Op, kind lengthening, long, short, other time.Duration) (note string, everywhere bool) {
	const attack = "; long inputs can keep such a library busy (denial of service)"
	round := func(d time.Duration) time.Duration { return d.Round(time.Microsecond) }
	padding := number.Thousands(1 << kind.longest)
	switch {
	case long < slowAnswer:
	case long > growthFactor*growthSlack*short:
		whose := ""
		if everywhere = long <= growthSlack*other; everywhere {
			whose = "; other strings of this length are as slow, so the cause may be the adapter"
		}
		note = fmt.Sprintf("the response time of %s grows faster than the length of the input: %s took %s with %s bytes of padding, and %s with %s",
			op, kind, round(short), number.Thousands(1<<kind.longest/growthFactor), round(long), padding) + whose + attack
	case long > mostSlower*other:
		note = fmt.Sprintf("%s is slow for some inputs: %s took %s with %s bytes of padding, and another string of this length %s",
			op, kind, round(long), padding, round(other)) + attack
	}
	return note, everywhere
}
