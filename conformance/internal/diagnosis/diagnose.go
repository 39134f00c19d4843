package diagnosis

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// Run is a finished run, as Diagnose needs it.
type Run struct {
	// Sent yields every request of the run that was not skipped, in order, including those
	// that were not added to the record because their responses were correct. Diagnose
	// iterates over it several times. A request that was not sent can remove a cause, but
	// cannot add one.
	Sent     iter.Seq[conformance.Request]
	Failed   int    // failed checks
	Language string // of the library as it describes it, such as "python 3.11"; chooses the fixes

	// Learned yields requests by which the accepted language was learned, and whether the library
	// accepted the token; nil if it was not learned.
	Learned iter.Seq2[conformance.Request, bool]

	Groups []Group
}

// Group is a group of findings.
type Group struct {
	Requests []conformance.Request // of its failed checks, as far as they were kept
	Aspects  []string              // of its findings: what in a response is incorrect, see package result; "" for anything
	Failed   int                   // its failed checks; 0 if they are unknown
	Others   int                   // those of layers whose responses are not in the record

	wrong    []int // indices of Record.wrong
	symptoms parts
}

// Diagnose returns the likely causes of each group of a run, at most two for a group, which no
// request of the run distinguishes. A library that gave different responses to one request has none.
//
// If ctx ends first, the error is its cause, and there are no causes. Each suspect that remains
// takes about a microsecond for a request.
func (r *Record) Diagnose(ctx context.Context, run Run) ([][]result.Cause, error) {
	causes := make([][]result.Cause, len(run.Groups))
	if len(r.wrong) == 0 || r.Unstable {
		return causes, nil
	}
	d := r.diagnosis(ctx, run)
	left := slices.Clone(d.groups)
	if total := d.total(); total != nil {
		for i, g := range d.groups {
			if total.explainsAll(g) {
				causes[i] = []result.Cause{d.cause(total)}
				left[i] = &Group{} // a mutant that explains some of it would mislead
			}
		}
	}
	suspects := d.suspects(left)
	if ctx.Err() != nil {
		return make([][]result.Cause, len(run.Groups)), context.Cause(ctx)
	}
	for i, g := range left {
		for _, s := range d.likely(suspects, g) {
			causes[i] = append(causes[i], d.cause(s))
		}
	}
	return causes, nil
}

// diagnosis is one call of Diagnose.
type diagnosis struct {
	*Record
	Run
	ctx      context.Context
	groups   []*Group // copies of those of Run
	verdicts int      // number of groups with incorrect verdicts

	// guarded reports that no response to malformed UTF-8 was incorrect: the library may
	// check the encoding first, so these rejections contradict no mistake behind that check.
	guarded bool
}

func (r *Record) diagnosis(ctx context.Context, run Run) *diagnosis {
	d := &diagnosis{Record: r, Run: run, ctx: ctx}
	for _, g := range run.Groups {
		for _, name := range g.Aspects {
			g.symptoms |= partOf(d.edition, name)
		}
		for _, req := range g.Requests {
			if w := d.at[keyOf(req)]; w != nil && d.wrongIn(req, *w.response)&g.symptoms != 0 {
				g.wrong = append(g.wrong, w.index)
			}
		}
		if g.symptoms&outcome != 0 {
			d.verdicts++
		}
		slices.Sort(g.wrong)
		g.wrong = slices.Compact(g.wrong)
		d.groups = append(d.groups, &g)
	}
	return d
}

// compared yields the requests whose responses can be compared: an unrecorded response after the
// first dropped one can be a dropped one.
func (d *diagnosis) compared(yield func(conformance.Request) bool) {
	for req := range d.Sent {
		if d.ctx.Err() != nil || d.dropped != nil && keyOf(req) == *d.dropped || !yield(req) {
			return
		}
	}
}

// correct yields the requests with correct responses.
func (d *diagnosis) correct(yield func(conformance.Request) bool) {
	for req := range d.compared {
		if q := keyOf(req); !d.silent[q] && d.at[q] == nil && !yield(req) {
			return
		}
	}
}

// suspects returns the mutants that no response contradicts and that are likely for a group.
func (d *diagnosis) suspects(groups []*Group) []*suspect {
	all := suspects(d.edition)
	witnesses := map[requestKey]conformance.Request{}
	for _, s := range all {
		for _, req := range s.witnesses() {
			witnesses[keyOf(req)] = req
		}
	}
	// The witnesses refute most mutants, and are far fewer than all requests.
	var correct []conformance.Request
	for req := range d.correct {
		if _, is := witnesses[keyOf(req)]; is {
			correct = append(correct, req)
		}
	}
	all = d.withoutRefuted(all, slices.Values(correct))
	all = slices.DeleteFunc(all, func(s *suspect) bool {
		if d.ctx.Err() == nil && d.explain(s, groups) && slices.ContainsFunc(groups, func(g *Group) bool { return d.isLikely(s, g) }) {
			return false
		}
		s.explained, s.other = nil, nil // the slice holds s until all are compared
		return true
	})
	all = d.withoutRefuted(all, d.correct)
	for _, s := range all {
		for _, req := range witnesses {
			// One witness is longer than all others together, and would take most of the time.
			if len(req.Token) < 1<<18 && d.wrongIn(req, responseOf(s.impl, req)) != 0 {
				s.reach++
			}
		}
	}
	return all
}

// likely returns the most likely suspect for a group: the one that explains more of it, and then of the
// run, and then the more specific one. It also returns one that explains the same responses.
func (d *diagnosis) likely(all []*suspect, g *Group) []*suspect {
	best := slices.DeleteFunc(slices.Clone(all), func(s *suspect) bool { return !d.isLikely(s, g) })
	slices.SortStableFunc(best, func(a, b *suspect) int {
		return cmp.Or(-cmp.Compare(a.explains(g), b.explains(g)), -cmp.Compare(a.count, b.count),
			cmp.Compare(len(a.spared), len(b.spared)), cmp.Compare(a.reach, b.reach))
	})
	best = slices.DeleteFunc(best, func(s *suspect) bool { return !slices.Equal(s.explained, best[0].explained) })
	return best[:min(len(best), 2)]
}

// contradicts reports whether the response of the library, which is the correct one, contradicts a suspect.
func (d *diagnosis) contradicts(s *suspect, req conformance.Request, correct conformance.Response) bool {
	compared := ^values | d.offers
	if req.Op == conformance.OpApply { // it may not offer values, or not use the code with the bug
		compared = ^values | d.affected[req.Op]
	}
	of := difference(correct, d.bare(req, responseOf(s.impl, req))) & compared
	return of != 0 && !s.dependsOnUnicodeVersion(req) && !(d.guarded && !utf8.ValidString(req.Token)) && d.refutes(s, req, of)
}

// withoutRefuted returns the suspects that no correct response of the library contradicts.
func (d *diagnosis) withoutRefuted(all []*suspect, right iter.Seq[conformance.Request]) []*suspect {
	for req := range right {
		correct := d.wanted(req)
		all = slices.DeleteFunc(all, func(s *suspect) bool { return d.contradicts(s, req, correct) })
		if len(all) == 0 {
			break
		}
	}
	return all
}
