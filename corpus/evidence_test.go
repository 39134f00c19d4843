package corpus_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/corpus"
)

// exampleRows are the requests of the tables of the examples page: tokens to parse, and tokens
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
}

// invalidForms are the invalid strings of the clauses of EPIN §9.4.
var invalidForms = map[string]*regexp.Regexp{
	"empty":           regexp.MustCompile(`\A\z`),
	"double-marker":   regexp.MustCompile(`\A'*[-+]?[A-Za-z]'*\^?'*\z`),
	"marker-order":    regexp.MustCompile(`\A('[-+]?[A-Za-z]\^?|[-+]'[A-Za-z]\^?|[-+]?[A-Za-z]'\^)\z`),
	"caret-first":     regexp.MustCompile(`\A(\^[-+]?|[-+]\^)[A-Za-z]'?\z`),
	"double-state":    regexp.MustCompile(`\A[-+]*[A-Za-z][-+]*\^?'?\z`),
	"double-terminal": regexp.MustCompile(`\A\^*[-+]?[A-Za-z]\^*'?\^*\z`),
	"not-a-letter":    regexp.MustCompile(`(?s)\A[-+]?[^-+^'A-Za-z]\^?'?\z`),
	"whitespace":      regexp.MustCompile(`[\t\v\f \x{a0}\x{1680}\x{2000}-\x{200a}\x{202f}\x{205f}\x{3000}]`),
	"line-break":      regexp.MustCompile(`[\n\r\x{85}\x{2028}\x{2029}]`),
}

// repeated are the characters that an invalid string of a clause has more than once.
var repeated = map[string]string{"double-marker": "'", "double-state": "+-", "double-terminal": "^"}

