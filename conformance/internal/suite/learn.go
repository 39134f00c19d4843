package suite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Learn learns the language that an implementation accepts, by the fastest operation that it
// offers. It runs the recognition layers as [Run] does, and then requests what tells automata
// apart. It ignores properties, selectors and FailFast.
//
// An error is a *[selector.Error], or says why the language could not be learned.
func Learn(ctx context.Context, cfg Config) (conformance.Description, result.Learned, error) {
	cfg.Only, cfg.without = nil, nil
	p, err := newPlan(cfg)
	if err != nil {
		return conformance.Description{}, result.Learned{}, err
	}
	ctx, cancel := p.bounded(ctx)
	defer cancel()
	r := newRunner(p)
	if err := r.open(ctx); err != nil {
		return conformance.Description{}, result.Learned{}, errors.New(supervise.Reason(ctx, err))
	}
	op := supervise.Fastest(r.description)
	parts := slices.DeleteFunc(p.parts(r.description), func(p part) bool { return p.op != op })
	err = r.runParts(ctx, parts)
	learned := learnedOf(op, p.Edition)
	switch {
	case err != nil || r.declines.result().Any():
	case r.record.Unstable:
		learned.Why, learned.Unstable = "the same input had different responses", true
	default:
		learned, err = r.learn(ctx, op, parts, p.extra, 0)
	}
	if err = cmp.Or(err, r.pool.Close()); err != nil {
		return r.description, result.Learned{}, errors.New(supervise.Reason(ctx, err))
	}
	r.settleDeclined(ctx)
	// A declined string has no verdict, so there is no language to learn.
	if declined := r.declines.result(); declined.Any() {
		asked := learned.Words
		learned = learnedOf(op, p.Edition)
		learned.Words, learned.Why = asked, printable.Text(declined.Sentence())
	}
	return r.description, learned, nil
}

const wordsWhileJudged = 300_000

// learnAfter learns what an implementation with incorrect verdicts accepts, in a process of its own
// and within a time limit.
func (r *runner) learnAfter(ctx context.Context, parts []part, took time.Duration) *result.Learned {
	ops := []conformance.Op{supervise.Fastest(r.description), conformance.OpParse, conformance.OpValid}
	wrong := func(op conformance.Op) bool { return len(r.seen.wrong[op].words) > 0 }
	op := ops[max(slices.IndexFunc(ops, wrong), 0)]
	if declined := r.declines.result(); !wrong(op) || declined != nil && declined.Validity > 0 {
		return nil
	}
	ctx, cancel := stepContext(ctx, took, learningAtLeast)
	defer cancel()
	learner := newRunner(*r.plan)
	learner.seen.wrong, learner.seen.crashes = r.seen.wrong, r.seen.crashes
	learned := learnedOf(op, r.plan.Edition)
	err := learner.open(ctx)
	if err == nil {
		defer func() { _ = learner.pool.Close() }()
		learner.pool.KnowFatal(r.pool)
		learned, err = learner.learn(ctx, op, parts, 0, wordsWhileJudged)
	}
	if learner.declines.result().Any() {
		return nil
	}
	if err != nil {
		learned.Why = printable.Text(supervise.Reason(ctx, err)).Cut()
	}
	return &learned
}

// learnedOf returns the result of learning before it begins.
func learnedOf(op conformance.Op, edition *notation.Edition) result.Learned {
	return result.Learned{Op: string(op), Specification: automaton.Of(edition).Expression(nil)}
}

