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

// compiled returns the features of all editions. Callers must not change them.
var compiled = sync.OnceValue(func() []Feature { return decode(rowsFile) })

// record is a line of rows.jsonl. It begins a feature, begins an outline of the last feature,
// or is a row of the last outline.
type record struct {
	Editions []string  `json:"editions,omitempty"` // of Feature
	Feature  *Feature  `json:"feature,omitempty"`
	Outline  *Outline  `json:"outline,omitempty"`
	Row      *Scenario `json:"row,omitempty"`
	Cells    []string  `json:"cells,omitempty"` // of Row
}

// Encode returns the contents of rows.jsonl. It omits the fields that a scenario shares with
// its feature and outline.
func Encode(features []Feature) ([]byte, error) {
	var file bytes.Buffer
	enc := json.NewEncoder(&file)
	enc.SetEscapeHTML(false)
	var err error
	write := func(r record) { err = errors.Join(err, enc.Encode(r)) }
	for _, f := range features {
		feature := record{Feature: &f}
		for _, e := range f.Editions {
			feature.Editions = append(feature.Editions, e.String())
		}
		write(feature)
		for _, o := range f.Outlines {
			write(record{Outline: &o})
			for _, s := range o.Rows {
				row := record{Row: &s}
				for _, c := range s.Cells {
					row.Cells = append(row.Cells, c.Value)
				}
				write(row)
			}
		}
	}
	return file.Bytes(), err
}

// decode is the inverse of Encode. It panics for an invalid file: a test compares the file with the
// output of go generate.
func decode(file []byte) (features []Feature) {
	rows := 0 // of the feature
	for dec := json.NewDecoder(bytes.NewReader(file)); dec.More(); {
		var r record
		err := dec.Decode(&r)
		switch {
		case err != nil:
		case r.Feature != nil:
			for _, name := range r.Editions {
				e, unknown := notation.Named(name)
				r.Feature.Editions, err = append(r.Feature.Editions, e), errors.Join(err, unknown)
			}
			features, rows = append(features, *r.Feature), 0
		case r.Outline != nil:
			f := &features[len(features)-1]
			f.Outlines = append(f.Outlines, *r.Outline)
		default:
			f := &features[len(features)-1]
			o := &f.Outlines[len(f.Outlines)-1]
			rows++
			s := *r.Row
			s.ID, s.File = fmt.Sprintf("features/%s/%d", f.Name, rows), "features/"+f.Name+".feature"
			s.Feature, s.Rule = f.Title, o.Rule
			for i, value := range r.Cells {
				s.Cells = append(s.Cells, Cell{o.Columns[i], value})
			}
			o.Rows = append(o.Rows, s)
		}
		if err != nil {
			panic(fmt.Errorf("features/rows.jsonl: %w", err))
		}
	}
	return features
}