// TestEvidence checks the requirements of each vector, which follow from its request, and that
// vectors test every requirement that a single request can test.
func TestEvidence(t *testing.T) {
	valid := func(op string) func(corpus.Vector) bool {
		return func(v corpus.Vector) bool { return v.Op == op && v.Want.Valid.Value }
	}
	parsed, applied := valid(corpus.OpParse), valid(corpus.OpApply)
	derived := func(v corpus.Vector) bool { return parsed(v) && strings.Contains(v.Token, "'") }
	native := func(v corpus.Vector) bool { return parsed(v) && !derived(v) }
	canonical := func(v corpus.Vector) bool { return parsed(v) || applied(v) && len(v.Methods) == 0 }
	equal := func(v corpus.Vector) bool { return v.Op == corpus.OpEqual }
	applies := func(methods ...string) func(corpus.Vector) bool {
		return func(v corpus.Vector) bool {
			return applied(v) && slices.ContainsFunc(v.Methods, func(m string) bool { return slices.Contains(methods, m) })
		}
	}
	// A step of native or derive that changes nothing.
	idempotent := func(v corpus.Vector) bool {
		before := v.Token
		for i, after := range v.Want.Tokens.Value {
			if before == after && (v.Methods[i] == "native" || v.Methods[i] == "derive") {
				return true
			}
			before = after
		}
		return false
	}
	// The result differs from the first value, which must not change.
	changes := func(v corpus.Vector) bool {
		return slices.ContainsFunc(v.Want.Tokens.Value, func(result string) bool { return result != v.Token })
	}
	markerLast := func(v corpus.Vector) bool {
		if v.Want.Valid.Value {
			return derived(v)
		}
		before, _, found := strings.Cut(v.Token, "'")
		return v.Op != corpus.OpEqual && found && len(before) < len(v.Token)-1
	}

	// The token alone decides the requirements of a verdict.
	rejected := func(v corpus.Vector) bool { return v.Op != corpus.OpEqual && !v.Want.Valid.Value }
	verdict := func(v corpus.Vector) bool { return v.Op == corpus.OpParse || rejected(v) }
	// A letter is a token, and part of every other token.
	unanchored := func(v corpus.Vector) bool {
		return rejected(v) && strings.ContainsFunc(v.Token, func(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' })
	}

	due := map[string]map[string]func(corpus.Vector) bool{
		corpus.Current: {
			"epin/6/grammar": verdict, "epin/9.1/accept": parsed, "epin/9.1/reject": rejected, "epin/6/anchoring": unanchored,
			"epin/3/pin-superset": native, "epin/4/marker-last": markerLast,
			"epin/7.1/name": parsed, "epin/7.1/side": parsed, "epin/7.1/state": parsed, "epin/7.1/terminal": parsed,
			"epin/7.2/derivation": parsed, "epin/9.2/canonical": canonical, "epin/9.2/no-context": derived,
			"epin/9.3/pin": parsed, "epin/9.3/is-native": parsed, "epin/9.3/is-derived": parsed,
			"epin/9.3/native": applies("native"), "epin/9.3/derive": applies("derive"),
			"epin/9.3/idempotent": idempotent, "epin/9.3/copy": changes, "epin/9.3/equivalent": equal,
			"examples/single-style/accept-both": parsed,
			"examples/recipes/side":             applies("flip"),
			"examples/recipes/state":            applies("enhance", "diminish", "normalize"),
			"examples/recipes/terminal":         applies("mark", "unmark"),
		},
		corpus.Initial: {
			"epin-initial/grammar": verdict, "epin-initial/accept": parsed, "epin-initial/reject": rejected,
			"epin-initial/anchoring":       unanchored,
			"epin-initial/pin-inheritance": native, "pin-initial/mapping": native,
			"epin-initial/canonical": canonical, "epin-initial/attributes": parsed,
			"epin-initial/derivation": parsed, "epin-initial/accessors": parsed,
			"epin-initial/native": applies("native"), "epin-initial/derive": applies("derive"),
			"epin-initial/idempotent": idempotent, "epin-initial/copy": changes, "epin-initial/equivalent": equal,
			"epin-initial/transformations": applies("flip", "enhance", "diminish", "normalize"),
		},
	}
	for id, rows := range exampleRows {
		due[corpus.Current][id] = func(v corpus.Vector) bool {
			request := v.Token
			if v.Op == corpus.OpApply {
				request += "." + strings.Join(v.Methods, ",")
			}
			return v.Op != corpus.OpEqual && slices.Contains(strings.Fields(rows), request)
		}
	}
	for clause, form := range invalidForms {
		due[corpus.Current]["epin/9.4/"+clause] = func(v corpus.Vector) bool {
			other := func(r rune) bool { return !strings.ContainsRune(repeated[clause], r) }
			return rejected(v) && form.MatchString(v.Token) &&
				(repeated[clause] == "" || len(strings.Join(strings.FieldsFunc(v.Token, other), "")) > 1)
		}
	}
	tested := map[string]bool{}
	for _, v := range all() {
		var want []string
		for id, isDue := range due[v.Edition] {
			if isDue(v) {
				want = append(want, id)
				tested[id] = true
			}
		}
		if slices.Sort(want); !slices.Equal(v.Requirements, want) {
			t.Errorf("%s tests %q; want %q", v.ID, v.Requirements, want)
		}
	}

	// No single request can test these.
	beyond := map[string]string{
		corpus.Current: "epin/9.1/one-verdict examples/single-style/omit examples/single-style/normalise examples/conventions/3",
		corpus.Initial: "epin-initial/one-verdict epin-initial/native-style epin-initial/cross-style epin-initial/qpi " +
			"epin-initial/one-representation epin-initial/example-flow pin-initial/limits pin-initial/canonical",
	}
	for _, edition := range notation.All() {
		known := append(slices.Collect(maps.Keys(due[edition.String()])), strings.Fields(beyond[edition.String()])...)
		for _, r := range requirement.Of(edition) {
			if tested[r.ID] != (due[edition.String()][r.ID] != nil) || !slices.Contains(known, r.ID) {
				t.Errorf("vectors test %s: %t", r.ID, tested[r.ID])
			}
		}
		if len(known) != len(requirement.Of(edition)) {
			t.Errorf("vectors of edition %s name a requirement that is not in the catalogue: %q", edition, known)
		}
	}
}
