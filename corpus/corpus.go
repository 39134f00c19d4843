// Package corpus has language-neutral test vectors for EPIN (Extended Piece Identifier Notation), PIN (Piece
// Identifier Notation), SIN (Style Identifier Notation) and QPI (Qualified Piece Identifier), and decodes
// them in Go. They are the requests of the layer vectors of package suite.
//
// The vectors are files, so programs in every language can use them: see README.md. There
// is one file for each edition of a notation, with one JSON object on each line.
// The tests of the package compute the expected results and the requirements of each line again.
package corpus

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

//go:embed *.jsonl complete confusable.txt vector.schema.json LICENSE README.md
var files embed.FS

// Editions returns the names of the editions that have vectors, the default first. A name without a
// notation is one of EPIN. An edition "-initial" is the first text with its number, without the
// terminal marker ^; in one "-aligned", both letters have the same case.
func Editions() []string {
	return []string{
		"1.0.0", "1.0.0-initial", "pin/1.0.0", "pin/1.0.0-initial",
		"sin/1.0.0", "qpi/1.0.0", "qpi/1.0.0-aligned", "qpi/1.0.0-aligned-terminal",
	}
}

// FileName returns the name of the file in [Files] that has the vectors of an edition, such as
// "pin-1.0.0.jsonl" for "pin/1.0.0".
func FileName(edition string) string { return strings.ReplaceAll(edition, "/", "-") + ".jsonl" }

// Vectors returns all vectors of an edition, in the order of their file. The caller may
// change the result. It returns an error for an edition that is not one of [Editions].
func Vectors(edition string) (vectors []Vector, err error) {
	if !slices.Contains(Editions(), edition) {
		return nil, fmt.Errorf("corpus.Vectors: unknown edition %q: use one of %s", edition, strings.Join(Editions(), ", "))
	}
	file, _ := files.Open(FileName(edition)) // it is embedded
	d := json.NewDecoder(file)
	d.DisallowUnknownFields()
	for d.More() {
		var line struct {
			Vector
			Text      string `json:"token"` // absent for bytes that are not UTF-8; the tests compare it with Hex
			OtherText string `json:"other"`
			Hex       string `json:"hex"`
			OtherHex  string `json:"other_hex"`
		}
		err = d.Decode(&line)
		token, errToken := hex.DecodeString(line.Hex)
		other, errOther := hex.DecodeString(line.OtherHex)
		if err = errors.Join(err, errToken, errOther); err != nil {
			return nil, fmt.Errorf("corpus.Vectors: %s: vector %d: %w", FileName(edition), len(vectors)+1, err)
		}
		line.Token, line.Other = string(token), string(other)
		vectors = append(vectors, line.Vector)
	}
	return vectors, nil
}

// Files returns the published files, read-only: the vectors of each edition (see [FileName]), the
// JSON Schema of one line (vector.schema.json), LICENSE and README.md. The strings with their verdicts
// alone are complete/1.0.0.txt, or the like for another edition, and confusable.txt.
func Files() fs.FS { return files }

// Digest identifies the version of the vectors. It returns "sha256:" and 64 lower-case
// hexadecimal digits: the SHA-256 of the vector files, concatenated in the order of their
// names, which
//
//	LC_ALL=C sh -c 'cat *.jsonl' | sha256sum
//
// prints. It does not include the schema and the other files, such as *.txt.
func Digest() string { return digest() }

var digest = sync.OnceValue(func() string {
	sum := sha256.New()
	names, _ := fs.Glob(files, "*.jsonl") // sorted
	for _, name := range names {
		file, _ := files.Open(name) // it is embedded
		_, _ = io.Copy(sum, file)
	}
	return fmt.Sprintf("sha256:%x", sum.Sum(nil))
})

// The operations, by their names in vectors.
const (
	OpParse = "parse" // parse Token and read its attributes
	OpApply = "apply" // apply Methods to Token, one after the other
	OpEqual = "equal" // compare Token and Other
)

// A Vector is a test vector: one request and its expected result. The zero value is not
// valid.
//
// A token is a string of any bytes, which may not be valid UTF-8.
type Vector struct {
	ID           string   `json:"id"`      // kebab-case, unique in the whole corpus, never reused for another request
	Edition      string   `json:"edition"` // one of Editions
	Op           string   `json:"op"`      // OpParse, OpApply or OpEqual
	Token        string   `json:"-"`       // raw bytes, up to about 64 KiB
	Other        string   `json:"-"`       // of OpEqual
	Methods      []string `json:"methods"` // of OpApply: the methods to apply, in order; may be empty
	Want         Want     `json:"want"`
	Requirements []string `json:"requirements"` // those that the vector tests; at least one, without duplicates
	Why          string   `json:"why"`          // one sentence: the bug that the vector finds
}

// A Want is the expected result. The operation, and whether the token is valid, decide
// which fields have a meaning; the others are zero:
//
//   - of OpParse, Valid; and for a valid token also Attributes;
//   - of OpApply, Valid; and for a valid token also Tokens and Original;
//   - of OpEqual, Equal.
type Want struct {
	Valid bool `json:"valid"`

	// Attributes has the value of each attribute of the notation by its key, a string or a bool. The
	// string form, "token", is the token itself.
	Attributes map[string]any `json:"-"`

	Tokens   []string `json:"tokens"`   // the string form after each method
	Original string   `json:"original"` // the string form of the first value, read again at the end

	Equal bool `json:"equal"`
}

// UnmarshalJSON decodes the fields, and every other key as an attribute.
func (w *Want) UnmarshalJSON(data []byte) error {
	type fields Want
	err := json.Unmarshal(data, (*fields)(w))
	if err == nil && w.Valid && w.Tokens == nil {
		err = json.Unmarshal(data, &w.Attributes)
		delete(w.Attributes, "valid")
	}
	return err
}
