package diagnosis

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/internal/tests"
)

// TestRecordedCounts compares the tables of the README with testdata/mutants.txt, which TestRecordedDiagnoses of
// package suite records.
func TestRecordedCounts(t *testing.T) {
	recorded := tests.ReadRecords(t, "testdata/mutants.txt")
	says := map[string]string{"itself": "itself", "total": "a total failure", "none": "not at all", "survives": "survives"}
	counts, lists := map[string]int{}, map[string]string{} // lists by the end of a row
	for _, m := range mutant.Of(notation.EPIN) {
		quick, standard := says[recorded["quick "+m.Name]], says[recorded["standard "+m.Name]]
		if quick == "" || standard == "" {
			t.Errorf("mutants.txt has no diagnosis of %s", m.Name)
		}
		counts["quick "+quick]++
		counts["standard "+standard]++
		if quick != standard || quick == "not at all" {
			lists[fmt.Sprintf(" | %s | %s |\n", quick, standard)] += " `" + m.Name + "`"
		}
	}
	all, lack := "| diagnosed as | quick | standard |\n|---|---:|---:|\n", "| mutants | quick | standard |\n|---|---|---|\n"
	for _, text := range []string{"itself", "a total failure", "not at all", "survives"} {
		all += fmt.Sprintf("| %s | %d | %d |\n", text, counts["quick "+text], counts["standard "+text])
	}
	for _, end := range slices.Sorted(maps.Keys(lists)) {
		lack += "|" + lists[end] + end
	}
	tests.RecordedTables(t, "README.md", all, lack)
}
