package corpus_test

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/corpus"
)

// exampleRows are the requests of the tables of the examples pages: tokens to parse, and tokens
// with the methods to apply.
var exampleRows = map[string]string{
	"examples/variants":           "X X' x x' X^ X^' +X +X' -x -x'",
	"examples/idempotence":        "R.native R.derive R'.native R'.derive",
	"examples/capture-chess":      "R R.",
	"examples/capture-shogi":      "R r r' +r R.flip r.derive r'.native r.enhance +r.normalize",
	"examples/conventions":        "K^ K^' P P'",
	"examples/recipes/style":      "B.derive +n'.native",
	"examples/matrix":             "K K' K^ K^' +K +K' +K^ +K^' -K -K' -K^ -K^' k k' k^ k^' +k +k' +k^ +k^' -k -k' -k^ -k^'",
	"examples/lifecycle/rook":     "R r +r R.flip,enhance,flip,normalize",
	"examples/lifecycle/derived":  "R r' +r' R.flip,derive,enhance,flip,native,normalize",
	"examples/lifecycle/terminal": "K K^ k^ k K.mark,flip,unmark",
	"examples/catalog/chess":      "K^ k^ Q q R r B b N n P p",
	"examples/catalog/shogi":      "K^ k^ K^' k^' R r +R +r B b +B +b G g S s +S +s N n +N +n L l +L +l P p +P +p",
	"examples/catalog/makruk":     "K^ k^ Q q R r B b N n P p",
	"pin/examples/chess":          "K^ +K^ Q R +R B N P +P k^ +k^ q r +r b n p +p",
	"pin/examples/shogi":          "K^ R B G S N L P +R +B +S +N +L +P",
	"pin/examples/xiangqi":        "G^ +G^ A E H R C S +S",
}

// invalidForms are the invalid strings that are evidence for a requirement about them. Most break no
// other requirement of this kind.
var invalidForms = map[string]*regexp.Regexp{
	"epin/4/marker-last":       regexp.MustCompile(`(?s)'.`),
	"epin/9.4/empty":           regexp.MustCompile(`\A\z`),
	"epin/9.4/double-marker":   regexp.MustCompile(`\A'*[-+]?[A-Za-z]'*\^?'*\z`),
	"epin/9.4/marker-order":    regexp.MustCompile(`\A('[-+]?[A-Za-z]\^?|[-+]'[A-Za-z]\^?|[-+]?[A-Za-z]'\^)\z`),
	"epin/9.4/caret-first":     regexp.MustCompile(`\A(\^[-+]?|[-+]\^)[A-Za-z]'?\z`),
	"epin/9.4/double-state":    regexp.MustCompile(`\A[-+]*[A-Za-z][-+]*\^?'?\z`),
	"epin/9.4/double-terminal": regexp.MustCompile(`\A\^*[-+]?[A-Za-z]\^*'?\^*\z`),
	"epin/9.4/not-a-letter":    regexp.MustCompile(`(?s)\A[-+]?[^-+^'A-Za-z]\^?'?\z`),
	"epin/9.4/whitespace":      regexp.MustCompile(`[\t\v\f \x{a0}\x{1680}\x{2000}-\x{200a}\x{202f}\x{205f}\x{3000}]`),
	"epin/9.4/line-break":      regexp.MustCompile(`[\n\r\x{85}\x{2028}\x{2029}]`),

	"pin/canonical/state-behind":    regexp.MustCompile(`\A[A-Za-z](\^[-+]|[-+]\^?)\z`),
	"pin/canonical/caret-first":     regexp.MustCompile(`\A(\^[-+]?|[-+]\^)[A-Za-z]\z`),
	"pin/canonical/double-state":    regexp.MustCompile(`\A[-+]*[A-Za-z][-+]*\^?\z`),
	"pin/canonical/double-terminal": regexp.MustCompile(`\A\^*[-+]?[A-Za-z]\^*\z`),
}

