package features

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"github.com/epin-conformance/harness/conformance/notation"
)

//go:generate go test ./steps -run TestRowsAreUpToDate -update

//go:embed rows.jsonl
var rowsFile []byte

//go:embed */*.feature
var files embed.FS

// Files returns the feature files, by folder and name, such as
// "epin/invalid-tokens.feature".
func Files() fs.FS { return files }

// line is a line of rows.jsonl: a feature, with the names of its editions.
type line struct {
	Editions []string `json:"editions"`
	Feature
}

// Encode returns the contents of rows.jsonl. It omits the fields that a scenario shares with its
// feature and outline.
func Encode(features []Feature) ([]byte, error) {
	var file bytes.Buffer
	enc := json.NewEncoder(&file)
	enc.SetEscapeHTML(false)
	var err error
	for _, f := range features {
		l := line{Feature: f}
		for _, e := range f.Editions {
			l.Editions = append(l.Editions, e.String())
		}
		err = errors.Join(err, enc.Encode(l))
	}
	return file.Bytes(), err
}

// compiled returns the features of all editions. Callers must not change them. It panics for an
// invalid file: a test compares the file with the output of go generate.
var compiled = sync.OnceValue(func() (features []Feature) {
	for dec := json.NewDecoder(bytes.NewReader(rowsFile)); dec.More(); {
		var l line
		err := dec.Decode(&l)
		for _, name := range l.Editions {
			e, unknown := notation.Named(name)
			l.Feature.Editions, err = append(l.Feature.Editions, e), errors.Join(err, unknown)
		}
		if err != nil {
			panic(fmt.Errorf("features/rows.jsonl: %w", err))
		}
		rows := 0
		for _, o := range l.Outlines {
			for i := range o.Rows {
				rows++
				s := &o.Rows[i]
				s.ID, s.File = fmt.Sprintf("features/%s/%d", l.Name, rows), "features/"+l.Name+".feature"
				s.Feature, s.Rule = l.Title, o.Rule
			}
		}
		features = append(features, l.Feature)
	}
	return features
})
