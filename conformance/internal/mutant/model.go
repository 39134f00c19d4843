package mutant

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// piece is a parsed token: the text of its four parts.
type piece struct {
	sign   string // "+", "-" or ""
	letter string
	*suffix
	kept *piece // what a fault keeps in the value; a copy takes it over
}

// suffix is a separate object, so that a copy of a piece can be too shallow.
type suffix struct {
	caret string // "^" or ""
	quote string // "'" or ""
}

// accessor returns the text of an attribute.
type accessor = func(p *piece) string

// boolean is the accessor of a predicate.
func boolean(is func(p *piece) bool) accessor {
	return func(p *piece) string { return notation.BoolValue(is(p)).Text }
}

// model is a library for an edition. Each of its parts can be replaced.
type model struct {
	name       string
	edition    *notation.Edition
	expression string   // of parse: that of the edition, with a name for each part
	variables  []string // of the environment, as "key=value"

	// Recognition. A panic with a value of type raised stands for an exception.
	parse parser
	valid func(token string) bool
	sweep func(tokens []string) []byte // verdicts, as in conformance.Response

	// The accessors by attribute, as a text also for true and false.
	read  map[string]accessor
	equal func(a, b *piece) bool

	// Transformations. Each method changes a copy in place.
	copy    func(p *piece) *piece
	methods map[conformance.Method]func(p *piece)
}

// tokensOf returns the tokens of an edition in the order of their bytes.
func tokensOf(edition *notation.Edition) []string { return slices.Sorted(edition.Tokens()) }

// newModel returns a model of an edition, after inject has replaced one of its parts.
func newModel(name string, edition *notation.Edition, inject func(m *model)) *model {
	m := &model{
		name:    name,
		edition: edition,
		expression: rewritten(edition.Regexp, `[-+]?`, `(?<sign>[-+]?)`, `[A-Za-z]`, `(?<letter>[A-Za-z])`,
			`\^?`, `(?<caret>\^?)`, `'?`, `(?<quote>'?)`),

		read: map[string]accessor{
			"token":    func(p *piece) string { return p.sign + p.letter + p.caret + p.quote },
			"pin":      func(p *piece) string { return p.sign + p.letter + p.caret },
			"name":     func(p *piece) string { return strings.ToUpper(p.letter) },
			"side":     side,
			"state":    state,
			"native":   boolean(func(p *piece) bool { return !derived(p) }),
			"derived":  boolean(derived),
			"terminal": boolean(terminal),
		},
		equal: func(a, b *piece) bool {
			return a.sign == b.sign && a.letter == b.letter && *a.suffix == *b.suffix
		},

		copy: deepCopy,
		methods: map[conformance.Method]func(p *piece){
			conformance.Native: native, conformance.Derive: derive, conformance.Flip: flip,
			conformance.Enhance: enhance, conformance.Diminish: diminish, conformance.Normalize: normalize,
			conformance.Mark: mark, conformance.Unmark: unmark,
		},
	}
	maps.DeleteFunc(m.methods, func(method conformance.Method, _ func(*piece)) bool { return edition.Method(string(method)) == nil })
	// inject may change the expression, so it is compiled later; inject wraps the parts, so
	// they are set before.
	var compiled *regexp.Regexp
	m.parse = func(token string) *piece { return match(compiled, token) }
	m.valid = func(token string) bool { return m.parse(token) != nil }
	m.sweep = m.judgeAll
	inject(m)
	compiled = regexp.MustCompile(m.expression)
	return m
}

// match returns the four parts of a token, or nil if an expression does not match it.
func match(expression *regexp.Regexp, token string) *piece {
	found := expression.FindStringSubmatch(token)
	if found == nil {
		return nil
	}
	part := func(name string) string {
		if i := expression.SubexpIndex(name); i >= 0 {
			return found[i]
		}
		return ""
	}
	return &piece{part("sign"), part("letter"), &suffix{part("caret"), part("quote")}, nil}
}

func side(p *piece) string {
	if p.letter == strings.ToUpper(p.letter) {
		return "first"
	}
	return "second"
}

func state(p *piece) string {
	switch p.sign {
	case "+":
		return "enhanced"
	case "-":
		return "diminished"
	}
	return "normal"
}

func flip(p *piece) {
	if side(p) == "first" {
		p.letter = strings.ToLower(p.letter)
	} else {
		p.letter = strings.ToUpper(p.letter)
	}
}

