package diagnosis

import (
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
	var names, want []string
	counts, lists := map[string]int{}, map[string]string{} // lists by the end of a row
	for line := range strings.Lines(string(recorded)) {
		fields := strings.Fields(line)
		quick, standard := says[fields[1]], says[fields[2]]
		if quick == "" || standard == "" {
			t.Fatalf("mutants.txt: %s", line)
		}
		names = append(names, fields[0])
		counts["quick "+quick]++
		counts["standard "+standard]++
		if quick != standard || quick == "not at all" {
			lists[fmt.Sprintf(" | %s | %s |\n", quick, standard)] += " `" + fields[0] + "`"
		}
	}
	for _, m := range mutant.All() {
		if m.ExistsIn(notation.EPIN) {
			want = append(want, m.Name)
		}
	}
	if !slices.Equal(names, want) {
		t.Errorf("mutants.txt has the mutants\n%v\nwant\n%v", names, want)
	}
	rows := []string{fmt.Sprintf("| all mutants | %d | %[1]d |\n", len(want)), "| something else | 0 | 0 |\n"}
	for _, text := range says {
		rows = append(rows, fmt.Sprintf("| %s | %d | %d |\n", text, counts["quick "+text], counts["standard "+text]))
	}
	for end, list := range lists {
		rows = append(rows, "|"+list+end)
	}
	for _, row := range rows {
		if !strings.Contains(string(readme), row) {
			t.Errorf("README.md does not have the row\n%s", row)
		}
	}
}
