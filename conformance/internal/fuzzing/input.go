package fuzzing

import (
	"strings"
	"unicode/utf8"
)

func (f *Fuzzer) random() string {
	token := pick(f.rng, f.tokens)
	switch n := f.rng.IntN(100); {
	case n < 15:
		return token
	case n < 40:
		return f.edited(token)
	case n < 60:
		return f.withWord(token)
	case n < 65:
		return f.long(token)
	case n < 72:
		return token + strings.Repeat(pick(f.rng, f.tokens), 1+f.rng.IntN(3))
	case n < 78: // some symbols
		token = ""
		for range f.rng.IntN(12) {
			token += f.symbol()
		}
		return token
	}
	if kept := f.kept.inputs; len(kept) > 0 {
		return f.changed(pick(f.rng, kept))
	}
	return f.edited(token)
}

func (f *Fuzzer) changed(input string) string {
	switch f.rng.IntN(6) {
	case 0:
		return f.withWord(input)
	case 1:
		return input + pick(f.rng, f.tokens)
	case 2:
		other := pick(f.rng, f.kept.inputs) // there are some, such as this one
		return input[:f.place(input)] + other[f.place(other):]
	}
	return f.edited(input)
}

func (f *Fuzzer) edited(s string) string {
	for range 1 + min(f.rng.IntN(4), 2) {
		s = f.editedOnce(s)
	}
	return s
}

func (f *Fuzzer) editedOnce(s string) string {
	at := f.place(s)
	head, tail := s[:at], s[at:]
	size := 0
	if tail != "" {
		size = 1
		if f.rng.IntN(2) == 0 {
			_, size = utf8.DecodeRuneInString(tail)
		}
	}
	one, rest := tail[:size], tail[size:]
	switch kind := f.rng.IntN(8); {
	case one == "" || kind == 0:
		return head + f.symbol() + tail
	case kind == 1:
		return head + rest
	case kind == 2:
		return head + f.symbol() + rest
	case kind == 3:
		return head + one + tail
	case kind == 4: // head and rest are swapped
		return rest + one + head
	case kind == 5: // the other case
		return head + string([]byte{one[0] ^ 0x20}) + one[1:] + rest
	case kind == 6: // one bit
		return head + string([]byte{one[0] ^ 1<<f.rng.IntN(8)}) + one[1:] + rest
	}
	return head + one + strings.Repeat(one, 1<<f.rng.IntN(5)) + rest
}

func (f *Fuzzer) symbol() string {
	switch f.rng.IntN(8) {
	case 0, 1, 2:
		return pick(f.rng, f.marks)
	case 3, 4:
		letter := 'A' + rune(f.rng.IntN(26))
		return string(letter | rune(f.rng.IntN(2))<<5)
	case 5:
		return string(rune(f.rng.IntN(utf8.RuneSelf)))
	case 6:
		return string([]byte{byte(f.rng.IntN(256))})
	}
	return string(rune(f.rng.IntN(utf8.MaxRune + 1))) // a surrogate becomes U+FFFD
}

// place returns an offset in s. In half of the cases it is a boundary between characters.
func (f *Fuzzer) place(s string) int {
	at := f.rng.IntN(len(s) + 1)
	if f.rng.IntN(2) == 0 {
		for at < len(s) && !utf8.RuneStart(s[at]) {
			at++
		}
	}
	return at
}

// withWord inserts words of the dictionary into s, or replaces a character of s by one.
func (f *Fuzzer) withWord(s string) string {
	word := pick(f.rng, Dictionary())
	at := f.place(s)
	head, tail := s[:at], s[at:]
	switch f.rng.IntN(6) {
	case 0:
		return word + s
	case 1:
		return s + word
	case 2:
		return word + s + word
	case 3:
		_, size := utf8.DecodeRuneInString(tail)
		return head + word + tail[size:]
	case 4:
		return head + word + tail + pick(f.rng, Dictionary())
	}
	return head + word + tail
}

// long pads s to a length near a power of two. The padding is usually a mark that ends
// tokens, or a character that code trims.
func (f *Fuzzer) long(s string) string {
	exponent := 3 + f.rng.IntN(7)
	if f.rng.IntN(16) == 0 {
		exponent = 10 + f.rng.IntN(7)
	}
	n := 1<<exponent - 1 + f.rng.IntN(3)
	if f.rng.IntN(2) == 0 {
		n = max(n-len(s), 0)
	}
	fill := pick(f.rng, []string{"'", "^", " ", "\x00", "\n", "+", "A", "a"})
	if f.rng.IntN(8) == 0 {
		fill = f.symbol()
	}
	padding := strings.Repeat(fill, n/len(fill))
	at := pick(f.rng, []int{0, len(s), f.place(s)})
	return s[:at] + padding + s[at:]
}
