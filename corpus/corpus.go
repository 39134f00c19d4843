// Package corpus has language-neutral test vectors for EPIN (Extended Piece Identifier Notation) and
// PIN (Piece Identifier Notation), and decodes them in Go.
//
// The vectors are files, so programs in every language can use them: see README.md. There
// is one file for each edition of a notation, with one JSON object on each line.
// The tests of the package compute the expected results and the requirements of each line again.
package corpus

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

//go:embed *.jsonl vector.schema.json LICENSE README.md
var files embed.FS

// Editions returns the names of the editions that have vectors, the default first. A name without a
// notation is one of EPIN. An edition "-initial" is the first text with its number, without the
// terminal marker ^.
func Editions() []string {
	return []string{"1.0.0", "1.0.0-initial", "pin/1.0.0", "pin/1.0.0-initial"}
}

// FileName returns the name of the file in [Files] that has the vectors of an edition, such as
// "pin-1.0.0.jsonl" for "pin/1.0.0".
func FileName(edition string) string { return strings.ReplaceAll(edition, "/", "-") + ".jsonl" }

// Vectors returns all vectors of an edition, in the order of their file. The caller may
// change the result. It returns an error for an edition that is not one of [Editions].
func Vectors(edition string) ([]Vector, error) {
	if !slices.Contains(Editions(), edition) {
		return nil, fmt.Errorf("corpus.Vectors: unknown edition %q: use one of %s", edition, strings.Join(Editions(), ", "))
	}
	content, _ := files.ReadFile(FileName(edition)) // it is embedded
	vectors, err := decode(content)
	if err != nil {
		return nil, fmt.Errorf("corpus.Vectors: %s: %w", FileName(edition), err)
	}
	return vectors, nil
}

// Files returns the published files, read-only: the vectors of each edition (see [FileName]), the
// JSON Schema of one line (vector.schema.json), LICENSE and README.md.
func Files() fs.FS { return files }

// Digest identifies the version of the vectors. It returns "sha256:" and 64 lower-case
// hexadecimal digits: the SHA-256 of the vector files, concatenated in the order of their
// names, which
//
//	LC_ALL=C sh -c 'cat *.jsonl' | sha256sum
//
// prints. It does not include the schema and the other files.
func Digest() string {
	sum := sha256.New()
	names, _ := fs.Glob(files, "*.jsonl") // sorted
	for _, name := range names {
		content, _ := files.ReadFile(name) // it is embedded
		sum.Write(content)
	}
	return fmt.Sprintf("sha256:%x", sum.Sum(nil))
}
