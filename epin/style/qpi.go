package style

import (
	"fmt"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/pin"
)

// Separator is the colon between the style letter and the PIN token.
const Separator = ':'

// A QPI is a parsed QPI token: a style letter with its case, and a PIN
// identifier.
//
// It is a small immutable value. [ParseQPI], [Reading.ParseQPI] and [Reading.ToQPI]
// return it. Values are equal (==) exactly if their strings are, and may be keys of
// a map. A QPI does not remember its reading. The zero QPI is not a token: its
// string is empty, and it cannot be marshalled or converted.
type QPI struct {
	letter byte // upper or lower case; 0 in the zero QPI only
	pin    pin.Identifier
}

// IsZero reports whether q is the zero QPI, which is not a token.
func (q QPI) IsZero() bool { return q == QPI{} }

// StyleLetter returns the style letter in upper case, 'A' to 'Z'; 0 for the zero
// QPI.
func (q QPI) StyleLetter() byte {
	if q.StyleSide() == epin.Second {
		return q.letter - ('a' - 'A')
	}
	return q.letter
}

// StyleSide returns the side that the case of the style letter encodes, which
// Examples calls sin.side; First for the zero QPI. Its meaning for the style
// depends on the reading.
func (q QPI) StyleSide() epin.Side {
	if q.letter >= 'a' {
		return epin.Second
	}
	return epin.First
}

// PIN returns the PIN identifier after the colon; the zero pin.Identifier for the
// zero QPI.
func (q QPI) PIN() pin.Identifier { return q.pin }

// IsNative reports whether the style letter has the case of the piece. In the
// reading Current, this means a native piece (Examples, EPIN or QPI). In the reading
// Initial it means nothing, since the two cases always agree. It is false for the
// zero QPI.
func (q QPI) IsNative() bool { return !q.IsZero() && q.StyleSide() == q.pin.Side() }

// IsDerived reports whether the style letter does not have the case of the piece. In
// the reading Current, this means a derived piece; see IsNative.
func (q QPI) IsDerived() bool { return q.StyleSide() != q.pin.Side() }

// String returns the token; "" for the zero QPI.
func (q QPI) String() string {
	if q.IsZero() {
		return ""
	}
	return string([]byte{q.letter, Separator}) + q.pin.String()
}

// AppendText appends the token to b. For the zero QPI it returns b unchanged, and
// an error that wraps [ErrZero]. It implements [encoding.TextAppender].
func (q QPI) AppendText(b []byte) ([]byte, error) {
	if q.IsZero() {
		return b, fmt.Errorf("style.QPI.AppendText: %w", ErrZero)
	}
	return append(append(b, q.letter, Separator), q.pin.String()...), nil
}

// MarshalText returns the token, or an error that wraps [ErrZero] for the zero
// QPI. It implements [encoding.TextMarshaler].
func (q QPI) MarshalText() ([]byte, error) {
	if q.IsZero() {
		return nil, fmt.Errorf("style.QPI.MarshalText: %w", ErrZero)
	}
	return []byte(q.String()), nil
}

// UnmarshalText parses a token in the reading Current, which includes all tokens of
// Initial, and sets *q to it. For an invalid or empty text it returns a *[QPIError]
// and leaves *q unchanged. It implements [encoding.TextUnmarshaler].
func (q *QPI) UnmarshalText(text []byte) error {
	p, err := parseQPI("style.QPI.", Current, "UnmarshalText", text)
	if err == nil {
		*q = p
	}
	return err
}
