package suite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
	"github.com/epin-conformance/harness/conformance/notation"
)

// history is an order of requests, some of them repeated.
type history struct {
	name   string
	says   string
	fresh  bool                      // with an implementation of its own
	each   bool                      // with each implementation that is open
	random bool                      // from the seed
	tokens func(cfg Config) []string // of the requests; nil for each pair of those that it is compared with in a row
}

// histories are compared with the first responses to the same requests. Each ends at the first
// response that differs.
var histories = []history{
	{
		name: "again", says: "A repeated request has the same response.",
		tokens: func(cfg Config) (all []string) {
			for _, token := range probesOf(cfg.Edition) {
				all = append(all, token, token)
			}
			return all
		},
	},
	{
		name: "after-error", says: "A token has the same response after an invalid string.",
		tokens: func(cfg Config) []string { return pairs(invalidProbes(cfg.Edition), probesOf(cfg.Edition)) },
	},
	{
		name: "after-relative", says: "A token has the same response after each other token of the same letter.",
		tokens: func(cfg Config) (all []string) {
			relatives := slices.Collect(maps.Values(tokensByLetters(cfg.Edition)))
			if !hasFewTokens(cfg.Edition) {
				relatives = relativesOfTwoLetters(cfg.Edition)
			}
			slices.SortFunc(relatives, slices.Compare)
			for _, same := range relatives {
				all = append(all, pairs(same, same)...)
			}
			return all
		},
	},
	{
		name: "after-41000", says: "A token has the same response after 41,000 other strings.",
		tokens: func(cfg Config) (all []string) {
			for word := range automaton.Of(cfg.Edition).Neighbours().Words() {
				if len(all) == 41_000 {
					break
				}
				if utf8.ValidString(word) { // which every implementation takes
					all = append(all, word)
				}
			}
			return append(all, probesOf(cfg.Edition)...)
		},
	},
	{
		name: "shuffled", says: "A token has the same response in another order.", random: true,
		tokens: func(cfg Config) (all []string) {
			tokens := probesOf(cfg.Edition)
			rng := rand.New(rand.NewPCG(cfg.Seed, 0))
			for range 3 {
				rng.Shuffle(len(tokens), func(i, j int) { tokens[i], tokens[j] = tokens[j], tokens[i] })
				all = append(all, tokens...)
			}
			return all
		},
	},
	{
		name: "fresh", says: "A fresh process gives the same responses in the opposite order.", fresh: true,
		tokens: func(cfg Config) []string {
			tokens := probesOf(cfg.Edition)
			slices.Reverse(tokens)
			return tokens
		},
	},
	{
		name: "fresh-refused", says: "A fresh process gives the same response to a repeated invalid string.", fresh: true,
		tokens: func(cfg Config) []string { return slices.Repeat(invalidProbes(cfg.Edition), 100) },
	},
}

// invalidProbes returns invalid strings that libraries reject at different stages.
func invalidProbes(edition *notation.Edition) []string {
	return slices.DeleteFunc([]string{"", "!", "+", "KK", "K''", "k\n", "é", "^", "'", "++k", "K'^", "A "}, edition.Valid)
}

// mostProbes bounds the tokens that are requested in many orders, or compared with all others.
const mostProbes = 1000

func hasFewTokens(edition *notation.Edition) bool {
	return len(slices.Collect(edition.Tokens())) <= mostProbes
}

// probesInWords returns a word for the tokens that probesOf has of an edition.
func probesInWords(edition *notation.Edition) string {
	if hasFewTokens(edition) {
		return "all"
	}
	return number.Thousands(mostProbes)
}

// probesOf returns the valid tokens of an edition, or mostProbes of them at equal distances, and
// invalidProbes.
func probesOf(edition *notation.Edition) []string {
	tokens := slices.Collect(edition.Tokens())
	if n := len(tokens); n > mostProbes {
		for i := range mostProbes {
			tokens[i] = tokens[i*n/mostProbes]
		}
		tokens = tokens[:mostProbes]
	}
	return append(tokens, invalidProbes(edition)...)
}

// inPairs yields each ordered pair of values in a row once, and a value after itself too: a de Bruijn sequence of
// order 2, which has no shorter one.
func inPairs[T any](all []T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for i, one := range all {
			if !yield(one) {
				return
			}
			for _, other := range all[i+1:] {
				if !yield(one) || !yield(other) {
					return
				}
			}
		}
		if len(all) > 0 {
			yield(all[0])
		}
	}
}

