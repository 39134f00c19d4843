package suite

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/corpus"
)

// tokensPart is all valid tokens by one operation: with every attribute, with every transformation
// and pair of transformations, or compared with each other.
func tokensPart(plan plan, op conformance.Op, offered conformance.Description) part {
	edition := plan.Edition
	p := part{layer: result.LayerTokens, op: op, everyOp: true, about: "all tokens"}
	chains, methods := [][]conformance.Method{nil}, conformance.MethodsOf(edition)
	var afterSecond [][][]conformance.Method // for each method, pairs that begin with it, each after a call of its second
	switch op {
	case conformance.OpParse:
		p.about = "all tokens, with every accessor"
	case conformance.OpApply:
		p.shows = func(c *result.Claim) {
			c.Chains, c.Attributes, c.Unread = 2, offered.ApplyAttributes, offered.ApplyUnread
		}
		p.about = "all tokens, with every transformation and every pair of transformations"
		chains = chainsOf(methods)
		if offered.ApplyUnread {
			for _, chain := range chains[1:] { // also of one method: the token may change when it is read
				chains = append(chains, append([]conformance.Method{conformance.Unread}, chain...))
			}
			p.about += ", with results read after each and only at the end"
		}
		if offered.ApplyAttributes {
			p.about += ", with every accessor of the result, and with a transformation of the token before them"
			for i, m := range methods {
				afterSecond = append(afterSecond, nil)
				for _, n := range methods {
					afterSecond[i] = append(afterSecond[i], []conformance.Method{n.Before(), m, n})
				}
			}
		}
	case conformance.OpEqual:
		return equalityPart(plan)
	}
	p.requests = func(yield func(conformance.Request) bool) {
		for token := range edition.Tokens() {
			all := slices.Clip(chains)
			for i, pairs := range afterSecond {
				if changes(edition, token, methods[i]) {
					all = append(all, pairs...)
				}
			}
			for _, chain := range all {
				if !yield(conformance.Request{Op: op, Token: token, Methods: chain}) {
					return
				}
			}
		}
	}
	return p.counted()
}

// everyPair is the number of sampled tokens that stands for all.
const everyPair = -1

// equalityPart is tokens compared with each other: each with every token of its letter, and with some
// of other letters, which the seed chooses.
func equalityPart(plan plan) part {
	sampled := profiles[plan.Profile].pairs
	if sampled == everyPair && !hasFewTokens(plan.Edition) {
		sampled = profiles[Standard].pairs
	}
	p := part{layer: result.LayerTokens, op: conformance.OpEqual, about: "every pair of tokens"}
	if sampled != everyPair {
		const about = "every pair of tokens with the same letter in either case, and each token with %d random tokens of other letters"
		p.about = fmt.Sprintf(about, sampled)
		p.seeded = func(req conformance.Request) bool {
			return notation.Letters(req.Token) != notation.Letters(req.Other)
		}
	}
	p.requests = func(yield func(conformance.Request) bool) {
		rng, tokens := rand.New(rand.NewPCG(plan.Seed, 1)), slices.Collect(plan.Edition.Tokens())
		relatives := tokensByLetters(plan.Edition)
		for _, token := range tokens {
			others := tokens
			if sampled != everyPair {
				others = slices.Clone(relatives[notation.Letters(token)])
			}
			for left := min(sampled, len(tokens)-len(others)); left > 0; {
				if other := tokens[rng.IntN(len(tokens))]; !slices.Contains(others, other) { // then its letter is another one
					others, left = append(others, other), left-1
				}
			}
			for _, other := range others {
				if !yield(conformance.Request{Op: conformance.OpEqual, Token: token, Other: other}) {
					return
				}
			}
		}
	}
	return p.counted()
}

func tokensByLetters(edition *notation.Edition) map[string][]string {
	all := map[string][]string{}
	for token := range edition.Tokens() {
		all[notation.Letters(token)] = append(all[notation.Letters(token)], token)
	}
	return all
}

// changes reports whether a transformation of a token is another token. If it is not, a library may
// return what it has, with all that it remembers.
func changes(edition *notation.Edition, token string, m conformance.Method) bool {
	t, _ := edition.Parse(token)
	edition.Method(string(m)).Do(&t)
	return t.String() != token
}

func chainsOf(methods []conformance.Method) [][]conformance.Method {
	chains := [][]conformance.Method{nil}
	for _, m := range methods {
		chains = append(chains, []conformance.Method{m})
	}
	for _, m := range methods {
		for _, n := range methods {
			chains = append(chains, []conformance.Method{m, n})
		}
	}
	return chains
}

// vectorSet is the vectors of an edition. It is read-only.
type vectorSet struct {
	byRequest map[string]*corpus.Vector // by requestKey
	// By operation of the vectors. Single transformations come first, so that a crash is not blamed
	// on others.
	requests map[string][]conformance.Request
}

var vectors sync.Map // by edition, functions that return the vectors

func vectorsOf(edition *notation.Edition) vectorSet {
	once, _ := vectors.LoadOrStore(edition, sync.OnceValue(func() vectorSet { return newVectorSet(edition) }))
	return once.(func() vectorSet)()
}

func newVectorSet(edition *notation.Edition) vectorSet {
	all := must(corpus.Vectors(edition.String()))
	set := vectorSet{byRequest: make(map[string]*corpus.Vector, len(all)), requests: map[string][]conformance.Request{}}
	for i := range all {
		v := &all[i]
		req := conformance.Request{Op: conformance.Op(v.Op), Token: v.Token, Other: v.Other}
		for _, m := range v.Methods {
			req.Methods = append(req.Methods, conformance.Method(m))
		}
		set.byRequest[requestKey(req)] = v
		set.requests[v.Op] = append(set.requests[v.Op], req)
	}
	slices.SortStableFunc(set.requests[corpus.OpApply], func(a, b conformance.Request) int { return cmp.Compare(len(a.Methods), len(b.Methods)) })
	return set
}

// vectorsPart is the test vectors by one operation. valid and sweep use those of parse, and only
// their verdicts are judged.
func vectorsPart(edition *notation.Edition, op conformance.Op) part {
	from, set := string(op), vectorsOf(edition)
	if op == conformance.OpValid || op == conformance.OpSweep {
		from = corpus.OpParse
	}
	requests := slices.Clone(set.requests[from])
	for i := range requests {
		requests[i].Op = op
	}
	return part{
		layer: result.LayerVectors, op: op, everyOp: true, vectors: set.byRequest,
		about: "the test vectors of the corpus", checks: len(requests), requests: slices.Values(requests),
	}
}
