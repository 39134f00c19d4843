package corpus_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/internal/tests"
)

func read(t *testing.T, name string) []byte {
	t.Helper()
	content, err := fs.ReadFile(corpus.Files(), name)
	if err != nil || len(content) == 0 {
		t.Fatalf("%s is empty: %v", name, err)
	}
	return content
}

func TestFiles(t *testing.T) {
	names := tests.Must(fs.Glob(corpus.Files(), "*"))
	var editions []string
	want := []string{"LICENSE", "README.md", "complete", "confusable.txt", "vector.schema.json"}
	for _, e := range notation.All() {
		editions = append(editions, e.String())
		want = append(want, corpus.FileName(e.String()))
	}
	if slices.Sort(want); !slices.Equal(names, want) || !slices.Equal(corpus.Editions(), editions) {
		t.Fatalf("Files holds %q; want %q. Editions() = %q; want %q", names, want, corpus.Editions(), editions)
	}
	var content []byte
	for _, name := range names {
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

// TestLines tests each line of the vector files: it is a JSON object without a key twice, which
// the schema allows; token and hex are the same bytes, and a token that is UTF-8 has its text; no
// other line has its id, its request or, in its edition, its reason, which is one sentence.
func TestLines(t *testing.T) {
	schema := jsonschema.NewCompiler().MustCompile("vector.schema.json")
	first := map[string]string{}
	for _, edition := range corpus.Editions() {
		name := corpus.FileName(edition)
		lines := strings.SplitAfter(string(read(t, name)), "\n")
		if last := lines[len(lines)-1]; last != "" || len(lines)-1 != len(vectors[edition]) {
			t.Errorf("%s has %d lines and behind them %q, and other vectors", name, len(lines)-1, last)
		}
		for i, v := range vectors[edition] {
			place, line := fmt.Sprintf("%s, line %d", name, i+1), lines[i]
			if !jsontext.Value(line).IsValid() { // it allows no key twice, and no bad UTF-8
				t.Errorf("%s is not JSON, or has a key twice", place)
			}
			instance, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
			if err == nil {
				err = schema.Validate(instance)
			}
			var text struct{ Token, Other *string }
			if unreadable := json.Unmarshal([]byte(line), &text); err != nil || unreadable != nil {
				t.Errorf("%s: %v, %v", place, err, unreadable)
			}
			if !sameText(text.Token, v.Token) || v.Op == corpus.OpEqual && !sameText(text.Other, v.Other) {
				t.Errorf("%s: the text of a token differs from its bytes %q %q", place, v.Token, v.Other)
			}
			if !strings.HasSuffix(v.Why, ".") || strings.Contains(v.Why, ". ") {
				t.Errorf("%s: %q is not one sentence", place, v.Why)
			}
			for _, unique := range []string{v.ID, v.Edition + v.Why, fmt.Sprintf("%s %s %q %q %q", v.Edition, v.Op, v.Token, v.Other, v.Methods)} {
				if first[unique] != "" {
					t.Errorf("%s has the same id, reason or request as %s: %.100s", place, first[unique], unique)
				}
				first[unique] = place
			}
		}
	}
}

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
		Properties map[string]struct{ Description string }
	}
	var schema struct {
		object
		Defs map[string]object `json:"$defs"`
	}
	if err := json.Unmarshal(read(t, "vector.schema.json"), &schema); err != nil {
		t.Fatal(err)
	}
	types, err := os.ReadFile("index.d.ts")
	if err != nil || len(schema.Properties) == 0 || len(schema.Defs) == 0 {
		t.Fatalf("the schema has no properties or no definitions, or no types: %v", err)
	}
	schema.Defs["root"] = schema.object
	for _, o := range schema.Defs {
		for name, property := range o.Properties {
			if property.Description == "" || !regexp.MustCompile(`\b`+name+`\??:`).Match(types) {
				t.Errorf("property %q has no description, or index.d.ts does not have it", name)
			}
		}
	}
}

