package suite

import (
	"context"
	"encoding/hex"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
	"github.com/epin-conformance/harness/epin"
)

// layerSingle is the layer of single requests, which selectors name one by one:
// single/parse/4b0a. It is no part of a whole run, and in no list of checks.
const layerSingle = "single"

// What a reproduce command holds, and how many single requests a run can be given.
const (
	mostOnLine    = 8       // selectors
	longestSingle = 1 << 10 // bytes of the tokens of a request
	mostSingles   = 1 << 16
)

// isLayer reports whether a selector that begins so is about layers, and not about
// requirements.
func isLayer(first string) bool {
	return first == layerSingle || slices.Contains(Layers(), first)
}

// singleSelector names a request. A sweep has its tokens in Tokens, or its one token in
// Token.
func singleSelector(req conformance.Request) string {
	words := []string{layerSingle, string(req.Op)}
	if len(req.Methods) > 0 {
		var methods []string
		for _, m := range req.Methods {
			methods = append(methods, string(m))
		}
		words = append(words, strings.Join(methods, "-"))
	}
	for _, token := range tokensOf(req) {
		words = append(words, hexOrEmpty(token))
	}
	return strings.Join(words, "/")
}

// tokensOf returns the tokens of a request, in their order.
func tokensOf(req conformance.Request) []string {
	switch {
	case len(req.Tokens) > 0:
		return req.Tokens
	case isPair(req):
		return []string{req.Token, req.Other}
	}
	return []string{req.Token}
}

func hexOrEmpty(token string) string {
	if token == "" {
		return "empty"
	}
	return hex.EncodeToString([]byte(token))
}

// parseSingle is the opposite of singleSelector. A sweep has its tokens in Tokens.
func parseSingle(edition epin.Edition, selector string) (conformance.Request, error) {
	bad := func(what string, args ...any) (conformance.Request, error) {
		return conformance.Request{}, fmt.Errorf("%s names no request: %s; it is to be like single/parse/4b0a, single/apply/flip-derive/4b, single/equal/4b/6b, single/sweep/4b/6b",
			quoted(selector), fmt.Sprintf(what, args...))
	}
	words := strings.Split(selector, "/")
	if len(words) < 3 {
		return bad("the operation or the token is missing")
	}
	req := conformance.Request{Op: conformance.Op(words[1])}
	words = words[2:]
	if !slices.Contains(conformance.Ops(), req.Op) {
		return bad("there is no operation %s", quoted(string(req.Op)))
	}
	if req.Op == conformance.OpApply && len(words) == 2 {
		for name := range strings.SplitSeq(words[0], "-") {
			m := conformance.Method(name)
			if !slices.Contains(conformance.MethodsOf(edition), m) {
				return bad("edition %s has no transformation %s", edition, quoted(name))
			}
			req.Methods = append(req.Methods, m)
		}
		words = words[1:]
	}
	switch {
	case req.Op == conformance.OpSweep && len(words) > conformance.MaxSweepTokens:
		return bad("%s takes at most %d tokens", req.Op, conformance.MaxSweepTokens)
	case isPair(req) && len(words) != 2:
		return bad("%s takes two tokens, in hexadecimal", req.Op)
	case req.Op != conformance.OpSweep && !isPair(req) && len(words) != 1:
		return bad("%s takes one token, in hexadecimal", req.Op)
	}
	tokens, bytes := make([]string, len(words)), 0
	for i, word := range words {
		token, err := hex.DecodeString(word)
		if err != nil && word != "empty" {
			return bad("%s is not hexadecimal, with two digits for each byte", quoted(word))
		}
		tokens[i] = string(token)
		bytes += len(token)
		if len(token) > conformance.MaxTokenBytes {
			return bad("a token has more than %d bytes", conformance.MaxTokenBytes)
		}
	}
	switch {
	case req.Op == conformance.OpSweep:
		if bytes > conformance.MaxSweepBytes {
			return bad("its tokens have more than %d bytes together", conformance.MaxSweepBytes)
		}
		req.Tokens = tokens
	case isPair(req):
		req.Token, req.Other = tokens[0], tokens[1]
		if !edition.Valid(req.Token) || !edition.Valid(req.Other) {
			return bad("only tokens are compared")
		}
	default:
		req.Token = tokens[0]
	}
	return req, nil
}

