package epin

import (
	"fmt"

	"github.com/epin-conformance/harness/epin/pin"
)

// ErrZero is why the zero Identifier cannot be marshalled.
var ErrZero = pin.ErrZero

// texts holds the tokens by rank, so that writing one allocates nothing.
var texts = func() (t [1 + 624]string) {
	for i := range All() {
		t[i.rank()] = i.pin.String() + i.Suffix()
	}
	return t
}()

// String returns the token, which is the one that i was parsed from (EPIN
// §9.2); "" for the zero Identifier, which has none.
func (i Identifier) String() string { return texts[i.rank()] }

// AppendText appends the token to b. It returns b as it is, and an error that
// wraps [ErrZero], for the zero Identifier. It implements
// [encoding.TextAppender].
func (i Identifier) AppendText(b []byte) ([]byte, error) {
	if i.IsZero() {
		return b, fmt.Errorf("epin.Identifier.AppendText: %w", ErrZero)
	}
	return append(b, i.String()...), nil
}

// MarshalText returns the token, or an error that wraps [ErrZero] for the zero
// Identifier: an empty text would be no token, and would not come back. A field
// that may be zero is left out of JSON by the option omitzero. It implements
// [encoding.TextMarshaler].
func (i Identifier) MarshalText() ([]byte, error) {
	if i.IsZero() {
		return nil, fmt.Errorf("epin.Identifier.MarshalText: %w", ErrZero)
	}
	return []byte(i.String()), nil
}

// UnmarshalText sets *i to the token in text, read by the Current edition, of
// which the tokens of Initial are a part. For anything else, the empty text
// included, it returns a *[ParseError] and leaves *i as it was. It implements
// [encoding.TextUnmarshaler].
func (i *Identifier) UnmarshalText(text []byte) error {
	stem, derived := cutMarker(text)
	p, ok := pin.Current.LookupBytes(stem)
	if !ok {
		return parseError(Current, "Identifier.UnmarshalText", text)
	}
	*i = Identifier{p, derived}
	return nil
}
