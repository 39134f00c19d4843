package suite

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// longestHexToken is the length up to which a token stands in full in the
// identifier of a check; longer ones are named by length and digest.
const longestHexToken = 64

// checkID returns the stable identifier of a check of the oracle layers: layer,
// operation, the methods of apply if there are any, and token in hexadecimal, the two
// tokens of equal one after the other.
func checkID(layer string, req conformance.Request) string {
	if layer == layerSingle && len(req.Token)+len(req.Other) <= longestSingle {
		return singleSelector(req) // the check is repeated by its identifier
	}
	var b strings.Builder
	b.WriteString(layer)
	b.WriteByte('/')
	b.WriteString(string(req.Op))
	b.WriteByte('/')
	for i, m := range req.Methods {
		if i > 0 {
			b.WriteByte('-')
		}
		b.WriteString(string(m))
	}
	if len(req.Methods) > 0 {
		b.WriteByte('/')
	}
	b.WriteString(tokenID(req.Token))
	if req.Op == conformance.OpEqual {
		b.WriteByte('/')
		b.WriteString(tokenID(req.Other))
	}
	return b.String()
}

// operation names what was asked, methods included.
func operation(req conformance.Request) string {
	name := string(req.Op)
	for _, m := range req.Methods {
		name += " " + string(m)
	}
	return name
}

func tokenID(token string) string {
	switch {
	case token == "":
		return "empty"
	case len(token) > longestHexToken:
		sum := sha256.Sum256([]byte(token))
		return fmt.Sprintf("%d-bytes-%x", len(token), sum[:8])
	}
	return hex.EncodeToString([]byte(token))
}

// selection is the part of the suite that Config.Only names: everything where it names
// nothing, or the checks that one of its selectors names. The zero value is everything.
type selection struct {
	texts        []string        // of all selectors
	byText       map[string]int  // in texts, without those of single requests
	matched      []bool          // of texts: whether it named a check
	layers       map[string]bool // those that selectors name: whether one names a part of it
	requirements bool            // whether a selector names a requirement
	without      []string        // requirements whose checks are taken away: tests show that they are missed
}

// newSelection checks that each selector could name something: a requirement of the
// edition, a layer, the identifier of a check of a layer, or a single request. Each but
// the last may also be a leading part of such a name, up to a slash.
func newSelection(cfg Config) (*selection, error) {
	s := &selection{byText: map[string]int{}, layers: map[string]bool{}, without: cfg.without}
	for _, text := range cfg.Only {
		sel, err := parseSelector(cfg.Edition, text)
		if err != nil {
			return nil, err
		}
		s.texts = append(s.texts, sel.text)
		switch first, _, _ := strings.Cut(sel.text, "/"); {
		case sel.request != nil:
			s.layers[layerSingle] = true
		case isLayer(first):
			s.layers[first] = s.layers[first] || sel.text != first
			s.byText[sel.text] = len(s.texts) - 1
		default:
			s.requirements = true
			s.byText[sel.text] = len(s.texts) - 1
		}
	}
	s.matched = make([]bool, len(s.texts))
	return s, nil
}

// selector is one selector of Config.Only.
type selector struct {
	text    string               // without the number of times
	request *conformance.Request // of a single request; nil for a part of the suite
	times   int                  // how often it is made
}

// repeated is a single request with a number of times.
var repeated = regexp.MustCompile(`^([0-9]+)[×x] (.*)$`)

// parseSelector parses a selector: see Config.Only.
func parseSelector(edition epin.Edition, text string) (selector, error) {
	s := selector{text: strings.TrimRight(text, "/"), times: 1}
	times := repeated.FindStringSubmatch(s.text)
	if times != nil {
		s.text = times[2]
		s.times, _ = strconv.Atoi(times[1]) // 0 where it is too large
	}
	if s.times < 1 || s.times > mostSingles || times == nil && s.text != "" && '0' <= s.text[0] && s.text[0] <= '9' {
		return s, fmt.Errorf("%s: write a repeated request like %q, with a number from 1 to %d", quoted(text), "256× single/parse/4b", mostSingles)
	}
	first, _, _ := strings.Cut(s.text, "/")
	if first == layerSingle {
		req, err := parseSingle(edition, s.text)
		if err != nil {
			return s, err
		}
		s.request = &req
		return s, nil
	}
	known := func(of []requirement.Requirement) bool {
		return slices.ContainsFunc(of, func(r requirement.Requirement) bool { return within(s.text, r.ID) })
	}
	switch {
	case times != nil:
		return s, fmt.Errorf("%s: only a single request, such as single/parse/4b, can be repeated", quoted(text))
	case isLayer(first), known(requirement.Of(edition)):
		return s, nil
	case known(requirement.All()):
		return s, fmt.Errorf("%s belongs to another edition than %s, which is asked here", quoted(text), edition)
	}
	return s, fmt.Errorf("%s names no requirement, layer or check: see `epin requirements` and `epin certify --list`; the layers are %s, and %s for single requests",
		quoted(text), strings.Join(Layers(), ", "), layerSingle)
}

// CheckSelector returns what is wrong with a selector of Config.Only, as a
// *[SelectionError], or nil. It does not say whether the selector names a check of a
// profile.
func CheckSelector(edition epin.Edition, text string) error {
	if _, err := parseSelector(edition, text); err != nil {
		return &SelectionError{err}
	}
	return nil
}

// quoted quotes a selector, and cuts a long one.
func quoted(text string) string {
	const longest = 100
	if len(text) > longest {
		return fmt.Sprintf("%q… (%d bytes)", text[:longest], len(text))
	}
	return strconv.Quote(text)
}

// within reports whether name is text, or lies below it.
func within(text, name string) bool {
	rest, ok := strings.CutPrefix(name, text)
	return ok && (rest == "" || rest[0] == '/')
}

// everything reports whether nothing is left out.
func (s *selection) everything() bool { return len(s.texts) == 0 && len(s.without) == 0 }

// names reports whether a selector is a layer, or names a check of it.
func (s *selection) names(layer string) bool {
	_, named := s.layers[layer]
	return named
}

// namesWithin reports whether a selector names something less than the whole of a layer.
func (s *selection) namesWithin(layer string) bool { return s.layers[layer] }

// covers reports whether everything of that name is selected: nothing is left out, or
// a selector is the name or a leading part of it.
func (s *selection) covers(name string) bool {
	return len(s.texts) == 0 || slices.ContainsFunc(s.texts, func(text string) bool { return within(text, name) })
}

// concerns reports whether checks of a layer may be selected: by their name, or by
// their requirements.
func (s *selection) concerns(layer string) bool {
	return len(s.texts) == 0 || s.names(layer) || s.requirements
}

// has reports whether a check is selected, and remembers which selectors named it.
func (s *selection) has(id string, requirements []string) bool {
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
func (s *selection) named(name string) bool {
	named := false
	for end := len(name); end > 0 && len(s.byText) > 0; end = strings.LastIndexByte(name[:end], '/') {
		if i, ok := s.byText[name[:end]]; ok {
			s.matched[i], named = true, true
		}
	}
	return named
}

// unmatched returns the selectors that named nothing. A single request always names one.
func (s *selection) unmatched() []string {
	var texts []string
	for text, i := range s.byText {
		if !s.matched[i] {
			texts = append(texts, text)
		}
	}
	slices.SortFunc(texts, func(a, b string) int { return cmp.Compare(s.byText[a], s.byText[b]) })
	return texts
}
