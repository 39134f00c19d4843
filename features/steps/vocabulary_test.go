package steps

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

func TestReadmeListsTheVocabulary(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
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

// TestRowsAreUpToDate: what the suite asks is what stands in the features.
func TestRowsAreUpToDate(t *testing.T) {
	compiled, err := Compile()
	if err != nil {
		t.Fatal(err)
	}
	want, err := features.Encode(compiled)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../rows.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("rows.jsonl is not what the features compile to: run `go generate ./features`")
	}
	var read []features.Feature
	for _, edition := range epin.Editions() {
		of, err := features.Of(edition)
		if err != nil {
			t.Fatal(err)
		}
		read = append(read, of...)
	}
	byName := func(a, b features.Feature) int { return strings.Compare(a.Name, b.Name) }
	slices.SortFunc(read, byName)
	slices.SortFunc(compiled, byName)
	if diff := cmp.Diff(compiled, read); diff != "" {
		t.Errorf("rows.jsonl does not hold all of what the features compile to (-):\n%s", diff)
	}
}
