package style_test

import (
	"regexp"
	"strings"

	"github.com/epin-conformance/harness/epin/style"
)

// The oracle is slow and obvious: it knows tokens as text only.

// expressions are what QPI tokens look like: the expression of a style letter
// and a colon, and that of PIN in the specification of each edition.
var expressions = map[style.Reading]*regexp.Regexp{
	style.Current: regexp.MustCompile(`\A[A-Za-z]:[-+]?[A-Za-z]\^?\z`),
	style.Initial: regexp.MustCompile(`\A[A-Za-z]:[-+]?[A-Za-z]\z`),
}

// matches are those that differ in how the styles' letters agree.
var matches = []style.Match{
	style.MustMatch(style.Chess(), style.Makruk()),
	style.MustMatch(style.Makruk(), style.Chess()),
	style.MustMatch(style.Chess(), style.Ogi()),
	style.MustMatch(style.Shogi(), style.Shogi()), // one style
	style.MustMatch(style.Shogi(), style.Ogi()),   // two styles, one letter
	style.MustMatch(mustStyle("Lowest", 'A'), mustStyle("Highest", 'Z')),
}

func mustStyle(name string, letter byte) style.Style {
	s, err := style.New(name, letter)
	if err != nil {
		panic(err)
	}
	return s
}

func upper(s string) bool { return s != strings.ToLower(s) }

// wantStyle is the style of a token in a match, and the side whose it is.
func wantStyle(token string, first, second style.Style) (s style.Style, ofFirst bool) {
	ofFirst = upper(token) != strings.HasSuffix(token, "'")
	if ofFirst {
		return first, true
	}
	return second, false
}

// wantQPI is the QPI token of a token in a match.
func wantQPI(r style.Reading, token string, first, second style.Style) string {
	s, ofFirst := wantStyle(token, first, second)
	letter := string(rune(s.Letter()))
	upperCase := ofFirst
	if r == style.Initial {
		upperCase = upper(token)
	}
	if !upperCase {
		letter = strings.ToLower(letter)
	}
	return letter + ":" + strings.TrimSuffix(token, "'")
}

// forEachString calls f for every byte string of length n over the alphabet.
func forEachString(alphabet string, n int, f func([]byte)) {
	b := make([]byte, n)
	var fill func(at int)
	fill = func(at int) {
		if at == n {
			f(b)
			return
		}
		for _, c := range []byte(alphabet) {
			b[at] = c
			fill(at + 1)
		}
	}
	fill(0)
}

func allBytes() string {
	b := make([]byte, 256)
	for c := range b {
		b[c] = byte(c)
	}
	return string(b)
}

// Strings over what tokens are made of, and one byte of each kind that they
// are not, are where the errors differ.
const telling = "Kk:+^'1 \n\x00\x80"
