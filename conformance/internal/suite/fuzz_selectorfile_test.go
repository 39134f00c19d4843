package suite

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/fuzz"
)

// FuzzSelectorFile gives the reader of selector files hostile ones. What it accepts has
// lines of the input and nothing else, and is the same when it is written and read again.
// No selector, however wrong, makes the parser of selectors panic.
func FuzzSelectorFile(f *testing.F) {
	fuzz.Seed(f, selectorSeeds)
	long := strings.Repeat("9", 5000)
	for _, run := range []string{"1" + long + ", profile quick, seed 1", "1.0.0, profile \xdc" + long + ", seed 1", "1.0.0, profile quick, seed " + long} {
		if accepted, err := checkSelectorFile([]byte("edition " + run + "\nsingle/parse/41\n")); accepted || err != nil {
			f.Errorf("accepted: %t, error %v", accepted, err)
		}
	}
	f.Fuzz(fuzz.Export(func(t *testing.T, input []byte) {
		if _, err := checkSelectorFile(input); err != nil {
			t.Error(err)
		}
	}))
}

// checkSelectorFile reports whether a file is accepted, and what is wrong with what is read
// from it, or with the error.
func checkSelectorFile(input []byte) (accepted bool, wrong error) {
	file, err := ParseSelectorFile(input)
	if err != nil {
		if err.Error() == "" || len(err.Error()) > 4096 {
			return false, fmt.Errorf("%q is refused with %v", input, err)
		}
		return false, nil
	}
	edition := notation.EPIN
	if file.Run != nil {
		edition = file.Run.Edition
	}
	for _, text := range file.Selectors {
		if text == "" || text[0] == '#' || !bytes.Contains(input, []byte(text)) {
			return true, fmt.Errorf("%q names %q", input, text)
		}
		if _, err := selector.Parse(edition, text); err != nil && len(err.Error()) > 4096 {
			return true, fmt.Errorf("%q is refused with %d bytes", input, len(err.Error()))
		}
	}
	again, err := ParseSelectorFile(file.Bytes())
	if err != nil {
		return true, fmt.Errorf("%q is written as %q, which is refused: %v", input, file.Bytes(), err)
	}
	if diff := cmp.Diff(file, again, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(SelectorFile{}, "Lines")); diff != "" {
		return true, fmt.Errorf("%q is written as %q:\n%s", input, file.Bytes(), diff)
	}
	return true, nil
}

func TestSelectorFileHasALimit(t *testing.T) {
	most := strings.Repeat("single/parse/41\n", 1<<16)
	if _, err := ParseSelectorFile([]byte(most)); err != nil {
		t.Error(err)
	}
	want := "line 65537: it names more than 65536 selectors: use fewer in one run"
	if _, err := ParseSelectorFile([]byte(most + "single/parse/41\n")); err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %q", err, want)
	}
}

var selectorSeeds = fuzz.FromCorpus(fuzz.Kind, func(v fuzz.Vector) [][]byte {
	edition, err := notation.Named(v.Edition)
	if err != nil || len(v.Token) > 1000 {
		return nil
	}
	req := conformance.Request{Op: conformance.Op(v.Op), Token: v.Token, Other: v.Other}
	for _, m := range v.Methods {
		req.Methods = append(req.Methods, conformance.Method(m))
	}
	text := selector.OfRequest(req)
	file := SelectorFile{
		Run:      &SelectorRun{Edition: edition, Profile: Quick, Seed: 7},
		Comments: []string{v.Why}, Selectors: []string{"40× " + text, text, strings.Replace(text, "single", "vectors", 1)},
	}
	inputs := [][]byte{file.Bytes()}
	if v.Op != corpus.OpParse {
		return inputs
	}
	return append(inputs, fuzz.Damaged(v, inputs[0])...)
})
