package suite

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
	"github.com/epin-conformance/harness/conformance/notation"
)

// lengthening is a string of the layer lengths: a token with padding before or behind it.
type lengthening struct {
	token, fill string
	before      bool
	longest     int // the longest padding of this kind, as a power of two
	padding     int // how often fill is repeated
}

// String describes the kind of the string.
func (l lengthening) String() string {
	where := "followed"
	if l.before {
		where = "preceded"
	}
	return fmt.Sprintf("%q %s by %q repeated", l.token, where, l.fill)
}

// The longest padding, as powers of two. Edition.Short stands for short tokens. Beyond 64 KiB few programs but
// those with counters fail, so one kind is enough for all profiles but Thorough.
const (
	longestOfWhole = 12
	longestOfShort = 16
	longestOfOne   = 20
)

// fills are bytes that libraries trim, that end a C string, or that a token has and a pattern may repeat, and
// characters of two, three and four bytes.
var fills = append(strings.Split("'\x00 \nKk+^", ""), wide...)

var wide = []string{"é", "王", "👑"}

// lengtheningsOf returns the longest string of each kind of an edition.
func lengtheningsOf(edition *notation.Edition, profile Profile) (kinds []lengthening) {
	for _, token := range []string{edition.Short, edition.Long} {
		for _, before := range []bool{false, true} {
			for _, fill := range fills {
				if fill == token && before {
					continue // the same as behind it
				}
				longest, short := longestOfShort, token == edition.Short && len(fill) == 1
				switch {
				case short && (fill == "'" || profile == Thorough):
					longest = longestOfOne
				case !short && profile != Thorough:
					longest = longestOfWhole
				}
				kinds = append(kinds, lengthening{token, fill, before, longest, 1 << longest})
			}
		}
	}
	return kinds
}

func (l lengthening) length() int { return len(l.token) + l.padding*len(l.fill) }

// cut returns the string as a slice of one in long: made anew, they are a third of a run's garbage. One has a
// token on both sides of its padding.
func (l lengthening) cut(long map[lengthening]string) string {
	key := lengthening{token: l.token, fill: l.fill}
	if long[key] == "" {
		long[key] = l.token + strings.Repeat(l.fill, 1<<l.longest+1) + l.token
	}
	if l.before {
		return long[key][len(long[key])-l.length():]
	}
	return long[key][:l.length()]
}

