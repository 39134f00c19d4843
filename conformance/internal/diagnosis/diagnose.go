package diagnosis

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"

	"github.com/epin-conformance/harness/conformance"
)

// Diagnosis has the likely causes of the incorrect responses of a record.
type Diagnosis struct {
	Failed   int  // failed checks of the run; the caller of Diagnose sets it
	Compared int  // failed checks whose responses were compared
	Wrong    int  // incorrect responses that were compared, one for each request
	Dropped  int  // incorrect responses that were not, because the record was full
	Unstable bool // a request had two different responses, so nothing was compared
	// VerdictsOnly means that only the verdicts on incorrectly accepted strings were
	// compared, because this explains more. Their attributes have no correct values.
	VerdictsOnly bool

	Language string // as the library describes it; chooses the fixes

	// Explanations, the best first, at most [MostExplanations]. Either each explains
	// all, or each explains a part.
	Explanations []Explanation
}

// MostExplanations is the maximum number of explanations of a [Diagnosis], and
// MostGuesses that of guesses of a [Bug].
const (
	MostExplanations = 3
	MostGuesses      = 3
)

// inSample is half the size of the sample that stands for many incorrect responses: the
// shortest, and as many of the others. A mutant that returns none of them is dropped.
const inSample = 256

// mostParts is the maximum number of partial explanations that are compared with all of
// many incorrect responses.
const mostParts = 12

// Diagnose compares the recorded responses with those of the mutants.
//
// sent yields every request of the run that was not skipped, in order, including those that
// were not added because their responses were correct. Diagnose iterates over it several
// times. A request that was not sent can remove an explanation, but cannot add one.
//
// language is the language of the library as it describes it, such as "python 3.11". It
// only chooses the fixes.
//
// Diagnose iterates over sent twice, or four times if nothing explains all responses. Each
// remaining mutant takes about a microsecond for a request. If ctx ends first, the error is
// its cause, and the diagnosis has no explanations.
func (r *Record) Diagnose(ctx context.Context, sent iter.Seq[conformance.Request], language string) (Diagnosis, error) {
	d, err := r.diagnose(ctx, sent)
	d.Language = language
	if err != nil || d.Unstable || d.explainsAll() {
		return d, err
	}
	verdicts, any := r.verdictsOnly()
	if !any {
		return d, nil
	}
	again, err := verdicts.diagnose(ctx, sent)
	if err != nil || len(again.Explanations) == 0 || len(d.Explanations) > 0 && !again.explainsAll() {
		return d, err
	}
	again.VerdictsOnly, again.Language = true, language
	return again, nil
}

func (d Diagnosis) explainsAll() bool {
	return len(d.Explanations) > 0 && d.Explanations[0].Explained == d.Wrong
}

// verdictsOnly returns the record with only the outcome of each invalid string that was
// accepted. It returns false if the record has no attributes of such strings.
func (r *Record) verdictsOnly() (Record, bool) {
	verdicts, any := *r, false
	verdicts.wrong = maps.Clone(r.wrong)
	for q, resp := range r.wrong {
		if q.op == conformance.OpParse && resp.Outcome == conformance.Accepted && !isBare(resp) && !r.edition.Valid(q.token) {
			verdicts.wrong[q], any = bare(resp.Outcome), true
		}
	}
	return verdicts, any
}

// diagnose is Diagnose, with whole responses compared.
func (r *Record) diagnose(ctx context.Context, sent iter.Seq[conformance.Request]) (Diagnosis, error) {
	d := Diagnosis{Wrong: len(r.wrong), Dropped: r.dropped, Unstable: r.unstable}
	for _, n := range r.failed {
		d.Compared += n
	}
	if len(r.wrong) == 0 || r.unstable {
		return d, nil
	}
	wrong := r.sorted()
	all := suspects(r.edition)
	witnesses := witnessesOf(all)
	compared := func(yield func(conformance.Request) bool) {
		n := 0
		for req := range sent {
			if n++; n%1024 == 0 && ctx.Err() != nil {
				return
			}
			if r.dropped > 0 && keyOf(req) == r.from {
				return // after it, an unrecorded response can be a dropped one
			}
			if !yield(req) {
				return
			}
		}
	}
	right := func(yield func(conformance.Request) bool) {
		for req := range compared {
			if r.wasRight(keyOf(req)) && !yield(req) {
				return
			}
		}
	}

	// This refutes most mutants: the library returned correct responses to their witnesses.
	known := r.among(compared, witnesses)
	all = slices.DeleteFunc(all, func(s *suspect) bool {
		return slices.ContainsFunc(s.witnesses(), func(req conformance.Request) bool {
			return known[keyOf(req)] && !agree(r.correct(req), responseOf(s.impl, req))
		})
	})
	some := sample(wrong)
	all = slices.DeleteFunc(all, func(s *suspect) bool { return !s.explain(r.edition, some) || s.count == 0 })
	// The witnesses of all mutants refute many of the rest, and are far fewer than all requests.
	all = r.withoutRefuted(all, func(yield func(conformance.Request) bool) {
		for _, req := range witnesses {
			if known[keyOf(req)] && !yield(req) {
				return
			}
		}
	})
	parts := all
	if len(some) < len(wrong) {
		parts = promising(all)
	}
	all = slices.DeleteFunc(slices.Clone(all), func(s *suspect) bool {
		return ctx.Err() == nil && (s.count < len(some) || !s.explain(r.edition, wrong) || s.count < len(wrong))
	})
	all = r.withoutRefuted(all, right)
	if len(all) == 0 {
		all = slices.DeleteFunc(slices.Clone(parts), func(s *suspect) bool { return ctx.Err() == nil && !s.explain(r.edition, wrong) })
		all = r.withoutRefuted(all, right)
	}
	if ctx.Err() != nil {
		return d, context.Cause(ctx)
	}
	for _, s := range all {
		s.reach = s.reaches(r.edition, witnesses)
	}
	d.Explanations = explanations(groupsOf(all), wrong)
	return d, nil
}

