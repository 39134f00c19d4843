package certificate

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/strictjson"
)

// MaxBytes is the maximal length of a statement or a certificate, in bytes.
const MaxBytes = 4 << 20

// descriptor is a ResourceDescriptor of in-toto.
type descriptor struct {
	Name        string  `json:"name"`
	URI         string  `json:"uri,omitempty"`
	Digest      *Digest `json:"digest,omitempty"`
	MediaType   string  `json:"mediaType,omitempty"`
	Annotations any     `json:"annotations,omitempty"`
}

// The names of the descriptors of a [Configuration], in their order.
const (
	nameSuite   = "suite"
	nameCorpus  = "corpus"
	nameReport  = "report"
	nameAdapter = "adapter/" // followed by the name of the file
)

// MarshalJSON returns the list of descriptors.
func (c Configuration) MarshalJSON() ([]byte, error) {
	list := []descriptor{
		{Name: nameSuite, URI: "pkg:golang/github.com/epin-conformance/harness@v" + c.Suite.Version, Annotations: c.Suite},
		{Name: nameCorpus, Digest: &c.Corpus},
		{Name: nameReport, Digest: &c.Report, MediaType: "application/json", Annotations: c.Results},
	}
	for _, f := range c.Adapter {
		list = append(list, descriptor{Name: nameAdapter + f.Name, Digest: &f.Digest})
	}
	return printable.JSON(list)
}

// UnmarshalJSON decodes the list that MarshalJSON returns. The schema defines its form.
func (c *Configuration) UnmarshalJSON(data []byte) error {
	var list []struct {
		Name        string
		Digest      Digest
		Annotations json.RawMessage
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	if len(list) < 3 {
		return fmt.Errorf("the configuration has %d entries: it needs suite, corpus and report", len(list))
	}
	*c = Configuration{Corpus: list[1].Digest, Report: list[2].Digest}
	for _, f := range list[3:] {
		c.Adapter = append(c.Adapter, Resource{Name: strings.TrimPrefix(f.Name, nameAdapter), Digest: f.Digest})
	}
	return errors.Join(json.Unmarshal(list[0].Annotations, &c.Suite), json.Unmarshal(list[2].Annotations, &c.Results))
}

// Bytes returns the canonical form of a statement, which is signed: one line of JSON.
func (s Statement) Bytes() []byte { return jsonOf(s) }

// jsonOf returns the JSON of a value of this package.
func jsonOf(v any) []byte {
	b, err := printable.JSON(v)
	if err != nil {
		panic(err) // cannot happen: all fields can be encoded
	}
	return b
}

// WriteTo writes a statement as indented JSON, which [Decode] accepts.
func (s Statement) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	_ = json.Indent(&b, s.Bytes(), "", "  ") // it is valid JSON
	b.WriteByte('\n')
	return b.WriteTo(w)
}

// Decode decodes a statement strictly. It has to follow the schema, with its members in the
// order that Bytes writes; white space between them is free. Decode does not check whether
// the conclusions follow from the results: see [Statement.Check].
func Decode(data []byte) (Statement, error) {
	if len(data) > MaxBytes {
		return Statement{}, fmt.Errorf("it is longer than %d bytes", MaxBytes)
	}
	var s Statement
	err := strictjson.WellFormed(data)
	if err == nil {
		err = decode(data, &s)
	}
	switch {
	case err != nil:
		return Statement{}, err
	case s.Type != StatementType:
		return Statement{}, fmt.Errorf("its type is %q, not %s", brief(s.Type), StatementType)
	case s.PredicateType != PredicateType:
		return Statement{}, fmt.Errorf("its predicate is %q, not %s", brief(s.PredicateType), PredicateType)
	}
	if _, err := compiledSchema().Read(data); err != nil {
		return Statement{}, err
	}
	var compact bytes.Buffer
	_ = json.Compact(&compact, data) // it is valid JSON
	if err := same(s.Bytes(), compact.Bytes()); err != nil {
		return Statement{}, err
	}
	return s, nil
}

// decode decodes one value. Callers encode it again to find unknown members.
func decode(data []byte, v any) error {
	if err := json.Unmarshal(data, v); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	return nil
}

// same returns an error with the first difference between data and its new encoding, or nil.
func same(again, data []byte) error {
	if bytes.Equal(again, data) {
		return nil
	}
	at := 0
	for at < min(len(again), len(data)) && again[at] == data[at] {
		at++
	}
	return fmt.Errorf("its form differs from that of this program: from byte %d on it has %q instead of %q",
		at+1, data[at:min(at+24, len(data))], again[at:min(at+24, len(again))])
}

//go:embed schema/statement.schema.json
var schema []byte

var compiledSchema = sync.OnceValue(func() *strictjson.Schema {
	const address = "statement.schema.json"
	return strictjson.Compiler(map[string][]byte{address: schema})(address)
})
