package fuzz

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Export returns body. If the environment variable EPIN_FUZZ_SEEDS names a folder, the
// returned function first writes its input to a file there, in the folder of the target.
// .clusterfuzzlite/build.sh uses this to export the seeds: those that a target adds, and those
// in testdata/fuzz. The file has the form that the libFuzzer builder decodes as a []byte: one
// byte, the weight of the only argument, and then the input.
func Export(body func(t *testing.T, input []byte)) func(t *testing.T, input []byte) {
	dir := os.Getenv("EPIN_FUZZ_SEEDS")
	if dir == "" {
		return body
	}
	return func(t *testing.T, input []byte) {
		target, _, _ := strings.Cut(t.Name(), "/")
		sum := sha256.Sum256(input)
		path := filepath.Join(dir, target, hex.EncodeToString(sum[:8]))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append([]byte{1}, input...), 0o644); err != nil {
			t.Fatal(err)
		}
		body(t, input)
	}
}
