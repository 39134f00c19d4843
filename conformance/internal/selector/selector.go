// Package selector names checks and selects them by name, layer, requirement, or as single requests. The
// command passes what a user selects to package suite, which generates only these requests; package shrink
// names findings.
package selector

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// LongestHexToken is the length in bytes up to which the identifier of a check holds the whole
// token. For longer tokens it holds length and digest.
const LongestHexToken = 64

// ID returns the stable identifier of a check that compares with the oracle: layer, operation,
// methods of apply, and tokens in hexadecimal.
func ID(layer string, req conformance.Request) string {
	if layer == result.LayerSingle && len(req.Token)+len(req.Other) <= LongestSingle {
		return OfRequest(req) // the identifier reproduces the check
	}
	req.Tokens = nil
	return joined(layer, req, TokenID)
}

// joined returns layer, operation, methods and tokens with slashes between them.
func joined(layer string, req conformance.Request, token func(string) string) string {
	var b strings.Builder
	b.WriteString(layer + "/" + string(req.Op))
	separator := "/"
	for _, m := range req.Methods {
		b.WriteString(separator + string(m))
		separator = "-"
	}
	for _, t := range Tokens(req) {
		b.WriteString("/" + token(t))
	}
	return b.String()
}

// Operation names the operation of a request, with its methods.
func Operation(req conformance.Request) string {
	name := string(req.Op)
	for _, m := range req.Methods {
		name += " " + string(m)
	}
	return name
}

// TokenID returns a token in hexadecimal, or length and digest of a long one.
func TokenID(token string) string {
	if len(token) > LongestHexToken {
		sum := sha256.Sum256([]byte(token))
		return fmt.Sprintf("%d-bytes-%x", len(token), sum[:8])
	}
	return hexOrEmpty(token)
}

// Selection is a part of the suite: everything without selectors, or else the checks that a
// selector names. The zero value is everything.
type Selection struct {
	texts        []string        // of all selectors
	matched      map[string]bool // of texts without those of single requests: whether it named a check
	layers       map[string]bool // those that selectors name: whether one names a part of it
	requirements bool            // whether a selector names a requirement
	Single       []Selector      // of single requests, in their order
	without      []string        // requirements whose checks are left out, so that tests can show that they are needed
}

// NewSelection parses selectors: see [Parse]. Checks of the requirements in without are left out.
// An error is an *[Error].
func NewSelection(edition *notation.Edition, only, without []string) (*Selection, error) {
	s := &Selection{matched: map[string]bool{}, layers: map[string]bool{}, without: without}
	singles := 0
	for _, text := range only {
		sel, err := Parse(edition, text)
		if err != nil {
			return nil, err
		}
		s.texts = append(s.texts, sel.Text)
		if first, _, _ := strings.Cut(sel.Text, "/"); isLayer(first) {
			s.layers[first] = s.layers[first] || sel.Text != first
		} else {
			s.requirements = true
		}
		if sel.Request == nil {
			s.matched[sel.Text] = false
			continue
		}
		s.Single = append(s.Single, sel)
		if singles += sel.Times; singles > MostSingles {
			return nil, Errorf("the selectors name more than %d single requests: use fewer in one run", MostSingles)
		}
	}
	return s, nil
}

// Selector is a parsed selector.
type Selector struct {
	Text    string               // without the number of times
	Request *conformance.Request // of a single request; nil for a part of the suite
	Times   int                  // how often it is performed
}

// repeated is a single request with a number of times.
var repeated = regexp.MustCompile(`^([0-9]+)[×x] (.*)$`)

// Error says that a selector names nothing, or that a size of a run is invalid or would take too long.
type Error struct {
	Text    string
	Unknown bool // whether there is nothing of that name, in any edition or in the profile
}

func (e *Error) Error() string { return e.Text }

// Errorf returns an *[Error].
func Errorf(format string, args ...any) error { return &Error{Text: fmt.Sprintf(format, args...)} }

