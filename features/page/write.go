package page

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
)

//go:embed page.html
var pageText string

//go:embed shared.css
var sharedStyle string

//go:embed page.css
var ownStyle string

var styleText = sharedStyle + ownStyle

// Style returns the part of the style sheet that other pages of this project share:
// colours for light, dark and print, type, the contents at the side, tables, tokens and
// marks.
func Style() string { return sharedStyle }

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	// The style sheet is ours. Its digest is what the page allows beside itself:
	// no script, no other style, no request.
	"style":       func() template.CSS { return template.CSS(styleText) },
	"styleDigest": func() string { return "sha256-" + base64.StdEncoding.EncodeToString(styleSum[:]) },
	// Names are those of our files, with slashes that a template would escape.
	"to":       func(id string) template.URL { return template.URL("#" + id) },
	"says":     saysMore,
	"ours":     ours,
	"sum":      func(a, b int) int { return a + b },
	"firstOf":  func(rows []rowView) []rowView { return rows[:min(len(rows), longestList)] },
	"moreThan": func(rows []rowView) int { return max(0, len(rows)-longestList) },
}).Parse(pageText))

// longestList is how many failures are listed before the documents.
const longestList = 20

var styleSum = sha256.Sum256([]byte(styleText))

// Write writes the features of an edition as an HTML page, with what came of a run
// beside every row: one file that needs no other. Rows without a result are shown as
// not asked.
//
// An error says which feature cannot be read, that a result is of no scenario of the
// edition or stands twice, or that w cannot be written; w has got nothing in any but
// the last case.
func Write(w io.Writer, r Run) error {
	documents, err := Documents(r.Edition)
	if err != nil {
		return err
	}
	return write(w, r, documents)
}

func write(w io.Writer, r Run, documents []Document) error {
	v, err := view(r, documents)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, v); err != nil {
		return fmt.Errorf("page: %w", err)
	}
	_, err = w.Write(b.Bytes())
	return err
}

// saysMore reports whether a sentence says more than the columns that it names.
func saysMore(s Sentence) bool {
	for _, part := range s {
		if part.Column {
			continue
		}
		for _, r := range part.Text {
			if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
				return true
			}
		}
	}
	return false
}
