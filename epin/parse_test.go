package epin_test

import (
	"errors"
	"testing"

	"github.com/epin-conformance/harness/epin"
)

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

// Three oracles that share no code, and the reference, on all strings of up to three
// bytes.
func TestEveryShortStringAgainstTheOracles(t *testing.T) {
	longest := 3
	if testing.Short() {
		longest = 2
	}
	for _, e := range epin.Editions() {
		t.Run(e.String(), func(t *testing.T) {
			t.Parallel()
			accepted := 0
			enumerated := map[string]bool{}
			for _, m := range models(e) {
				enumerated[m.String()] = true
			}
			for n := range longest + 1 {
				forEachString(allBytes(), n, func(b []byte) {
					want := expressions[e].Match(b)
					if machines[e].Accepts(string(b)) != want || enumerated[string(b)] != want {
						t.Fatalf("%q: the expression, the automaton and the enumeration disagree", b)
					}
					if got := e.ValidBytes(b); got != want {
						t.Fatalf("ValidBytes(%q) is %t", b, got)
					}
					if got := e.Valid(string(b)); got != want {
						t.Fatalf("Valid(%q) is %t", b, got)
					}
					if i, ok := e.LookupBytes(b); ok != want || !ok && i != (epin.Identifier{}) {
						t.Fatalf("LookupBytes(%q) is %q, %t", b, i, ok)
					}
					if !agree(e, string(b), want) {
						t.Fatalf("Lookup(%q) or an accessor is wrong", b)
					}
					if !want {
						return
					}
					accepted++
					if i, err := e.ParseBytes(b); err != nil || i.String() != string(b) {
						t.Fatalf("ParseBytes(%q) is %q, %v", b, i, err)
					}
				})
			}
			want := 0
			for _, m := range models(e) {
				if len(m.String()) <= longest {
					want++
				}
			}
			if accepted != want {
				t.Errorf("%d strings accepted, want %d", accepted, want)
			}
		})
	}
}

// Strings over what tokens are made of, and one byte of each kind that they
// are not, are where the errors differ.
const telling = "Kk+-^'1 \n\x00\x80"

func TestEveryWayToAskGivesOneVerdict(t *testing.T) {
	for _, e := range append(epin.Editions(), epin.Edition(2)) {
		for n := range 6 {
			forEachString(telling, n, func(b []byte) {
				want := e.Valid(string(b))
				i, err := e.Parse(string(b))
				j, errBytes := e.ParseBytes(b)
				if (err == nil) != want || (errBytes == nil) != want || e.ValidBytes(b) != want {
					t.Errorf("edition %s: %q has more than one verdict", e, b)
				}
				if i != j || i.IsZero() == want {
					t.Errorf("edition %s: %q has more than one value: %q %q", e, b, i, j)
				}
			})
		}
	}
}

func TestPackageFunctionsReadCurrent(t *testing.T) {
	for n := range 4 {
		forEachString(telling, n, func(b []byte) {
			want := epin.Current.Valid(string(b))
			_, err := epin.Parse(string(b))
			_, errBytes := epin.ParseBytes(b)
			if epin.Valid(string(b)) != want || epin.ValidBytes(b) != want || (err == nil) != want || (errBytes == nil) != want {
				t.Errorf("the package has another verdict on %q than Current", b)
			}
		})
	}
}

func TestParseBytesDoesNotRetain(t *testing.T) {
	b := []byte("K^'")
	i, err := epin.ParseBytes(b)
	b[0] = 'Q'
	if err != nil || i.String() != "K^'" {
		t.Errorf("ParseBytes is %q, %v after its argument was overwritten", i, err)
	}
	b = []byte("K!")
	_, err = epin.ParseBytes(b)
	b[0] = 'Q'
	var bad *epin.ParseError
	if !errors.As(err, &bad) || bad.Input != "K!" {
		t.Errorf("the error is %v after the argument was overwritten", err)
	}
}

func TestMustParse(t *testing.T) {
	if got := epin.MustParse("-z^'").String(); got != "-z^'" {
		t.Errorf("got %q", got)
	}
	defer func() {
		const want = `epin.Parse("zz"): byte 1: unexpected byte after the end of the token`
		if err, ok := recover().(*epin.ParseError); !ok || err.Error() != want {
			t.Errorf("panicked with %v, want %s", err, want)
		}
	}()
	epin.MustParse("zz")
}
