package results

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Table has the results of libraries. Its texts are printable.
type Table struct {
	Format    string    `json:"format"`   // "epin-results/1"
	Suite     string    `json:"suite"`    // the version that verified the certificates
	Editions  []Edition `json:"editions"` // those that were tested, in the order of the table of notations
	Libraries []Library `json:"libraries"`
	LeftOut   []LeftOut `json:"leftOut"`
}

// Edition describes a column.
type Edition struct {
	Name       string `json:"name"` // such as "pin/1.0.0"
	Title      string `json:"title"`
	Expression string `json:"expression"` // of its valid tokens
}

// Library is a version of a library, with its results by the names of editions.
type Library struct {
	Name     string             `json:"name"`
	Version  string             `json:"version"`
	Language string             `json:"language"` // without its version, so that runs in several are one row
	Results  map[string]*Result `json:"results"`
}

// Result is the result of a library in an edition.
type Result struct {
	Verdict  result.Verdict `json:"verdict"`
	Text     string         `json:"text"` // the verdict, with the restrictions of the run
	Suite    string         `json:"suite"`
	Date     time.Time      `json:"date"` // when the run began
	Verified bool           `json:"verified"`
	Later    string         `json:"later"` // a sentence about a later run with a worse result, or ""
	File     string         `json:"file"`  // of the report
	Page     string         `json:"page"`  // beside the table
	Report   result.Report  `json:"-"`
	library  [3]string      // name, version, language
}

// Of returns the result that a report has.
func Of(file string, r result.Report) *Result {
	short := func(text printable.Text) string { return text.Short(160) }
	_, text := report.Title(r)
	language, _, _ := strings.Cut(short(r.Implementation.Language), " ")
	library := [3]string{short(r.Implementation.Name), short(r.Implementation.Version), language}
	// The page depends on library and edition alone, so links to it stay valid.
	digest := sha256.Sum256(fmt.Appendf(nil, "%q %s", library, r.Of()))
	return &Result{
		Verdict: r.Verdict, Text: text, Suite: short(printable.Text(r.Harness.Version)), Date: r.Times.Started.UTC(),
		File: file, Page: fmt.Sprintf("reports/%x.html", digest[:16]), Report: r, library: library,
	}
}

// grade orders results: one that passes, one that fails, an inconclusive one.
func (r *Result) grade() int {
	switch {
	case r.Verdict.Positive():
		return 0
	case r.Verdict != result.NoVerdict:
		return 1
	}
	return 2
}

// Combine returns the table of results. It has one for each library and edition: the newest of the best grade.
func Combine(all []*Result, leftOut []LeftOut) Table {
	t := Table{Format: "epin-results/1", Suite: conformance.Version, LeftOut: leftOut}
	for _, e := range notation.All() {
		if slices.ContainsFunc(all, func(r *Result) bool { return r.Report.Of() == e }) {
			t.Editions = append(t.Editions, Edition{e.String(), e.Title(), e.Regexp})
		}
	}
	slices.SortStableFunc(all, func(a, b *Result) int {
		return cmp.Or(slices.Compare(a.library[:], b.library[:]), cmp.Compare(a.grade(), b.grade()), b.Date.Compare(a.Date))
	})
	for i, r := range all {
		if i == 0 || r.library != all[i-1].library {
			t.Libraries = append(t.Libraries, Library{r.library[0], r.library[1], r.library[2], map[string]*Result{}})
		}
		of, edition := t.Libraries[len(t.Libraries)-1].Results, r.Report.Of().String()
		switch shown := of[edition]; {
		case shown == nil:
			of[edition] = r
		case r.Date.After(shown.Date) && shown.Later == "":
			shown.Later = fmt.Sprintf("A later run was %s (%s, suite %s).", r.Text, r.Date.Format(time.DateOnly), r.Suite)
		}
	}
	return t
}

// WriteJSON writes a table as JSON that ../schema/results.schema.json describes.
func (t Table) WriteJSON(w io.Writer) error {
	return json.MarshalEncode(jsontext.NewEncoder(w, jsontext.WithIndent("  ")), t, json.Deterministic(true))
}
