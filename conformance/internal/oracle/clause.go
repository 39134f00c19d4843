package oracle

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// clauses are the requirements that a response counts for, by aspect.
type clauses struct {
	valid       []string // the verdict on a valid token
	invalid     []string // the verdict on an invalid string
	unanchored  []string // the verdict on an invalid string that contains a valid token
	token       []string // the string form
	pin         []string
	native      []string
	derived     []string
	name        []string
	side        []string
	state       []string
	terminal    []string
	methods     map[conformance.Method][]string
	idempotent  []string // the second of two equal methods
	receiver    []string // the value that methods were called on
	equivalence []string
	OneVerdict  []string

	// Requirements about a single kind of token or string, see Whole.
	ofNative, ofDerived []string
	kinds               []kindOfInvalid
}

var clausesOf = map[epin.Edition]clauses{
	epin.Initial: {
		valid:      []string{"epin-initial/grammar", "epin-initial/accept"},
		invalid:    []string{"epin-initial/grammar", "epin-initial/reject"},
		unanchored: []string{"epin-initial/grammar", "epin-initial/anchoring", "epin-initial/reject"},
		token:      []string{"epin-initial/canonical"},
		pin:        []string{"epin-initial/accessors"},
		native:     []string{"epin-initial/derivation", "epin-initial/accessors"},
		derived:    []string{"epin-initial/derivation", "epin-initial/accessors"},
		name:       []string{"epin-initial/attributes", "pin-initial/mapping"},
		side:       []string{"epin-initial/attributes", "pin-initial/mapping"},
		state:      []string{"epin-initial/attributes", "pin-initial/mapping"},
		terminal:   []string{"epin-initial/attributes"},
		methods: map[conformance.Method][]string{
			conformance.Native:    {"epin-initial/native"},
			conformance.Derive:    {"epin-initial/derive"},
			conformance.Flip:      {"epin-initial/transformations"},
			conformance.Enhance:   {"epin-initial/transformations"},
			conformance.Diminish:  {"epin-initial/transformations"},
			conformance.Normalize: {"epin-initial/transformations"},
		},
		idempotent:  []string{"epin-initial/idempotent"},
		receiver:    []string{"epin-initial/copy"},
		equivalence: []string{"epin-initial/equivalent"},
		OneVerdict:  []string{"epin-initial/one-verdict"},
		ofNative:    []string{"epin-initial/pin-inheritance"},
	},
	epin.Current: {
		valid:      []string{"epin/6/grammar", "epin/9.1/accept"},
		invalid:    []string{"epin/6/grammar", "epin/9.1/reject"},
		unanchored: []string{"epin/6/grammar", "epin/6/anchoring", "epin/9.1/reject"},
		token:      []string{"epin/9.2/canonical"},
		pin:        []string{"epin/9.3/pin"},
		native:     []string{"epin/7.2/derivation", "epin/9.3/is-native"},
		derived:    []string{"epin/7.2/derivation", "epin/9.3/is-derived"},
		name:       []string{"epin/7.1/name"},
		side:       []string{"epin/7.1/side"},
		state:      []string{"epin/7.1/state"},
		terminal:   []string{"epin/7.1/terminal"},
		methods: map[conformance.Method][]string{
			conformance.Native:    {"epin/9.3/native"},
			conformance.Derive:    {"epin/9.3/derive"},
			conformance.Flip:      {"examples/recipes/side"},
			conformance.Enhance:   {"examples/recipes/state"},
			conformance.Diminish:  {"examples/recipes/state"},
			conformance.Normalize: {"examples/recipes/state"},
			conformance.Mark:      {"examples/recipes/terminal"},
			conformance.Unmark:    {"examples/recipes/terminal"},
		},
		idempotent:  []string{"epin/9.3/idempotent"},
		receiver:    []string{"epin/9.3/copy"},
		equivalence: []string{"epin/9.3/equivalent"},
		OneVerdict:  []string{"epin/9.1/one-verdict"},
		ofNative:    []string{"epin/3/pin-superset", "examples/single-style/accept-both"},
		ofDerived:   []string{noContext, "examples/single-style/accept-both"},
		kinds:       kindsOfInvalid,
	},
}

