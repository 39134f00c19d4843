package html

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/webpage"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// matrixView has a row for each requirement of any report, with a cell for each report.
type matrixView struct {
	Rows   []matrixRow
	Suites []string // the differences between the suites of the reports; empty if there are none
	Counts []verdictCount
}

type verdictCount struct {
	Verdict string
	Kind    report.Style
	N       int
}

type matrixRow struct {
	result.Requirement // of the first report that has it
	Cells              []cellView
}

type cellView struct {
	Outcome webpage.Outcome
	Partial bool
	To      string // target of the link; empty if the edition has no such requirement
	Says    string
}

// Rank orders cells: failures first.
func (c cellView) Rank() int {
	return slices.Index([]webpage.Outcome{webpage.Failed, webpage.AsKnown, webpage.NotExercised, webpage.Passed, webpage.NotInEdition}, c.Outcome)
}

// Tags returns the filter tags of a row: its level, and the results of its cells.
func (r matrixRow) Tags() string {
	tags, seen := r.Level.String(), map[webpage.Outcome]bool{}
	for _, c := range r.Cells {
		if !seen[c.Outcome] {
			seen[c.Outcome] = true
			tags += " " + c.Outcome.Class
		}
	}
	delete(seen, webpage.NotInEdition)
	if len(seen) > 1 {
		tags += " differs"
	}
	return tags
}

func matrixOf(reports []*reportView) *matrixView {
	m := &matrixView{Suites: suitesOf(reports)}
	for _, r := range reports {
		for _, q := range r.Report.Requirements {
			if !slices.ContainsFunc(m.Rows, func(row matrixRow) bool { return row.ID == q.ID }) {
				m.Rows = append(m.Rows, matrixRow{Requirement: q})
			}
		}
		i := slices.IndexFunc(m.Counts, func(c verdictCount) bool { return c.Verdict == r.VerdictLine() })
		if i < 0 {
			i, m.Counts = len(m.Counts), append(m.Counts, verdictCount{Verdict: r.VerdictLine(), Kind: r.Kind})
		}
		m.Counts[i].N++
	}
	catalogue := requirement.All()
	place := func(row matrixRow) uint { // the largest for what is not in this catalogue
		return uint(slices.IndexFunc(catalogue, func(q requirement.Requirement) bool { return q.ID == row.ID }))
	}
	slices.SortStableFunc(m.Rows, func(a, b matrixRow) int { return cmp.Compare(place(a), place(b)) })
	for i := range m.Rows {
		for _, r := range reports {
			m.Rows[i].Cells = append(m.Rows[i].Cells, cellOf(r, m.Rows[i].ID))
		}
	}
	return m
}

func cellOf(r *reportView, id string) cellView {
	q := r.Requirement(id)
	if q == nil {
		return cellView{Outcome: webpage.NotInEdition, Says: fmt.Sprintf("%s: %s", r.Name(), webpage.NotInEdition.Word)}
	}
	cell := cellView{
		Outcome: q.Outcome, To: q.ElementID,
		Partial: r.Partial() && (q.Outcome == webpage.Passed || q.Outcome == webpage.NotExercised),
		Says:    fmt.Sprintf("%s, %s: %s", r.Name(), q.ID, q.Outcome.Word),
	}
	if q.Failed > 0 {
		cell.Says += fmt.Sprintf(", %s of %s", number.Thousands(q.Failed), number.Counted(q.Checks(), q.Unit()))
	}
	if f := q.Finding; f != nil {
		cell.To = f.ID
		cell.Says += ", " + f.Subject()
	}
	if cell.Partial {
		cell.Says += ", from a run that tested only a part"
	}
	return cell
}

// suitesOf describes the suites of the reports, if they differ.
func suitesOf(reports []*reportView) (suites []string) {
	for _, r := range reports {
		suite := fmt.Sprintf("suite %s with the corpus %s", r.Harness.Version, report.ShortDigest(r.Harness.Corpus))
		if !slices.Contains(suites, suite) {
			suites = append(suites, suite)
		}
	}
	if len(suites) == 1 {
		return nil
	}
	return suites
}
