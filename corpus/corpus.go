// Package corpus has language-neutral test vectors for EPIN (Extended Piece Identifier
// Notation), and decodes them in Go.
//
// The vectors are files, so programs in every language can use them: see README.md. There
// is one file for each edition of the specification, with one JSON object on each line.
// The tests of the package compute the expected results and the requirements of each line again.
package corpus

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"sync"
)

//go:embed 1.0.0.jsonl 1.0.0-initial.jsonl pin-1.0.0.jsonl pin-1.0.0-initial.jsonl vector.schema.json LICENSE README.md
var files embed.FS

// Editions returns the editions that have vectors, the default first.
func Editions() []string { return []string{Current, Initial} }

// Vectors returns all vectors of an edition, in the order of their file. The caller may
// change the result. It returns an error for editions other than [Current] and [Initial].
func Vectors(edition string) ([]Vector, error) {
	if edition != Current && edition != Initial {
		return nil, fmt.Errorf("corpus.Vectors: unknown edition %q; use %q or %q", edition, Current, Initial)
	}
	name := edition + ".jsonl"
	content, _ := files.ReadFile(name) // it is embedded
	vectors, err := decode(content)
	if err != nil {
		return nil, fmt.Errorf("corpus.Vectors: %s: %w", name, err)
	}
	return vectors, nil
}

// Files returns the published files, read-only: the vectors of each edition
// (1.0.0.jsonl and 1.0.0-initial.jsonl), the JSON Schema of one line
// (vector.schema.json), LICENSE and README.md.
func Files() fs.FS { return files }

// Digest identifies the version of the vectors. It returns "sha256:" and 64 lower-case
// hexadecimal digits: the SHA-256 of the vector files, concatenated in the order of their
// names, which
//
//	cat 1.0.0-initial.jsonl 1.0.0.jsonl | sha256sum
//
// prints. It does not include the schema and the other files.
func Digest() string { return digest() }

var digest = sync.OnceValue(func() string {
	sum := sha256.New()
	for _, edition := range []string{Initial, Current} { // the order of the names
		file, _ := files.Open(edition + ".jsonl") // it is embedded
		_, _ = io.Copy(sum, file)
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil))
})
