package suite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
	"github.com/epin-conformance/harness/epin"
)

// history is an order of requests, some of them repeated.
type history struct {
	name   string
	says   string
	fresh  bool // with an implementation of its own
	sweep  bool // in sweeps, if they are offered
	random bool // from the seed
	tokens func(cfg Config) iter.Seq[string]
}

// histories are compared with the first responses to the same requests. Each ends at the first
// response that differs.
var histories = []history{
	{
		name: "again", says: "A repeated request has the same response.",
		tokens: func(cfg Config) iter.Seq[string] {
			return twice(probesOf(cfg.Edition))
		},
	},
	{
		name: "again-in-a-sweep", says: "A token that is repeated in a sweep has the same verdict.", sweep: true,
		tokens: func(cfg Config) iter.Seq[string] {
			return twice(probesOf(cfg.Edition))
		},
	},
	{
		name: "after-error", says: "A token has the same response after an invalid string.",
		tokens: func(cfg Config) iter.Seq[string] {
			return pairs(refusedProbes, probesOf(cfg.Edition))
		},
	},
	{
		name: "after-relative", says: "A token has the same response after each other token of the same letter.",
		tokens: func(cfg Config) iter.Seq[string] {
			return func(yield func(string) bool) {
				byName := map[epin.Name][]string{}
				for id := range cfg.Edition.All() {
					byName[id.Name()] = append(byName[id.Name()], id.String())
				}
				for name := epin.Name('A'); name <= 'Z'; name++ {
					for token := range pairs(byName[name], byName[name]) {
						if !yield(token) {
							return
						}
					}
				}
			}
		},
	},
	{
		name: "after-10000", says: "A token has the same response after 10,000 other strings.",
		tokens: func(cfg Config) iter.Seq[string] {
			return func(yield func(string) bool) {
				n := 0
				for word := range neighboursOf(cfg.Edition).machine.Words() {
					if n == 10_000 {
						break
					}
					if !utf8.ValidString(word) {
						continue // every implementation takes text
					}
					if n++; !yield(word) {
						return
					}
				}
				for _, token := range probesOf(cfg.Edition) {
					if !yield(token) {
						return
					}
				}
			}
		},
	},
	{
		name: "shuffled", says: "A token has the same response in another order.", random: true,
		tokens: func(cfg Config) iter.Seq[string] {
			return func(yield func(string) bool) {
				tokens := probesOf(cfg.Edition)
				rng := rand.New(rand.NewPCG(cfg.Seed, 0))
				for range 3 {
					rng.Shuffle(len(tokens), func(i, j int) { tokens[i], tokens[j] = tokens[j], tokens[i] })
					for _, token := range tokens {
						if !yield(token) {
							return
						}
					}
				}
			}
		},
	},
	{
		name: "fresh", says: "A fresh process gives the same responses in the opposite order.", fresh: true,
		tokens: func(cfg Config) iter.Seq[string] {
			tokens := probesOf(cfg.Edition)
			slices.Reverse(tokens)
			return slices.Values(tokens)
		},
	},
	{
		name: "fresh-refused", says: "A fresh process gives the same response to a repeated invalid string.", fresh: true,
		tokens: func(Config) iter.Seq[string] {
			return slices.Values(slices.Repeat(refusedProbes, 100))
		},
	},
}

// refusedProbes are invalid strings that libraries reject at different stages.
var refusedProbes = []string{"", "!", "+", "KK", "K''", "k\n", "é", "^", "'", "++k", "K'^", "A "}

// probesOf returns the valid tokens of an edition, and refusedProbes.
func probesOf(edition epin.Edition) []string {
	var tokens []string
	for id := range edition.All() {
		tokens = append(tokens, id.String())
	}
	return append(tokens, refusedProbes...)
}

// twice yields each token two times in a row.
func twice(tokens []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, token := range tokens {
			for range 2 {
				if !yield(token) {
					return
				}
			}
		}
	}
}

// pairs yields each of before followed by each of after.
func pairs(before, after []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, b := range before {
			for _, a := range after {
				if !yield(b) || !yield(a) {
					return
				}
			}
		}
	}
}

func historyMember(edition epin.Edition, h history) member {
	return member{result.LayerSequences + "/" + h.name, oracle.New(edition).OneVerdict}
}

// sequencesPart is the same requests in several orders, which have to have the same responses.
func sequencesPart(edition epin.Edition) part {
	p := part{
		layer: result.LayerSequences, checks: len(histories),
		about: "all tokens again: at once, after errors, after each other, after 10,000 other strings, shuffled, and in a fresh process",
		run:   runSequences,
	}
	for _, h := range histories {
		p.members = append(p.members, historyMember(edition, h))
	}
	return p
}

