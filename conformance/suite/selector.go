package suite

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// longestHexToken is the length up to which a token stands in full in the
// identifier of a check; longer ones are named by length and digest.
const longestHexToken = 64

// checkID returns the stable identifier of a check of the oracle layers: layer,
// operation, the methods of apply if there are any, and token in hexadecimal, the two
// tokens of equal one after the other.
func checkID(layer string, req conformance.Request) string {
	if layer == layerSingle {
		id, _ := singleSelector(req) // what was too long was no selector
		return id
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

// selection is what --only leaves of the suite: everything, or the checks that one
// of its selectors names.
type selection struct {
	texts   []string
	matched []bool
	without []string // requirements whose checks are taken away: tests show that they are missed
}

// newSelection checks that each selector could name something: a requirement of the
// edition, a layer, or the identifier of a check of a layer. Each may also be a
// leading part of such a name, up to a slash.
func newSelection(cfg Config) (*selection, error) {
	edition := cfg.Edition
	texts := make([]string, len(cfg.Only))
	for i, text := range cfg.Only {
		texts[i] = strings.TrimRight(text, "/")
	}
	for _, text := range texts {
		first, _, _ := strings.Cut(text, "/")
		if first == layerSingle {
			if _, err := parseSingle(edition, text); err != nil {
				return nil, err
			}
		}
		if isLayer(first) {
			continue
		}
		known := func(of []requirement.Requirement) bool {
			return slices.ContainsFunc(of, func(r requirement.Requirement) bool { return within(text, r.ID) })
		}
		switch {
		case known(requirement.Of(edition)):
		case known(requirement.All()):
			return nil, fmt.Errorf("%q belongs to another edition than %s, which is asked here", text, edition)
		default:
			return nil, fmt.Errorf("%q names no requirement, layer or check: see `epin requirements` and `epin certify --list`; the layers are %s",
				text, strings.Join(Layers(), ", "))
		}
	}
	return &selection{texts: texts, matched: make([]bool, len(texts)), without: cfg.without}, nil
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
	return slices.ContainsFunc(s.texts, func(text string) bool { return within(layer, text) })
}

// namesWithin reports whether a selector names something less than the whole of a layer.
func (s *selection) namesWithin(layer string) bool {
	return slices.ContainsFunc(s.texts, func(text string) bool { return text != layer && within(layer, text) })
}

// covers reports whether everything of that name is selected: nothing is left out, or
// a selector is the name or a leading part of it.
func (s *selection) covers(name string) bool {
	return len(s.texts) == 0 || slices.ContainsFunc(s.texts, func(text string) bool { return within(text, name) })
}

// concerns reports whether checks of a layer may be selected: by their name, or by
// their requirements.
func (s *selection) concerns(layer string) bool {
	return len(s.texts) == 0 || s.names(layer) || slices.ContainsFunc(s.texts, func(text string) bool {
		first, _, _ := strings.Cut(text, "/")
		return !isLayer(first)
	})
}

// has reports whether a check is selected, and remembers which selectors named it.
func (s *selection) has(id string, requirements []string) bool {
	if slices.ContainsFunc(requirements, func(r string) bool { return slices.Contains(s.without, r) }) {
		return false
	}
	selected := len(s.texts) == 0
	for i, text := range s.texts {
		if within(text, id) || slices.ContainsFunc(requirements, func(r string) bool { return within(text, r) }) {
			s.matched[i] = true
			selected = true
		}
	}
	return selected
}

// unmatched returns the selectors that named nothing.
func (s *selection) unmatched() []string {
	var texts []string
	for i, text := range s.texts {
		if !s.matched[i] {
			texts = append(texts, text)
		}
	}
	return texts
}
