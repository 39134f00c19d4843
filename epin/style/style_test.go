package style_test

import (
	"errors"
	"testing"

	"github.com/epin-conformance/harness/epin/style"
)

func TestStyles(t *testing.T) {
	for _, c := range []struct {
		style  style.Style
		name   string
		letter byte
	}{
		{style.Chess(), "Chess", 'C'},
		{style.Makruk(), "Makruk", 'M'},
		{style.Ogi(), "Ōgi", 'S'},
		{style.Shogi(), "Shōgi", 'S'},
		{mustStyle("Xiangqi", 'X'), "Xiangqi", 'X'},
	} {
		if c.style.Name() != c.name || c.style.String() != c.name || c.style.Letter() != c.letter || c.style.IsZero() {
			t.Errorf("%s: name %q, letter %q, zero %t", c.name, c.style.Name(), c.style.Letter(), c.style.IsZero())
		}
		if again := mustStyle(c.name, c.letter); again != c.style {
			t.Errorf("%s is not equal to a style of the same name and letter", c.name)
		}
	}
	if style.Ogi() == style.Shogi() {
		t.Error("two styles with one letter are equal")
	}
}

func TestStyleLetters(t *testing.T) {
	for c := range 256 {
		s, err := style.New("X", byte(c))
		want := 'A' <= c && c <= 'Z'
		if (err == nil) != want || s.IsZero() == want || errors.Is(err, style.ErrBadLetter) == want {
			t.Errorf("New with letter %q is %v, %v", byte(c), s, err)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []struct {
		name   string
		letter byte
		reason error
		want   string
	}{
		{"", 'C', style.ErrNoName, `style.New("", 'C'): a style needs a name`},
		{"", 'c', style.ErrNoName, `style.New("", 'c'): a style needs a name`},
		{"Chess", 'c', style.ErrBadLetter, `style.New("Chess", 'c'): a style letter is one of 'A' to 'Z'`},
		{"Ōgi\n", 0, style.ErrBadLetter, `style.New("\u014cgi\n", '\x00'): a style letter is one of 'A' to 'Z'`},
	} {
		s, err := style.New(c.name, c.letter)
		if !errors.Is(err, c.reason) || err.Error() != c.want || !s.IsZero() {
			t.Errorf("New(%q, %q) is %v, %v; want the error %s", c.name, c.letter, s, err, c.want)
		}
	}
}

func TestZeroStyle(t *testing.T) {
	var s style.Style
	if !s.IsZero() || s.Name() != "" || s.String() != "" || s.Letter() != 0 {
		t.Errorf("the zero Style is %q, letter %d", s, s.Letter())
	}
}
