package prove_test

import (
	"bytes"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/prove"
	"github.com/epin-conformance/harness/fuzz"
)

// FuzzProve reads hostile transcripts: the input as a file, and as the lines between the header
// and the end. The access words of those that are read have all prefixes.
func FuzzProve(f *testing.F) {
	fuzz.Seed(f, func() ([][]byte, error) {
		var seeds [][]byte
		for _, test := range reading {
			seeds = append(seeds, []byte(test.lines))
		}
		return seeds, nil
	})
	f.Fuzz(fuzz.Export(func(t *testing.T, input []byte) {
		for _, file := range [][]byte{input, zipped(string(input)), zipped(string(input) + end)} {
			run, err := prove.Read(bytes.NewReader(file))
			if err != nil {
				continue
			}
			for _, o := range run.Operations {
				isAccess := map[string]bool{}
				for _, word := range o.Access(o.Bytes) {
					if isAccess[word] = true; word != "" && !isAccess[word[:len(word)-1]] {
						t.Errorf("%q is an access word, and its prefix is not", word)
					}
				}
			}
		}
	}))
}
