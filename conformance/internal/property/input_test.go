package property

import (
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

// TestInputs checks that about half of the inputs are tokens, that each token is drawn, and that
// each kind of edit is, by an input that no other kind makes.
func TestInputs(t *testing.T) {
	const n = 50_000
	for _, edition := range epin.Editions() {
		for _, bytes := range []bool{false, true} {
			inputs := drawn(Options{Edition: edition, Bytes: bytes, Runs: n}, 2)
			count := func(is func(string) bool) (n int) {
				for _, input := range inputs {
					if is(input) {
						n++
					}
				}
				return n
			}
			if tokens := count(edition.Valid); tokens < n/2 || tokens > n*3/4 {
				t.Errorf("%v: %d of %d inputs are tokens", edition, tokens, n)
			}
			for id := range edition.All() {
				if !slices.Contains(inputs, id.String()) {
					t.Errorf("%v: the token %v was never drawn", edition, id)
				}
			}
			if texts := count(utf8.ValidString); bytes == (texts == n) {
				t.Errorf("%v, bytes %t: %d of %d inputs are text", edition, bytes, texts, n)
			}
			for kind, is := range map[string]func(s string) bool{
				"nothing left of a token": func(s string) bool { return s == "" },
				"something inserted in front": func(s string) bool {
					return len(s) > 1 && edition.Valid(s[1:]) && strings.ContainsRune("\x00!\u007f", rune(s[0]))
				},
				"something replaced":   func(s string) bool { return len(s) == 3 && s[0] == '+' && s[1] < 'A' && s[2] == '\'' },
				"something doubled":    func(s string) bool { return len(s) == 2 && s[0] == s[1] && edition.Valid(s[1:]) },
				"a token twice":        func(s string) bool { return len(s) == 6 && s[:3] == s[3:] && edition.Valid(s[3:]) },
				"twice, with a symbol": func(s string) bool { return len(s) == 7 && s[:3] == s[4:] && edition.Valid(s[4:]) },
				"two edits":            func(s string) bool { return len(s) == 3 && s[:2] == "''" && edition.Valid(s[2:]) },
				"neighbours exchanged": func(s string) bool {
					return len(s) == 3 && edition.Valid(s[1:2]+s[:1]+s[2:]) && s[1] == '+'
				},
				"not ASCII": func(s string) bool { return strings.ContainsFunc(s, func(r rune) bool { return r > 127 }) },
			} {
				if count(is) == 0 {
					t.Errorf("%v, bytes %t: never drawn: %s", edition, bytes, kind)
				}
			}
		}
	}
}

// TestSeeds checks that each law and each seed has its own inputs, the same in all versions.
func TestSeeds(t *testing.T) {
	seen := map[int64]bool{}
	for _, from := range []uint64{0, 1, 1 << 63} {
		for _, name := range []string{"copy", "round-trip", ""} {
			seen[seed(from, name)] = true
		}
	}
	if len(seen) != 9 {
		t.Errorf("%d seeds of 9 properties", len(seen))
	}
	if got := seed(7, "copy"); got != 332531534255492029 {
		t.Errorf("the seed of copy from 7 is %d", got)
	}
	got := drawn(Options{Bytes: true, Runs: 12}, 6)
	want := []string{"y^y", "K^'\xe5", "+g^'", "-C^'-C^'", "-I", "-W'", "i^", "^", "E", "7\xee^'", "+^V", "-N''"}
	if !slices.Equal(got, want) {
		t.Errorf("drew %q, want %q", got, want)
	}
}
