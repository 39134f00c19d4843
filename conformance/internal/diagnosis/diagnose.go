package diagnosis

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"

	"github.com/epin-conformance/harness/conformance"
)

// Diagnosis is what the wrong answers of a record come from, as far as it is known.
type Diagnosis struct {
	Failed   int  // failed checks of the run; whoever has the run fills it in
	Compared int  // of these, those whose answers were compared
	Wrong    int  // wrong answers that were compared, each question once
	Dropped  int  // wrong answers that were not, because the record was full
	Unstable bool // one question had two answers, and nothing was compared
	// What the library says of strings that it takes for tokens, and that are none, was
	// not compared: that it takes them explains more. There is no right answer to it.
	VerdictsOnly bool

	Language string // what the library says that it is written in; chooses the fixes

	// Explanations, the best first, at most [MostExplanations]. Either each explains
	// all, or each explains a part.
	Explanations []Explanation
}

// MostExplanations is how many explanations a [Diagnosis] has at most, and MostGuesses
// how many guesses a [Bug].
const (
	MostExplanations = 3
	MostGuesses      = 3
)

// inSample is half of how many wrong answers are looked at first, where there are many:
// the shortest, and as many of the others. A mutant that gives none of them is dropped.
const inSample = 256

// mostParts is how many mutants are asked about all of many wrong answers, where none
// gives them all.
const mostParts = 12

// Diagnose compares what was recorded with what the mutants answer.
//
// asked yields every question that was asked and added, in that order, and those that
// were not added since they were answered rightly; not those that were skipped. It is
// drawn from several times. A question too many is no harm: it can take an explanation
// away, and bring none.
//
// language is what the library says that it is written in, such as "python 3.11"; it
// chooses the fixes and nothing else.
//
// It takes about as long as asked needs to yield everything twice (where nothing explains
// all, four times), and for each guess
// as long as the model of a library needs to answer it, about a microsecond for each
// question: a second, for half a million of them. Where ctx ends before, the error is
// its cause, and nothing is known.
func (r *Record) Diagnose(ctx context.Context, asked iter.Seq[conformance.Request], language string) (Diagnosis, error) {
	d, err := r.diagnose(ctx, asked)
	d.Language = language
	if err != nil || d.Unstable || d.explainsAll() {
		return d, err
	}
	verdicts, any := r.verdictsOnly()
	if !any {
		return d, nil
	}
	again, err := verdicts.diagnose(ctx, asked)
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
// accepted; false where there are no more attributes.
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
func (r *Record) diagnose(ctx context.Context, asked iter.Seq[conformance.Request]) (Diagnosis, error) {
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
		for req := range asked {
			if n++; n%1024 == 0 && ctx.Err() != nil {
				return
			}
			if r.dropped > 0 && questionOf(req) == r.from {
				return // of what comes after it is not known what was right
			}
			if !yield(req) {
				return
			}
		}
	}
	right := func(yield func(conformance.Request) bool) {
		for req := range compared {
			if r.wasRight(questionOf(req)) && !yield(req) {
				return
			}
		}
	}

	// Most mutants end here: what shows them was answered rightly.
	known := r.among(compared, witnesses)
	all = slices.DeleteFunc(all, func(s *suspect) bool {
		return slices.ContainsFunc(s.witnesses(), func(req conformance.Request) bool {
			return known[questionOf(req)] && !agree(r.rightly(req), ask(s.impl, req))
		})
	})
	some := sample(wrong)
	all = slices.DeleteFunc(all, func(s *suspect) bool { return !s.explain(r.edition, some) || s.count == 0 })
	// What is left is asked what shows the others, before it is asked everything.
	all = r.withoutRefuted(all, func(yield func(conformance.Request) bool) {
		for _, req := range witnesses {
			if known[questionOf(req)] && !yield(req) {
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

// sorted returns the wrong answers, the shortest first.
func (r *Record) sorted() []wrongAnswer {
	wrong := make([]wrongAnswer, 0, len(r.wrong))
	for _, q := range slices.SortedFunc(maps.Keys(r.wrong), compareQuestions) {
		wrong = append(wrong, wrongAnswer{q.request(), r.wrong[q], r.failed[q]})
	}
	return wrong
}

// sample returns the first and, evenly spread, as many of the others; or all, where they
// are no more.
func sample(wrong []wrongAnswer) []wrongAnswer {
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

// promising returns the suspects that are worth being asked about many wrong answers,
// where none gives all: not those that give fewer than another does, and not too many.
func promising(all []*suspect) []*suspect {
	parts := slices.DeleteFunc(slices.Clone(all), func(s *suspect) bool {
		return slices.ContainsFunc(all, func(t *suspect) bool { return s.count < t.count && within(s.explained, t.explained) })
	})
	slices.SortStableFunc(parts, func(s, t *suspect) int { return -cmp.Compare(s.count, t.count) })
	return parts[:min(len(parts), mostParts)]
}

// wasRight reports whether a question that was asked was answered rightly.
func (r *Record) wasRight(q question) bool {
	if r.silent[q] {
		return false
	}
	return !r.has(q)
}

// among returns those of some questions that asked yields and that were answered rightly.
func (r *Record) among(asked iter.Seq[conformance.Request], some []conformance.Request) map[question]bool {
	left, found := map[question]bool{}, map[question]bool{}
	for _, req := range some {
		left[questionOf(req)] = true
	}
	for req := range asked {
		if q := questionOf(req); left[q] {
			delete(left, q)
			found[q] = r.wasRight(q)
			if len(left) == 0 {
				break
			}
		}
	}
	return found
}

// rightly returns the correct response, as far as the library offers it.
func (r *Record) rightly(req conformance.Request) conformance.Response {
	return restricted(rightly(r.edition, req), r.offers)
}

// withoutRefuted returns the suspects that answer as the library did whatever that
// answered rightly.
func (r *Record) withoutRefuted(all []*suspect, right iter.Seq[conformance.Request]) []*suspect {
	if len(all) == 0 {
		return nil
	}
	for req := range right {
		observed := r.rightly(req)
		all = slices.DeleteFunc(all, func(s *suspect) bool { return !agree(observed, ask(s.impl, req)) })
		if len(all) == 0 {
			break
		}
	}
	return all
}

// groupsOf puts suspects together that explain the same: since nothing else was
// answered wrongly by them, they answered alike whatever was asked. The order is that
// of the list, and in a group the most specific is the first.
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
