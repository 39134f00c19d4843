package corpus_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/corpus"
)

func read(t *testing.T, name string) []byte {
	t.Helper()
	content, err := fs.ReadFile(corpus.Files(), name)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestFiles(t *testing.T) {
	names, err := fs.Glob(corpus.Files(), "*")
	if err != nil {
		t.Fatal(err)
	}
	var editions []string
	want := []string{"LICENSE", "README.md", "vector.schema.json"}
	for _, e := range notation.All() {
		editions = append(editions, e.String())
		want = append(want, corpus.FileName(e.String()))
	}
	if slices.Sort(want); !slices.Equal(names, want) {
		t.Fatalf("Files holds %q; want %q", names, want)
	}
	if got := corpus.Editions(); !slices.Equal(got, editions) {
		t.Errorf("Editions() = %q; want %q", got, editions)
	}
	var content []byte
	for _, name := range names {
		if len(read(t, name)) == 0 {
			t.Errorf("%s is empty", name)
		}
		if strings.HasSuffix(name, ".jsonl") {
			content = append(content, read(t, name)...)
		}
	}
	if want := fmt.Sprintf("sha256:%x", sha256.Sum256(content)); corpus.Digest() != want {
		t.Errorf("Digest() = %q; want %q", corpus.Digest(), want)
	}
	if i := bytes.IndexFunc(content, func(r rune) bool { return r != '\n' && (r < ' ' || r > '~') }); i >= 0 {
		t.Errorf("byte %d of the vector files is neither printable ASCII nor LF", i)
	}
	if len(content) > len(editions)<<20 {
		t.Errorf("the vector files have %d bytes in total; want at most 1 MiB for each edition", len(content))
	}
}

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(read(t, "vector.schema.json")))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	if err := compiler.AddResource("vector.schema.json", document); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("vector.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

func validate(t *testing.T, s *jsonschema.Schema, line string) error {
	t.Helper()
	instance, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(instance)
}

// TestLines tests each line of the vector files: it is a JSON object without a key twice, which
// the schema allows; token and hex are the same bytes, and a token that is UTF-8 has its text; no
// other line has its id, or its request.
func TestLines(t *testing.T) {
	s := schema(t)
	first := map[string]string{}
	for _, edition := range corpus.Editions() {
		name, vectors := corpus.FileName(edition), vectors[edition]
		lines := strings.SplitAfter(string(read(t, name)), "\n")
		if last := lines[len(lines)-1]; last != "" || len(lines)-1 != len(vectors) {
			t.Errorf("%s has %d lines and behind them %q, and other vectors", name, len(lines)-1, last)
		}
		for i, line := range lines[:len(lines)-1] {
			place := fmt.Sprintf("%s, line %d", name, i+1)
			if object := jsontext.Value(line); !object.IsValid() || object.Kind() != '{' { // jsontext allows no key twice, and no bad UTF-8
				t.Errorf("%s is not a JSON object, or has a key twice", place)
			}
			if err := validate(t, s, line); err != nil {
				t.Errorf("%s: %v", place, err)
			}
			v := vectors[i]
			var text struct{ Token, Other *string }
			if err := json.Unmarshal([]byte(line), &text); err != nil || !sameText(text.Token, v.Token) || v.Op == corpus.OpEqual && !sameText(text.Other, v.Other) {
				t.Errorf("%s: the text of a token differs from its bytes %q %q: %v", place, v.Token, v.Other, err)
			}
			for _, unique := range []string{v.ID, fmt.Sprintf("%s %s %q %q %q", v.Edition, v.Op, v.Token, v.Other, v.Methods)} {
				if first[unique] != "" {
					t.Errorf("%s has the same id or request as %s: %.100s", place, first[unique], unique)
				}
				first[unique] = place
			}
		}
	}
}

// sameText reports whether a text is that of some bytes, and absent if they have none.
func sameText(text *string, bytes string) bool {
	if !utf8.ValidString(bytes) {
		return text == nil
	}
	return text != nil && *text == bytes
}

// TestPropertiesAreDescribed checks that the schema documents every property, and that the
// TypeScript types have it.
func TestPropertiesAreDescribed(t *testing.T) {
	type object struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	var root struct {
		object
		Defs map[string]object `json:"$defs"`
	}
	types, err := os.ReadFile("index.d.ts")
	if err := errors.Join(err, json.Unmarshal(read(t, "vector.schema.json"), &root)); err != nil {
		t.Fatal(err)
	}
	described := 0
	for _, o := range append(slices.Collect(maps.Values(root.Defs)), root.object) {
		for name, property := range o.Properties {
			if !bytes.Contains(property, []byte(`"description"`)) {
				t.Errorf("property %q has no description", name)
			}
			if !regexp.MustCompile(`\b` + name + `\??:`).Match(types) {
				t.Errorf("index.d.ts has no key %s", name)
			}
			described++
		}
	}
	if described < 20 {
		t.Errorf("%d properties found; the test does not find those of the schema", described)
	}
}

// TestReadmeShowsRealLines checks that the examples of the README are lines of the files.
func TestReadmeShowsRealLines(t *testing.T) {
	readme := string(read(t, "README.md"))
	lines := "\n" + string(read(t, "1.0.0.jsonl"))
	examples := regexp.MustCompile("(?s)```json\n(.*?)```").FindAllStringSubmatch(readme, -1)
	if len(examples) != 5 {
		t.Fatalf("the README shows %d vectors; want 5", len(examples))
	}
	for _, example := range examples {
		var compact bytes.Buffer
		if err := json.Compact(&compact, []byte(example[1])); err != nil {
			t.Errorf("%v in %s", err, example[1])
		}
		if !strings.Contains(lines, "\n"+compact.String()+"\n") {
			t.Errorf("1.0.0.jsonl does not have the line %s", compact.String())
		}
	}
}

// TestReadmeExplainsRequirements checks that the README explains exactly the requirements of the
// vectors.
func TestReadmeExplainsRequirements(t *testing.T) {
	var explained, named []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z-]+/[a-z0-9./-]+)` \\|").FindAllStringSubmatch(string(read(t, "README.md")), -1) {
		explained = append(explained, row[1])
	}
	for _, v := range all() {
		named = append(named, v.Requirements...)
	}
	slices.Sort(explained)
	slices.Sort(named)
	if named = slices.Compact(named); !slices.Equal(named, explained) {
		t.Errorf("the vectors have the requirements\n%q\nthe README explains\n%q", named, explained)
	}
}
