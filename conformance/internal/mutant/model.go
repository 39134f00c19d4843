package mutant

import (
	"cmp"
	"context"
	"errors"
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

type accessor = func(p *piece) string

// model is a library for an edition. Each of its parts can be replaced. A panic with a value of type
// raised stands for an exception.
type model struct {
	conformance.Functions[*piece] // without Parse and Methods, which are set last
	conformance.Implementation    // of Functions
	edition                       *notation.Edition
	expression                    string   // of parse: that of the edition, with a name for each part
	variables                     []string // of the environment, as "key=value"

	parse   parser
	sweep   judge
	copy    func(p *piece) *piece
	methods map[conformance.Method]func(p *piece) // each changes a copy in place
}

// tokensOf returns the tokens of an edition in the order of their bytes.
func tokensOf(edition *notation.Edition) []string { return slices.Sorted(edition.Tokens()) }

// newModel returns a model of an edition, after inject has replaced one of its parts.
func newModel(name string, edition *notation.Edition, inject func(m *model)) *model {
	m := &model{
		edition: edition,
		expression: rewritten(edition.Regexp, `[-+]?`, `(?<sign>[-+]?)`, `[A-Za-z]`, `(?<letter>[A-Za-z])`,
			`\^?`, `(?<caret>\^?)`, `'?`, `(?<quote>'?)`),

		copy: deepCopy,
		methods: map[conformance.Method]func(p *piece){
			conformance.Native: native, conformance.Derive: derive, conformance.Flip: flip,
			conformance.Enhance: enhance, conformance.Diminish: diminish, conformance.Normalize: normalize,
			conformance.Mark: mark, conformance.Unmark: unmark,
		},
	}
	m.Functions = conformance.Functions[*piece]{
		Library: name, Version: conformance.Version, Methods: map[string]func(*piece) *piece{},
		Valid:  func(token string) bool { return m.parse(token) != nil },
		String: func(p *piece) string { return p.sign + p.letter + p.caret + p.quote },
		Texts: map[string]accessor{
			"pin":  func(p *piece) string { return p.sign + p.letter + p.caret },
			"name": func(p *piece) string { return strings.ToUpper(p.letter) },
			"side": side, "state": state,
		},
		Booleans: map[string]func(p *piece) bool{
			"native": func(p *piece) bool { return !derived(p) }, "derived": derived, "terminal": terminal,
		},
		Equal: func(a, b *piece) bool {
			return a.sign == b.sign && a.letter == b.letter && *a.suffix == *b.suffix
		},
	}
	// inject may change the expression, so it is compiled later; inject wraps the parts, so
	// they are set before.
	var compiled *regexp.Regexp
	m.parse = func(token string) *piece { return match(compiled, token) }
	m.sweep = func(tokens []string) []byte { return verdicts(m.parse, tokens) }
	inject(m)
	compiled = regexp.MustCompile(m.expression)
	m.Parse = func(token string) (*piece, error) {
		if p := m.parse(token); p != nil {
			return p, nil
		}
		return nil, errors.New("not a token")
	}
	for method, change := range m.methods {
		m.Methods[string(method)] = func(p *piece) *piece {
			p = m.copy(p)
			change(p)
			return p
		}
	}
	m.Implementation = m.New(edition)
	return m
}

// match returns the four parts of a token, or nil if an expression does not match it.
func match(expression *regexp.Regexp, token string) *piece {
	found := expression.FindStringSubmatch(token)
	if found == nil {
		return nil
	}
	parts := map[string]string{}
	for i, name := range expression.SubexpNames() {
		parts[name] = found[i]
	}
	return &piece{parts["sign"], parts["letter"], &suffix{parts["caret"], parts["quote"]}, nil}
}

func side(p *piece) string {
	if p.letter == strings.ToUpper(p.letter) {
		return "first"
	}
	return "second"
}

var states = map[string]string{"+": "enhanced", "-": "diminished"}

func state(p *piece) string { return cmp.Or(states[p.sign], "normal") }

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

// verdicts returns the verdict of parse on each token, as in [conformance.Response]. A token that crashes
// parse does not change the other verdicts.
func verdicts(parse parser, tokens []string) []byte {
	all := make([]byte, len(tokens))
	for i, token := range tokens {
		func() {
			defer guard(func(string) { all[i] = conformance.VerdictCrash })
			if all[i] = conformance.VerdictNo; parse(token) != nil {
				all[i] = conformance.VerdictYes
			}
		}()
	}
	return all
}

// Describe implements [conformance.Describer].
func (m *model) Describe() conformance.Description {
	return conformance.Describe(m.Implementation, m.edition)
}

// Do implements [conformance.Implementation].
func (m *model) Do(ctx context.Context, req conformance.Request) (resp conformance.Response, err error) {
	defer guard(func(text string) { resp = conformance.Response{Outcome: conformance.Crashed, Crash: text} })
	if req.Op == conformance.OpSweep {
		return conformance.Response{Outcome: conformance.Swept, Verdicts: string(m.sweep(req.Tokens))}, nil
	}
	return m.Implementation.Do(ctx, req)
}

// raised is the panic value of a fault: an exception of the library.
type raised string

// guard has to be deferred. It calls crashed after a panic with raised. Any other panic is a bug in this
// package.
func guard(crashed func(text string)) {
	if r := recover(); r != nil {
		crashed(string(r.(raised)))
	}
}