func pairs(before, after []string) (all []string) {
	for _, b := range before {
		for _, a := range after {
			all = append(all, b, a)
		}
	}
	return all
}

// sequencesPart is the same requests in several orders, which have to have the same responses.
func sequencesPart(edition *notation.Edition) part {
	return historiesPart(edition, histories, part{
		about: probesInWords(edition) + " tokens again: at once, after errors, after each other, after 41,000 other strings, shuffled, " +
			"and in a fresh process",
	}, nil)
}

// lastPart is all tokens again at the end of the life of each process, since a process may have got
// requests that the others did not get.
func lastPart(edition *notation.Edition) part {
	return historiesPart(edition, []history{{
		name: "last", says: "A token has the same response at the end of a process.", each: true,
		tokens: func(cfg Config) []string { return probesOf(cfg.Edition) },
	}}, part{about: probesInWords(edition) + " tokens again, to each process at its end"}, nil)
}

func requestsForProbes(edition *notation.Edition, op conformance.Op) []conformance.Request {
	return slices.Collect(requesting(op, slices.Values(probesOf(edition))))
}

// orderPart is every pair of requests in a row by one operation, in one process. If responses depend on
// nothing but the request and the one before, it shows that they do not depend on the one before. The requests
// are one for each probe, or those of requestsOfTwoLetters.
func orderPart(edition *notation.Edition, op conformance.Op, offered conformance.Description, whole bool) part {
	requests, p := requestsOfTwoLetters(edition, op, offered.Methods), part{op: op}
	things := "strings, all tokens of two letters among them"
	switch {
	case whole && hasFewTokens(edition):
		requests, things = requestsForProbes(edition, op), "strings, all tokens among them"
		n := len(requests)
		p.shows = func(c *result.Claim) { c.Probes = n }
	case op == conformance.OpApply:
		things = "transformations of tokens of two letters"
	case op == conformance.OpEqual:
		things = "comparisons of tokens of two letters"
	}
	n := len(requests)
	p.about = fmt.Sprintf("%d %s, each directly after every one of them: %s requests in one order, to one process", n, things, number.Thousands(n*n+1))
	return historiesPart(edition, []history{{
		name: "pairs/" + string(op), says: "A request has the same response directly after any request.",
	}}, p, requests)
}

// relativesOfTwoLetters returns the tokens of the first letter, or letters, and of the last.
func relativesOfTwoLetters(edition *notation.Edition) [][]string {
	relatives := tokensByLetters(edition)
	letters := slices.Sorted(maps.Keys(relatives))
	return [][]string{relatives[letters[0]], relatives[letters[len(letters)-1]]}
}

// requestsOfTwoLetters returns requests for tokens of the first letter and of the last one: the tokens and
// invalidProbes; or each of some transformations of a few tokens; or comparisons of each of these with each.
func requestsOfTwoLetters(edition *notation.Edition, op conformance.Op, methods []conformance.Method) (requests []conformance.Request) {
	var tokens, few []string
	for _, same := range relativesOfTwoLetters(edition) {
		tokens = append(tokens, same...)
		few = append(few, same[0], same[len(same)/3], same[len(same)/2], same[len(same)-1])
	}
	switch op {
	case conformance.OpApply:
		for _, token := range few {
			for _, m := range methods {
				requests = append(requests, conformance.Request{Op: op, Token: token, Methods: []conformance.Method{m}})
			}
		}
	case conformance.OpEqual:
		for _, token := range few {
			for _, other := range few {
				requests = append(requests, conformance.Request{Op: op, Token: token, Other: other})
			}
		}
	default:
		requests = slices.Collect(requesting(op, slices.Values(append(tokens, invalidProbes(edition)...))))
	}
	return requests
}

// historiesPart is histories. Their responses are compared with those to some requests, which come first; nil for
// one for each probe.
func historiesPart(edition *notation.Edition, all []history, p part, requests []conformance.Request) part {
	p.layer, p.checks = result.LayerSequences, len(all)
	p.run = func(ctx context.Context, r *runner, p part, t *tally) error {
		return runSequences(ctx, r, p, t, all, requests)
	}
	for _, h := range all {
		p.members = append(p.members, member{result.LayerSequences + "/" + h.name, edition.Clauses.OneVerdict})
	}
	return p
}

// keyOf returns what identifies a request among those of its operation.
func keyOf(req conformance.Request) string {
	if req.Other == "" && req.Methods == nil {
		return req.Token
	}
	return selector.ID("", req)
}

