// Package replay reads and writes replay files: something that an implementation answered
// wrongly, with what has to be asked of a fresh process to see it again.
//
// A file is a JSON object of the members of [File], in their order and none else. Tokens
// are in hexadecimal. It is read strictly, and holds nothing but what [File.Format] writes:
// white space aside, a file that says something else, twice or in another way is refused.
package replay

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// Format is the name of the form and its version.
const Format = "epin-replay/1"

// MaxBytes is how long a file may be, and MaxCalls how many calls it may come to.
const (
	MaxBytes = 64 << 20
	MaxCalls = 1 << 15
)

// File is a replay file. The zero value is none.
type File struct {
	Format         string         `json:"format"`
	Harness        Harness        `json:"harness"`
	Edition        string         `json:"edition"`
	Profile        string         `json:"profile"` // of the run that found it
	Seed           uint64         `json:"seed"`    // likewise
	Implementation Implementation `json:"implementation"`
	Check          string         `json:"check"` // the check that led to it
	Requirements   []string       `json:"requirements"`
	Calls          []Call         `json:"calls"`  // in order
	Answer         int            `json:"answer"` // the place in Calls of the one that is answered wrongly, from 0; its Times is 1
	Wanted         string         `json:"wanted"`
	Got            string         `json:"got"` // what was said, escaped
}

// Harness says what found it.
type Harness struct {
	Version string `json:"version"`
	Corpus  string `json:"corpus"` // digest of the test vectors
}

// Implementation says who answered, in the words of its adapter, escaped.
type Implementation struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Language string `json:"language"`
}

// Call is a request, so many times in a row. A sweep has one token; sweeps that follow each
// other are one.
type Call struct {
	Op      string   `json:"op"`
	Methods []string `json:"methods,omitempty"` // of apply
	Token   string   `json:"token"`             // in hexadecimal
	Other   string   `json:"other,omitempty"`   // of equal, in hexadecimal
	Times   int      `json:"times"`
}

// NewCall returns a request of one token as a call.
func NewCall(req conformance.Request, times int) Call {
	c := Call{
		Op: string(req.Op), Token: hex.EncodeToString([]byte(req.Token)),
		Other: hex.EncodeToString([]byte(req.Other)), Times: times,
	}
	for _, m := range req.Methods {
		c.Methods = append(c.Methods, string(m))
	}
	return c
}

// Request is the opposite of [NewCall]. The error says what is wrong with the call.
func (c Call) Request(edition epin.Edition) (conformance.Request, error) {
	req := conformance.Request{Op: conformance.Op(c.Op)}
	if !slices.Contains(conformance.Ops(), req.Op) {
		return req, fmt.Errorf("there is no operation %q", c.Op)
	}
	for _, name := range c.Methods {
		m := conformance.Method(name)
		if req.Op != conformance.OpApply || !slices.Contains(conformance.MethodsOf(edition), m) {
			return req, fmt.Errorf("in edition %s there is no transformation %q of %s", edition, name, c.Op)
		}
		req.Methods = append(req.Methods, m)
	}
	for _, text := range []struct {
		hex string
		to  *string
	}{{c.Token, &req.Token}, {c.Other, &req.Other}} {
		token, err := hex.DecodeString(text.hex)
		if err != nil || hex.EncodeToString(token) != text.hex {
			return req, fmt.Errorf("%q is not lower-case hexadecimal", text.hex[:min(len(text.hex), 40)])
		}
		*text.to = string(token)
	}
	most := conformance.MaxTokenBytes
	if req.Op == conformance.OpSweep {
		most = conformance.MaxSweepBytes
	}
	switch equal := req.Op == conformance.OpEqual; {
	case len(req.Token) > most || len(req.Other) > most:
		return req, fmt.Errorf("a token has more than %d bytes", most)
	case equal && !(edition.Valid(req.Token) && edition.Valid(req.Other)):
		return req, errors.New("only tokens of the edition are compared")
	case !equal && c.Other != "":
		return req, fmt.Errorf("%s takes one token", c.Op)
	}
	return req, nil
}

