package selector

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/epin"
)

// Limits of single requests in a run.
const (
	LongestSingle = 1 << 10 // bytes of the tokens of a request
	MostSingles   = 1 << 16
)

// OfRequest returns the selector of a request. A sweep has its tokens in Tokens, or its one token
// in Token.
func OfRequest(req conformance.Request) string {
	words := []string{result.LayerSingle, string(req.Op)}
	if len(req.Methods) > 0 {
		var methods []string
		for _, m := range req.Methods {
			methods = append(methods, string(m))
		}
		words = append(words, strings.Join(methods, "-"))
	}
	for _, token := range Tokens(req) {
		words = append(words, hexOrEmpty(token))
	}
	return strings.Join(words, "/")
}

// Tokens returns the tokens of a request, in order.
func Tokens(req conformance.Request) []string {
	switch {
	case len(req.Tokens) > 0:
		return req.Tokens
	case req.Op == conformance.OpEqual:
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

// parseSingle is the inverse of OfRequest. A sweep has its tokens in Tokens.
func parseSingle(edition epin.Edition, selector string) (conformance.Request, error) {
	bad := func(what string, args ...any) (conformance.Request, error) {
		return conformance.Request{}, Errorf("%s names no request: %s; write it like single/parse/4b0a, single/apply/flip-derive/4b, single/equal/4b/6b, single/sweep/4b/6b",
			Quoted(selector), fmt.Sprintf(what, args...))
	}
	words := strings.Split(selector, "/")
	if len(words) < 3 {
		return bad("the operation or the token is missing")
	}
	req := conformance.Request{Op: conformance.Op(words[1])}
	words = words[2:]
	if !slices.Contains(conformance.Ops(), req.Op) {
		return bad("unknown operation %s", Quoted(string(req.Op)))
	}
	if req.Op == conformance.OpApply && len(words) == 2 {
		for name := range strings.SplitSeq(words[0], "-") {
			req.Methods = append(req.Methods, conformance.Method(name))
			before, methods := req.Calls()
			if !slices.Contains(conformance.MethodsOf(edition), slices.Concat(before, methods)[len(req.Methods)-1]) {
				return bad("edition %s has no transformation %s", edition, Quoted(name))
			}
		}
		words = words[1:]
	}
	switch {
	case req.Op == conformance.OpSweep && len(words) > conformance.MaxSweepTokens:
		return bad("%s takes at most %d tokens", req.Op, conformance.MaxSweepTokens)
	case req.Op == conformance.OpEqual && len(words) != 2:
		return bad("%s takes two tokens, in hexadecimal", req.Op)
	case req.Op != conformance.OpSweep && req.Op != conformance.OpEqual && len(words) != 1:
		return bad("%s takes one token, in hexadecimal", req.Op)
	}
	tokens, bytes := make([]string, len(words)), 0
	for i, word := range words {
		token, err := hex.DecodeString(word)
		if err != nil && word != "empty" {
			return bad("%s is not hexadecimal, with two digits for each byte", Quoted(word))
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
	case req.Op == conformance.OpEqual:
		req.Token, req.Other = tokens[0], tokens[1]
		if !edition.Valid(req.Token) || !edition.Valid(req.Other) {
			return bad("only valid tokens are compared")
		}
	default:
		req.Token = tokens[0]
	}
	return req, nil
}

// OfRequests returns the selectors of requests. Equal neighbours are one selector with a number
// of times.
func OfRequests(requests []conformance.Request) []string {
	var selectors []string
	for i := 0; i < len(requests); {
		same := 1
		for i+same < len(requests) && requests[i].Equal(requests[i+same]) {
			same++
		}
		text := OfRequest(requests[i])
		if same > 1 {
			text = fmt.Sprintf("%d× %s", same, text)
		}
		selectors = append(selectors, text)
		i += same
	}
	return selectors
}
