// Package tokentest has the checks that the tests of packages epin and epin/style have in common.
package tokentest

import (
	"errors"
	"testing"

	"github.com/epin-conformance/harness/epin/pin"
)

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
func CheckError(t *testing.T, err, reason error, sentence string) {
	t.Helper()
	if err == nil || err.Error() != sentence || errors.Unwrap(err) != reason || !errors.Is(err, reason) {
		t.Errorf("error %v, reason %v\n want %s, %v", err, errors.Unwrap(err), sentence, reason)
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
