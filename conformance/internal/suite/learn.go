package suite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
)

// Learn finds out what language an implementation accepts, by the fastest way that it
// offers: it asks the layers about recognition as [Run] does, and then whatever tells
// automata apart. It calls emit for the parts and their progress. Of cfg, what is
// about laws, selection and ending early is not used.
//
// An error is a *[CostError], or says why it could not be found out.
func Learn(ctx context.Context, cfg Config, emit func(Event)) (conformance.Description, result.Learned, error) {
	cfg.Only, cfg.without = nil, nil
	p, err := newPlan(cfg)
	if err != nil {
		return conformance.Description{}, result.Learned{}, err
	}
	ctx, cancel := bounded(ctx, cfg.MaxTime)
	defer cancel()
	r := newRunner(p, func(e Event) {
		if _, failed := e.(CheckFailed); !failed {
			emit(e)
		}
	})
	if err := r.open(ctx); err != nil {
		return conformance.Description{}, result.Learned{}, learningCut(ctx, err)
	}
	way := supervise.Fastest(r.description)
	parts := p.allParts(r.description)
	parts = slices.DeleteFunc(parts, func(p part) bool { return p.way != string(way) })
	for _, p := range parts {
		if err = r.part(ctx, p); err != nil {
			break
		}
	}
	var learned result.Learned
	declined, _ := r.declines.result()
	if err == nil && !declined.Any() {
		learned, err = r.learn(ctx, way, parts, p.extra, 0)
	}
	if closed := r.pool.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return r.description, result.Learned{}, learningCut(ctx, err)
	}
	r.settleDeclined(ctx)
	declined, _ = r.declines.result()
	// A declined string has no verdict, so there is no language to learn.
	if declined.Any() {
		asked := learned.Asked
		learned = learnedOf(way, result.Specification(cfg.Edition))
		learned.Asked, learned.Why = asked, printable.Text(declined.Sentence())
	}
	return r.description, learned, nil
}

func learningCut(ctx context.Context, err error) error { return errors.New(supervise.Reason(ctx, err)) }

// wordsByWay are strings, by the way of asking in which something was amiss with them.
type wordsByWay map[conformance.Op]*keptWords

func (w wordsByWay) add(way conformance.Op, word string) {
	if w[way] == nil {
		w[way] = &keptWords{}
	}
	w[way].add(word)
}

// of returns those of a way, which may be none.
func (w wordsByWay) of(way conformance.Op) *keptWords {
	if words := w[way]; words != nil {
		return words
	}
	return &keptWords{}
}

// keptWords are strings, as long as there are not too many of them.
type keptWords struct {
	words map[string]bool
	more  bool // that are not kept
}

const (
	mostWrong        = 1 << 15 // words
	longestWrong     = 1 << 10 // bytes of one
	wordsWhileJudged = 300_000 // to ask while an implementation is certified
)

// learningAtLeast is how long learning may go on, however short the run was.
var learningAtLeast = 10 * time.Second

func (w *keptWords) add(word string) {
	if w.words == nil {
		w.words = map[string]bool{}
	}
	if len(w.words) >= mostWrong || len(word) > longestWrong {
		w.more = true
		return
	}
	w.words[word] = true
}

// shortest are the words that were kept, the shortest first.
func (w *keptWords) shortest() []string {
	return slices.SortedFunc(maps.Keys(w.words), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
}

// learnAfter learns what an implementation accepts whose verdicts were wrong, for the
// report: in a process of its own, since what happens there says nothing any more, and
// not for longer than the run took.
func (r *runner) learnAfter(ctx context.Context, parts []part, took time.Duration) *result.Learned {
	way := supervise.Fastest(r.description)
	for _, op := range []conformance.Op{way, conformance.OpParse, conformance.OpValid} {
		if len(r.wrong.of(op).words) > 0 {
			way = op
			break
		}
	}
	if declined, _ := r.declines.result(); len(r.wrong.of(way).words) == 0 || declined != nil && declined.Validity > 0 {
		return nil
	}
	limit := max(took, learningAtLeast)
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("it took longer than %s", limit.Round(time.Second)))
	defer cancel()
	whole := r.plan
	whole.selection = &selector.Selection{}
	learner := newRunner(whole, func(Event) {})
	learner.wrong, learner.crashes = r.wrong, r.crashes
	learner.restarts.KnowFatal(&r.restarts)
	if err := learner.open(ctx); err != nil {
		learned := learnedOf(way, result.Specification(r.plan.Edition))
		learned.Why = printable.Text(supervise.Reason(ctx, err)).Cut()
		return &learned
	}
	defer func() { _ = learner.pool.Close() }()
	learned, err := learner.learn(ctx, way, parts, 0, wordsWhileJudged)
	if declined, _ := learner.declines.result(); declined.Any() {
		return nil
	}
	if err != nil {
		learned.Why = printable.Text(supervise.Reason(ctx, err)).Cut()
	}
	return &learned
}

// learnedOf returns the result of learning by an operation, of which nothing is known yet.
func learnedOf(way conformance.Op, specification *automaton.DFA) result.Learned {
	expression, _ := specification.Expression()
	return result.Learned{Way: string(way), Specification: expression}
}