// sorted returns the incorrect responses, those to the shortest requests first.
func (r *Record) sorted() []incorrect {
	wrong := make([]incorrect, 0, len(r.wrong))
	for _, q := range slices.SortedFunc(maps.Keys(r.wrong), compareKeys) {
		wrong = append(wrong, incorrect{q.request(), r.wrong[q], r.failed[q]})
	}
	return wrong
}

// sample returns the first inSample responses and as many of the others, evenly spread. It
// returns all if there are no more.
func sample(wrong []incorrect) []incorrect {
	if len(wrong) <= 2*inSample {
		return wrong
	}
	some := slices.Clone(wrong[:inSample])
	rest := wrong[inSample:]
	for i := range inSample {
		some = append(some, rest[i*len(rest)/inSample])
	}
	return some
}

// promising returns the best partial explanations, at most mostParts. It omits suspects whose
// responses are a part of those that another suspect explains.
func promising(all []*suspect) []*suspect {
	parts := slices.DeleteFunc(slices.Clone(all), func(s *suspect) bool {
		return slices.ContainsFunc(all, func(t *suspect) bool { return s.count < t.count && within(s.explained, t.explained) })
	})
	slices.SortStableFunc(parts, func(s, t *suspect) int { return -cmp.Compare(s.count, t.count) })
	return parts[:min(len(parts), mostParts)]
}

// wasRight reports whether the response to a request of the run was correct.
func (r *Record) wasRight(q requestKey) bool {
	if r.silent[q] {
		return false
	}
	return !r.has(q)
}

// among returns which of some requests are in sent, and whether their responses were correct.
func (r *Record) among(sent iter.Seq[conformance.Request], some []conformance.Request) map[requestKey]bool {
	left, found := map[requestKey]bool{}, map[requestKey]bool{}
	for _, req := range some {
		left[keyOf(req)] = true
	}
	for req := range sent {
		if q := keyOf(req); left[q] {
			delete(left, q)
			found[q] = r.wasRight(q)
			if len(left) == 0 {
				break
			}
		}
	}
	return found
}

// correct returns the correct response, restricted to what the library offers.
func (r *Record) correct(req conformance.Request) conformance.Response {
	return restricted(correctResponse(r.edition, req), r.offers)
}

// withoutRefuted returns the suspects whose responses agree with all correct responses of the
// library.
func (r *Record) withoutRefuted(all []*suspect, right iter.Seq[conformance.Request]) []*suspect {
	if len(all) == 0 {
		return nil
	}
	for req := range right {
		observed := r.correct(req)
		all = slices.DeleteFunc(all, func(s *suspect) bool { return !agree(observed, responseOf(s.impl, req)) })
		if len(all) == 0 {
			break
		}
	}
	return all
}

// groupsOf groups suspects that explain the same responses. All their other responses are
// correct, so no request of the run distinguishes them. Groups have the order of the list,
// and the most specific suspect of a group is the first.
func groupsOf(all []*suspect) [][]*suspect {
	var groups [][]*suspect
	for _, s := range all {
		i := slices.IndexFunc(groups, func(g []*suspect) bool { return slices.Equal(g[0].explained, s.explained) })
		if i < 0 {
			groups = append(groups, []*suspect{s})
			continue
		}
		groups[i] = append(groups[i], s)
	}
	for _, g := range groups {
		slices.SortStableFunc(g, func(a, b *suspect) int { return cmp.Compare(a.reach, b.reach) })
	}
	return groups
}