type parseKey struct {
	key string
	ids []string
}

// parseKeys returns the keys of the response to parse, with the requirements of their values.
func (c *clauses) parseKeys() []parseKey {
	return []parseKey{
		{"token", c.token}, {"pin", c.pin}, {"native", c.native}, {"derived", c.derived},
		{"name", c.name}, {"side", c.side}, {"state", c.state}, {"terminal", c.terminal},
	}
}

// Class is a class of verdicts that count for the same requirements.
type Class uint8

const (
	classValid      Class = iota // on a valid token
	classInvalid                 // on an invalid string
	classUnanchored              // on an invalid string that contains a valid token
	Classes         = 3
)

// ClassOf returns the class of the verdict on a token. If a string that contains a valid token is
// wrongly accepted, an anchor may be missing. A letter is the shortest valid token, and every
// other one contains a letter.
func ClassOf(token string, valid bool) Class {
	switch {
	case valid:
		return classValid
	case holdsLetter(token):
		return classUnanchored
	}
	return classInvalid
}

// Verdict returns the requirements that the verdicts of a class count for.
func (c *Oracle) Verdict(k Class) []string {
	return [Classes][]string{c.valid, c.invalid, c.unanchored}[k]
}

// ofValue reports whether a requirement is about the parsed value, not the verdict.
func (c *Oracle) ofValue(id string) bool {
	names, special := vectorAspects[id]
	return special && !slices.Contains(names, "verdict") ||
		slices.ContainsFunc(c.parseKeys(), func(a parseKey) bool { return slices.Contains(a.ids, id) })
}

// hasAspect reports whether a requirement has an aspect of its own.
func (c *Oracle) hasAspect(id string) bool {
	ids := slices.Concat(c.valid, c.unanchored, c.idempotent, c.receiver, c.equivalence)
	for _, of := range c.methods {
		ids = append(ids, of...)
	}
	return c.ofValue(id) || slices.Contains(ids, id)
}

// aboutInvalid reports whether a requirement is about invalid strings.
func (c *Oracle) aboutInvalid(id string) bool {
	return slices.ContainsFunc(c.kinds, func(k kindOfInvalid) bool { return k.id == id })
}

// kindOfInvalid is a requirement about a single kind of invalid string.
type kindOfInvalid struct {
	id    string
	about *regexp.Regexp
}

var kindsOfInvalid = []kindOfInvalid{
	{markerLast, regexp.MustCompile(`(?s)'.`)},
	{"epin/9.4/empty", regexp.MustCompile(`\A\z`)},
	{"epin/9.4/double-marker", regexp.MustCompile(`(?s)'.*'`)},
	{"epin/9.4/caret-first", regexp.MustCompile(`\A[^A-Za-z]*\^[^A-Za-z]*[A-Za-z]`)},
	{"epin/9.4/marker-order", regexp.MustCompile(`(?s)'.*\^`)},
	{"epin/9.4/double-state", regexp.MustCompile(`(?s)[-+].*[-+]`)},
	{"epin/9.4/double-terminal", regexp.MustCompile(`(?s)\^.*\^`)},
	{"epin/9.4/not-a-letter", regexp.MustCompile(`\A[-+]?[^-+^'A-Za-z\s]\^?'?\z`)},
	{"epin/9.4/whitespace", regexp.MustCompile(`[ \t\v\f\x1f\p{Zs}]`)},
	{"epin/9.4/line-break", regexp.MustCompile("[\n\r\u0085\u2028\u2029]")},
}

// Whole judges a response without a vector. It counts for the requirements of each aspect, and
// for those about a single kind of token or string.
func (c *Oracle) Whole(req conformance.Request, wanted, got conformance.Response) []Aspect {
	var named []string
	switch {
	case req.Op == conformance.OpApply || req.Op == conformance.OpEqual:
	case wanted.Outcome == conformance.Accepted:
		named = c.ofNative
		if strings.HasSuffix(req.Token, "'") {
			named = c.ofDerived
		}
	default:
		for _, kind := range c.kinds {
			if kind.about.MatchString(req.Token) {
				named = append(named, kind.id)
			}
		}
	}
	return c.Vector(req, named, wanted, got)
}