// Parse parses a selector of an edition. It is a requirement, a layer, the identifier of a check,
// a leading part of one of these up to a slash, or a single request: "single", the operation, for
// apply the methods with a hyphen between them, and the tokens in hexadecimal ("empty" for the
// empty one), with slashes between them. "256× " or "256x " in front of a single request repeats
// it. A sweep has any number of tokens. An error is an *[Error]. Whether a profile has a check of
// that name is not known here.
func Parse(edition *notation.Edition, text string) (Selector, error) {
	s := Selector{Text: strings.TrimRight(text, "/"), Times: 1}
	times := repeated.FindStringSubmatch(s.Text)
	if times != nil {
		s.Text = times[2]
		s.Times, _ = strconv.Atoi(times[1]) // 0 where it is too large
	}
	if s.Times < 1 || s.Times > MostSingles || times == nil && s.Text != "" && '0' <= s.Text[0] && s.Text[0] <= '9' {
		return s, Errorf("%s: write a repeated request like %q, with a number from 1 to %d", Quoted(text), "256× single/parse/4b", MostSingles)
	}
	first, _, _ := strings.Cut(s.Text, "/")
	if first == result.LayerSingle {
		req, err := parseSingle(edition, s.Text)
		s.Request = &req
		return s, err
	}
	known := func(of []requirement.Requirement) bool {
		return slices.ContainsFunc(of, func(r requirement.Requirement) bool { return Within(s.Text, r.ID) })
	}
	switch {
	case times != nil:
		return s, Errorf("%s: only a single request, such as single/parse/4b, can be repeated", Quoted(text))
	case isLayer(first), known(requirement.Of(edition)):
		return s, nil
	case known(requirement.All()):
		return s, Errorf("%s does not belong to edition %s, which this run tests", Quoted(text), edition)
	}
	return s, &Error{Unknown: true, Text: fmt.Sprintf("%s names no requirement, layer or check: the layers are %s, and %s for single requests",
		Quoted(text), strings.Join(result.Layers(), ", "), result.LayerSingle)}
}

// Quoted quotes a selector, and cuts a long one.
func Quoted(text string) string {
	const longest = 100
	if len(text) > longest {
		return fmt.Sprintf("%q… (%d bytes)", text[:longest], len(text))
	}
	return strconv.Quote(text)
}

// Within reports whether name is text, or lies below it.
func Within(text, name string) bool {
	rest, ok := strings.CutPrefix(name, text)
	return ok && (rest == "" || rest[0] == '/')
}

// Everything reports whether nothing is left out.
func (s *Selection) Everything() bool { return len(s.texts) == 0 && len(s.without) == 0 }

// NamesWithin reports whether a selector names a part of a layer.
func (s *Selection) NamesWithin(layer string) bool { return s.layers[layer] }

// ByRequirement reports whether the selection depends on the requirements of a check.
func (s *Selection) ByRequirement() bool { return s.requirements || len(s.without) > 0 }

// Covers reports whether everything below a name is selected.
func (s *Selection) Covers(name string) bool {
	return len(s.texts) == 0 || slices.ContainsFunc(s.texts, func(text string) bool { return Within(text, name) })
}

// Concerns reports whether checks of a layer may be selected.
func (s *Selection) Concerns(layer string) bool {
	_, named := s.layers[layer]
	return len(s.texts) == 0 || named || s.requirements
}

// Has reports whether a check is selected, and remembers which selectors named it.
func (s *Selection) Has(id string, requirements []string) bool {
	if slices.ContainsFunc(requirements, func(r string) bool { return slices.Contains(s.without, r) }) {
		return false
	}
	selected := s.named(id)
	for _, r := range requirements {
		selected = s.named(r) || selected
	}
	return selected || len(s.texts) == 0
}

// named reports whether a selector is name or a leading part of it, and remembers which.
func (s *Selection) named(name string) bool {
	named := false
	for end := len(name); end > 0 && len(s.matched) > 0; end = strings.LastIndexByte(name[:end], '/') {
		if _, ok := s.matched[name[:end]]; ok {
			s.matched[name[:end]], named = true, true
		}
	}
	return named
}

