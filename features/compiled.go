package features

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"sync"
)

//go:generate go test ./steps -run TestRowsAreUpToDate -update

//go:embed rows.jsonl
var rowsFile []byte

//go:embed */*.feature
var files embed.FS

// Files returns the feature files, by folder and name, such as
// "epin/invalid-tokens.feature".
func Files() fs.FS { return files }

// compiled returns the features of all editions. Callers must not change them. It panics for an
// invalid file: a test compares the file with the output of go generate.
var compiled = sync.OnceValue(func() (features []Feature) {
	for dec := json.NewDecoder(bytes.NewReader(rowsFile)); dec.More(); {
		var f Feature
		if err := dec.Decode(&f); err != nil {
			panic(fmt.Errorf("features/rows.jsonl: %w", err))
		}
		rows := 0
		for _, o := range f.Outlines {
			for i := range o.Rows {
				rows++
				s := &o.Rows[i]
				s.ID, s.File = fmt.Sprintf("features/%s/%d", f.Name, rows), "features/"+f.Name+".feature"
				s.Feature = f.Title
			}
		}
		features = append(features, f)
	}
	return features
})
