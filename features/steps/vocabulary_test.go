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
	for _, d := range new(attempt).vocabulary() {
		want = append(want, d.pattern)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the vocabulary (-) is not what README.md lists (+):\n%s", diff)
	}
}

// TestVocabularyIsUsed checks that features use every sentence.
func TestVocabularyIsUsed(t *testing.T) {
	b := &book{files: features.Files(), byNode: map[string]row{}}
	if err := b.read(); err != nil {
		t.Fatal(err)
	}
	parsed, err := b.suite().RetrieveFeatures()
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, f := range parsed {
		for _, p := range f.Pickles {
			for _, step := range p.Steps {
				all.WriteString(step.Text + "\n")
			}
		}
	}
	for _, d := range new(attempt).vocabulary() {
		if !regexp.MustCompile("(?m)" + d.pattern).MatchString(all.String()) {
			t.Errorf("no scenario uses %s", d.pattern)
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
