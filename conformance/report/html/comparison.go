package html

import (
	"fmt"
	"strings"

	"github.com/epin-conformance/harness/conformance/report"
)

// comparisonView is what came of asking several libraries the same.
type comparisonView struct {
	*report.Comparison
	Compared []comparedView // its libraries
	Examples []exampleView  // the shortest question of each pair that disagrees, and the one on which no two agree
	Wrong    []comparedView // companions that failed
}

// comparedView is a library among those that are compared.
type comparedView struct {
	report.Library
	Number   int
	ID       string
	Last     string
	Cells    []pairView // a row of the matrix
	Findings []findingView
}

// pairView is a cell of the matrix. Its zero value is that of two libraries that were not
// asked the same.
type pairView struct {
	*report.Pair
	With comparedName
	To   string // the example
}

// comparedName is what a library is called where it is one of many.
type comparedName struct {
	Number int
	Name   string
}

type exampleView struct {
	report.Pair
	ID   string
	Says []saidView
}

// saidView is what a library answered.
type saidView struct {
	By   comparedName
	Text string
}

// comparison shows what came of asking several libraries the same.
func (v *reportView) comparison() {
	c := v.Report.Comparison
	if c == nil {
		return
	}
	shown := &comparisonView{Comparison: c}
	var names []comparedName
	for i, l := range c.Libraries {
		names = append(names, comparedName{i, report.Abbreviated(l.Subject(), longestName)})
	}
	for i, l := range c.Libraries {
		library := comparedView{Library: l, Number: i, ID: fmt.Sprintf("%scompared-%d", v.Prefix, i), Last: strings.TrimRight(l.LastWords, "\n")}
		for j := range c.Libraries {
			cell := pairView{Pair: c.PairOf(i, j), With: names[j]}
			if cell.Pair != nil && cell.Example != nil {
				cell.To = v.exampleID(*cell.Pair)
			}
			library.Cells = append(library.Cells, cell)
		}
		for j := range l.Findings {
			finding := v.finding(&l.Findings[j], j+1, fmt.Sprintf("%s/finding-%d", library.ID, j+1))
			finding.Of = i
			library.Findings = append(library.Findings, finding)
		}
		shown.Compared = append(shown.Compared, library)
		if l.Failed > 0 {
			shown.Wrong = append(shown.Wrong, library)
		}
	}
	for _, p := range c.Examples() {
		example := exampleView{Pair: p, ID: v.exampleID(p)}
		for _, i := range p.Between() {
			example.Says = append(example.Says, saidView{names[i], p.Example.Said[i]})
		}
		shown.Examples = append(shown.Examples, example)
	}
	v.Comparison = shown
}

func (v *reportView) exampleID(p report.Pair) string {
	if p.A == p.B {
		return v.Prefix + "all-differ"
	}
	return fmt.Sprintf("%sdiffer-%d-%d", v.Prefix, p.A, p.B)
}
