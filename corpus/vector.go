package corpus

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
)

// The operations, by their names in vectors.
const (
	OpParse = "parse" // parse Token and read its attributes
	OpApply = "apply" // apply Methods to Token, one after the other
	OpEqual = "equal" // compare Token and Other
)

// A Vector is a test vector: one request and its expected result. The zero value is not
// valid.
//
// A token is a string of any bytes, which may not be valid UTF-8.
type Vector struct {
	ID           string   `json:"id"`      // kebab-case, unique in the whole corpus, never reused for another request
	Edition      string   `json:"edition"` // one of Editions
	Op           string   `json:"op"`      // OpParse, OpApply or OpEqual
	Token        string   `json:"-"`       // raw bytes, up to about 64 KiB
	Other        string   `json:"-"`       // of OpEqual
	Methods      []string `json:"methods"` // of OpApply: the methods to apply, in order; may be empty
	Want         Want     `json:"want"`
	Requirements []string `json:"requirements"` // those that the vector tests; at least one, without duplicates
	Why          string   `json:"why"`          // one sentence: the bug that the vector finds
}

// A Want is the expected result. The operation, and whether the token is valid, decide
// which fields have a meaning; the others are zero:
//
//   - of OpParse, Valid; and for a valid token also Attributes;
//   - of OpApply, Valid; and for a valid token also Tokens and Original;
//   - of OpEqual, Equal.
type Want struct {
	Valid bool `json:"valid"`

	// Attributes has the value of each attribute of the notation by its key, a string or a bool. The
	// string form, "token", is the token itself.
	Attributes map[string]any `json:"-"`

	Tokens   []string `json:"tokens"`   // the string form after each method
	Original string   `json:"original"` // the string form of the first value, read again at the end

	Equal bool `json:"equal"`
}

// UnmarshalJSON decodes the fields, and every other key as an attribute.
func (w *Want) UnmarshalJSON(data []byte) error {
	type fields Want
	err := json.Unmarshal(data, (*fields)(w))
	if err == nil && w.Valid && w.Tokens == nil {
		err = json.Unmarshal(data, &w.Attributes)
		delete(w.Attributes, "valid")
	}
	return err
}

// line is the JSON object of a vector. Its token and other are those of hex as text, which the
// tests compare: bytes that are not UTF-8 have no text.
type line struct {
	Vector
	Token    string `json:"token"`
	Hex      string `json:"hex"`
	Other    string `json:"other"`
	OtherHex string `json:"other_hex"`
}

// decode decodes the content of a file.
func decode(content []byte) (vectors []Vector, err error) {
	d := json.NewDecoder(bytes.NewReader(content))
	d.DisallowUnknownFields()
	for {
		var l line
		if err := d.Decode(&l); err == io.EOF {
			return vectors, nil
		} else if err != nil {
			return nil, fmt.Errorf("vector %d: %w", len(vectors)+1, err)
		}
		token, err := hex.DecodeString(l.Hex)
		other, errOther := hex.DecodeString(l.OtherHex)
		if err != nil || errOther != nil {
			return nil, fmt.Errorf("vector %d: a token is not hexadecimal", len(vectors)+1)
		}
		l.Vector.Token, l.Vector.Other = string(token), string(other)
		vectors = append(vectors, l.Vector)
	}
}
