package style

import (
	"fmt"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/pin"
)

// Separator stands between the style letter and the PIN token of a QPI token.
const Separator = ':'

// A QPI is a parsed QPI token: a style letter with its case, and a PIN
// identifier.
//
// It is a small immutable value, made by [ParseQPI], [Reading.ParseQPI] or
// [Reading.ToQPI]. Values are equal (==) exactly when their strings are, and
// may be keys of a map. A QPI does not remember the reading it was made by. The
// zero QPI is no token: its string is empty, and it cannot be marshalled or
// converted.
type QPI struct {
	letter byte // in its case; 0 in the zero QPI only
	pin    pin.Identifier
}

// IsZero reports whether q is the zero QPI, which is no token.
func (q QPI) IsZero() bool { return q == QPI{} }

// StyleLetter returns the style letter, 'A' to 'Z' whatever its case; 0 for the
// zero QPI.
func (q QPI) StyleLetter() byte {
	if q.StyleSide() == epin.Second {
		return q.letter - ('a' - 'A')
	}
	return q.letter
}

// StyleSide returns the side that the case of the style letter stands for, the
// sin.side of Examples; First for the zero QPI. What it says of the style
// depends on the reading.
func (q QPI) StyleSide() epin.Side {
	if q.letter >= 'a' {
		return epin.Second
	}
	return epin.First
}

// PIN returns the PIN identifier behind the colon; the zero pin.Identifier for
// the zero QPI.
func (q QPI) PIN() pin.Identifier { return q.pin }

// IsNative reports whether the token by itself shows a native piece: the style
// letter is in the case of the piece (Examples, EPIN or QPI). This is how the
// reading Current has it; in Initial the two cases agree always, and say nothing
// of it. It is false for the zero QPI.
func (q QPI) IsNative() bool { return !q.IsZero() && q.StyleSide() == q.pin.Side() }

// IsDerived reports whether the token by itself shows a derived piece: the style
// letter is not in the case of the piece. As with IsNative, this is how the
// reading Current has it.
func (q QPI) IsDerived() bool { return q.StyleSide() != q.pin.Side() }

// String returns the token; "" for the zero QPI, which has none.
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

// UnmarshalText sets *q to the token in text, by the reading Current, which has
// all tokens of Initial. For anything else, the empty text included, it returns a
// *[QPIError] and leaves *q unchanged. It implements [encoding.TextUnmarshaler].
func (q *QPI) UnmarshalText(text []byte) error {
	// The first bytes decide, and a copy of so few stays on the stack.
	p, offset, reason := scanQPI(Current, string(text[:min(len(text), len("C:+K^!"))]))
	if reason != nil {
		return newError("style.QPI.UnmarshalText", text, offset, reason)
	}
	*q = p
	return nil
}