// Parse reads a file. The error is a sentence about what is wrong with it.
func Parse(data []byte) (File, error) {
	var f File
	if len(data) > MaxBytes {
		return f, fmt.Errorf("it has more than %d bytes", MaxBytes)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return File{}, fmt.Errorf("it is no replay file: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return File{}, errors.New("something follows the object")
	}
	if err := f.check(); err != nil {
		return File{}, err
	}
	// The decoder takes keys in any case, the last of several, and what is no text.
	var there, wanted bytes.Buffer
	if err := errors.Join(json.Compact(&there, data), json.Compact(&wanted, f.Bytes())); err != nil {
		return File{}, err
	}
	if !bytes.Equal(there.Bytes(), wanted.Bytes()) {
		return File{}, fmt.Errorf("it is not as this program writes it, from byte %d of what is no white space: a member is missing, repeated, misspelt or out of its order",
			differ(there.Bytes(), wanted.Bytes()))
	}
	return f, nil
}

// differ returns where two texts begin to differ.
func differ(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// check returns what is wrong with what a file says.
func (f File) check() error {
	if f.Format != Format {
		return fmt.Errorf("its format is %q, and not %s", f.Format, Format)
	}
	edition, err := f.edition()
	if err != nil {
		return err
	}
	calls := 0
	for i, c := range f.Calls {
		if _, err := c.Request(edition); err != nil {
			return fmt.Errorf("call %d: %w", i, err)
		}
		if c.Times < 1 || c.Times > MaxCalls {
			return fmt.Errorf("call %d: it is made %d times; from 1 to %d can be", i, c.Times, MaxCalls)
		}
		calls += c.Times
	}
	switch {
	case calls > MaxCalls:
		return fmt.Errorf("it comes to %d calls, and %d can be made", calls, MaxCalls)
	case f.Answer < 0 || f.Answer >= len(f.Calls):
		return fmt.Errorf("the answer to call %d is meant, and there are %d", f.Answer, len(f.Calls))
	case f.Calls[f.Answer].Times != 1:
		return fmt.Errorf("the answer to call %d is meant, which is made %d times", f.Answer, f.Calls[f.Answer].Times)
	}
	return nil
}

func (f File) edition() (epin.Edition, error) {
	e, err := epin.ParseEdition(f.Edition)
	if err != nil {
		return e, fmt.Errorf("there is no edition %q", f.Edition)
	}
	return e, nil
}

// Requests returns the edition, everything that is to be asked, and which of it is
// answered wrongly. The file is one that [Parse] has read.
func (f File) Requests() (edition epin.Edition, requests []conformance.Request, answer int, err error) {
	if edition, err = f.edition(); err != nil {
		return edition, nil, 0, err
	}
	for i, c := range f.Calls {
		req, err := c.Request(edition)
		if err != nil {
			return edition, nil, 0, err
		}
		if i == f.Answer {
			answer = len(requests)
		}
		requests = append(requests, slices.Repeat([]conformance.Request{req}, c.Times)...)
	}
	return edition, requests, answer, nil
}

// Bytes returns the file as it is written.
func (f File) Bytes() []byte {
	if f.Requirements == nil {
		f.Requirements = []string{}
	}
	if f.Calls == nil {
		f.Calls = []Call{}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(f); err != nil {
		panic(err) // everything in it has a form in JSON
	}
	return b.Bytes()
}

// Name returns a name for the file: the same for what is asked of the same library, with
// the same answer, whichever run found it.
func (f File) Name() string {
	f.Seed, f.Profile, f.Check, f.Harness = 0, "", "", Harness{}
	sum := sha256.Sum256(f.Bytes())
	return hex.EncodeToString(sum[:8]) + ".json"
}
