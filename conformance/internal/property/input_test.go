package property

import (
	"math/rand"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/epin"
)

// drawn returns the first inputs of a property, as many as its runs.
func drawn(o Options, seed int64) (inputs []string) {
	next := draw(o, seed)
	for range o.Runs {
		inputs = append(inputs, next())
	}
	return inputs
}

func TestInputs(t *testing.T) {
	for _, edition := range epin.Editions() {
		for _, bytes := range []bool{false, true} {
			const n = 20_000
			tokens := map[string]int{}
			total, texts := 0, 0
			for _, input := range drawn(Options{Edition: edition, Bytes: bytes, Runs: n}, 1) {
				if edition.Valid(input) {
					total++
					tokens[input]++
				}
				if utf8.ValidString(input) {
					texts++
				}
			}
			if total < n/2 || total > n*3/4 {
				t.Errorf("%v: %d of %d inputs are tokens", edition, total, n)
			}
			want := 0
			for id := range edition.All() {
				want++
				if tokens[id.String()] == 0 {
					t.Errorf("%v: the token %v was never drawn", edition, id)
				}
			}
			if len(tokens) != want {
				t.Errorf("%v: %d different tokens, want %d", edition, len(tokens), want)
			}
			if bytes && texts == n || !bytes && texts != n {
				t.Errorf("%v, bytes %t: %d of %d inputs are text", edition, bytes, texts, n)
			}
		}
	}
}

// TestNeighbours checks that each kind of edit is drawn, by an input that no other kind makes.
func TestNeighbours(t *testing.T) {
	for _, bytes := range []bool{false, true} {
		inputs := drawn(Options{Bytes: bytes, Runs: 50_000}, 2)
		for _, c := range []struct {
			kind string
			is   func(input string) bool
		}{
			{"nothing left of a token", func(s string) bool { return s == "" }},
			{"something inserted in front", func(s string) bool {
				return len(s) > 1 && epin.Valid(s[1:]) && strings.ContainsRune("\x00!\u007f", rune(s[0]))
			}},
			{"something replaced", func(s string) bool { return len(s) == 3 && s[0] == '+' && s[1] < 'A' && s[2] == '\'' }},
			{"neighbours exchanged", func(s string) bool { return strings.HasSuffix(s, "'^") }},
			{"something doubled", func(s string) bool { return len(s) == 2 && s[0] == s[1] && epin.Valid(s[1:]) }},
			{"a token twice", func(s string) bool { return len(s) == 8 && s[:4] == s[4:] && epin.Valid(s[4:]) }},
			{"a token twice, and something between", func(s string) bool { return len(s) == 9 && s[:4] == s[5:] && epin.Valid(s[5:]) }},
			{"two edits", func(s string) bool { return len(s) == 3 && s[:2] == "''" && epin.Valid(s[2:]) }},
			{"not ASCII", func(s string) bool { return strings.ContainsFunc(s, func(r rune) bool { return r > 127 }) }},
		} {
			if !slices.ContainsFunc(inputs, c.is) {
				t.Errorf("bytes %t: never drawn: %s", bytes, c.kind)
			}
		}
	}
}

// TestEdited checks that an edit changes only its symbol, and not the given string.
func TestEdited(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	for _, token := range []string{"", "K", "+K^'"} {
		lengths := map[int]bool{}
		for range 2_000 {
			given := []byte(token)
			got := edited(rng, given, anyByte)
			if string(given) != token {
				t.Fatalf("%q became %q", token, given)
			}
			lengths[len(got)-len(token)] = true
			if n := distance(got, given); n > 2 { // an exchange replaces two bytes
				t.Fatalf("%q became %q, %d bytes away", token, got, n)
			}
		}
		if !lengths[1] || len(token) > 0 && (!lengths[-1] || !lengths[0]) || len(lengths) > 3 {
			t.Errorf("%q changed its length by %v", token, lengths)
		}
	}
}

// distance counts the bytes between the common start and the common end.
func distance(a, b []byte) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return max(len(a), len(b))
}

func TestSeeds(t *testing.T) {
	seen := map[int64]string{}
	for _, from := range []uint64{0, 1, 1 << 63} {
		for _, name := range []string{"copy", "round-trip", ""} {
			s := seed(from, name)
			if by, twice := seen[s]; twice {
				t.Errorf("%s and %s share a seed", by, name)
			}
			seen[s] = name
		}
	}
	// Reports contain seeds, and must stay reproducible.
	if got := seed(7, "copy"); got != 332531534255492029 {
		t.Errorf("the seed of copy from 7 is %d", got)
	}
}

// TestFirstInputs checks that a seed has the same inputs in all versions.
func TestFirstInputs(t *testing.T) {
	got := drawn(Options{Bytes: true, Runs: 12}, 6)
	want := []string{"y^y", "K^'\xe5", "+g^'", "-C^'-C^'", "-I", "-W'", "i^", "^", "E", "7\xee^'", "+^V", "-N''"}
	if !slices.Equal(got, want) {
		t.Errorf("drew %q, want %q", got, want)
	}
}
