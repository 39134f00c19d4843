package results

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// Format is the name and the version of the JSON form of a [Table].
const Format = "epin-results/1"

// Table has the results of libraries. Its texts are printable. [Collector.Table] makes one.
type Table struct {
	Format    string    `json:"format"`
	Suite     string    `json:"suite"`    // the version that verified the certificates
	Editions  []Edition `json:"editions"` // those that were tested, in the order of the table of notations
	Libraries []Library `json:"libraries"`
	Problems  []Problem `json:"problems"`
}

// Edition describes a column.
type Edition struct {
	Name       string `json:"name"` // such as "pin/1.0.0"
	Title      string `json:"title"`
	Document   string `json:"document"`   // empty for an edition without requirements
	Expression string `json:"expression"` // of its valid tokens
}

// Library is a version of a library, with a result for each edition that was tested.
type Library struct {
	Name     string   `json:"name"`
	Version  string   `json:"version"`
	Language string   `json:"language"` // without its version, so that runs in several are one row
	Results  []Result `json:"results"`
}

// Result is the result of a library in an edition: the newest run of those with the best grade, see
// [Run.grade].
type Result struct {
	Edition string `json:"edition"`
	Run
	Later *Run `json:"later"` // the newest run, if it is newer and has a lower grade; otherwise nil
}

// Run is what a report says about a run.
type Run struct {
	Verdict     result.Verdict `json:"verdict"`
	Limits      []string       `json:"limits"` // such as "partial"
	Profile     string         `json:"profile"`
	Suite       string         `json:"suite"`
	Date        time.Time      `json:"date"` // when it began
	Certificate *Certificate   `json:"certificate"`
	File        string         `json:"file"` // of the report
	Page        string         `json:"page"` // beside the table
	Report      result.Report  `json:"-"`
	library     Library        // without results
}

// longestText is the maximum length of a text from a report.
const longestText = 160

func runOf(file string, r result.Report) *Run {
	short := func(text printable.Text) string { return text.Short(longestText) }
	i, limits := r.Implementation, []string{}
	for _, limit := range report.LimitsOf(r) {
		limits = append(limits, limit.Word)
	}
	language, _, _ := strings.Cut(short(i.Language), " ")
	return &Run{
		Verdict: r.Verdict, Limits: limits, Profile: short(printable.Text(r.Profile)), Suite: short(printable.Text(r.Harness.Version)),
		Date: r.Times.Started.UTC(), File: file, Report: r, library: Library{Name: short(i.Name), Version: short(i.Version), Language: language},
	}
}

// Style returns how the verdict is shown.
func (run Run) Style() report.Style { return report.StyleOf(run.Verdict) }

// grade orders runs of one library: a run that fails replaces none that passes, and an inconclusive one
// replaces only inconclusive ones.
func (run Run) grade() int {
	switch {
	case run.Verdict.Positive():
		return 2
	case run.Verdict != result.NoVerdict:
		return 1
	}
	return 0
}

// compareAges sorts by the version of the suite, and then by date, the oldest first.
func compareAges(a, b *Run) int {
	return cmp.Or(compareVersions(a.Suite, b.Suite), a.Date.Compare(b.Date))
}

func compareLibraries(a, b Library) int {
	return cmp.Or(cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.Name, b.Name),
		compareVersions(b.Version, a.Version), cmp.Compare(a.Version, b.Version), cmp.Compare(a.Language, b.Language))
}

// compareVersions compares versions by their numbers. A word is before a number, so 1.0.0-rc.1 is before 1.0.0.
func compareVersions(a, b string) int {
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(a, b string) int {
		x, errA := strconv.ParseUint(a, 10, 64)
		y, errB := strconv.ParseUint(b, 10, 64)
		switch {
		case errA != nil && errB != nil:
			return cmp.Compare(a, b)
		case errA != nil:
			return -1
		case errB != nil:
			return 1
		}
		return cmp.Compare(x, y)
	})
}

// Table verifies the statements, and combines the runs. The same files give the same table.
func (c *Collector) Table() Table {
	c.certify()
	t := Table{Format: Format, Suite: conformance.Version, Editions: editionsOf(c.runs), Libraries: []Library{}, Problems: append([]Problem{}, c.problems...)}
	column := func(run *Run) int { return slices.Index(notation.All(), run.Report.Of()) }
	slices.SortStableFunc(c.runs, func(a, b *Run) int {
		return cmp.Or(compareLibraries(a.library, b.library), cmp.Compare(column(a), column(b)),
			cmp.Compare(b.grade(), a.grade()), compareAges(b, a))
	})
	for _, run := range c.runs {
		if last := len(t.Libraries) - 1; last < 0 || compareLibraries(t.Libraries[last], run.library) != 0 {
			t.Libraries = append(t.Libraries, run.library)
		}
		library, edition := &t.Libraries[len(t.Libraries)-1], run.Report.Of().String()
		of := library.In(edition)
		switch {
		case of == nil:
			run.Page = pageOf(run, "")
			library.Results = append(library.Results, Result{Edition: edition, Run: *run})
		case compareAges(run, &of.Run) > 0 && (of.Later == nil || compareAges(run, of.Later) > 0):
			run.Page = pageOf(run, "-later")
			of.Later = run
		}
	}
	return t
}

// Runs returns the runs of the table, each with a page.
func (t Table) Runs() (all []*Run) {
	for _, l := range t.Libraries {
		for i := range l.Results {
			all = append(all, &l.Results[i].Run)
			if later := l.Results[i].Later; later != nil {
				all = append(all, later)
			}
		}
	}
	return all
}

// In returns the result in an edition, or nil.
func (l Library) In(edition string) *Result {
	i := slices.IndexFunc(l.Results, func(r Result) bool { return r.Edition == edition })
	if i < 0 {
		return nil
	}
	return &l.Results[i]
}

func editionsOf(runs []*Run) []Edition {
	all := []Edition{}
	for _, e := range notation.All() {
		if slices.ContainsFunc(runs, func(run *Run) bool { return run.Report.Of() == e }) {
			document := ""
			if of := requirement.Of(e); len(of) > 0 {
				document = of[0].Document.Title
			}
			all = append(all, Edition{e.String(), e.Title(), document, e.Regexp})
		}
	}
	return all
}

// Pages is the folder of the pages of runs.
const Pages = "reports"

var notInName = regexp.MustCompile(`[^a-z0-9.]+`)

// pageOf returns the name of the page of a run. It depends on library and edition alone, so links to it
// stay valid. The digest makes names distinct that are the same in the letters of file names.
func pageOf(run *Run, suffix string) string {
	l, e := run.library, run.Report.Of()
	name := notInName.ReplaceAllString(strings.ToLower(fmt.Sprintf("%s-%s-%s", e.Title(), l.Name, l.Version)), "-")
	digest := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %q", e.String(), l.Name, l.Version, l.Language))
	return fmt.Sprintf("%s/%s-%x%s.html", Pages, name[:min(len(name), 80)], digest[:8], suffix)
}

// WriteJSON writes a table as JSON that ../schema/results.schema.json describes.
func (t Table) WriteJSON(w io.Writer) error {
	return json.MarshalEncode(jsontext.NewEncoder(w, jsontext.WithIndent("  ")), t)
}
