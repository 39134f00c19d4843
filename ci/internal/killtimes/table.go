package main

import (
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/epin-conformance/harness/internal/number"
)

// write writes what was measured as Markdown.
func write(w io.Writer, rows []row, s settings, load string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d mutants, %d seeds each, at most %s inputs each time; %s/%s, %d cores, %s, %s.\n\n", len(rows), s.seeds, number.Thousands(s.inputs), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), load)
	fmt.Fprintf(&b, "| | native fuzzing | `epin fuzz` | enumerating layers | profile standard |\n|---|---:|---:|---:|---:|\n")
	native, wire, inOrder, standard := 0, 0, 0, 0
	for _, r := range rows {
		native += count(mostly(r.native))
		wire += count(mostly(r.wire))
		inOrder += count(r.inOrder.found)
		standard += count(r.suiteStandard.found)
	}
	fmt.Fprintf(&b, "| found, of %d | %d | %d | %d | %d |\n", len(rows), native, wire, inOrder, standard)
	fmt.Fprintf(&b, "| median over all: inputs | %s | %s | %s | %s |\n", overall(rows, inputsOf, "")...)
	fmt.Fprintf(&b, "| median over all: processor time | %s | %s | %s | %s |\n\n", overall(rows, timeOf, " ms")...)
	fmt.Fprintf(&b, "| mutant | native: found, inputs, processor time | `epin fuzz`: found, inputs, processor time | enumerating: layer, questions, processor time | standard: layer, checks, processor time |\n|---|---:|---:|---:|---:|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", r.mutant.Name, timesText(r.native), timesText(r.wire), r.inOrder, r.suiteStandard)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// overall returns the medians of the columns.
func overall(rows []row, by func(kill) int, unit string) []any {
	columns := make([][]kill, 4)
	for _, r := range rows {
		for i, kills := range [][]kill{r.native, r.wire, {r.inOrder}, {r.suiteStandard}} {
			value, found := median(kills, by)
			columns[i] = append(columns[i], kill{found: found, asked: value})
		}
	}
	texts := make([]any, len(columns))
	for i, column := range columns {
		texts[i] = "–"
		if value, found := median(column, inputsOf); found {
			texts[i] = number.Thousands(value) + unit
		}
	}
	return texts
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// mostly reports whether the median of some kills is one.
func mostly(kills []kill) bool {
	_, found := median(kills, inputsOf)
	return found
}

// timesText says how often a mutant was found, and the medians; where it mostly was not,
// how many inputs did not find it.
func timesText(kills []kill) string {
	found := 0
	for _, k := range kills {
		found += count(k.found)
	}
	text := fmt.Sprintf("%d/%d", found, len(kills))
	if inputs, ok := median(kills, inputsOf); ok {
		ms, _ := median(kills, timeOf)
		text += fmt.Sprintf(", %s, %s ms", number.Thousands(inputs), number.Thousands(ms))
	} else {
		text += fmt.Sprintf(", > %s", number.Thousands(inputs))
	}
	return text
}

func (k kill) String() string {
	if !k.found {
		return "lives"
	}
	return fmt.Sprintf("%s, %s, %s ms", k.layer, number.Thousands(k.asked), number.Thousands(timeOf(k)))
}