// TestReadme checks that the examples of the README are lines of the files, and that it explains
// exactly the requirements of the vectors.
func TestReadme(t *testing.T) {
	readme, lines := string(read(t, "README.md")), "\n"+string(read(t, "1.0.0.jsonl"))
	examples := regexp.MustCompile("(?s)```json\n(.*?)```").FindAllStringSubmatch(readme, -1)
	for _, example := range examples {
		var compact bytes.Buffer
		if err := json.Compact(&compact, []byte(example[1])); err != nil || !strings.Contains(lines, "\n"+compact.String()+"\n") {
			t.Errorf("1.0.0.jsonl does not have the line %s: %v", example[1], err)
		}
	}
	var explained, named []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z-]+/[a-z0-9./-]+)` \\|").FindAllStringSubmatch(readme, -1) {
		explained = append(explained, row[1])
	}
	for _, v := range all {
		named = append(named, v.Requirements...)
	}
	slices.Sort(explained)
	slices.Sort(named)
	if named = slices.Compact(named); len(examples) == 0 || !slices.Equal(named, explained) {
		t.Errorf("%d examples; the vectors have the requirements\n%q\nthe README explains\n%q", len(examples), named, explained)
	}
}

// packageFiles checks the manifest of the npm package, and returns the files of the package.
func packageFiles(t *testing.T) []string {
	var manifest struct {
		Version, License string
		Files            []string
	}
	data, err := os.ReadFile("package.json")
	if err := errors.Join(err, json.Unmarshal(data, &manifest)); err != nil {
		t.Fatal(err)
	}
	files := []string{"LICENSE", "README.md", "package.json"} // which npm always includes
	for _, pattern := range manifest.Files {
		matching, err := filepath.Glob(pattern)
		if err != nil || len(matching) == 0 {
			t.Errorf("package.json names no file with %q: %v", pattern, err)
		}
		files = append(files, matching...)
	}
	licence, err := os.ReadFile("LICENSE")
	if manifest.Version != conformance.Version || manifest.License != "0BSD" || !slices.Contains(files, "index.d.ts") || !slices.Contains(files, "vector.schema.json") ||
		err != nil || !strings.Contains(string(licence), "Permission to use, copy, modify, and/or distribute this software for any\npurpose with or without fee is hereby granted.") {
		t.Errorf("package.json has version %s, licence %s and files %q; LICENSE is that of 0BSD: %v", manifest.Version, manifest.License, files, err)
	}
	return files
}

// TestNodePackage reads the vectors with Node.js, as both kinds of module, through the
// name of the package. It runs the tests of check, and the first example of the README.
func TestNodePackage(t *testing.T) {
	files := packageFiles(t)
	tests.NeedTools(t, "node")
	var want strings.Builder
	for _, edition := range corpus.Editions() {
		of := vectors[edition]
		fmt.Fprintln(&want, edition, len(of), of[0].ID, of[len(of)-1].ID)
	}
	fmt.Fprintln(&want, corpus.Digest())
	fmt.Fprintln(&want, `RangeError: unknown edition "2": use one of `+strings.Join(corpus.Editions(), ", "))
	const script = `
		import { createRequire } from "node:module";
		import * as module from "@epin-conformance/corpus";
		const require = createRequire(import.meta.url), required = require("@epin-conformance/corpus");
		for (const e of required.editions) require.resolve("@epin-conformance/corpus/" + e.replace("/", "-") + ".jsonl");
		for (const { editions, vectors, digest } of [module, required]) {
			for (const e of editions) { const v = vectors(e); console.log(e, v.length, v[0].id, v.at(-1).id); }
			if (vectors().length !== vectors("1.0.0").length) console.log("1.0.0 is not what is read without a name");
			console.log(digest());
			try { vectors("2"); } catch (e) { console.log(String(e)); }
		}`
	dir := t.TempDir()
	installed := filepath.Join(dir, "node_modules", "@epin-conformance", "corpus")
	err := errors.Join(os.MkdirAll(installed, 0o755), os.WriteFile(filepath.Join(dir, "script.mjs"), []byte(script), 0o644))
	for _, file := range files {
		data, failed := os.ReadFile(file)
		err = errors.Join(err, failed, os.MkdirAll(filepath.Join(installed, filepath.Dir(file)), 0o755), os.WriteFile(filepath.Join(installed, file), data, 0o644))
	}
	_, example, _ := strings.Cut(string(read(t, "README.md")), "```js\n")
	example, _, _ = strings.Cut(example, "```")
	if err := errors.Join(err, os.WriteFile(filepath.Join(dir, "example.mjs"), []byte(example), 0o644)); err != nil {
		t.Fatal(err)
	}
	node := func(in string, args ...string) (string, error) {
		command := exec.Command("node", args...)
		command.Dir = in
		out, err := command.CombinedOutput()
		return string(out), err
	}
	if got, err := node(dir, "script.mjs"); err != nil || got != strings.Repeat(want.String(), 2) {
		t.Errorf("the script prints\n%s%v, want twice\n%s", got, err, &want)
	}
	for in, file := range map[string]string{dir: "example.mjs", ".": "check.test.mjs"} {
		if out, err := node(in, "--test", file); err != nil || !strings.Contains(out, "# fail 0") || strings.Contains(out, "# pass 0") {
			t.Errorf("node --test %s: %v\n%s", file, err, out)
		}
	}
}
