package style

import (
	"errors"
	"fmt"
)

// Why there is no such Style or Match.
var (
	ErrNoName    = errors.New("a style needs a name")
	ErrBadLetter = errors.New("a style letter is one of 'A' to 'Z'")
	ErrNoStyle   = errors.New("each side needs a native style")
)

// A Style is a style of play, such as that of chess: a name for people, and the
// letter that stands for it in QPI.
//
// It is a small immutable value. Styles are equal (==) when both name and letter
// are: two styles may share a letter, as Shōgi and Ōgi do. The zero Style is no
// style; a context resolves a token to it to say that it has none.
type Style struct {
	name   string
	letter byte // 'A' to 'Z'; 0 in the zero Style only
}

// New returns the Style with the given name and letter. The error wraps
// [ErrNoName] if the name is empty, [ErrBadLetter] if the letter is not one of
// 'A' to 'Z': the case of a style letter belongs to a QPI token, not to a style.
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

// IsZero reports whether s is the zero Style, which is no style.
func (s Style) IsZero() bool { return s == Style{} }

// String returns the name.
func (s Style) String() string { return s.name }