// lengthenedOf returns the strings of an edition, short ones first. The whole string, or the padding alone, has
// 2ⁿ-1 to 2ⁿ+1 or 10ⁿ-4 to 10ⁿ+4 bytes, for 100,000 and 1,000,000 only 10ⁿ-1 to 10ⁿ+1, and only behind the token.
// Padding of wide characters has that many characters.
func lengthenedOf(edition *notation.Edition, profile Profile) (all []lengthening) {
	for _, kind := range lengtheningsOf(edition, profile) {
		var paddings []int
		around := func(length, by int) {
			for n := length - by; n <= length+by; n++ {
				if paddings = append(paddings, n); len(kind.fill) == 1 {
					paddings = append(paddings, n-len(kind.token))
				}
			}
		}
		for n := range kind.longest + 1 {
			around(1<<n, 1)
		}
		for power := 10; power < 1<<kind.longest; power *= 10 {
			switch {
			case power < 1<<longestOfShort:
				around(power, 4)
			case !kind.before: // a megabyte takes some milliseconds
				around(power, 1)
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

// offsets are places where a library may cut a text that it shows, or format it.
const offsets = 64

// inRuns are malformed bytes, characters that mean something in a format or end a text, and wide ones.
var inRuns = append([]string{"\xff", "\xc3", "%", "{", "\n", "!"}, wide...)

// runs yields texts of one character, and those with a letter and full stops before it: each place up to offsets
// is inside a character of several bytes, behind a malformed one, or at one that means something in a format.
// More letters would make a pattern backtrack, which stallsPart tests.
func runs(yield func(string) bool) {
	const more = offsets + 8 // no text of lengthenedOf is as long
	for _, of := range inRuns {
		for n := range offsets + 1 {
			before := "K" + strings.Repeat(".", n)
			if !yield(strings.Repeat(of, n+1)) || n > 0 && !yield(before+of) || !yield(before+strings.Repeat(of, more)) {
				return
			}
		}
	}
}

// lengthsParts is the layer by several operations. The response times are watched of one: parse if it is among
// them, else valid.
func lengthsParts(plan plan, ops []conformance.Op, offered conformance.Description) (parts []part) {
	timed := supervise.FirstOffered(offered, conformance.OpParse, conformance.OpValid)
	long := lengthenedOf(plan.Edition, plan.Profile)
	whole := map[lengthening]string{} // for all operations: the first verdicts keep 11 MB of it
	for _, op := range ops {
		parts = append(parts, stallsPart(plan.Edition, op, op == timed), lengthsPart(plan, op, long, whole, op == timed))
	}
	for _, op := range []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpApply} {
		parts = append(parts, longestPart(plan.Edition, op, offered.Methods))
	}
	return parts
}

// longestPart is a string as long as the protocol allows. If one half as long takes longer than mostForHalf, that
// one is tested instead: a slow library must not meet the timeout.
func longestPart(edition *notation.Edition, op conformance.Op, methods []conformance.Method) part {
	of := func(bytes int) conformance.Request {
		req := conformance.Request{Op: op, Token: edition.Short + strings.Repeat("'", bytes-len(edition.Short))}
		if op == conformance.OpApply {
			req.Methods = methods[:min(1, len(methods))]
		}
		return req
	}
	return part{
		layer: result.LayerLengths, op: op, checks: 1, about: "the longest string that the protocol allows, 2 MiB",
		requests: func(yield func(conformance.Request) bool) { yield(of(conformance.MaxTokenBytes)) },
		run: func(ctx context.Context, r *runner, p part, t *tally) error {
			for range r.sent(p, func() {}) { // if it is selected and taken
				half := of(conformance.MaxTokenBytes / 2)
				took, err := r.least(ctx, half, 1)
				if err != nil {
					return err
				}
				if took > mostForHalf {
					p.requests = slices.Values([]conformance.Request{half})
					r.note(fmt.Sprintf("by %s, a string of 1 MiB took %s, so none of 2 MiB was sent", op, took.Round(time.Millisecond)))
				}
			}
			return r.perform(ctx, p, t)
		},
	}
}

const mostForHalf = 250 * time.Millisecond

// lengthsPart is the strings of runs, and long ones, those of lengthenedOf, cut of whole. timed says whether their
// response times are watched. A sweep holds at most 1 MiB.
func lengthsPart(plan plan, op conformance.Op, long []lengthening, whole map[lengthening]string, timed bool) part {
	if op == conformance.OpSweep {
		long = slices.DeleteFunc(slices.Clone(long), func(l lengthening) bool {
			return l.length() > conformance.MaxSweepBytes
		})
	}
	p := part{
		layer: result.LayerLengths, op: op, everyOp: true,
		about: "runs of characters of one to four bytes at each offset up to 64, and tokens with padding before or after them, " +
			"up to 1 MiB, around each power of 2 and of 10",
		checks: len(long),
		requests: requesting(op, func(yield func(string) bool) {
			for token := range runs {
				if !yield(token) {
					return
				}
			}
			for _, l := range long {
				if !yield(l.cut(whole)) {
					return
				}
			}
		}),
	}
	for range runs {
		p.checks++
	}
	if timed {
		p.run = func(ctx context.Context, r *runner, p part, t *tally) error {
			err := r.perform(ctx, p, t)
			if err == nil && r.plan.timesMatter(p) {
				err = watchTime(ctx, r, op, lengtheningsOf(plan.Edition, plan.Profile))
			}
			return err
		}
	}
	return p
}

// A regular expression with nested repetition takes time that grows exponentially with the length of a run
// that does not match: a run of mostStalled takes it hours.
const (
	leastStalled = 20
	mostStalled  = 40
)

// stall is a string of the layer lengths: characters of a token, repeated, and one that no token has.
type stall struct {
	unit  string
	times int
}

func (s stall) String() string { return fmt.Sprintf("%q repeated before \"!\"", s.unit) }

func (s stall) text() string { return strings.Repeat(s.unit, s.times) + "!" }

// stallsOf returns the strings of an edition, short ones first. Their runs repeat each character of a token,
// neighbours in it, and the whole.
func stallsOf(edition *notation.Edition) (all []stall) {
	units := []string{"K", "kK", edition.Long}
	for i := range edition.Long {
		units = append(units, edition.Long[i:i+1])
		if i > 0 {
			units = append(units, edition.Long[i-1:i+1])
		}
	}
	slices.Sort(units)
	for n := leastStalled; n <= mostStalled; n += 4 {
		for _, unit := range slices.Compact(units) {
			all = append(all, stall{unit, n})
		}
	}
	return all
}

// stallsPart is the strings of stallsOf, one after the other. It ends with the first that hangs or ends the process:
// a pattern that backtracks does so on most of them.
func stallsPart(edition *notation.Edition, op conformance.Op, timed bool) part {
	all := stallsOf(edition)
	var texts []string
	for _, s := range all {
		texts = append(texts, s.text())
	}
	p := part{
		layer: result.LayerLengths, op: op, everyOp: true, checks: len(all), requests: requesting(op, slices.Values(texts)),
		about: fmt.Sprintf("characters of tokens, %d to %d times, before one that no token has: a pattern may backtrack", leastStalled, mostStalled),
	}
	p.run = func(ctx context.Context, r *runner, p part, t *tally) error {
		restarts, skipped, left, slow := r.pool.Restarts(), 0, 0, map[string]bool{}
		batches := r.pool.Batches(r.plan.Seed)
		batches.Most = 1
		for req := range supervise.Swept(r.sent(p, func() { skipped++ }), batches) {
			if r.pool.Restarts() > restarts {
				left++
				continue
			}
			began := r.plan.Now()
			if err := r.judgeAll(ctx, p, t, r.impl, slices.Values([]conformance.Request{req}), batches); err != nil {
				return err
			}
			slow[req.Token] = r.plan.Now().Sub(began) >= slowAnswer
		}
		if t.skip(skipped, r.description); left > 0 {
			t.skipped, t.why = skipped+left, "another one ended the process"
			return nil
		}
		if timed && r.plan.timesMatter(p) {
			return watchStalls(ctx, r, op, slices.DeleteFunc(slices.Clone(all), func(s stall) bool { return !slow[s.text()] }))
		}
		return nil
	}
	return p
}
