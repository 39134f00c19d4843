package corpus_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

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
	want := []string{"1.0.0-initial.jsonl", "1.0.0.jsonl", "LICENSE", "README.md", "vector.schema.json"}
	if !slices.Equal(names, want) {
		t.Fatalf("Files holds %q; want %q", names, want)
	}
	size := 0
	for _, name := range names {
		content := read(t, name)
		if len(content) == 0 {
			t.Errorf("%s is empty", name)
		}
		if !strings.HasSuffix(name, ".jsonl") {
			continue
		}
		size += len(content)
		if i := bytes.IndexFunc(content, func(r rune) bool { return r != '\n' && (r < ' ' || r > '~') }); i >= 0 {
			t.Errorf("%s: byte %d is neither printable ASCII nor LF", name, i)
		}
	}
	if size > 2<<20 {
		t.Errorf("the vector files are %d bytes together; a checkout should not carry more than 2 MiB of them", size)
	}
}

func TestDigest(t *testing.T) {
	content := append(read(t, "1.0.0-initial.jsonl"), read(t, "1.0.0.jsonl")...)
	if want := fmt.Sprintf("sha256:%x", sha256.Sum256(content)); corpus.Digest() != want {
		t.Errorf("Digest() = %q; want %q", corpus.Digest(), want)
	}
}

func TestEditions(t *testing.T) {
	if got, want := corpus.Editions(), []string{"1.0.0", "1.0.0-initial"}; !slices.Equal(got, want) {
		t.Errorf("Editions() = %q; want %q", got, want)
	}
}

// The corpus is read by people and programs that have nothing of ours.
func TestImportsNothingButTheStandardLibrary(t *testing.T) {
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), source, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
				t.Errorf("%s imports %s", source, path)
			}
		}
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

func TestEveryLineFitsTheSchema(t *testing.T) {
	s := schema(t)
	for _, name := range []string{"1.0.0-initial.jsonl", "1.0.0.jsonl"} {
		for i, line := range strings.Split(strings.TrimSuffix(string(read(t, name)), "\n"), "\n") {
			if err := validate(t, s, line); err != nil {
				t.Errorf("%s, line %d: %v", name, i+1, err)
			}
		}
	}
}

// What Decode refuses in a single line the schema refuses too, as far as a schema
// can.
func TestSchemaRefuses(t *testing.T) {
	s := schema(t)
	for _, line := range []string{parsed, rejected, applied, compared, initial} {
		if err := validate(t, s, line); err != nil {
			t.Fatalf("%v\n%s", err, line)
		}
	}
	for _, test := range []struct{ line, old, new string }{
		{parsed, `"why"`, `"note":"n","why"`},
		{parsed, `"token":"K'","hex"`, `"Token":"K'","hex"`},
		{parsed, `"pin"`, `"colour":"white","pin"`},
		{parsed, `"id":"a-king",`, ``},
		{parsed, `"edition":"1.0.0",`, ``},
		{parsed, `"op":"parse",`, ``},
		{parsed, `"hex":"4b27",`, ``},
		{rejected, `"want":{"valid":false},`, ``},
		{rejected, `"requirements":["epin/6/grammar"],`, ``},
		{rejected, `,"why":"w"`, ``},
		{rejected, `"valid":false`, ``},
		{applied, `"methods":["flip","flip"],`, ``},
		{applied, `,"original":"K"`, ``},
		{compared, `"other":"k",`, ``},
		{compared, `,"other_hex":"6b"`, ``},
		{compared, `"token":"K",`, ``},
		{compared, `"equal":false`, ``},
		{parsed, `"state":"normal",`, ``},
		{parsed, `"want"`, `"methods":[],"want"`},
		{applied, `"want"`, `"other":"k","want"`},
		{compared, `"want"`, `"methods":[],"want"`},
		{parsed, `"valid":true`, `"valid":false`},
		{parsed, `"pin"`, `"equal":true,"pin"`},
		{applied, `"original"`, `"pin":"K","original"`},
		{compared, `"equal":false`, `"equal":false,"valid":true`},
		{compared, `"other":"k"`, `"other":"k^^"`},
		{parsed, `"id":"a-king"`, `"id":1`},
		{parsed, `"native":false`, `"native":"false"`},
		{parsed, `"edition":"1.0.0"`, `"edition":"1.0"`},
		{parsed, `"op":"parse"`, `"op":"valid"`},
		{applied, `["flip",`, `["promote",`},
		{parsed, `a-king`, `A-King`},
		{parsed, `a-king`, `initial-king`},
		{initial, `initial-a-king`, `a-king`},
		{parsed, `"4b27"`, `"4B27"`},
		{parsed, `"4b27"`, `"4b2"`},
		{parsed, `"name":"K"`, `"name":"k"`},
		{parsed, `"first"`, `"white"`},
		{parsed, `"normal"`, `"promoted"`},
		{initial, `"terminal":false`, `"terminal":true`},
		{parsed, `["epin/6/grammar"]`, `[]`},
		{parsed, `["epin/6/grammar"]`, `["epin/6/grammar","epin/6/grammar"]`},
		{parsed, `"epin/6/grammar"`, `"epin-initial/grammar"`},
		{initial, `"epin-initial/grammar"`, `"epin/6/grammar"`},
		{parsed, `"why":"w"`, `"why":""`},
	} {
		line := strings.Replace(test.line, test.old, test.new, 1)
		if line == test.line {
			t.Fatalf("%q is not in %s", test.old, test.line)
		}
		if validate(t, s, line) == nil {
			t.Errorf("the schema lets through: %s", line)
		}
	}
	marked := strings.NewReplacer("a-flip", "initial-a-flip", "1.0.0", "1.0.0-initial", "examples/recipes/side", "epin-initial/transformations", `"flip","flip"`, `"flip","mark"`).Replace(applied)
	if validate(t, s, marked) == nil {
		t.Errorf("the schema lets through: %s", marked)
	}
}

// Every property is described, for those who read the schema and nothing else.
func TestSchemaDescribesEveryProperty(t *testing.T) {
	type object struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	var root struct {
		object
		Defs map[string]object `json:"$defs"`
	}
	if err := json.Unmarshal(read(t, "vector.schema.json"), &root); err != nil {
		t.Fatal(err)
	}
	objects := append(slices.Collect(maps.Values(root.Defs)), root.object)
	described := 0
	for _, o := range objects {
		for name, property := range o.Properties {
			if !bytes.Contains(property, []byte(`"description"`)) {
				t.Errorf("property %q has no description", name)
			}
			described++
		}
	}
	if described < 20 {
		t.Errorf("%d properties seen; the schema is not where it is looked for", described)
	}
}

// The examples of the README are lines of the files.
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
			t.Errorf("this is no line of 1.0.0.jsonl: %s", compact.String())
		}
	}
}

// The README explains every requirement that vectors name, and no other.
func TestReadmeExplainsRequirements(t *testing.T) {
	rows := regexp.MustCompile("(?m)^\\| `([a-z-]+/[a-z0-9./-]+)` \\|").FindAllStringSubmatch(string(read(t, "README.md")), -1)
	explained := make(map[string]bool)
	for _, row := range rows {
		explained[row[1]] = true
	}
	named := make(map[string]bool)
	for _, v := range all(t) {
		for _, id := range v.Requirements {
			named[id] = true
			if !explained[id] {
				t.Fatalf("%s names %s, which the README does not explain", v.ID, id)
			}
		}
	}
	for id := range explained {
		if !named[id] {
			t.Errorf("the README explains %s, which no vector names", id)
		}
	}
}
