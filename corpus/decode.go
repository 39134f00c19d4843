package corpus

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
)

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
