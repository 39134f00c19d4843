package style

import (
	"fmt"

	"github.com/epin-conformance/harness/epin"
)

// A Match is the context of EPIN-initial: each side has a native style, which
// never changes. A native piece has the style of its own side, a derived piece
// that of the other side (EPIN-initial, Style Derivation Logic).
//
// It is an immutable value that [NewMatch] returns. Matches are equal (==) exactly
// if the styles of both sides are. The zero Match has no styles: it resolves every
// token to the zero Style, and converts none.
type Match struct{ first, second Style }

// NewMatch returns the Match in which the sides have the given native styles.
// They may be the same. The error wraps [ErrNoStyle] if either is the zero
// Style (EPIN-initial, Native Style Requirement).
func NewMatch(first, second Style) (Match, error) {
	for side, s := range []Style{first, second} {
		if s.IsZero() {
			return Match{}, fmt.Errorf("style.NewMatch: no style for the %s side: %w", epin.Side(side), ErrNoStyle)
		}
	}
	return Match{first, second}, nil
}

// MustMatch is NewMatch for styles known not to be zero. If NewMatch returns an
// error, it panics with it.
func MustMatch(first, second Style) Match {
	m, err := NewMatch(first, second)
	if err != nil {
		panic(err)
	}
	return m
}

// IsZero reports whether m is the zero Match, which has no styles.
func (m Match) IsZero() bool { return m == Match{} }

// NativeStyle returns the native style of a side. It returns the zero Style for an
// invalid side and for the zero Match.
func (m Match) NativeStyle(side epin.Side) Style {
	switch side {
	case epin.First:
		return m.first
	case epin.Second:
		return m.second
	}
	return Style{}
}

// Resolve returns the style of a piece. For a native piece, this is the native
// style of its own side; for a derived piece, that of the other side. For the zero
// Identifier and for the zero Match, it is the zero Style.
func (m Match) Resolve(i epin.Identifier) Style {
	return Rules[Style]{Native: m.NativeStyle(i.Side()), Derived: m.NativeStyle(i.Side().Opposite())}.Resolve(i)
}

// SingleStyle returns the context of a match in which both sides have the same
// style, so that native and derived mean the same (EPIN-initial, Style Derivation
// Logic). If the styles differ or m is the zero Match, it returns the zero
// SingleStyle and false.
func (m Match) SingleStyle() (c SingleStyle, ok bool) {
	if m.IsZero() || m.first != m.second {
		return SingleStyle{}, false
	}
	return SingleStyle{m.first}, true
}

// String returns the names of the styles, such as "Chess vs. Makruk"; "" for
// the zero Match.
func (m Match) String() string {
	if m.IsZero() {
		return ""
	}
	return m.first.String() + " vs. " + m.second.String()
}
