package suite

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/epin"
)

// runExec tests an implementation as a program is that runs once for each string: it offers
// valid alone, and takes no NUL.
func runExec(t *testing.T, edition epin.Edition, impl conformance.Implementation) Result {
	t.Helper()
	program := limited{impl, conformance.Description{Ops: []conformance.Op{conformance.OpValid}, Bytes: true, NoNUL: true}}
	result, _ := run(t, Config{Open: open(program), Edition: edition, Profile: Exec, Seed: 1})
	return result
}

func TestExecConformant(t *testing.T) {
	for _, edition := range epin.Editions() {
		got := runExec(t, edition, conformance.Reference(edition))
		if got.Verdict != Conformant {
			t.Errorf("%s: %v: %s, want conformant and no more", edition, got.Verdict, got.Reason)
		}
		want := result.List[result.Claim]{{
			Way: "valid", Alphabet: result.AlphabetEnds, Extra: new(int), Cover: result.Specification(edition).Sets().Cover,
		}}
		if !reflect.DeepEqual(got.Claims, want) {
			t.Errorf("%s claims %+v, want %+v", edition, got.Claims, want)
		}
		// The vectors hold all tokens, so that nobody has to test them again.
		asked := tokensOf(vectorsPart(edition, conformance.OpValid))
		for id := range edition.All() {
			if !asked[id.String()] {
				t.Errorf("%s is in no vector of %s", id, edition)
			}
		}
	}
}

// TestExecEnds checks the bytes that stand for all, and that the words over them are the
// Wp suite over them.
func TestExecEnds(t *testing.T) {
	for _, edition := range epin.Editions() {
		machine := result.Specification(edition)
		ends := endsOf(machine)
		for _, b := range []byte("\x01&'(*+,-.@AZ[`az{\n \x7f\x80\xff") {
			if strings.IndexByte(ends, b) < 0 {
				t.Errorf("%s: %q is not among %q", edition, b, ends)
			}
		}
		if strings.IndexByte(ends, 0) >= 0 {
			t.Errorf("%s: NUL, which no argument holds, is among %q", edition, ends)
		}
		for _, class := range machine.Classes() {
			if !slices.ContainsFunc([]byte(class), func(b byte) bool { return strings.IndexByte(ends, b) >= 0 }) {
				t.Errorf("%s: no byte of %v stands for them", edition, class)
			}
		}
		sets := machine.Sets()
		want := map[string]bool{}
		for _, v := range sets.Cover {
			for _, w := range sets.Characterising {
				want[v+w] = true
			}
			for _, b := range []byte(ends) {
				word := v + string([]byte{b})
				at := machine.Start()
				for i := range len(word) {
					at = machine.Step(at, word[i])
				}
				for _, id := range sets.Identifiers[at] {
					want[word+id] = true
				}
			}
		}
		p := completeOverEnds(edition)
		got := tokensOf(p)
		if !reflect.DeepEqual(got, want) || p.checks != len(want) {
			t.Errorf("%s: %d words (%d checks), want the %d of the suite", edition, len(got), p.checks, len(want))
		}
	}
}

// TestExecMutants: mistakes of a check that has nothing but a program around it are found.
func TestExecMutants(t *testing.T) {
	longTest(t)
	for _, name := range []string{"dollar-for-z", "not-anchored-in-front", "only-upper-case", "letter-word-class"} {
		result := runExec(t, epin.Current, mutantNamed(t, name).New(epin.Current))
		if result.Verdict != NotConformant || len(result.Findings) == 0 || result.Learned != nil || len(result.Claims) > 0 {
			t.Errorf("%s: %v with %d findings, claims %v", name, result.Verdict, len(result.Findings), result.Claims)
		}
	}
}