// The methods. Each changes the piece in place.
func derive(p *piece)    { p.quote = "'" }
func native(p *piece)    { p.quote = "" }
func enhance(p *piece)   { p.sign = "+" }
func diminish(p *piece)  { p.sign = "-" }
func normalize(p *piece) { p.sign = "" }
func mark(p *piece)      { p.caret = "^" }
func unmark(p *piece)    { p.caret = "" }

// The predicates of the methods and the accessors.
func enhanced(p *piece) bool   { return p.sign == "+" }
func diminished(p *piece) bool { return p.sign == "-" }
func normal(p *piece) bool     { return p.sign == "" }
func terminal(p *piece) bool   { return p.caret != "" }
func derived(p *piece) bool    { return p.quote != "" }

// deepCopy returns a copy that shares nothing with p, which may be nil.
func deepCopy(p *piece) *piece {
	if p == nil {
		return nil
	}
	c, s := *p, *p.suffix
	c.suffix = &s
	return &c
}

var swept = map[conformance.Outcome]byte{
	conformance.Accepted: conformance.VerdictYes, conformance.Rejected: conformance.VerdictNo,
	conformance.Crashed: conformance.VerdictCrash,
}

// judgeAll returns the verdict of parse on each token. A token that crashes parse does not
// change the other verdicts.
func (m *model) judgeAll(tokens []string) []byte {
	verdicts := make([]byte, len(tokens))
	for i, token := range tokens {
		verdicts[i] = swept[guard(func() conformance.Response { return verdict(m.parse(token) != nil) }).Outcome]
	}
	return verdicts
}

func verdict(ok bool) conformance.Response {
	if ok {
		return conformance.Response{Outcome: conformance.Accepted}
	}
	return conformance.Response{Outcome: conformance.Rejected}
}

// Describe implements [conformance.Describer]. The model offers everything.
func (m *model) Describe() conformance.Description {
	d := conformance.Describe(conformance.Correct(m.edition), m.edition)
	d.Name, d.Homepage = m.name, ""
	return d
}

// Do implements [conformance.Implementation].
func (m *model) Do(_ context.Context, req conformance.Request) (conformance.Response, error) {
	return guard(func() conformance.Response {
		switch req.Op {
		case conformance.OpParse:
			if p := m.parse(req.Token); p != nil {
				return m.attributes(p)
			}
			return conformance.Response{Outcome: conformance.Rejected, Error: "not a token"}
		case conformance.OpValid:
			return verdict(m.valid(req.Token))
		case conformance.OpApply:
			return m.doApply(req)
		case conformance.OpEqual:
			a, b := m.parse(req.Token), m.parse(req.Other)
			switch {
			case a == nil || b == nil:
				return conformance.Response{Outcome: conformance.Rejected}
			case m.equal(a, b):
				return conformance.Response{Outcome: conformance.Equal}
			}
			return conformance.Response{Outcome: conformance.Unequal}
		case conformance.OpSweep:
			return conformance.Response{Outcome: conformance.Swept, Verdicts: string(m.sweep(req.Tokens))}
		}
		return conformance.Response{}
	}), nil
}

func (m *model) attributes(p *piece) conformance.Response {
	resp := conformance.Response{Outcome: conformance.Accepted}
	for i, a := range m.edition.Attributes {
		resp.Attributes[i] = notation.Value{Kind: a.Kind, Text: m.read[a.Key](p)}
	}
	return resp
}

func (m *model) text(p *piece) string { return m.read["token"](p) }

func (m *model) doApply(req conformance.Request) conformance.Response {
	before, methods := req.Calls()
	for _, method := range slices.Concat(before, methods) {
		if m.methods[method] == nil {
			return conformance.Response{}
		}
	}
	original := m.parse(req.Token)
	if original == nil {
		return conformance.Response{Outcome: conformance.Rejected}
	}
	tokens, p := make([]string, 0, len(methods)), original
	var last conformance.Response
	if !req.Unread() || len(methods) == 0 {
		last = m.attributes(original)
	}
	for _, method := range before {
		m.methods[method](m.copy(original))
	}
	for i, method := range methods {
		p = m.copy(p)
		m.methods[method](p)
		if !req.Unread() || i == len(methods)-1 {
			tokens = append(tokens, m.text(p))
			last = m.attributes(p)
		}
	}
	last.Tokens, last.Original = tokens, m.text(original)
	return last
}

// raised is the panic value of a fault: an exception of the library.
type raised string

// guard calls respond and returns its response, or a crash if it panics with raised. Any
// other panic is a bug in this package.
func guard(respond func() conformance.Response) (resp conformance.Response) {
	defer func() {
		if r := recover(); r != nil {
			resp = conformance.Response{Outcome: conformance.Crashed, Crash: string(r.(raised))}
		}
	}()
	return respond()
}