// singlePart makes the requests that selectors name, in their order.
func singlePart(cfg Config) (part, error) {
	p := part{layer: layerSingle, asked: "single requests, in the order of their selectors"}
	for _, text := range cfg.Only {
		s, err := parseSelector(cfg.Edition, text)
		if err != nil {
			return p, &SelectionError{err}
		}
		if s.request == nil {
			continue
		}
		if len(p.exact)+s.times > mostSingles {
			return p, &SelectionError{fmt.Errorf("the selectors name more than %d single requests: use fewer in one run", mostSingles)}
		}
		p.exact = append(p.exact, slices.Repeat([]conformance.Request{*s.request}, s.times)...)
		p.checks += s.times * len(tokensOf(*s.request))
	}
	p.questions = func(yield func(conformance.Request) bool) {
		for _, req := range p.exact {
			all := []conformance.Request{req}
			if req.Op == conformance.OpSweep {
				all = oracle.Singles(req)
			}
			for _, one := range all {
				if !yield(one) {
					return
				}
			}
		}
	}
	return p, nil
}

// askExact makes single requests as they are, of one process, in their order: what one
// leaves behind may show in the next.
func (r *runner) askExact(ctx context.Context, p part, settle func(conformance.Exchange) bool, skipped *atomic.Int64) error {
	var requests iter.Seq[conformance.Request] = func(yield func(conformance.Request) bool) {
		for _, req := range p.exact {
			all := tokensOf(req)
			taken := slices.DeleteFunc(slices.Clone(all), func(token string) bool { return !r.description.Takes(token) })
			if left := len(all) - len(taken); left > 0 {
				skipped.Add(int64(left))
				if len(taken) == 0 || req.Op != conformance.OpSweep {
					continue
				}
				req.Tokens = taken
			}
			if !yield(req) {
				return
			}
		}
	}
	return supervise.InOrder(ctx, r.impl, requests, settle)
}

// reproducer returns the requests that show a finding again in a fresh process, in their
// order; none where it was not seen again.
func reproducer(f Finding) []conformance.Request {
	if f.Seen != RepeatAlone && f.Seen != RepeatAfter {
		return nil
	}
	calls, answer := requestsOf(f)
	var c conversation
	for i, call := range calls {
		if i == answer {
			c.at = len(c.requests)
		}
		c.requests = append(c.requests, slices.Repeat([]conformance.Request{call.Request(call.Op)}, call.Times)...)
	}
	requests, _, _ := sweptTogether(c)
	return requests
}

// SelectorsOf returns the selectors that reproduce a finding, in their order: see
// Config.Only. There are none for what was not seen again.
func SelectorsOf(f Finding) []string { return selectorsFor(reproducer(f)) }

// selectorsFor returns the selectors of requests, with the number of times for those that
// are repeated.
func selectorsFor(requests []conformance.Request) []string {
	var selectors []string
	for i := 0; i < len(requests); {
		same := 1
		for i+same < len(requests) && requests[i].Equal(requests[i+same]) {
			same++
		}
		text := singleSelector(requests[i])
		if same > 1 {
			text = fmt.Sprintf("%d× %s", same, text)
		}
		selectors = append(selectors, text)
		i += same
	}
	return selectors
}

// selectorsOf returns the selectors of a finding that fit on a command line. A request that
// is too long for that is repeated by its check First, if it fails alone and was
// not chosen at random. Otherwise there are none.
func selectorsOf(f Finding) []string {
	requests := reproducer(f)
	selectors := selectorsFor(requests)
	if len(requests) <= mostOnLine { // without numbers of times, which a shell wants quoted
		selectors = nil
		for _, req := range requests {
			selectors = append(selectors, singleSelector(req))
		}
	}
	bytes := 0
	for i, s := range selectors {
		selectors[i] = strings.Replace(s, "×", "x", 1)
		bytes += len(s)
	}
	switch {
	case len(selectors) <= mostOnLine && bytes <= mostOnLine*longestSingle:
		return selectors
	case f.Seen == RepeatAlone && !within(LayerFuzz, f.Check):
		return []string{f.Check}
	}
	return nil
}
