package suite

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// layerSingle is what a selector asks that names a request and no check of a layer:
// single/parse/4b0a. It is no part of a run of everything, and stands in no list.
const layerSingle = "single"

// mostSingles and longestSingle bound what a command line can repeat.
const (
	mostSingles   = 8
	longestSingle = 1 << 10 // bytes
)

// isLayer reports whether a selector that begins so is about layers, and not about
// requirements.
func isLayer(first string) bool {
	return first == layerSingle || slices.Contains(Layers(), first)
}

// singleSelector names a request; false for one that is too long for a command line.
func singleSelector(req conformance.Request) (string, bool) {
	if len(req.Token)+len(req.Other) > longestSingle {
		return "", false
	}
	words := []string{layerSingle, string(req.Op)}
	if len(req.Methods) > 0 {
		var methods []string
		for _, m := range req.Methods {
			methods = append(methods, string(m))
		}
		words = append(words, strings.Join(methods, "-"))
	}
	words = append(words, hexOrEmpty(req.Token))
	if isPair(req) {
		words = append(words, hexOrEmpty(req.Other))
	}
	return strings.Join(words, "/"), true
}

func hexOrEmpty(token string) string {
	if token == "" {
		return "empty"
	}
	return hex.EncodeToString([]byte(token))
}

// parseSingle is the opposite of singleSelector.
func parseSingle(edition epin.Edition, selector string) (conformance.Request, error) {
	bad := func(what string) (conformance.Request, error) {
		return conformance.Request{}, fmt.Errorf("%q names no request: %s; it is to be like single/parse/4b0a, single/apply/flip-derive/4b, single/equal/4b/6b", selector, what)
	}
	words := strings.Split(selector, "/")
	if len(words) < 3 {
		return bad("the operation or the token is missing")
	}
	req := conformance.Request{Op: conformance.Op(words[1])}
	words = words[2:]
	if !slices.Contains(conformance.Ops(), req.Op) {
		return bad(fmt.Sprintf("there is no operation %q", req.Op))
	}
	if req.Op == conformance.OpApply && len(words) == 2 {
		for name := range strings.SplitSeq(words[0], "-") {
			m := conformance.Method(name)
			if !slices.Contains(conformance.MethodsOf(edition), m) {
				return bad(fmt.Sprintf("edition %s has no transformation %q", edition, name))
			}
			req.Methods = append(req.Methods, m)
		}
		words = words[1:]
	}
	wanted := 1
	if isPair(req) {
		wanted = 2
	}
	if len(words) != wanted {
		return bad(fmt.Sprintf("%s takes %d, in hexadecimal", req.Op, wanted))
	}
	var tokens []string
	for _, word := range words {
		token, err := hex.DecodeString(word)
		if err != nil && word != "empty" {
			return bad(fmt.Sprintf("%q is not hexadecimal", word))
		}
		tokens = append(tokens, string(token))
	}
	if req.Token = tokens[0]; len(strings.Join(tokens, "")) > longestSingle {
		return bad(fmt.Sprintf("it has more than %d bytes", longestSingle))
	}
	if isPair(req) {
		req.Other = tokens[1]
		if !edition.Valid(req.Token) || !edition.Valid(req.Other) {
			return bad("only tokens are compared")
		}
	}
	return req, nil
}

// singlePart asks the requests that selectors name, in their order, also one twice.
func singlePart(cfg Config) (part, error) {
	p := part{layer: layerSingle, asked: "what the command line names, in its order"}
	var requests []conformance.Request
	for _, selector := range cfg.Only {
		if !within(layerSingle, selector) {
			continue
		}
		req, err := parseSingle(cfg.Edition, strings.TrimRight(selector, "/"))
		if err != nil {
			return p, &SelectionError{err}
		}
		requests = append(requests, req)
	}
	p.checks = len(requests)
	p.questions = slices.Values(requests)
	return p, nil
}

// selectorsOf returns what repeats a finding: its requests, in order. One that is too
// long for that is repeated by the check that led to it, if it fails alone and chance did not
// lead to it. What needs more calls than a command line can name, or was not seen again,
// only the run repeats.
func selectorsOf(f Finding) []string {
	if f.Repeat != RepeatAlone && f.Repeat != RepeatAfter {
		return nil
	}
	var selectors []string
	calls, _ := f.Requests()
	for _, c := range calls {
		selector, short := singleSelector(c.Request)
		switch {
		case short && len(selectors)+c.Times <= mostSingles:
			selectors = append(selectors, slices.Repeat([]string{selector}, c.Times)...)
		case f.Repeat == RepeatAlone && !within(LayerFuzz, f.First.Check):
			return []string{f.First.Check}
		default:
			return nil
		}
	}
	return selectors
}
