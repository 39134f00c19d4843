package steps

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

// vocabularies returns both vocabularies, by the tags of their scenarios.
func vocabularies() map[string][]definition {
	return map[string][]definition{"~" + libraryTag: new(attempt).vocabulary(), libraryTag: libraryVocabulary(new(attempt))}
}

// TestReadmeSaysWhatSentencesMean checks that README.md lists exactly the vocabularies, in order.
func TestReadmeSaysWhatSentencesMean(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, m := range regexp.MustCompile("(?m)^- `(\\^.*\\$)`: [a-z].{10,}$").FindAllStringSubmatch(string(readme), -1) {
		got = append(got, m[1])
	}
	for _, d := range slices.Concat(vocabularies()["~"+libraryTag], vocabularies()[libraryTag]) {
		want = append(want, d.pattern)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the vocabulary (-) is not what README.md lists (+):\n%s", diff)
	}
}

// TestVocabularyIsUsed checks that features use every sentence.
func TestVocabularyIsUsed(t *testing.T) {
	contents, err := embedded.read()
	if err != nil {
		t.Fatal(err)
	}
	for tags, vocabulary := range vocabularies() {
		suite := suite(embedded.files, contents.paths)
		suite.Options.Tags = tags
		parsed, err := suite.RetrieveFeatures()
		if err != nil {
			t.Fatal(err)
		}
		var sentences []string
		for _, f := range parsed {
			for _, p := range f.Pickles {
				for _, step := range p.Steps {
					sentences = append(sentences, step.Text)
				}
			}
		}
		for _, d := range vocabulary {
			if !slices.ContainsFunc(sentences, regexp.MustCompile(d.pattern).MatchString) {
				t.Errorf("no scenario of %s uses %s", tags, d.pattern)
			}
		}
	}
}

var update = flag.Bool("update", false, "write rows.jsonl anew")

// TestRowsAreUpToDate checks that rows.jsonl is compiled from the current features.
func TestRowsAreUpToDate(t *testing.T) {
	compiled, err := Compile()
	if err != nil {
		t.Fatal(err)
	}
	want, err := features.Encode(compiled)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("../rows.jsonl", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile("../rows.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("rows.jsonl is out of date: run `go generate ./features`")
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
		t.Errorf("rows.jsonl differs from the compiled features (-):\n%s", diff)
	}
}
