package certificate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// MaxBytes is how long a statement, or a certificate, may be.
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
	nameAdapter = "adapter/" // and the name of the file
)

// uriOf is the package URL of a version of this module.
func uriOf(version string) string {
	return "pkg:golang/github.com/epin-conformance/harness@v" + version
}

const mediaType = "application/json"

// MarshalJSON returns the list of descriptors.
func (c Configuration) MarshalJSON() ([]byte, error) {
	list := []descriptor{
		{Name: nameSuite, URI: uriOf(c.Suite.Version), Annotations: c.Suite},
		{Name: nameCorpus, Digest: &c.Corpus},
		{Name: nameReport, Digest: &c.Report, MediaType: mediaType, Annotations: c.Results},
	}
	for _, f := range c.Adapter {
		list = append(list, descriptor{Name: nameAdapter + f.Name, Digest: &f.Digest})
	}
	return encode(list)
}

// UnmarshalJSON reads the list that MarshalJSON makes, and nothing else.
func (c *Configuration) UnmarshalJSON(data []byte) error {
	var list []json.RawMessage
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	if len(list) < 3 {
		return fmt.Errorf("the configuration lists %d things: suite, corpus and report have to be there", len(list))
	}
	*c = Configuration{}
	suite := descriptor{Annotations: &c.Suite}
	corpus := descriptor{Digest: &c.Corpus}
	report := descriptor{Digest: &c.Report, Annotations: &c.Results}
	for i, d := range []*descriptor{&suite, &corpus, &report} {
		if err := decode(list[i], d); err != nil {
			return err
		}
		if want := []string{nameSuite, nameCorpus, nameReport}[i]; d.Name != want {
			return fmt.Errorf("number %d of the configuration is %q, and not %q", i+1, d.Name, want)
		}
	}
	for _, one := range list[3:] {
		var d descriptor
		if err := decode(one, &d); err != nil {
			return err
		}
		name, ok := strings.CutPrefix(d.Name, nameAdapter)
		if !ok || d.Digest == nil {
			return fmt.Errorf("the configuration holds %q, which is no file of the adapter with a digest", d.Name)
		}
		c.Adapter = append(c.Adapter, Resource{Name: name, Digest: *d.Digest})
	}
	return nil
}

// Bytes returns the one form in which a statement is signed: one line of JSON.
func (s Statement) Bytes() []byte {
	b, err := encode(s)
	if err != nil {
		panic(err) // it holds nothing that cannot be encoded
	}
	return b
}

// WriteTo writes a statement as indented JSON, which [Decode] reads.
func (s Statement) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	if err := json.Indent(&b, s.Bytes(), "", "  "); err != nil {
		return 0, err
	}
	b.WriteByte('\n')
	return b.WriteTo(w)
}

// Decode reads a statement strictly: no key that it does not know, none twice, none in
// another place or of another case, none left out. White space between is free. What it
// says is not looked at: see [Statement.Check].
func Decode(data []byte) (Statement, error) {
	if len(data) > MaxBytes {
		return Statement{}, fmt.Errorf("it is longer than %d bytes", MaxBytes)
	}
	var kind struct {
		Type          string `json:"_type"`
		PredicateType string `json:"predicateType"`
	}
	if json.Unmarshal(data, &kind) == nil { // otherwise what is wrong is said below
		if err := checkTypes(kind.Type, kind.PredicateType); err != nil {
			return Statement{}, err
		}
	}
	var s Statement
	if err := decode(data, &s); err != nil {
		return Statement{}, err
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, data); err != nil {
		return Statement{}, err
	}
	if err := same(s.Bytes(), compact.Bytes()); err != nil {
		return Statement{}, err
	}
	return s, nil
}

// encode writes a value in one line, without escaping what only HTML needs.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// decode reads one value, all of whose keys are known.
func decode(data []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return errors.New("it ends too early")
		}
		if field, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
			return fmt.Errorf("it has the field %s, which nobody here knows", field)
		}
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("there is something behind its end")
	}
	return nil
}

// same says where data differs from what it is when it is written again.
func same(again, data []byte) error {
	if bytes.Equal(again, data) {
		return nil
	}
	at := 0
	for at < min(len(again), len(data)) && again[at] == data[at] {
		at++
	}
	return fmt.Errorf("it is not written as this program writes it: from byte %d on, %q is there, and %q would be",
		at+1, excerpt(data, at), excerpt(again, at))
}

// excerpt is a little of data from at on.
func excerpt(data []byte, at int) []byte { return data[at:min(at+24, len(data))] }
