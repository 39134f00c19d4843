package automaton

import "testing"

// TestNeighbours holds the words of the automaton against those that edits make.
func TestNeighbours(t *testing.T) {
	for _, test := range []struct {
		name string
		d    *DFA
		want int
	}{
		{"1.0.0", Current(), 553_695},
		{"1.0.0-initial", Initial(), 237_303},
		{"no word", Sequence(Part{}), 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			edited := map[string]bool{}
			for word := range test.d.Words() {
				edited[word] = true
				for i := range len(word) + 1 {
					for b := range 256 {
						edited[word[:i]+string([]byte{byte(b)})+word[i:]] = true
						if i < len(word) {
							edited[word[:i]+string([]byte{byte(b)})+word[i+1:]] = true
						}
					}
					if i < len(word) {
						edited[word[:i]+word[i+1:]] = true
					}
				}
			}
			made := 0
			for word := range test.d.Neighbours().Words() {
				if made++; !edited[word] {
					t.Fatalf("%q is no edit away from a word", word)
				}
			}
			if n, finite := test.d.Neighbours().Count(); n != made || !finite {
				t.Errorf("%d words are counted, finite: %t", n, finite)
			}
			if made != len(edited) || made != test.want {
				t.Errorf("%d words; by hand %d, want %d", made, len(edited), test.want)
			}
		})
	}
}

func TestCountOfInfiniteLanguages(t *testing.T) {
	for name, accepting := range map[string]func(int) bool{
		"all":                 func(int) bool { return true },
		"every third length":  func(n int) bool { return n == 2 },
		"after the first two": func(n int) bool { return n != 1 },
	} {
		d := Build(0, func(n int, _ byte) int { return (n + 1) % 3 }, accepting)
		if n, finite := d.Count(); finite || n != 0 {
			t.Errorf("%s: %d words, finite: %t", name, n, finite)
		}
	}
	if n, finite := Current().Count(); n != 624 || !finite {
		t.Errorf("%d tokens, finite: %t", n, finite)
	}
}
