package diagnosis

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/notation"
)

// TestReadme: the README has the counts of testdata/mutants.txt, which TestDiagnosis of package
// suite records, and lists every mutant that is not diagnosed as itself.
func TestReadme(t *testing.T) {
	recorded, err := os.ReadFile("testdata/mutants.txt")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	says := map[string]string{"itself": "itself", "total": "a total failure", "none": "not at all", "survives": "survives"}
	var names []string
	counts := map[string]*[2]int{"itself": {}, "total": {}, "none": {}, "survives": {}, "else": {}}
	lists := map[string]string{} // by the end of a row
	for line := range strings.Lines(string(recorded)) {
		fields := strings.Fields(line)
		names = append(names, fields[0])
		for i, word := range fields[1:] {
			if says[word] == "" {
				t.Fatalf("mutants.txt: %s", line)
			}
			counts[word][i]++
		}
		if end := fmt.Sprintf("| %s | %s |\n", says[fields[1]], says[fields[2]]); fields[1] != fields[2] || fields[1] == "none" {
			lists[end] += "`" + fields[0] + "` "
		}
	}
	var want []string
	for _, m := range mutant.All() {
		if m.ExistsIn(notation.EPIN) {
			want = append(want, m.Name)
		}
	}
	if !slices.Equal(names, want) {
		t.Errorf("mutants.txt has the mutants\n%v\nwant\n%v", names, want)
	}
	rows := []string{fmt.Sprintf("| all mutants | %d | %[1]d |\n", len(want))}
	for word, n := range counts {
		rows = append(rows, fmt.Sprintf("| %s | %d | %d |\n", cmp.Or(says[word], "something else"), n[0], n[1]))
	}
	for end, list := range lists {
		rows = append(rows, "| "+list+end)
	}
	for _, row := range rows {
		if !strings.Contains(string(readme), row) {
			t.Errorf("README.md does not have the row\n%s", row)
		}
	}
}