// runSequences uses parse if it is offered, since its responses hold most.
func runSequences(ctx context.Context, r *runner, _ part, t *tally) error {
	question := func(token string) conformance.Request {
		for _, op := range []conformance.Op{conformance.OpParse, conformance.OpValid} {
			if r.description.Offers(op) {
				return conformance.Request{Op: op, Token: token}
			}
		}
		return conformance.Request{Op: conformance.OpSweep, Tokens: []string{token}}
	}
	selected := func(h history) bool {
		m := historyMember(r.plan.Edition, h)
		return r.plan.selection.Has(m.id, m.requirements)
	}
	fresh := 0
	for _, h := range histories {
		if h.fresh && selected(h) {
			fresh++
		}
	}
	openFresh, drop := r.openAhead(ctx, fresh)
	defer drop()
	var first map[string]conformance.Response // not before it is needed
	for i, h := range histories {
		if !selected(h) {
			continue
		}
		m := historyMember(r.plan.Edition, h)
		if first == nil {
			first = map[string]conformance.Response{}
			err := ask(ctx, r.impl, slices.Values(probesOf(r.plan.Edition)), question, func(token string, got conformance.Response) bool {
				first[token] = got
				return true
			})
			if err != nil {
				return err
			}
		}
		if h.sweep && !r.description.Offers(conformance.OpSweep) {
			if err := r.member(t, m, CheckNotExercised, nil); err != nil {
				return err
			}
			continue
		}
		changed, err := r.runHistory(ctx, h, openFresh, question, first)
		if err != nil {
			return err
		}
		result := CheckPassed
		if changed != nil {
			result = CheckFail
			r.record.Unstable()
			if changed.broken != nil {
				m.requirements = changed.broken
			}
		}
		err = r.member(t, m, result, func() (Failure, shrink.Fault) {
			was := first[changed.token]
			wanted, got := r.plan.oracle.ChangeTexts(was, changed.to)
			return Failure{
				Op: "history " + h.name, Token: printable.Token(changed.token), Seeded: h.random,
				Why:    printable.Text(h.says + " Requests before it: " + changed.after),
				Wanted: printable.Text("the first response, " + wanted), Got: printable.Text(got),
			}, r.faultOfHistory(h, changed, question, was)
		})
		if err != nil {
			return err
		}
		r.emit(Progress{Done: i + 1})
	}
	return nil
}

// change is a response that differs from the first response to the same request.
type change struct {
	token string
	to    conformance.Response
	after string // the requests before, in words
	asked int    // number of requests before

	broken []string // requirements, if the verdict is the same and an attribute is incorrect
}

// runHistory performs the requests of a history until a response differs from the first one.
func (r *runner) runHistory(ctx context.Context, h history, openFresh func() (conformance.Implementation, error), question func(string) conformance.Request, first map[string]conformance.Response) (found *change, err error) {
	impl := r.impl
	if h.fresh {
		if impl, err = openFresh(); err != nil {
			return nil, err
		}
		if c, ok := impl.(io.Closer); ok {
			defer func() { err = errors.Join(err, c.Close()) }()
		}
	}
	asked, last := 0, ""
	same := func(token string, resp conformance.Response, same bool, broken []string) bool {
		if !same {
			after := "none."
			if asked > 0 {
				after = fmt.Sprintf("%s, the last with %s.", number.Thousands(asked), strconv.QuoteToASCII(last))
			}
			found = &change{token, resp, after, asked, broken}
			return false
		}
		asked, last = asked+1, token
		return true
	}
	if h.sweep {
		err = r.verdicts(ctx, conformance.OpSweep, h.tokens(r.plan.Config), func(token string, verdict byte) bool {
			if verdict == conformance.VerdictNone {
				return true
			}
			resp, accepted := conformance.Response{Outcome: conformance.Rejected}, verdict == conformance.VerdictYes
			if accepted {
				resp.Outcome = conformance.Accepted
			}
			return same(token, resp, accepted == (first[token].Outcome == conformance.Accepted), nil)
		})
		return found, err
	}
	err = ask(ctx, impl, h.tokens(r.plan.Config), question, func(token string, resp conformance.Response) bool {
		was, known := first[token]
		switch {
		case !known, resp.Outcome == conformance.Unsupported, was.Equal(resp):
			return same(token, resp, true, nil)
		case was.Outcome != resp.Outcome:
			return same(token, resp, false, nil)
		}
		broken := r.brokenByValue(oracle.Single(question(token)), was, resp)
		return same(token, resp, broken == nil, broken)
	})
	return found, err
}

// brokenByValue returns the requirements that responses violate, except those of the verdict.
// Attributes of an invalid string follow from the verdict, and violate none.
func (r *runner) brokenByValue(req conformance.Request, responses ...conformance.Response) []string {
	var broken []string
	for _, got := range responses {
		_, symptoms := r.plan.oracle.Wrong(req, got)
		for _, s := range symptoms {
			if !oracle.IsVerdict(s.Name) {
				broken = oracle.Union(broken, s.Requirements)
			}
		}
	}
	return broken
}

// openAhead opens n implementations, which next returns one by one. Processes start ahead, so
// nobody waits for them. drop closes those that next has not returned.
func (r *runner) openAhead(ctx context.Context, n int) (next func() (conformance.Implementation, error), drop func()) {
	if _, batches := r.impl.(conformance.Batcher); !batches {
		return func() (conformance.Implementation, error) { return r.openOne(ctx) }, func() {}
	}
	type opening struct {
		impl conformance.Implementation
		err  error
	}
	opened := make(chan opening, n)
	go func() {
		for range n {
			impl, err := r.openOne(ctx)
			opened <- opening{impl, err}
		}
		close(opened)
	}()
	next = func() (conformance.Implementation, error) {
		o := <-opened
		return o.impl, o.err
	}
	drop = func() {
		for o := range opened {
			if c, ok := o.impl.(io.Closer); ok && o.err == nil {
				_ = c.Close() // it got no request
			}
		}
	}
	return next, drop
}

// ask sends a request for each token, and passes the responses on in that order.
func ask(ctx context.Context, impl conformance.Implementation, tokens iter.Seq[string], question func(string) conformance.Request, answer func(string, conformance.Response) bool) error {
	return supervise.InOrder(ctx, impl, func(yield func(conformance.Request) bool) {
		for token := range tokens {
			if !yield(question(token)) {
				return
			}
		}
	}, func(x conformance.Exchange) bool {
		token := x.Request.Token
		if x.Request.Op == conformance.OpSweep {
			token, x.Response = x.Request.Tokens[0], oracle.SweptOutcome(x.Response, 0)
		}
		return answer(token, x.Response)
	})
}
