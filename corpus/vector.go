package corpus

import "encoding/json"

// The editions of the specification, by their names in vectors.
const (
	// Current is the text of record, with the terminal marker ^.
	Current = "1.0.0"
	// Initial is the first text published under the same number, without it.
	Initial = "1.0.0-initial"
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
	Edition      string   `json:"edition"` // Current or Initial
	Op           string   `json:"op"`      // OpParse, OpApply or OpEqual
	Token        string   `json:"-"`       // raw bytes, up to about 64 KiB
	Other        string   `json:"-"`       // of OpEqual
	Methods      []string `json:"methods"` // of OpApply: the methods to apply, in order; may be empty
	Want         Want     `json:"want"`
	Requirements []string `json:"requirements"` // those that the vector tests; at least one, without duplicates
	Why          string   `json:"why"`          // one sentence: the bug that the vector finds
}

// A Want is the expected result. The operation, and whether the token is valid, decide
// which fields are present:
//
//   - of OpParse, Valid; and for a valid token also Token, PIN, Native, Derived,
//     Name, Side, State and Terminal;
//   - of OpApply, Valid; and for a valid token also Tokens and Original;
//   - of OpEqual, Equal.
//
// The zero value expects nothing.
type Want struct {
	Valid Optional[bool] `json:"valid"`

	Token    Optional[string] `json:"token"`    // the string form: the token itself (EPIN §9.2)
	PIN      Optional[string] `json:"pin"`      // the token without its derivation marker (EPIN §9.3)
	Native   Optional[bool]   `json:"native"`   // EPIN §7.2
	Derived  Optional[bool]   `json:"derived"`  // EPIN §7.2
	Name     Optional[string] `json:"name"`     // "A" to "Z" (EPIN §7.1)
	Side     Optional[string] `json:"side"`     // "first" or "second" (EPIN §7.1)
	State    Optional[string] `json:"state"`    // "normal", "enhanced" or "diminished" (EPIN §7.1)
	Terminal Optional[bool]   `json:"terminal"` // EPIN §7.1; false throughout the initial edition

	Tokens   Optional[[]string] `json:"tokens"`   // the string form after each method
	Original Optional[string]   `json:"original"` // the string form of the first value, read again at the end

	Equal Optional[bool] `json:"equal"`
}

// Optional is a value that may be absent. The zero value is absent. Its fields
// are exported so that vectors can be compared and shown by reflection.
type Optional[T any] struct {
	Value   T // the zero value if it is absent
	Present bool
}

// UnmarshalJSON decodes a value, which is then present.
func (o *Optional[T]) UnmarshalJSON(data []byte) error {
	o.Present = true
	return json.Unmarshal(data, &o.Value)
}

// Some returns v as a present value.
func Some[T any](v T) Optional[T] { return Optional[T]{Value: v, Present: true} }
