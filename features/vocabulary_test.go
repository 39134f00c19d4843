package features

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

func TestReadmeListsTheVocabulary(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(string(readme)) {
		if strings.HasPrefix(line, "- `^") {
			got = append(got, strings.TrimSpace(line))
		}
	}
	var want []string
	for _, s := range Vocabulary() {
		want = append(want, "- `"+s.Pattern+"`: "+s.Says)
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("README.md lists\n%s\nThe vocabulary is\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestVocabularyIsUsed: a sentence that no feature needs is one too many.
func TestVocabularyIsUsed(t *testing.T) {
	contents, err := library.read()
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := library.suite(contents.paths).RetrieveFeatures()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range Vocabulary() {
		pattern := regexp.MustCompile(s.Pattern)
		used := false
		for _, f := range parsed {
			for _, p := range f.Pickles {
				for _, step := range p.Steps {
					used = used || pattern.MatchString(step.Text)
				}
			}
		}
		if !used {
			t.Errorf("no feature uses %s", s.Pattern)
		}
	}
}