// runSequences compares histories with the responses to some requests, see historiesPart. They are sent once in a run
// for the parts without an operation.
func runSequences(ctx context.Context, r *runner, p part, t *tally, all []history, requests []conformance.Request) error {
	mostTelling := supervise.FirstOffered(r.description, conformance.OpParse, conformance.OpValid, conformance.OpSweep)
	op, first := cmp.Or(p.op, mostTelling), r.first
	if requests == nil {
		requests = requestsForProbes(r.plan.Edition, op)
	}
	if (p.op != "" || first == nil) && slices.ContainsFunc(p.members, r.plan.has) {
		first = map[string]conformance.Response{}
		err := r.ask(ctx, r.impl, slices.Values(requests), r.pool.Batches(r.plan.Seed), func(req conformance.Request, got conformance.Response) bool {
			first[keyOf(req)] = got
			t.incorrect = t.incorrect || r.plan.oracle.Wrong(req, got) != nil
			return true
		})
		if err != nil {
			return err
		}
	}
	if p.op == "" {
		r.first = first
	}
	for i, h := range all {
		m, came := p.members[i], result.CheckPassed
		if !r.plan.has(m) {
			continue
		}
		restarts, sequence := r.pool.Restarts(), inPairs(requests)
		if h.tokens != nil {
			sequence = requesting(op, slices.Values(h.tokens(r.plan.Config)))
		}
		c, err := r.runHistory(ctx, h, sequence, first)
		if err != nil {
			return err
		}
		switch restarts = r.pool.Restarts() - restarts; {
		case c.changed:
			came = result.CheckFail
			r.record.Unstable = true
			if c.broken != nil {
				m.requirements = c.broken
			}
		case p.op != "" && restarts > 0:
			r.note(fmt.Sprintf("by %s, the order of pairs of strings was interrupted: restarts of the adapter began %s; "+
				"pairs across their borders were not tested", op, number.Counted(restarts, "new segment")))
			came = result.CheckNotExercised
		case c.compared == 0, p.op != "" && c.declined > 0:
			came = result.CheckNotExercised
		}
		err = r.member(t, m, came, func() shrink.Fault {
			of := r.faultOfHistory(h, &c, requests, first[keyOf(c.request())])
			of.Op, of.Token, of.Other, of.Seeded = "history "+h.name, printable.Token(c.request().Token), result.InputOf(c.request()).Other, h.random
			of.Why = printable.Text(h.says + " Requests before it: " + c.before())
			return of
		})
		if err != nil {
			return err
		}
		r.done(i + 1)
	}
	return nil
}

// comparison is the responses of a history, compared with the first ones to the same requests until
// one differs.
type comparison struct {
	compared int
	declined int                   // not compared, because one of the two was declined
	asked    []conformance.Request // the last ones
	n        int                   // requests to this implementation
	changed  bool                  // whether the last response, to, differs from the first one
	to       conformance.Response
	broken   []string // requirements, if the verdict is the same and an attribute is incorrect
}

func (c *comparison) request() conformance.Request { return c.asked[len(c.asked)-1] }

func (c *comparison) before() string {
	if c.n == 1 {
		return "none."
	}
	return fmt.Sprintf("%s; the last is %s.", number.Thousands(c.n-1), c.asked[len(c.asked)-2])
}

// runHistory performs the requests of a history until a response differs from the first one.
func (j *judge) runHistory(
	ctx context.Context, h history, requests iter.Seq[conformance.Request], first map[string]conformance.Response,
) (c comparison, err error) {
	impls := []conformance.Implementation{j.pool.First()}
	switch {
	case h.fresh:
		if impls[0], err = j.pool.Fresh(); err != nil {
			return c, err
		}
		defer func() { err = errors.Join(err, impls[0].(io.Closer).Close()) }()
	case h.each:
		impls = j.pool.Open()
	}
	for i := 0; i < len(impls) && !c.changed && err == nil; i++ {
		c.asked, c.n = nil, 0
		batches := j.pool.Batches(j.plan.Seed)
		batches.Overlap = true
		err = j.ask(ctx, impls[i], requests, batches, func(req conformance.Request, resp conformance.Response) bool {
			if c.n++; len(c.asked) == 2*shrink.LongestHistory {
				c.asked = slices.Delete(c.asked, 0, shrink.LongestHistory)
			}
			c.asked, c.to = append(c.asked, req), resp
			was, known := first[keyOf(req)]
			switch {
			case resp.Outcome == conformance.Unsupported, known && was.Outcome == conformance.Unsupported:
				c.declined++
				return true
			case !known:
				return true
			case was.Outcome != resp.Outcome:
				c.changed = true
			case !was.Equal(resp):
				c.broken = j.brokenValues(req, was, resp)
				c.changed = c.broken != nil
			}
			c.compared++
			return !c.changed
		})
	}
	return c, err
}

