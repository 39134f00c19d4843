package diagnosis_test

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/epin"
)

// TestReadme: the README has the counts of testdata/mutants.txt, which TestDiagnosis of package
// suite records, and lists every mutant that is not diagnosed as itself.
func TestReadme(t *testing.T) {
	var want []string
	for _, m := range mutant.All() {
		if m.ExistsIn(epin.Current) {
			want = append(want, m.Name)
		}
	}
	recorded, err := os.ReadFile("testdata/mutants.txt")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	counts := map[string][2]int{}
	type diagnoses struct{ quick, standard string }
	lists := map[diagnoses][]string{}
	for line := range strings.Lines(string(recorded)) {
		words := strings.Fields(line)
		if len(words) != 3 {
			t.Fatal(line)
		}
		names = append(names, words[0])
		for i, word := range words[1:] {
			kind, _, _ := strings.Cut(word, ":")
			n := counts[kind]
			n[i]++
			counts[kind] = n
		}
		if d := (diagnoses{words[1], words[2]}); d != (diagnoses{"itself", "itself"}) && d != (diagnoses{"survives", "survives"}) {
			lists[d] = append(lists[d], "`"+words[0]+"`")
		}
	}
	if !slices.Equal(names, want) {
		t.Errorf("mutants.txt has the mutants\n%v\nwant\n%v", names, want)
	}
	if n := counts["else"]; n != [2]int{} {
		t.Errorf("%v mutants are diagnosed as something else", n)
	}

	kinds := []struct{ word, says string }{
		{"itself", "itself"}, {"equivalent", "an equivalent"}, {"total", "a total failure"}, {"none", "not at all"},
		{"survives", "survives"}, {"else", "something else"},
	}
	says := func(word string) string {
		kind, other, is := strings.Cut(word, ":")
		at := slices.IndexFunc(kinds, func(k struct{ word, says string }) bool { return k.word == kind })
		if at < 0 {
			t.Fatalf("mutants.txt has the unknown word %s", word)
		}
		if is {
			return kinds[at].says + ", `" + strings.ReplaceAll(other, ",", "` or `") + "`"
		}
		return kinds[at].says
	}
	var b strings.Builder
	b.WriteString("| diagnosed as | quick | standard |\n|---|---:|---:|\n")
	for _, k := range kinds {
		fmt.Fprintf(&b, "| %s | %d | %d |\n", k.says, counts[k.word][0], counts[k.word][1])
	}
	fmt.Fprintf(&b, "| all mutants | %d | %[1]d |\n", len(want))
	table := b.String()

	b.Reset()
	b.WriteString("| mutants | quick | standard |\n|---|---|---|\n")
	order := slices.SortedFunc(maps.Keys(lists), func(a, b diagnoses) int {
		return cmp.Or(cmp.Compare(a.quick, b.quick), cmp.Compare(a.standard, b.standard))
	})
	for _, d := range order {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", strings.Join(lists[d], " "), says(d.quick), says(d.standard))
	}

	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{table, b.String()} {
		if !strings.Contains(string(readme), want) {
			t.Errorf("README.md does not have\n%s", want)
		}
	}
}
