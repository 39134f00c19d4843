package style

import (
	"errors"
	"fmt"
)

// The errors of New and NewMatch.
var (
	// ErrNoName means that New has an empty name.
	ErrNoName = errors.New("a style needs a name")
	// ErrBadLetter means that New has a letter that is not one of 'A' to 'Z'.
	ErrBadLetter = errors.New("a style letter is one of 'A' to 'Z'")
	// ErrNoStyle means that NewMatch has the zero Style for a side.
	ErrNoStyle = errors.New("each side needs a native style")
)

// A Style is a style of play, such as chess: a name for people, and the letter for
// QPI.
//
// It is a small immutable value. Styles are equal (==) if both name and letter
// are: two styles may share a letter, as Shōgi and Ōgi do. The zero Style is not a
// style; a context returns it for a piece that has none.
type Style struct {
	name   string
	letter byte // 'A' to 'Z'; 0 in the zero Style only
}

// New returns the Style with the given name and letter. The error wraps
// [ErrNoName] if the name is empty, [ErrBadLetter] if the letter is not one of
// 'A' to 'Z': only a style letter in a QPI token has a case.
func New(name string, letter byte) (Style, error) {
	switch {
	case name == "":
		return Style{}, fmt.Errorf("style.New(%+q, %+q): %w", name, letter, ErrNoName)
	case letter < 'A' || letter > 'Z':
		return Style{}, fmt.Errorf("style.New(%+q, %+q): %w", name, letter, ErrBadLetter)
	}
	return Style{name, letter}, nil
}

// Chess returns the style of Western Chess, letter C.
func Chess() Style { return Style{"Chess", 'C'} }

// Makruk returns the style of Thai Makruk, letter M.
func Makruk() Style { return Style{"Makruk", 'M'} }

// Ogi returns the style Ōgi, letter S (EPIN-initial, Conversion to QPI).
func Ogi() Style { return Style{"Ōgi", 'S'} }

// Shogi returns the style of Japanese Shōgi, letter S.
func Shogi() Style { return Style{"Shōgi", 'S'} }

// Name returns the name; "" for the zero Style.
func (s Style) Name() string { return s.name }

// Letter returns the letter, 'A' to 'Z'; 0 for the zero Style.
func (s Style) Letter() byte { return s.letter }

// IsZero reports whether s is the zero Style, which is not a style.
func (s Style) IsZero() bool { return s == Style{} }

// String returns the name.
func (s Style) String() string { return s.name }
