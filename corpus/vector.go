package corpus

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
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

// decode decodes the content of a file. The tests compare the text of each token with its bytes, which
// may have none.
func decode(content []byte) (vectors []Vector, err error) {
	for d := json.NewDecoder(bytes.NewReader(content)); d.More(); {
		var line struct {
			Vector
			Hex      string `json:"hex"`
			OtherHex string `json:"other_hex"`
		}
		err := d.Decode(&line)
		token, errToken := hex.DecodeString(line.Hex)
		other, errOther := hex.DecodeString(line.OtherHex)
		if err := errors.Join(err, errToken, errOther); err != nil {
			return nil, fmt.Errorf("vector %d: %w", len(vectors)+1, err)
		}
		line.Token, line.Other = string(token), string(other)
		vectors = append(vectors, line.Vector)
	}
	return vectors, nil
}
