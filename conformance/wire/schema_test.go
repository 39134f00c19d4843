package wire

import (
	"bytes"
	"encoding/json"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/internal/tests"
)

// matches returns an error if a line is not valid for a schema.
func matches(schema *jsonschema.Schema, line string) error {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
	if err != nil {
		return err
	}
	return schema.Validate(doc)
}

// TestSchemas tests that the schemas accept and reject the same lines as the decoders, as far as JSON
// Schema can express it: the samples of PROTOCOL.md, and messages in which one key of a sample is removed,
// added, or has a value of each type; so are those of the objects inside. It also tests that each schema
// has a sample, and describes its keys.
func TestSchemas(t *testing.T) {
	samples := tests.Read(t, "PROTOCOL.md")
	files := tests.Must(filepath.Glob("schema/*.schema.json"))
	unseen, sent, compiler := slices.Clone(files), map[int64]conformance.Request{}, jsonschema.NewCompiler()
	for sample := range strings.Lines(samples) {
		if sample = strings.TrimSpace(sample); !strings.HasPrefix(sample, `{"id":`) {
			continue
		}
		m := message{edition: notation.EPIN}
		id, _ := m.begin([]byte(sample))
		others := changed(t, sample)
		name, decode := "hello-response", helloError
		switch op := m.text("op"); {
		case op == opHello:
			name, others = "hello-request", nil
			decode = func([]byte) error { _, err := decodeHelloRequest(&m, id); return err }
		case op != "":
			name, decode = op+"-request", func(line []byte) error {
				_, _, err := DecodeRequest(line, takesBytes(line))
				return err
			}
			_, sent[id], _ = DecodeRequest([]byte(sample), takesBytes([]byte(sample)))
		case !m.has("protocol"):
			name, decode = string(sent[id].Op)+"-response", responseError(sent[id])
			others = append(others, changed(t, `{"id":7,"crash":"x"}`)...)
		}
		path := filepath.Join("schema", name+".schema.json")
		schema := compiler.MustCompile(path)
		for i, line := range append([]string{sample}, others...) {
			err, invalid := decode([]byte(line)), matches(schema, line)
			if err == nil && invalid != nil || err != nil && invalid == nil && (i == 0 || !beyondSchema.MatchString(err.Error())) {
				t.Errorf("%s: the decoder returns %v, the schema %s %v", line, err, name, invalid)
			}
		}
		for _, of := range m.members {
			if of.in == "" && schema.Properties[of.key] == nil {
				t.Errorf("%s: the schema %s does not describe %q", sample, name, of.key)
			}
		}
		unseen = slices.DeleteFunc(unseen, func(file string) bool { return file == path })
	}
	if len(unseen) > 0 {
		t.Errorf("there is no sample of %q", unseen)
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
	for _, key := range append(slices.Collect(maps.Keys(keys)), "ID", "Valid", "x", "pin", "native") {
		old, had := members[key]
		values := strings.Fields(`null true false 1 "x" "" "\ud800" [] ["x"] [1] {}`)
		if key == "id" || key == "protocol" {
			values = append(values, "0", "-0", "1.0", "1e0", "9007199254740991", "9007199254740992")
		}
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

// beyondSchema matches errors that JSON Schema cannot find: the notation of numbers, what a string encodes,
// and rules that depend on the request.
var beyondSchema = regexp.MustCompile("written as one|tokens? for|for each of|valid UTF-8|surrogate")

// takesBytes returns the operations that take bytes, for an adapter that gets a line.
func takesBytes(line []byte) (all []conformance.Op) {
	if bytes.Contains(line, []byte(`"hex"`)) {
		all = conformance.Ops()
	}
	return all
}
