package knownfailures

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/epin-conformance/harness/fuzz"
)

// FuzzKnownFailures parses hostile lists. Writing and parsing an accepted list, and updating
// it without changes, have to return the same lines. Each error has to name an existing line.
func FuzzKnownFailures(f *testing.F) {
	fuzz.Seed(f, knownFailureSeeds)
	f.Fuzz(fuzz.Export(func(t *testing.T, input []byte) {
		list, err := Parse(input)
		if err != nil {
			if fault, ok := errors.AsType[*Error](err); !ok || fault.Line < 1 || fault.Line > bytes.Count(input, []byte("\n"))+1 || fault.What == "" {
				t.Errorf("the error for %q is %v", input, err)
			}
			return
		}
		for _, l := range list.Lines {
			if l.ID == "" || l.Reason == "" || strings.ContainsAny(string(l.Reason), "\n") || strings.TrimSpace(l.ID) != l.ID {
				t.Errorf("%q was read as %#v", input, l)
			}
		}
		alike := []cmp.Option{cmpopts.IgnoreFields(Line{}, "Number"), cmpopts.EquateEmpty()}
		for name, text := range map[string][]byte{
			"written again":        List{}.Updated(nil, list.Lines),
			"updated with nothing": list.Updated(nil, nil),
		} {
			again, err := Parse(text)
			if err != nil {
				t.Errorf("%q, %s, is %q, which is rejected: %v", input, name, text, err)
			} else if diff := cmp.Diff(list.Lines, again.Lines, alike...); diff != "" {
				t.Errorf("%q, %s, is %q:\n%s", input, name, text, diff)
			}
		}
	}))
}

var knownFailureSeeds = fuzz.FromCorpus(fuzz.Kind, func(v fuzz.Vector) [][]byte {
	id := v.Requirements[0]
	return [][]byte{
		fmt.Appendf(nil, "%s: %s\n", id, v.Why),
		fmt.Appendf(nil, "# %s\r\n\r\n single/parse/%x\t:%s", v.ID, v.Token[:min(len(v.Token), 8)], v.Why),
		fmt.Appendf(nil, "%s %s\n", id, v.Token),
	}
})