// learn learns the language that one operation accepts, after its parts. limit bounds the number of
// words, if it is above zero.
func (r *runner) learn(ctx context.Context, op conformance.Op, parts []part, extra, limit int) (result.Learned, error) {
	specification := automaton.Of(r.plan.Edition)
	learned := learnedOf(op, r.plan.Edition)
	learned.Extra = extra
	wrong := r.seen.wrong[op]
	first := slices.Collect(specification.ClassSuite(0).Words())
	for _, word := range wrong.shortest(100) {
		if !slices.Contains(first, word) {
			first = append(first, word)
		}
	}
	if token := specification.First(1)[0]; !r.description.TakesBytes(op) {
		// A part of a character has no verdict, so a word finds each form of characters in UTF-8.
		for _, c := range "\u0080\u0800\u1000\ud000\ue000\U00010000\U00040000\U00100000" {
			first = append(first, token+string(c), string(c)+token)
		}
	}
	member := func(ctx context.Context, words []string, verdict func(string, bool)) error {
		return r.recognise(ctx, op, slices.Values(words), func(word string, accepted bool) bool {
			verdict(word, accepted)
			return true
		})
	}
	counterexample := func(ctx context.Context, h *automaton.DFA) (at string, found bool, err error) {
		if word, found := r.counterexampleAmong(h, op, parts, wrong); found {
			return word, true, nil
		}
		err = r.recognise(ctx, op, h.Suite(extra, false).Words(), func(word string, yes bool) bool {
			if found = yes != h.Accepts(word); found {
				at = word
			}
			return !found
		})
		return at, found, err
	}
	got, words, err := automaton.Learn(ctx, member, counterexample, automaton.LearnOptions{
		First: first, Prefer: specification.Order(), Words: limit,
	})
	learned.Words = words
	crashes := r.seen.crashes[op]
	crashed := append(crashes.shortest(fewWords), slices.SortedFunc(slices.Values(crashes.long), byLength)...)
	learned.Crashed = printable.Tokens(crashed[:min(len(crashed), fewWords)])
	if err != nil {
		return learned, unlearnable(&learned, err)
	}
	missed := func(word string) bool { return got.Accepts(word) == specification.Accepts(word) }
	if slices.ContainsFunc(wrong.long, missed) {
		learned.Why = "some incorrect verdicts on long strings would need an automaton with too many states"
		return learned, nil
	}
	learned.Partial = wrong.more
	learned.SetMachine(got, specification, fewWords)
	for _, e := range r.seen.others {
		if automaton.Equal(got, automaton.Of(e)) {
			learned.Edition = e.String()
		}
	}
	return learned, nil
}

// recognise calls answer with the verdicts of an operation on words, until it returns false.
func (j *judge) recognise(ctx context.Context, op conformance.Op, words iter.Seq[string], answer func(word string, accepted bool) bool) error {
	return j.ask(ctx, j.impl, requesting(op, j.askable(op, words)), j.pool.Batches(j.plan.Seed), func(req conformance.Request, got conformance.Response) bool {
		if got.Outcome == conformance.Crashed {
			j.seen.crash(op, req.Token)
		}
		return got.Outcome == conformance.Unsupported || answer(req.Token, got.Outcome == conformance.Accepted)
	})
}

// unlearnable sets why there is no automaton. It returns err if that is another reason.
func unlearnable(learned *result.Learned, err error) error {
	var unstable *automaton.UnstableError
	switch {
	case errors.Is(err, automaton.ErrStates):
		learned.Why = "its automaton would have too many states"
	case errors.Is(err, automaton.ErrWords):
		learned.Why = "it would take too many requests"
	case errors.As(err, &unstable):
		learned.Why, learned.Unstable = printable.Text(fmt.Sprintf("the verdict on %+.80q changes", unstable.Word)), true
	default:
		return err
	}
	return nil
}

const fewWords = 5

// counterexampleAmong finds a string among the requests of an operation on which a hypothesis
// contradicts the implementation: the shortest one with an incorrect verdict, or else the first.
func (t *target) counterexampleAmong(h *automaton.DFA, op conformance.Op, parts []part, wrong *keptWords) (string, bool) {
	for _, word := range wrong.shortest(mostWrong) {
		if h.Accepts(word) == t.plan.Edition.Valid(word) {
			return word, true
		}
	}
	if wrong.more {
		return "", false // not every incorrect verdict was kept
	}
	for _, p := range parts {
		if p.op != op || p.requests == nil {
			continue
		}
		for req := range p.requests {
			if !t.description.Takes(op, req.Token) {
				continue
			}
			if right := t.plan.Edition.Valid(req.Token); h.Accepts(req.Token) != right && !wrong.has(req.Token) {
				return req.Token, true
			}
		}
	}
	return "", false
}
