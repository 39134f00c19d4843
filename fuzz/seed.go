// Package fuzz holds native Go fuzz targets for the reference implementation and the decoder of
// the corpus, and the seeding functions of all targets of the module. The targets for other
// decoders of untrusted input are in their packages, in files whose names begin with fuzz_.
//
// Each file holds one target. Each target takes a single []byte, so that other engines can run
// it too. All seeds come from the corpus.
//
// README.md lists the targets, and describes ci/fuzz, which runs them all. To run one:
//
//	go test ./fuzz -run '^$' -fuzz '^FuzzText$' -fuzztime 1m
package fuzz

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/epin"
)

// Vector is a test vector of the corpus.
type Vector = corpus.Vector

// Seed adds the inputs to f. It fails the target if there is no input: its fuzzing would run for hours and
// find nothing.
func Seed(f *testing.F, inputs func() [][]byte) {
	f.Helper()
	all := inputs()
	if len(all) == 0 {
		f.Fatal("the corpus gives this target nothing to start from")
	}
	for _, input := range all {
		f.Add(input)
	}
}

// FromCorpus returns a function that applies inputs to the vectors of the corpus and returns
// the results without duplicates. It computes them at the first call and keeps them, because some
// engines run a target again for each input.
//
// An engine runs every seed before it starts fuzzing, so a thousand seeds with equal coverage
// only delay it. FromCorpus uses the first vector for each value of alike. Use
// [Shape] for targets that take tokens, and [Kind] for targets that take lines.
func FromCorpus(alike func(v Vector) string, inputs func(v Vector) [][]byte) func() [][]byte {
	return sync.OnceValue(func() (all [][]byte) {
		seen := map[string]bool{}
		isNew := func(s string) bool {
			known := seen[s]
			seen[s] = true
			return !known
		}
		for _, edition := range corpus.Editions() {
			vectors, _ := corpus.Vectors(edition) // no error: it is an edition
			for _, v := range vectors {
				if !isNew("alike: " + alike(v)) {
					continue
				}
				for _, input := range inputs(v) {
					if isNew("input: " + string(input)) {
						all = append(all, input)
					}
				}
			}
		}
		return all
	})
}

// Kind returns the same text for vectors whose lines differ only in the contents of strings.
func Kind(v Vector) string {
	return fmt.Sprint(v.Edition, v.Op, v.Want.Valid, len(v.Methods), min(len(v.Token), 5), bits.Len(uint(len(v.Token))),
		utf8.ValidString(v.Token), strings.ContainsFunc(v.Token, unicode.IsControl))
}

var capital, small = regexp.MustCompile("[A-Z]"), regexp.MustCompile("[a-z]")

// Shape returns the same text for vectors that differ only in the letters of their tokens.
func Shape(v Vector) string {
	fold := func(token string) string { return small.ReplaceAllString(capital.ReplaceAllString(token, "A"), "a") }
	return fmt.Sprintf("%s %s %q %q %q", v.Edition, v.Op, fold(v.Token), fold(v.Other), v.Methods)
}

// TokenSeeds returns the seeds of targets that take a token.
var TokenSeeds = FromCorpus(Shape, func(v Vector) [][]byte {
	if v.Op == corpus.OpEqual {
		return [][]byte{[]byte(v.Token), []byte(v.Other)}
	}
	return [][]byte{[]byte(v.Token)}
})

// Damaged returns mutations of a line that holds a JSON object, each with one fault or oddity,
// as seeds for targets that take lines. It returns nil for all but simple vectors, because the
// mutations of one line suffice.
func Damaged(v Vector, line []byte) [][]byte {
	if len(v.Token) != 1 || !epin.Valid(v.Token) || len(v.Methods) > 1 {
		return nil
	}
	lines := [][]byte{
		line[:len(line)-1],
		append(bytes.Clone(line), 0),
		bytes.Repeat(line, 2),
		bytes.ReplaceAll(line, []byte("true"), []byte("null")),
		bytes.ReplaceAll(line, []byte(v.Token), []byte(`\ud800`)),
		bytes.ReplaceAll(line, []byte(v.Token), []byte("\xff")),
	}
	for _, member := range []string{
		`"id":0`, `"\u0069d":0`, `"ID":0`, `"valid":true`, `"Valid":true`, `"equal":true`,
		`"crash":""`, `"unsupported":true`, `"x":[{"x":null}]`, `"x":0,"x":0`, `"x":1e1000`, `"x":"\udc00"`, `"\u001bé":0`,
	} {
		lines = append(lines, bytes.Replace(line, []byte("{"), []byte("{"+member+","), 1))
	}
	return lines
}

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
