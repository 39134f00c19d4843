// Package corpus is a set of language-neutral test vectors for EPIN (Extended
// Piece Identifier Notation), and the means to read them in Go.
//
// The vectors are files, for people who never open Go: README.md says how to use
// them from anywhere. One file belongs to each edition of the specification, and
// holds one JSON object a line. All of it is generated from the tables in
// internal/generate.
package corpus

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"sync"
)

//go:generate go run ./internal/generate

//go:embed 1.0.0.jsonl 1.0.0-initial.jsonl vector.schema.json LICENSE README.md
var files embed.FS

// Editions returns the editions that there are vectors for, the default first.
func Editions() []string { return []string{Current, Initial} }

// Vectors returns all vectors of an edition, [Current] or [Initial], in the order
// of their file. The result is the caller's to change. It is an error to ask for
// another edition.
func Vectors(edition string) ([]Vector, error) {
	if edition != Current && edition != Initial {
		return nil, fmt.Errorf("corpus.Vectors: edition %s is not known; there are %q and %q", quote(edition), Current, Initial)
	}
	name := edition + ".jsonl"
	content, err := files.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("corpus.Vectors: %w", err)
	}
	vectors, err := Decode(bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("corpus.Vectors: %s: %w", name, err)
	}
	return vectors, nil
}

// Files returns the published files, read-only: the vectors of each edition
// (1.0.0.jsonl and 1.0.0-initial.jsonl), the JSON Schema of one line
// (vector.schema.json), LICENSE and README.md.
func Files() fs.FS { return files }

// Digest names exactly these vectors: "sha256:" and 64 lower-case hexadecimal
// digits, the SHA-256 of the vector files, one after the other in the order of
// their names. It is what
//
//	cat 1.0.0-initial.jsonl 1.0.0.jsonl | sha256sum
//
// prints. The schema and the texts beside the vectors are no part of it.
func Digest() string { return digest() }

var digest = sync.OnceValue(func() string {
	sum := sha256.New()
	for _, edition := range []string{Initial, Current} { // the order of the names
		content, err := files.ReadFile(edition + ".jsonl")
		if err != nil {
			panic("corpus.Digest: " + err.Error()) // embedded, so it is there
		}
		sum.Write(content)
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil))
})
