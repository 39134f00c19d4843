package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
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

// TestSamplesMatchSchemas checks the samples of PROTOCOL.md against the schemas and the decoders. It also
// checks that each key is described in the schema, and that each schema has a sample. A response to
// no request has to fit all.
func TestSamplesMatchSchemas(t *testing.T) {
	samples, err := os.ReadFile("PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	set, sent, seen := loadSchemas(t), map[int64]conformance.Request{}, map[string]bool{}
	for line := range strings.Lines(string(samples)) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, `{"id":`) {
			continue
		}
		var m message
		id, err := m.begin([]byte(line))
		var names []string
		req, answers := sent[id]
		switch op := m.text("op").value; {
		case err != nil:
		case op == opHello:
			names = []string{"hello-request"}
			_, err = m.helloRequest(id)
		case op != "":
			names = []string{op + "-request"}
			_, sent[id], err = DecodeRequest([]byte(line), m.has("hex"))
		case m.has("protocol"):
			names = []string{"hello-response"}
			_, err = DecodeHello(notation.EPIN, []byte(line))
		case answers:
			names = []string{string(req.Op) + "-response"}
			_, _, err = DecodeResponse(notation.EPIN, req, []byte(line))
		default:
			for _, op := range conformance.Ops() {
				names = append(names, string(op)+"-response")
			}
		}
		var members map[string]json.RawMessage
		if err := errors.Join(err, json.Unmarshal([]byte(line), &members)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		for _, name := range names {
			seen[name] = true
			if err := matches(set[name], line); err != nil {
				t.Errorf("%s is not valid for %s: %v", line, name, err)
			}
			for key := range members {
				if set[name].Properties[key] == nil {
					t.Errorf("%s: the schema %s does not describe %q", line, name, key)
				}
			}
		}
	}
	for name := range set {
		if !seen[name] {
			t.Errorf("there is no %s", name)
		}
	}
}

// TestSchemasAgreeWithDecoders tests that the schemas accept and reject the same lines as the
// decoders, as far as JSON Schema can express it. The lines are messages in which one key is
// removed, added, or has a value of each type; so are those of the objects inside.
func TestSchemasAgreeWithDecoders(t *testing.T) {
	set := loadSchemas(t)
	request := func(line []byte) error {
		_, _, err := DecodeRequest(line, bytes.Contains(line, []byte(`"hex"`)))
		return err
	}
	for _, tt := range []struct {
		schema string
		decode func([]byte) error
		lines  []string
	}{
		{"hello-response", helloError, []string{
			`{"id":0,"protocol":1,"implementation":{"name":"x","version":"2","language":"c","homepage":"h"},"ops":["sweep","x"],` +
				`"methods":["derive"],"bytes":true,"nul":false,"apply_attributes":true,"apply_unread":true}`,
			`{"id":0,"protocol":1,"implementation":{"name":"x"},"unsupported":true}`,
		}},
		{"parse-request", request, []string{`{"id":7,"op":"parse","token":"K"}`, `{"id":7,"op":"parse","hex":"ff"}`}},
		{"valid-request", request, []string{`{"id":7,"op":"valid","token":"K"}`}},
		{"apply-request", request, []string{`{"id":7,"op":"apply","token":"K","before":["flip"],"methods":["flip"],"unread":true}`}},
		{"equal-request", request, []string{`{"id":7,"op":"equal","token":"K","other":"K'"}`}},
		{"sweep-request", request, []string{`{"id":7,"op":"sweep","tokens":["K"]}`, `{"id":7,"op":"sweep","hex":["4b"]}`}},
		{"parse-response", responseError(parse("K")), []string{
			`{"id":7,"valid":true,"token":"K","pin":"K","native":true,"derived":false,"name":"K","side":"x","state":"x","terminal":false}`,
			`{"id":7,"valid":false,"error":"x"}`, `{"id":7,"crash":""}`, `{"id":7,"unsupported":true}`,
		}},
		{"valid-response", responseError(valid("K")), []string{`{"id":7,"valid":true}`, `{"id":7,"crash":"x"}`}},
		{"apply-response", responseError(apply("R", conformance.Derive, conformance.Native)), []string{
			`{"id":7,"valid":true,"tokens":["R'","R"],"original":"R","last":{"token":"R","native":true}}`, `{"id":7,"valid":false}`,
		}},
		{"equal-response", responseError(equal("K", "K")), []string{`{"id":7,"equal":true}`, `{"id":7,"valid":false}`}},
		{"sweep-response", responseError(sweep("K", "KK", "L")), []string{`{"id":7,"valid":"10!"}`, `{"id":7,"crash":"x"}`}},
	} {
		for _, line := range tt.lines {
			for _, line := range append(changed(t, line), line) {
				err, invalid := tt.decode([]byte(line)), matches(set[tt.schema], line)
				if err == nil && invalid != nil || err != nil && invalid == nil && !beyondSchema(err.Error()) {
					t.Errorf("%s: the decoder returns %v, the schema %v", line, err, invalid)
				}
			}
		}
	}
}

// changed returns the lines in which one key of an object is removed, or has another value. It
// keeps the operation: it determines the schema.
func changed(t *testing.T, object string) (lines []string) {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(object), &members); err != nil {
		t.Fatal(err)
	}
	for _, key := range append(slices.Collect(maps.Keys(keys)), "ID", "Valid", "x") {
		old, had := members[key]
		values := strings.Fields(`null true false 0 1 -0 1.0 1e0 9007199254740991 9007199254740992 "x" "" "\ud800" [] ["x"] [1] {}`)
		if had && old[0] == '{' {
			values = append(values, changed(t, string(old))...)
		}
		for _, value := range append(values, "") {
			if members[key] = json.RawMessage(value); value == "" {
				delete(members, key)
			}
			line, err := json.Marshal(members)
			if err != nil {
				t.Fatal(err)
			}
			if key != "op" {
				lines = append(lines, string(line))
			}
		}
		if delete(members, key); had {
			members[key] = old
		}
	}
	return lines
}

// beyondSchema reports whether an error is one that JSON Schema cannot find: the notation of
// numbers, what a string encodes, and rules that depend on the request.
func beyondSchema(err string) bool {
	for _, text := range []string{"written as one", "token for", "tokens for", "for each of", "valid UTF-8", "surrogate"} {
		if strings.Contains(err, text) {
			return true
		}
	}
	return false
}
