package wire

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// schemaSet holds every compiled schema by the beginning of its name, such as
// "parse-request".
type schemaSet map[string]*jsonschema.Schema

func loadSchemas(t *testing.T) schemaSet {
	t.Helper()
	files, err := fs.Glob(Schemas(), "*.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	set := make(schemaSet)
	for _, name := range files {
		text, err := fs.ReadFile(Schemas(), name)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := compiler.AddResource(name, doc); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		set[strings.TrimSuffix(name, ".schema.json")] = compiler.MustCompile(name)
	}
	return set
}

func TestSchemaForEveryMessage(t *testing.T) {
	set := loadSchemas(t)
	want := 0
	for _, op := range append(conformance.Ops(), opHello) {
		for _, direction := range []string{"request", "response"} {
			want++
			if set[string(op)+"-"+direction] == nil {
				t.Errorf("there is no schema for the %s of %s", direction, op)
			}
		}
	}
	if len(set) != want {
		t.Errorf("there are %d schemas, want %d", len(set), want)
	}
}

// valid returns an error if a line is not valid for the schema of that name.
func (set schemaSet) valid(t *testing.T, name, line string) error {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
	if err != nil {
		return err
	}
	schema := set[name]
	if schema == nil {
		t.Fatalf("there is no schema %s", name)
	}
	return schema.Validate(doc)
}

// transcript checks requests and responses against the schemas and the decoders. It also
// checks that each key is described in the schema.
type transcript struct {
	t     *testing.T
	set   schemaSet
	bytes bool
	asked map[int64]conformance.Request
	hello bool
	seen  map[string]int
}

func newTranscript(t *testing.T, set schemaSet) *transcript {
	return &transcript{t: t, set: set, bytes: true, asked: make(map[int64]conformance.Request), seen: make(map[string]int)}
}

func (tr *transcript) request(line string) {
	tr.t.Helper()
	var m message
	if err := m.parse([]byte(line)); err != nil {
		tr.t.Fatalf("%s: %v", line, err)
	}
	op := m.text(keyOp).Value
	tr.check(op+"-request", line)
	if op == opHello {
		if _, err := m.helloRequest(m.id()); err != nil {
			tr.t.Errorf("%s: %v", line, err)
		}
		tr.hello = true
		return
	}
	id, req, err := DecodeRequest([]byte(line), tr.bytes)
	if err != nil {
		// The keys of a sweep show whether the adapter announced bytes.
		id, req, err = DecodeRequest([]byte(line), !tr.bytes)
	}
	if err != nil {
		tr.t.Errorf("%s: %v", line, err)
	}
	tr.asked[id] = req
}

func (tr *transcript) response(line string) {
	tr.t.Helper()
	if tr.hello {
		tr.hello = false
		tr.check("hello-response", line)
		if _, err := DecodeHello([]byte(line)); err != nil {
			tr.t.Errorf("%s: %v", line, err)
		}
		return
	}
	var m message
	if err := m.parse([]byte(line)); err != nil {
		tr.t.Fatalf("%s: %v", line, err)
	}
	req, ok := tr.asked[m.id()]
	if !ok {
		tr.t.Fatalf("%s answers no request", line)
	}
	tr.check(string(req.Op)+"-response", line)
	if _, _, err := DecodeResponse(req, []byte(line)); err != nil {
		tr.t.Errorf("%s: %v", line, err)
	}
}

func (tr *transcript) check(name, line string) {
	tr.t.Helper()
	tr.seen[name]++
	if err := tr.set.valid(tr.t, name, line); err != nil {
		tr.t.Errorf("%s is not valid for %s: %v", line, name, err)
	}
	var keys map[string]any
	if err := json.Unmarshal([]byte(line), &keys); err != nil {
		tr.t.Fatal(err)
	}
	for key := range keys {
		if tr.set[name].Properties[key] == nil {
			tr.t.Errorf("%s: the schema %s does not describe %q", line, name, key)
		}
	}
}

// everyMessage fails unless every request and every response was seen.
func (tr *transcript) everyMessage() {
	tr.t.Helper()
	for name := range tr.set {
		if tr.seen[name] == 0 {
			tr.t.Errorf("there is no %s", name)
		}
	}
}

// TestProtocolSamples tests that the samples of PROTOCOL.md follow the protocol.
func TestProtocolSamples(t *testing.T) {
	text, err := os.ReadFile("PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	tr := newTranscript(t, loadSchemas(t))
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch {
		case !strings.HasPrefix(line, `{"id":`):
		case strings.Contains(line, `"op":`):
			tr.request(line)
		case strings.Contains(line, `"protocol":`):
			tr.hello = true
			tr.response(line)
		case tr.asks(line):
			tr.response(line)
		default: // a response to any request
			for _, op := range conformance.Ops() {
				tr.check(string(op)+"-response", line)
			}
		}
	}
	tr.everyMessage()
}

func (tr *transcript) asks(line string) bool {
	var m message
	if err := m.parse([]byte(line)); err != nil {
		tr.t.Fatalf("%s: %v", line, err)
	}
	_, ok := tr.asked[m.id()]
	return ok
}

// TestWrittenLines tests that the lines of a Session and of Serve are valid for the schemas.
func TestWrittenLines(t *testing.T) {
	set := loadSchemas(t)
	for _, edition := range epin.Editions() {
		t.Run(edition.String(), func(t *testing.T) {
			c := command(t, "recorded")
			c.Dir = t.TempDir()
			s := open(t, c, edition)
			requests := []conformance.Request{
				parse("+K^'"), parse("K''"), parse("K\"\\\x00\n\u2028é😀"), parse("K\xff"),
				valid("K"), valid(""), valid("\xed\xa0\x80"),
				apply("R", conformance.Derive, conformance.Flip), apply("R"), apply("\xff", conformance.Native),
				equal("K", "K'"), equal("K", "K"), equal("K", "KK"),
				sweep("K", "K''", "\xff", ""), sweep(),
			}
			if err := s.DoAll(t.Context(), slices.Values(requests), func(conformance.Exchange) bool { return true }); err != nil {
				t.Fatal(err)
			}
			closeQuietly(t, s)
			tr := newTranscript(t, set)
			for _, line := range recordedLines(t, c.Dir, "requests") {
				tr.request(line)
			}
			for _, line := range recordedLines(t, c.Dir, "responses") {
				tr.response(line)
			}
			tr.everyMessage()
		})
	}
}

func recordedLines(t *testing.T, dir, name string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasSuffix(text, []byte("\n")) {
		t.Fatalf("%s do not end with a line feed", name)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// TestSchemasAgreeWithDecoders tests that the schemas accept and reject the same lines as the
// decoders, as far as JSON Schema can express it.
func TestSchemasAgreeWithDecoders(t *testing.T) {
	set := loadSchemas(t)
	check := func(name, schema, line, wantErr string) {
		err := set.valid(t, schema, line)
		switch {
		case wantErr == "" && err != nil:
			t.Errorf("%s: the decoder accepts %s, the schema does not: %v", name, line, err)
		case wantErr != "" && err == nil && !beyondSchema(wantErr):
			t.Errorf("%s: the schema accepts %s, the decoder does not: %s", name, line, wantErr)
		}
	}
	for _, tt := range responseCases {
		check(tt.name, string(tt.req.Op)+"-response", tt.line, tt.err)
	}
	for _, tt := range helloCases {
		check(tt.name, "hello-response", tt.line, tt.err)
	}
}

// beyondSchema reports whether an error is one that JSON Schema cannot find: repeated keys,
// the notation of numbers, and rules that depend on the request.
func beyondSchema(err string) bool {
	return strings.Contains(err, "stands twice") || strings.Contains(err, "written as one") ||
		strings.Contains(err, "token for") || strings.Contains(err, "tokens for") || strings.Contains(err, "for each of")
}
