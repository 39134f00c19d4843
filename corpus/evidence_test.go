package corpus_test

import (
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

// exceptions are invalid strings for requirements about them: those that break such a requirement by
// the table of notations, and are no evidence for it because they break others too; and the converse.
var exceptions = map[string][]string{
	"epin/9.4/double-marker":   {"''", "K'Q'", "K^^''", "K^'^'"},
	"epin/9.4/caret-first":     {"^'K", "^K^"},
	"epin/9.4/marker-order":    {"K'^'", "K^'^", "K^'^'", "'^", "'K", "'+K", "+'K"},
	"epin/9.4/double-state":    {"+-", "+AEs-", "+K+Q"},
	"epin/9.4/double-terminal": {"^^", "K^^''", "K^'^'"},
	"epin/9.4/not-a-letter":    {"\t", "\n", "\f", "\r", " "},
	"epin/9.4/whitespace":      {"\x1f", "\x1f\x8b", "\x1fK", "K\x1f", "+\x1fK", "K\x1f'"},

	"pin/canonical/state-behind":    {"K'+", "x+K", "K+Q"},
	"pin/canonical/caret-first":     {"^K^"},
	"pin/canonical/double-state":    {"+-", "+AEs-", "+K+Q"},
	"pin/canonical/double-terminal": {"^^", "K^Q^"},
}

// beyond are the requirements that no single request can test. In the aligned editions of QPI, the only
// method changes no token, so the original value is the same in a correct library without copies.
const beyond = `
epin/9.1/one-verdict examples/single-style/omit examples/single-style/normalise examples/conventions/3
epin-initial/one-verdict epin-initial/native-style epin-initial/cross-style epin-initial/qpi
epin-initial/one-representation epin-initial/example-flow
pin/4.3/one-verdict pin-initial/one-verdict pin-initial/limits pin-initial/canonical
sin/4.3/one-verdict qpi/one-verdict qpi-aligned/one-verdict qpi-aligned/copy`

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
	c, valid, equal := e.Clauses, v.Want.Valid, v.Op == corpus.OpEqual
	parsed, rejected := valid && v.Op == corpus.OpParse, !valid && !equal
	add(equal, c.Equivalence...)
	add(rejected, c.Invalid...)
	add(rejected && e.Contains(v.Token), c.Unanchored...)
	add(parsed, c.Valid...)
	for i, a := range e.Attributes {
		add(parsed || valid && i == notation.StringForm && len(v.Methods) == 0, a.Requirements...)
	}
	before := v.Token
	for i, after := range v.Want.Tokens {
		method := e.Method(v.Methods[i])
		add(true, method.Requirements...)
		add(after == before, method.Twice...)
		add(after != v.Token, c.Receiver...) // a change of the first value would show
		before = after
	}
	for _, s := range c.Special {
		breaks := s.About != nil && s.About.MatchString(v.Token)
		add(parsed && s.Tokens && breaks || rejected && !s.Tokens && breaks != slices.Contains(exceptions[s.ID], v.Token), s.ID)
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
	if parsed && strings.Contains(v.Token, "'") {
		add(of("epin/4/marker-last"), "epin/4/marker-last")
		ids = slices.DeleteFunc(ids, func(id string) bool { return id == "pin-initial/mapping" }) // it is not a PIN token
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