// repeated are the characters that an invalid string has more than once, by the end of the requirement.
var repeated = map[string]string{"double-marker": "'", "double-state": "+-", "double-terminal": "^"}

// beyond are the requirements that no single request can test.
const beyond = `
epin/9.1/one-verdict examples/single-style/omit examples/single-style/normalise examples/conventions/3
epin-initial/one-verdict epin-initial/native-style epin-initial/cross-style epin-initial/qpi
epin-initial/one-representation epin-initial/example-flow
pin/4.3/one-verdict pin-initial/one-verdict pin-initial/limits pin-initial/canonical`

// TestEvidence checks the requirements of each vector, which follow from its request and the table of
// notations, and that vectors test every requirement that a single request can test.
func TestEvidence(t *testing.T) {
	for _, id := range strings.Fields(beyond) {
		if _, ok := requirement.Lookup(id); !ok {
			t.Errorf("%s is published, but not in the catalogue", id)
		}
	}
	for _, e := range notation.All() {
		tested := map[string]bool{}
		for _, v := range vectors[e.String()] {
			want := evidence(e, v)
			if !slices.Equal(v.Requirements, want) {
				t.Errorf("%s tests %q; want %q", v.ID, v.Requirements, want)
			}
			for _, id := range want {
				tested[id] = true
			}
		}
		for _, r := range requirement.Of(e) {
			if tested[r.ID] == slices.Contains(strings.Fields(beyond), r.ID) {
				t.Errorf("vectors of edition %s test %s: %t", e, r.ID, tested[r.ID])
			}
			delete(tested, r.ID)
		}
		if len(tested) > 0 {
			t.Errorf("vectors of edition %s test requirements that it does not have: %v", e, tested)
		}
	}
}

// evidence returns the requirements that a vector of an edition is evidence for, sorted.
func evidence(e *notation.Edition, v corpus.Vector) (ids []string) {
	add := func(due bool, more ...string) {
		if due {
			ids = append(ids, more...)
		}
	}
	c, valid, equal := e.Clauses, v.Want.Valid.Value, v.Op == corpus.OpEqual
	parsed, rejected := valid && v.Op == corpus.OpParse, !valid && !equal
	add(equal, c.Equivalence...)
	add(rejected, c.Invalid...)
	// A letter is a token, and part of every other token.
	add(rejected && notation.Letters(v.Token) != "", c.Unanchored...)
	add(parsed, c.Valid...)
	for i, a := range e.Attributes {
		add(parsed || valid && i == notation.StringForm && len(v.Methods) == 0, a.Requirements...)
	}
	before := v.Token
	for i, after := range v.Want.Tokens.Value {
		add(true, e.Method(v.Methods[i]).Requirements...)
		add(after == before && slices.Contains(c.Twice, v.Methods[i]), c.Idempotent...)
		add(after != v.Token, c.Receiver...) // a change of the first value would show
		before = after
	}
	for _, s := range c.Special {
		add(parsed && s.Tokens && s.About != nil && s.About.MatchString(v.Token), s.ID)
	}

	of := func(id string) bool {
		r, _ := requirement.Lookup(id)
		return r.AppliesTo(e)
	}
	request := v.Token
	if v.Op == corpus.OpApply {
		request += "." + strings.Join(v.Methods, ",")
	}
	for id, rows := range exampleRows {
		add(of(id) && !equal && slices.Contains(strings.Fields(rows), request), id)
	}
	for id, form := range invalidForms {
		characters := repeated[path.Base(id)]
		other := func(r rune) bool { return !strings.ContainsRune(characters, r) }
		add(of(id) && rejected && form.MatchString(v.Token) &&
			(characters == "" || len(strings.Join(strings.FieldsFunc(v.Token, other), "")) > 1), id)
	}
	if parsed && strings.Contains(v.Token, "'") {
		add(of("epin/4/marker-last"), "epin/4/marker-last")
		ids = slices.DeleteFunc(ids, func(id string) bool { return id == "pin-initial/mapping" }) // it is not a PIN token
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
