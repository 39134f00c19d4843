package html

import (
	"fmt"
	"slices"

	"github.com/epin-conformance/harness/conformance/internal/number"
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
	Kind    kind
	N       int
}

type matrixRow struct {
	ID, Level, Says string
	Cells           []cellView
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

// Failed counts the cells with failures that are not known.
func (r matrixRow) Failed() int {
	n := 0
	for _, c := range r.Cells {
		if c.Outcome == webpage.Failed {
			n++
		}
	}
	return n
}

// Tags returns the filter tags of a row: its level, and the results of its cells.
func (r matrixRow) Tags() string {
	tags, seen := r.Level, map[webpage.Outcome]bool{}
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

func matrixOf(reports []reportView) *matrixView {
	m := &matrixView{Suites: suitesOf(reports)}
	cells := map[string]map[int]cellView{}
	requirements := map[string]result.Requirement{}
	var order []string
	for i, r := range reports {
		for _, d := range r.Document {
			for _, c := range d.Clauses {
				for _, q := range c.Requirements {
					if cells[q.ID] == nil {
						cells[q.ID], requirements[q.ID] = map[int]cellView{}, q.Requirement
						order = append(order, q.ID)
					}
					cells[q.ID][i] = cellOf(r, q)
				}
			}
		}
	}
	catalogue := map[string]int{}
	for i, q := range requirement.All() {
		catalogue[q.ID] = i + 1
	}
	slices.SortStableFunc(order, func(a, b string) int {
		if catalogue[a] == 0 || catalogue[b] == 0 { // not in this catalogue: last, in their order
			return catalogue[b] - catalogue[a]
		}
		return catalogue[a] - catalogue[b]
	})
	for _, id := range order {
		row := matrixRow{ID: id, Level: requirements[id].Level.String(), Says: requirements[id].Says}
		for i, r := range reports {
			cell, ok := cells[id][i]
			if !ok {
				cell = cellView{Outcome: webpage.NotInEdition, Says: fmt.Sprintf("%s: %s", r.Name, webpage.NotInEdition)}
			}
			row.Cells = append(row.Cells, cell)
		}
		m.Rows = append(m.Rows, row)
	}
	for _, r := range reports {
		i := slices.IndexFunc(m.Counts, func(c verdictCount) bool { return c.Verdict == r.Verdict })
		if i < 0 {
			i, m.Counts = len(m.Counts), append(m.Counts, verdictCount{Verdict: r.Verdict, Kind: r.Kind})
		}
		m.Counts[i].N++
	}
	return m
}

func cellOf(r reportView, q requirementView) cellView {
	cell := cellView{
		Outcome: q.Outcome, To: q.ElementID,
		Partial: r.Partial() && (q.Outcome == webpage.Passed || q.Outcome == webpage.NotExercised),
		Says:    fmt.Sprintf("%s, %s: %s", r.Name, q.ID, q.Outcome),
	}
	if q.Failed > 0 {
		cell.Says += fmt.Sprintf(", %s of %s", number.Thousands(q.Failed), number.Counted(q.Checks(), "check"))
	}
	if q.Finding > 0 {
		cell.To = q.FindingTo
		f := r.Report.Findings[q.Finding-1]
		cell.Says += ", " + f.Subject()
	}
	if cell.Partial {
		cell.Says += ", from a run that tested only a part"
	}
	return cell
}

// suitesOf describes the suites of the reports, if they differ.
func suitesOf(reports []reportView) []string {
	var suites []string
	for _, r := range reports {
		digest := r.Harness.Corpus
		suite := fmt.Sprintf("suite %s with the corpus %s", r.Harness.Version, digest[:min(len(digest), len("sha256:")+12)])
		if !slices.Contains(suites, suite) {
			suites = append(suites, suite)
		}
	}
	if len(suites) == 1 {
		return nil
	}
	return suites
}
