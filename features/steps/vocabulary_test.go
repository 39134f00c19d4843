package steps

import (
	"os"
	"regexp"
	"slices"
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
	for _, s := range slices.Concat(Vocabulary(), LibraryVocabulary()) {
		want = append(want, "- `"+s.Pattern+"`: "+s.Says)
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("README.md lists\n%s\nThe vocabulary is\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestVocabularyIsUsed: a sentence that no feature needs is one too many.
func TestVocabularyIsUsed(t *testing.T) {
	contents, err := embedded.read()
	if err != nil {
		t.Fatal(err)
	}
	for tags, vocabulary := range map[string][]Step{libraryTag: LibraryVocabulary(), "~" + libraryTag: Vocabulary()} {
		suite := embedded.suite(contents.paths)
		suite.Options.Tags = tags
		parsed, err := suite.RetrieveFeatures()
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range vocabulary {
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
				t.Errorf("no scenario of %s uses %s", tags, s.Pattern)
			}
		}
	}
}
