package corrupt_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/corrupt"
	"github.com/epin-conformance/harness/corpus"
)

// TestDecodeOfDamagedVectors: an error of the reader of vectors is one line of printable ASCII.
// The test stands here because package corpus imports the standard library only.
func TestDecodeOfDamagedVectors(t *testing.T) {
	content, err := fs.ReadFile(corpus.Files(), corpus.Current+".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	vectors, err := corpus.Vectors(corpus.Current)
	if err != nil {
		t.Fatal(err)
	}
	// One line of each operation.
	var valid []byte
	seen, lines := map[string]bool{}, bytes.SplitAfter(content, []byte("\n"))
	for i, v := range vectors {
		if !seen[v.Op] {
			seen[v.Op] = true
			valid = append(valid, lines[i]...)
		}
	}
	corrupt.Test(t, valid, 150, func(damaged []byte) (accepted bool, wrong error) {
		_, err := corpus.Decode(bytes.NewReader(damaged))
		if err == nil {
			return true, nil
		}
		if line := (*corpus.LineError)(nil); !errors.As(err, &line) || strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' || r > '~' }) {
			return false, fmt.Errorf("the error is %q", err)
		}
		return false, nil
	})
}