// Unmatched returns the selectors that named nothing. A single request always names one.
func (s *Selection) Unmatched() []string {
	return slices.DeleteFunc(slices.Clone(s.texts), func(text string) bool {
		matched, ofSuite := s.matched[text]
		return matched || !ofSuite
	})
}

func isLayer(first string) bool {
	return first == result.LayerSingle || slices.Contains(result.Layers(), first)
}

// Limits of single requests in a run.
const (
	LongestSingle = 1 << 10 // bytes of the tokens of a request
	MostSingles   = 1 << 16
)

// OfRequest returns the selector of a request. A sweep has its tokens in Tokens, or its one token
// in Token.
func OfRequest(req conformance.Request) string { return joined(result.LayerSingle, req, hexOrEmpty) }

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

// mostMethods is the most transformations in a row of a single request. Package oracle judges each.
const mostMethods = 40

const examples = "write it like single/parse/4b0a, single/apply/flip-derive/4b, single/equal/4b/6b, single/sweep/4b/6b"

// parseSingle is the inverse of OfRequest. A sweep has its tokens in Tokens.
func parseSingle(edition *notation.Edition, selector string) (conformance.Request, error) {
	bad := func(what string, args ...any) (conformance.Request, error) {
		return conformance.Request{}, Errorf("%s names no request: %s; %s", Quoted(selector), fmt.Sprintf(what, args...), examples)
	}
	words := strings.Split(selector, "/")
	if len(words) < 3 {
		return bad("the operation or the token is missing")
	}
	req, words := conformance.Request{Op: conformance.Op(words[1])}, words[2:]
	if !slices.Contains(conformance.Ops(), req.Op) {
		return bad("unknown operation %s", Quoted(string(req.Op)))
	}
	if req.Op == conformance.OpApply && len(words) == 2 {
		for name := range strings.SplitSeq(words[0], "-") {
			req.Methods = append(req.Methods, conformance.Method(name))
		}
		if len(req.Methods) > mostMethods {
			return bad("%s takes at most %d transformations here", req.Op, mostMethods)
		}
		for _, m := range slices.Concat(req.Calls()) {
			if !slices.Contains(conformance.MethodsOf(edition), m) {
				return bad("edition %s has no transformation %s", edition, Quoted(string(m)))
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
	tokens := make([]string, len(words))
	for i, word := range words {
		token, err := hex.DecodeString(word)
		switch tokens[i] = string(token); {
		case err != nil && word != "empty":
			return bad("%s is not hexadecimal, with two digits for each byte", Quoted(word))
		case len(token) > conformance.MaxTokenBytes:
			return bad("a token has more than %d bytes", conformance.MaxTokenBytes)
		}
	}
	switch {
	case req.Op == conformance.OpSweep && len(strings.Join(tokens, "")) > conformance.MaxSweepBytes:
		return bad("its tokens have more than %d bytes together", conformance.MaxSweepBytes)
	case req.Op == conformance.OpEqual && !(edition.Valid(tokens[0]) && edition.Valid(tokens[1])):
		return bad("only valid tokens are compared")
	case req.Op == conformance.OpSweep:
		req.Tokens = tokens
	case req.Op == conformance.OpEqual:
		req.Token, req.Other = tokens[0], tokens[1]
	default:
		req.Token = tokens[0]
	}
	return req, nil
}

// OfRequests returns the selectors of requests. Equal neighbours are one selector with a number
// of times.
func OfRequests(requests []conformance.Request) (selectors []string) {
	same := 0
	for i, req := range requests {
		if same++; i+1 < len(requests) && req.Equal(requests[i+1]) {
			continue
		}
		text := OfRequest(req)
		if same > 1 {
			text = fmt.Sprintf("%d× %s", same, text)
		}
		selectors, same = append(selectors, text), 0
	}
	return selectors
}
