package diagnosis

import (
	"fmt"
	"maps"
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
	words := []string{"itself", "total", "none", "survives", "else"}
	says := map[string]string{
		"itself": "itself", "total": "a total failure", "none": "not at all",
		"survives": "survives", "else": "something else",
	}
	var names []string
	counts, lists := map[string][2]int{}, map[string]string{} // by word, by the end of a row
	for line := range strings.Lines(string(recorded)) {
		fields := strings.Fields(line)
		names = append(names, fields[0])
		for i, word := range fields[1:] {
			fields[i+1], _, _ = strings.Cut(word, ":")
			n := counts[fields[i+1]]
			n[i]++
			counts[fields[i+1]] = n
		}
		if says[fields[1]] == "" || says[fields[2]] == "" || fields[1] == "else" || fields[2] == "else" {
			t.Errorf("mutants.txt: %s", line)
		}
		lists[fmt.Sprintf("| %s | %s |\n", says[fields[1]], says[fields[2]])] += "`" + fields[0] + "` "
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

	tables := [2]string{"| diagnosed as | quick | standard |\n|---|---:|---:|\n", "| mutants | quick | standard |\n|---|---|---|\n"}
	for _, word := range words {
		tables[0] += fmt.Sprintf("| %s | %d | %d |\n", says[word], counts[word][0], counts[word][1])
	}
	tables[0] += fmt.Sprintf("| all mutants | %d | %[1]d |\n", len(want))
	for _, end := range slices.Sorted(maps.Keys(lists)) {
		if end != "| itself | itself |\n" && end != "| survives | survives |\n" {
			tables[1] += "| " + lists[end] + end
		}
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		if !strings.Contains(string(readme), table) {
			t.Errorf("README.md does not have\n%s", table)
		}
	}
}
