package steps

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/features"
)

// TestReadmeSaysWhatSentencesMean checks that README.md lists exactly the vocabulary, in order.
func TestReadmeSaysWhatSentencesMean(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, m := range regexp.MustCompile("(?m)^- `(\\^.*\\$)`: [a-z].{10,}$").FindAllStringSubmatch(string(readme), -1) {
		got = append(got, m[1])
	}
	for _, d := range slices.Concat(new(attempt).shared(), new(attempt).ofImplementation(), new(attempt).ofLibrary()) {
		want = append(want, d.pattern)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the vocabulary (-) is not what README.md lists (+):\n%s", diff)
	}
}

// TestVocabularyIsUsed checks that each step of a feature matches one sentence, and that features use
// every sentence.
func TestVocabularyIsUsed(t *testing.T) {
	b := embedded()
	for tags, library := range map[string]bool{"~" + libraryTag: false, libraryTag: true} {
		suite := suite(b.files, b.paths)
		suite.Options.Tags = tags
		parsed, err := suite.RetrieveFeatures()
		if err != nil {
			t.Fatal(err)
		}
		matches := map[string]int{} // by step
		for _, f := range parsed {
			for _, p := range f.Pickles {
				for _, step := range p.Steps {
					matches[step.Text] = 0
				}
			}
		}
		for _, d := range (&attempt{run: &run{library: library}}).vocabulary() {
			used, sentence := false, regexp.MustCompile(d.pattern)
			for step := range matches {
				if sentence.MatchString(step) {
					used = true
					matches[step]++
				}
			}
			if !used {
				t.Errorf("no scenario of %s uses %s", tags, d.pattern)
			}
		}
		for step, n := range matches {
			if n != 1 {
				t.Errorf("the step %q of %s matches %d sentences", step, tags, n)
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
	for _, edition := range notation.All() {
		read, err := features.Of(edition)
		if err != nil {
			t.Fatal(err)
		}
		ofOther := func(f features.Feature) bool { return !slices.Contains(f.Editions, edition) }
		if diff := cmp.Diff(slices.DeleteFunc(slices.Clone(compiled), ofOther), read); diff != "" {
			t.Errorf("rows.jsonl differs from the compiled features (-):\n%s", diff)
		}
	}
}