// brokenValues returns the requirements about values that responses violate. Attributes of an
// invalid string follow from the verdict, and violate none.
func (j *judge) brokenValues(req conformance.Request, responses ...conformance.Response) (broken []string) {
	for _, got := range responses {
		for _, v := range j.plan.oracle.Violations(j.plan.oracle.Wrong(req, got)) {
			if !v.OfVerdict() {
				broken = oracle.Union(broken, v.Requirements)
			}
		}
	}
	return broken
}

// canaries are strings at random places of sweeps. Nearly all strings of the large layers are
// invalid, so without canaries nobody would notice a sweep that rejects the rest unread, or
// returns verdicts in the place of others.
type canaries struct {
	judged int
	wrong  *shrink.Fault // the first with an incorrect verdict that was correct before
	sweep  int           // the number of strings in its sweep
}

func canariesPart(edition *notation.Edition) part {
	return part{
		layer: result.LayerSequences, op: conformance.OpSweep, checks: 1, run: runCanaries,
		about:   "strings with a known verdict at random places of each sweep, often the first and the last",
		members: []member{{result.LayerSequences + "/canaries", edition.Clauses.OneVerdict}},
	}
}

// without judges the canaries of a sweep, and returns the exchange without them. It changes
// the tokens of the request in place: they are no longer needed as they were sent.
func (c *canaries) without(j *judge, x conformance.Exchange, places []int) conformance.Exchange {
	if len(places) == 0 {
		return x
	}
	for _, at := range places {
		c.judge(j, x, at)
	}
	tokens, verdicts := x.Request.Tokens, []byte(x.Response.Verdicts)
	for _, at := range slices.Backward(places) {
		tokens = slices.Delete(tokens, at, at+1)
		if at < len(verdicts) {
			verdicts = slices.Delete(verdicts, at, at+1)
		}
	}
	x.Request.Tokens, x.Response.Verdicts = tokens, string(verdicts)
	return x
}

// judge judges a canary. A verdict that was incorrect before, by any operation, has its own failure.
func (c *canaries) judge(j *judge, x conformance.Exchange, at int) {
	token, got := x.Request.Tokens[at], oracle.SweptOutcome(&x.Response, at)
	earlier := j.seen.first[token]
	if earlier == nil || got.Outcome == conformance.Unsupported || c.wrong != nil && !c.sweptWrong(j) {
		return
	}
	c.judged++
	request := conformance.Request{Op: conformance.OpSweep, Token: token}
	if wanted := j.plan.oracle.Wanted(request).Outcome; earlier.outcome != wanted || got.Outcome == wanted {
		return
	}
	of, _ := j.faultOf(request, got)
	var all []conformance.Request
	for d := range oracle.Responses(x) {
		all = append(all, d.Request)
	}
	of.Before = shrink.Conversation{Requests: all[:min(at+1+shrink.ShownBehind, len(all))], At: at}
	c.wrong, c.sweep = &of, len(all)
}

// sweptWrong reports whether a layer found the token of the wrong canary incorrect by sweep, too. Then
// its place among the canaries may not matter.
func (c *canaries) sweptWrong(j *judge) bool {
	token := c.wrong.Request.Token
	return j.seen.wrong[conformance.OpSweep].has(token) || j.seen.crashes[conformance.OpSweep].has(token)
}

func runCanaries(_ context.Context, r *runner, p part, t *tally) error {
	m, c := p.members[0], &r.canaries
	if !r.plan.has(m) {
		return nil
	}
	came := result.CheckPassed
	switch {
	case c.wrong != nil && !c.sweptWrong(r.judge):
		came = result.CheckFail
		r.record.Unstable = true
	case c.judged == 0, c.wrong != nil:
		came = result.CheckNotExercised
	}
	return r.member(t, m, came, func() shrink.Fault {
		of := *c.wrong
		of.Op, of.Token, of.Seeded = string(conformance.OpSweep), printable.Token(of.Request.Token), true
		of.Why = printable.Text(fmt.Sprintf("A string has the same verdict at each place of a sweep. Here it is number %s of %s.",
			number.Thousands(of.Before.At+1), number.Thousands(c.sweep)))
		return of
	})
}
