package steps

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/features"
)

// TestVocabulary checks that README.md lists exactly the vocabulary, in order, and that features use every
// sentence.
func TestVocabulary(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	b := &book{files: features.Files(), byNode: map[string]row{}}
	if b.read(); err != nil {
		t.Fatal(err)
	}
	var used strings.Builder
	for _, f := range must(b.suite().RetrieveFeatures()) {
		for _, p := range f.Pickles {
			for _, step := range p.Steps {
				used.WriteString(step.Text + "\n")
			}
		}
	}
	var got, want []string
	for _, m := range regexp.MustCompile("(?m)^- `(\\^.*\\$)`: [a-z].{10,}$").FindAllStringSubmatch(string(readme), -1) {
		got = append(got, m[1])
	}
	for _, d := range new(attempt).vocabulary() {
		want = append(want, d.pattern)
		if !regexp.MustCompile("(?m)" + d.pattern).MatchString(used.String()) {
			t.Errorf("no scenario uses %s", d.pattern)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the vocabulary (-) is not what README.md lists (+):\n%s", diff)
	}
}

var update = flag.Bool("update", false, "write rows.jsonl anew")

// TestRowsAreUpToDate checks that rows.jsonl is compiled from the current features.
func TestRowsAreUpToDate(t *testing.T) {
	var want bytes.Buffer
	enc := json.NewEncoder(&want)
	enc.SetEscapeHTML(false)
	for _, f := range Compile() {
		if err := enc.Encode(f); err != nil {
			t.Fatal(err)
		}
	}
	if *update {
		if err := os.WriteFile("../rows.jsonl", want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile("../rows.jsonl"); err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("rows.jsonl is out of date: run `go generate ./features` (%v)", err)
	}
}