// Attribute returns the requirements of an attribute, by its key in the response to parse.
func (c *Oracle) Attribute(key string) []string {
	var ids []string
	for _, a := range c.parseKeys() {
		if a.key == key {
			ids = append(ids, a.ids...)
		}
	}
	for id, names := range vectorAspects {
		if slices.Contains(names, key) {
			ids = append(ids, id)
		}
	}
	return ids
}

// NeedsOf returns what an implementation has to offer besides what it offers, so that some
// requirements are tested, such as `"pin" in its response to parse; the operation equal`.
func (c *Oracle) NeedsOf(ids []string, offered conformance.Description) string {
	any := func(of []string) bool {
		return slices.ContainsFunc(of, func(id string) bool { return slices.Contains(ids, id) })
	}
	var parts, attributes, methods, ops []string
	for _, a := range c.parseKeys() {
		of := slices.DeleteFunc(c.Attribute(a.key), func(id string) bool { return !c.ofValue(id) })
		if any(of) {
			attributes = append(attributes, `"`+a.key+`"`)
		}
	}
	for _, m := range slices.Sorted(maps.Keys(c.methods)) {
		wanted := any(c.methods[m]) || any(c.idempotent) && (m == conformance.Native || m == conformance.Derive)
		if wanted && !slices.Contains(offered.Methods, m) {
			methods = append(methods, string(m))
		}
	}
	if any(c.receiver) && !offered.Offers(conformance.OpApply) {
		ops = append(ops, string(conformance.OpApply))
	}
	if any(c.equivalence) && !offered.Offers(conformance.OpEqual) {
		ops = append(ops, string(conformance.OpEqual))
	}
	switch keys := strings.Join(attributes, ", "); {
	case keys == "":
	case offered.Offers(conformance.OpParse):
		parts = append(parts, keys+" in its response to parse")
	default:
		parts = append(parts, "the operation parse with "+keys+" in its response")
	}
	for i, names := range [][]string{methods, ops} {
		if word := [...]string{"method", "operation"}[i]; len(names) > 0 {
			parts = append(parts, "the "+word+[...]string{"", "s"}[min(len(names)-1, 1)]+" "+strings.Join(names, ", "))
		}
	}
	return strings.Join(parts, "; ")
}

// Declined returns the requirements that a declined request leaves not tested.
func (c *Oracle) Declined(req conformance.Request, valid bool) []string {
	switch req.Op {
	case conformance.OpEqual:
		return c.equivalence
	case conformance.OpApply:
		if !valid {
			return nil // the other operations test acceptance
		}
		var ids []string
		for _, a := range c.transformations(req, conformance.Response{}, conformance.Response{}) {
			ids = append(ids, a.Requirements...)
		}
		if tokens := c.Wanted(req).Tokens; c.WithoutEqual && len(tokens) > 0 && tokens[len(tokens)-1] == req.Token {
			ids = append(ids, c.equivalence...)
		}
		return ids
	}
	return c.Verdict(ClassOf(req.Token, valid))
}

func holdsLetter(s string) bool {
	for i := range len(s) {
		if b := s[i] | 0x20; 'a' <= b && b <= 'z' {
			return true
		}
	}
	return false
}

const (
	noContext  = "epin/9.2/no-context" // broken only by a string form without the derivation marker
	markerLast = "epin/4/marker-last"  // broken only by a string that is accepted
)

// vectorAspects names the aspects that judge a requirement of a vector that has no aspect of its
// own. For others, the verdict judges, and for apply the whole response.
var vectorAspects = map[string][]string{
	"epin/3/pin-superset":          {"verdict", "native"},
	noContext:                      {"token"},
	"epin-initial/pin-inheritance": {"verdict", "native"},
	"examples/matrix":              {"verdict", "side", "state", "terminal", "native", "derived"},
}
