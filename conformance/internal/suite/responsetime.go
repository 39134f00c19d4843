package suite

import (
	"context"
	"fmt"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
)

// timesMatter reports whether the response times of a part are watched: if it is tested whole.
func (p *plan) timesMatter(of part) bool {
	return p.selection.Covers(of.layer + "/" + string(of.op))
}

// least returns the shortest response time of several requests: other load only adds time.
func (t *target) least(ctx context.Context, req conformance.Request, times int) (took time.Duration, err error) {
	for i := range times {
		began := t.plan.Now()
		if _, err := t.impl.Do(ctx, req); err != nil {
			return 0, err
		}
		if one := t.plan.Now().Sub(began); i == 0 || one < took {
			took = one
		}
	}
	return took, nil
}

// watchTime sends one request after the other, and notes where the response time grows faster
// than the length of the string, or is much longer than that of another string.
func watchTime(ctx context.Context, r *runner, op conformance.Op, kinds []lengthening) error {
	for _, kind := range kinds {
		if len(kind.fill) > 1 {
			continue // with another byte it is no text
		}
		made, shorter := map[lengthening]string{}, kind
		shorter.padding /= growthFactor
		long := kind.cut(made) // where superlinear time shows best
		if !r.description.Takes(op, long) {
			continue
		}
		if first, err := r.least(ctx, conformance.Request{Op: op, Token: long}, 1); err != nil || first < slowAnswer {
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
			if times[i], err = r.least(ctx, conformance.Request{Op: op, Token: token}, 4); err != nil {
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

// watchStalls notes the first of some slow runs whose response time grows exponentially: it takes much longer than
// one half as long.
func watchStalls(ctx context.Context, r *runner, op conformance.Op, slow []stall) error {
	for _, long := range slow {
		short := stall{long.unit, long.times / 2}
		var times [2]time.Duration
		for i, of := range []stall{long, short} {
			var err error
			if times[i], err = r.least(ctx, conformance.Request{Op: op, Token: of.text()}, 4); err != nil {
				return err
			}
		}
		if times[0] >= slowAnswer && times[0] > growthFactor*growthSlack*times[1] {
			r.note(fmt.Sprintf("the response time of %s grows exponentially with the length of the input: %s took %s with %d repetitions, and %s with %d",
				op, long, times[1].Round(time.Microsecond), short.times, times[0].Round(time.Microsecond), long.times) + attack)
			return nil
		}
	}
	return nil
}

const attack = "; long inputs can keep such a library busy (denial of service)"

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
