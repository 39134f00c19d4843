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

// loadSchemas returns every compiled schema by the beginning of its name, such as
// "parse-request".
func loadSchemas(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	files, err := fs.Glob(Schemas(), "*.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	set := make(map[string]*jsonschema.Schema)
	for _, name := range files {
		text, err := fs.ReadFile(Schemas(), name)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err == nil {
			err = compiler.AddResource(name, doc)
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		set[strings.TrimSuffix(name, ".schema.json")] = compiler.MustCompile(name)
	}
	return set
}

// matches returns an error if a line is not valid for a schema.
func matches(schema *jsonschema.Schema, line string) error {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
	if err != nil {
		return err
	}
	return schema.Validate(doc)
}

// transcript checks requests and responses against the schemas and the decoders. It also
// checks that each key is described in the schema.
type transcript struct {
	t     *testing.T
	set   map[string]*jsonschema.Schema
	asked map[int64]conformance.Request
	seen  map[string]bool
}

func newTranscript(t *testing.T) *transcript {
	return &transcript{t: t, set: loadSchemas(t), asked: make(map[int64]conformance.Request), seen: make(map[string]bool)}
}

// add checks a line, after the request that it answers. A response to no request has to fit all.
func (tr *transcript) add(line string) {
	tr.t.Helper()
	var m message
	id, err := m.begin([]byte(line))
	if err != nil {
		tr.t.Fatalf("%s: %v", line, err)
	}
	req, answers := tr.asked[id]
	switch op := m.text(keyOp).Value; {
	case op == opHello:
		tr.check("hello-request", line)
		_, err = m.helloRequest(id)
	case op != "":
		tr.check(op+"-request", line)
		_, tr.asked[id], err = DecodeRequest([]byte(line), m.has(keyHex))
	case m.has(keyProtocol):
		tr.check("hello-response", line)
		_, err = DecodeHello([]byte(line))
	case answers:
		tr.check(string(req.Op)+"-response", line)
		_, _, err = DecodeResponse(req, []byte(line))
	default:
		for _, op := range conformance.Ops() {
			tr.check(string(op)+"-response", line)
		}
	}
	if err != nil {
		tr.t.Errorf("%s: %v", line, err)
	}
}

func (tr *transcript) check(name, line string) {
	tr.t.Helper()
	tr.seen[name] = true
	if tr.set[name] == nil {
		tr.t.Fatalf("there is no schema %s", name)
	}
	if err := matches(tr.set[name], line); err != nil {
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

// everyMessage fails unless every request and every response was seen, and there are no
// schemas of others.
func (tr *transcript) everyMessage() {
	tr.t.Helper()
	for _, op := range append(conformance.Ops(), opHello) {
		for _, name := range []string{string(op) + "-request", string(op) + "-response"} {
			if !tr.seen[name] {
				tr.t.Errorf("there is no %s", name)
			}
			delete(tr.set, name)
		}
	}
	if len(tr.set) > 0 {
		tr.t.Errorf("these schemas are of no message: %v", tr.set)
	}
}

// TestProtocolSamples tests that the samples of PROTOCOL.md follow the protocol.
func TestProtocolSamples(t *testing.T) {
	text, err := os.ReadFile("PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	tr := newTranscript(t)
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, `{"id":`) {
			tr.add(line)
		}
	}
	tr.everyMessage()
}

// TestWrittenLines tests that the lines of a Session and of Serve are valid for the schemas.
func TestWrittenLines(t *testing.T) {
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
			tr := newTranscript(t)
			for _, line := range append(recordedLines(t, c.Dir, "requests"), recordedLines(t, c.Dir, "responses")...) {
				tr.add(line)
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
		err := matches(set[schema], line)
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