// learn learns the language of one way of asking, of which the parts were asked
// already. limit bounds the words that are asked, if it is above zero.
func (r *runner) learn(ctx context.Context, way conformance.Op, parts []part, extra, limit int) (result.Learned, error) {
	specification := result.Specification(r.plan.Edition)
	learned := learnedOf(way, specification)
	learned.Extra = extra
	wrong := r.wrong.of(way)
	shortest := wrong.shortest()
	var first []string
	small, err := specification.ClassSuite(0)
	if err != nil {
		return learned, err
	}
	first = slices.AppendSeq(first, small.Words())
	for _, word := range shortest[:min(len(shortest), 100)] {
		if !slices.Contains(first, word) {
			first = append(first, word)
		}
	}
	ask := func(ctx context.Context, words iter.Seq[string], answer func(word string, accepted bool) bool) error {
		return r.verdicts(ctx, way, words, func(word string, verdict byte) bool {
			return verdict == conformance.VerdictNone || answer(word, verdict == conformance.VerdictYes)
		})
	}
	member := func(ctx context.Context, words []string) ([]bool, error) {
		accepted := make(map[string]bool, len(words))
		err := ask(ctx, slices.Values(words), func(word string, yes bool) bool {
			accepted[word] = yes
			return true
		})
		answers := make([]bool, len(words))
		for i, word := range words {
			answers[i] = accepted[word]
		}
		return answers, err
	}
	counterexample := func(ctx context.Context, h *automaton.DFA) (string, bool, error) {
		for _, word := range shortest {
			if h.Accepts(word) == specification.Accepts(word) {
				return word, true, nil
			}
		}
		if word, found := r.foretoldWrongly(h, way, parts, wrong); found {
			return word, true, nil
		}
		words, err := h.Suite(extra)
		if err != nil {
			return "", false, err
		}
		found, at := false, ""
		err = ask(ctx, words.Words(), func(word string, yes bool) bool {
			if found = yes != h.Accepts(word); found {
				at = word
			}
			return !found
		})
		return at, found, err
	}
	got, err := automaton.Learn(ctx, member, counterexample, automaton.LearnOptions{
		First: first, Prefer: specification.Order(), Words: limit,
	})
	learned.Asked = got.Words
	crashed := r.crashes.of(way).shortest()
	learned.Crashed = printable.Tokens(crashed[:min(len(crashed), fewWords)])
	var unstable *automaton.UnstableError
	switch {
	case errors.Is(err, automaton.ErrStates), errors.Is(err, automaton.ErrWords):
		learned.Why = "what it accepts is not the language of a small automaton"
		return learned, nil
	case errors.As(err, &unstable):
		learned.Why, learned.Unstable = printable.Text(fmt.Sprintf("its verdict on %+.80q changes", unstable.Word)), true
		return learned, nil
	case err != nil:
		return learned, err
	}
	learned.SetMachine(got.DFA, specification, fewWords)
	if o := other(r.plan.Edition); automaton.Equal(got.DFA, result.Specification(o)) {
		learned.Edition = o.String()
	}
	return learned, nil
}

// fewWords are enough to show what is too many, and what is missing.
const fewWords = 5

// foretoldWrongly looks among everything that was asked in a way for a string on which
// a hypothesis says something else than the implementation has said.
func (r *runner) foretoldWrongly(h *automaton.DFA, way conformance.Op, parts []part, wrong *keptWords) (string, bool) {
	if wrong.more {
		return "", false // it is not known of every string what was said
	}
	for _, p := range parts {
		if p.way != string(way) || p.questions == nil {
			continue
		}
		for req := range p.questions {
			if !r.description.Takes(req.Token) {
				continue
			}
			if r.restarts.IsFatal(way, req.Token) {
				continue // it was not asked again, and not accepted
			}
			if right := r.plan.Edition.Valid(req.Token); h.Accepts(req.Token) != right && !wrong.words[req.Token] {
				return req.Token, true
			}
		}
	}
	return "", false
}

// verdicts asks about words in one way, and hands out the verdict on each in their order,
// as the characters of [conformance.Response.Verdicts], until answer returns false.
// VerdictNone stands for a word that was declined, or that was not asked again because it
// ends the process. What cannot be asked is left out.
func (r *runner) verdicts(ctx context.Context, way conformance.Op, words iter.Seq[string], answer func(word string, verdict byte) bool) error {
	pace := r.restarts.Pace(r.plan.Now, r.plan.Jobs)
	requests := func(yield func(conformance.Request) bool) {
		for word := range words {
			tooLong := way == conformance.OpSweep && len(word) > conformance.MaxSweepBytes || len(word) > conformance.MaxTokenBytes
			if tooLong || !r.description.Takes(word) {
				continue
			}
			if !yield(conformance.Request{Op: way, Token: word}) {
				return
			}
		}
	}
	return supervise.InOrder(ctx, r.pool, supervise.Swept(requests, pace), func(x conformance.Exchange) bool {
		asked, said := x.Request.Tokens, x.Response.Verdicts
		if x.Request.Op != conformance.OpSweep {
			asked, said = []string{x.Request.Token}, singleVerdicts[x.Response.Outcome]
		}
		pace.Answered(len(asked))
		for i, word := range asked {
			verdict := byte(conformance.VerdictNone)
			if i < len(said) {
				verdict = said[i]
			}
			if verdict == conformance.VerdictCrash {
				r.noteCrash(conformance.Request{Op: way, Token: word})
			}
			if !answer(word, verdict) {
				return false
			}
		}
		return true
	})
}

// singleVerdicts are the outcomes of parse and valid as verdicts of a sweep.
var singleVerdicts = map[conformance.Outcome]string{
	conformance.Accepted: string(rune(conformance.VerdictYes)),
	conformance.Rejected: string(rune(conformance.VerdictNo)),
	conformance.Crashed:  string(rune(conformance.VerdictCrash)),
}
