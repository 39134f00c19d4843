// Package tokentest has the checks that the tests of packages epin and epin/style have in common,
// and an oracle that works on text only.
package tokentest

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin/pin"
)

// A Token is a token as the text of its parts.
type Token struct{ Prefix, Letter, Caret, Mark string }

// PIN returns the PIN token.
func (m Token) PIN() string { return m.Prefix + m.Letter + m.Caret }

// String returns the token.
func (m Token) String() string { return m.PIN() + m.Mark }

// First reports whether the piece belongs to the first player.
func (m Token) First() bool { return m.Letter == strings.ToUpper(m.Letter) }

// Side returns "first" or "second".
func (m Token) Side() string {
	if m.First() {
		return "first"
	}
	return "second"
}

// State returns "normal", "enhanced" or "diminished".
func (m Token) State() string {
	return map[string]string{"": "normal", "+": "enhanced", "-": "diminished"}[m.Prefix]
}

// Name returns the letter in upper case.
func (m Token) Name() string { return strings.ToUpper(m.Letter) }

var parts = regexp.MustCompile(`\A([-+]?)([A-Za-z])(\^?)('?)\z`)

// Read splits a token into its parts. It panics if the token is invalid.
func Read(token string) Token {
	m := parts.FindStringSubmatch(token)
	return Token{m[1], m[2], m[3], m[4]}
}

// Tokens returns every token with one of the terminal and derivation markers
// given, in the order of All.
func Tokens(carets, marks []string) []Token {
	var all []Token
	for c := 'A'; c <= 'Z'; c++ {
		for _, letter := range []string{string(c), strings.ToLower(string(c))} {
			for _, prefix := range []string{"", "+", "-"} {
				for _, caret := range carets {
					for _, mark := range marks {
						all = append(all, Token{prefix, letter, caret, mark})
					}
				}
			}
		}
	}
	return all
}

// Telling has bytes of tokens, and one byte of each other kind, so that strings over them have
// all kinds of errors.
const Telling = "Kk+-^':1 \n\x00\x80"

// AllBytes returns every byte.
func AllBytes() string {
	b := make([]byte, 256)
	for c := range b {
		b[c] = byte(c)
	}
	return string(b)
}

// ForEachString calls f for every byte string of up to longest bytes over the
// alphabet. The bytes are valid during the call only.
func ForEachString(alphabet string, longest int, f func([]byte)) { extend(nil, alphabet, longest, f) }

func extend(b []byte, alphabet string, longest int, f func([]byte)) {
	f(b)
	if len(b) == longest {
		return
	}
	b = append(b, 0)
	for i := range len(alphabet) {
		b[len(b)-1] = alphabet[i]
		extend(b, alphabet, longest, f)
	}
}

// Stray returns the reason for a byte that has it in every place; 0 for other bytes.
func Stray(c byte) pin.Reason {
	switch {
	case c == 0:
		return pin.ErrNUL
	case c == '\n', c == '\r':
		return pin.ErrLineBreak
	case c == ' ', '\t' <= c && c <= '\r':
		return pin.ErrWhitespace
	case c >= 0x80:
		return pin.ErrNotASCII
	}
	return 0
}

// CheckError compares an error with its reason and its sentence.
func CheckError[R interface {
	error
	~uint8
}](t *testing.T, err, reason error, sentence string) {
	t.Helper()
	if err == nil || err.Error() != sentence {
		t.Errorf("error %v\n want %s", err, sentence)
		return
	}
	if errors.Unwrap(err) != reason {
		t.Errorf("%v: the reason is %v, want %v", err, errors.Unwrap(err), reason)
	}
	for r := range R(255) {
		if errors.Is(err, r) != (error(r) == reason) {
			t.Errorf("%v: errors.Is(err, %v) is %t", err, r, errors.Is(err, r))
		}
	}
}

// CheckAllocations fails for each function that allocates.
func CheckAllocations(t *testing.T, functions map[string]func()) {
	for name, f := range functions {
		if got := testing.AllocsPerRun(100, f); got != 0 {
			t.Errorf("%s: %v allocations", name, got)
		}
	}
}
