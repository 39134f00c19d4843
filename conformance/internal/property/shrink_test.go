package property

import (
	"slices"
	"testing"
	"unicode/utf8"
)

func candidates(input string) []string {
	var all []string
	for _, value := range simpler([]byte(input)).All() {
		all = append(all, string(value.([]byte)))
	}
	return all
}

func TestBySimplicity(t *testing.T) {
	if len(bySimplicity) != 256 {
		t.Fatalf("%d bytes, want 256", len(bySimplicity))
	}
	seen := map[byte]bool{}
	for _, b := range bySimplicity {
		seen[b] = true
	}
	if len(seen) != 256 {
		t.Errorf("%d different bytes, want 256", len(seen))
	}
	const start = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'^+-0123456789!"#$%&()*,./:;<=>?@[\]_` + "`{|}~ \x00\x01"
	if got := string(bySimplicity[:len(start)]); got != start {
		t.Errorf("the order is %q, want %q", got, start)
	}
	if got := string(bySimplicity[126:130]); got != "\x1f\x7f\x80\x81" {
		t.Errorf("the order ends in %q", got)
	}
}

func TestSimpler(t *testing.T) {
	for _, c := range []struct {
		input string
		want  []string
	}{
		{"", nil},
		{"A", []string{""}},
		{"B", []string{"", "A"}},
		{"CB", []string{"", "B", "C", "AB", "BB", "CA"}},
		{"ABA", []string{"", "A", "A", "BA", "AA", "AB", "AAA"}},
	} {
		if got := candidates(c.input); !slices.Equal(got, c.want) {
			t.Errorf("simpler than %q: %q, want %q", c.input, got, c.want)
		}
	}
}

func TestSimplerThanACharacter(t *testing.T) {
	for _, c := range []struct {
		input string
		has   []string
		not   []string
	}{
		{"é", []string{"A", "\x7f", "\u00a9", "\xc3"}, []string{"\u0080"}},
		{"K\u212a", []string{"KA", "K'", "K\u0080"}, []string{"K\u0800"}},
		{"\U0001f600", []string{"A", "\u0080", "\u0800"}, nil},
		{"\xe2\x84", []string{"\xe2", "\x84", "A\x84"}, []string{"A", "\u0080"}}, // no character
	} {
		got := candidates(c.input)
		for _, s := range c.has {
			if !slices.Contains(got, s) {
				t.Errorf("%q is not tried for %q", s, c.input)
			}
		}
		for _, s := range c.not {
			if slices.Contains(got, s) {
				t.Errorf("%q is tried for %q", s, c.input)
			}
		}
	}
}

// Shrinking ends because every step goes down in one order: shorter first, and
// then by the first byte that differs.
func TestEveryStepGoesDown(t *testing.T) {
	rank := [256]int{}
	for i, b := range bySimplicity {
		rank[b] = i
	}
	down := func(from, to string) bool {
		if len(from) != len(to) {
			return len(to) < len(from)
		}
		for i := range len(from) {
			if from[i] != to[i] {
				return rank[to[i]] < rank[from[i]]
			}
		}
		return false
	}
	for _, input := range []string{"+k^'", "K\u212a'", "\U0001f600\xff", "\x00\x7f~", "k'k'"} {
		for _, candidate := range candidates(input) {
			if !down(input, candidate) {
				t.Errorf("%q is not simpler than %q", candidate, input)
			}
		}
	}
}

// Every single deletion and every single simplification of a byte is tried.
func TestAllSingleStepsAreTried(t *testing.T) {
	for _, input := range []string{"+k^'", "K\u212a", "\xff\x00"} {
		got := candidates(input)
		for at := range len(input) {
			if s := input[:at] + input[at+1:]; !slices.Contains(got, s) {
				t.Errorf("%q is not tried for %q", s, input)
			}
			for _, b := range bySimplicity[:slices.Index(bySimplicity, input[at])] {
				if s := input[:at] + string([]byte{b}) + input[at+1:]; !slices.Contains(got, s) {
					t.Errorf("%q is not tried for %q", s, input)
				}
			}
		}
	}
}

func TestSimplerGivesCopies(t *testing.T) {
	input := []byte("+k'")
	shrink := simpler(input)
	for value, ok := shrink(); ok; value, ok = shrink() {
		for i := range value.([]byte) {
			value.([]byte)[i] = '?'
		}
	}
	if string(input) != "+k'" || !utf8.Valid(input) {
		t.Errorf("the input became %q", input)
	}
}
