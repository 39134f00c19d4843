package fuzzing

import (
	"strings"
	"unicode/utf8"
)

// random makes an input by a random strategy.
func (g *generator) random() string {
	token := pick(g.rng, g.tokens)
	switch n := g.rng.IntN(100); {
	case n < 15:
		return token
	case n < 40:
		return g.edited(token)
	case n < 60:
		return g.withWord(token)
	case n < 65:
		return g.long(token)
	case n < 72:
		return token + strings.Repeat(pick(g.rng, g.tokens), 1+g.rng.IntN(3))
	case n < 78: // some symbols
		token = ""
		for range g.rng.IntN(12) {
			token += g.symbol()
		}
		return token
	}
	if kept := g.kept.inputs; len(kept) > 0 {
		return g.changed(pick(g.rng, kept))
	}
	return g.edited(token)
}

// changed mutates a kept input.
func (g *generator) changed(input string) string {
	switch g.rng.IntN(6) {
	case 0:
		return g.withWord(input)
	case 1:
		return input + pick(g.rng, g.tokens)
	case 2:
		if kept := g.kept.inputs; len(kept) > 0 {
			other := pick(g.rng, kept)
			return input[:g.place(input)] + other[g.place(other):]
		}
	}
	return g.edited(input)
}

// edited makes one to three edits, of bytes or of characters.
func (g *generator) edited(s string) string {
	for range 1 + min(g.rng.IntN(4), 2) {
		s = g.editedOnce(s)
	}
	return s
}

func (g *generator) editedOnce(s string) string {
	at := g.place(s)
	head, tail := s[:at], s[at:]
	size := 0
	if tail != "" {
		size = 1
		if g.rng.IntN(2) == 0 {
			_, size = utf8.DecodeRuneInString(tail)
		}
	}
	one, rest := tail[:size], tail[size:]
	switch kind := g.rng.IntN(8); {
	case one == "" || kind == 0:
		return head + g.symbol() + tail
	case kind == 1:
		return head + rest
	case kind == 2:
		return head + g.symbol() + rest
	case kind == 3:
		return head + one + tail
	case kind == 4: // head and rest are swapped
		return rest + one + head
	case kind == 5: // the other case
		return head + string([]byte{one[0] ^ 0x20}) + one[1:] + rest
	case kind == 6: // one bit
		return head + string([]byte{one[0] ^ 1<<g.rng.IntN(8)}) + one[1:] + rest
	}
	return head + one + strings.Repeat(one, 1<<g.rng.IntN(5)) + rest
}

// symbol returns a mark, a letter, any byte or any character.
func (g *generator) symbol() string {
	switch g.rng.IntN(8) {
	case 0, 1, 2:
		at := g.rng.IntN(len(g.marks))
		return g.marks[at : at+1]
	case 3, 4:
		letter := 'A' + rune(g.rng.IntN(26))
		return string(letter | rune(g.rng.IntN(2))<<5)
	case 5:
		return string(rune(g.rng.IntN(utf8.RuneSelf)))
	case 6:
		return string([]byte{byte(g.rng.IntN(256))})
	}
	return string(rune(g.rng.IntN(utf8.MaxRune + 1))) // a surrogate becomes U+FFFD
}

// place returns an offset in s. In half of the cases it is a boundary between characters.
func (g *generator) place(s string) int {
	at := g.rng.IntN(len(s) + 1)
	if g.rng.IntN(2) == 0 {
		for at < len(s) && !utf8.RuneStart(s[at]) {
			at++
		}
	}
	return at
}

// withWord inserts words of the dictionary into s, or replaces a character of s by one.
func (g *generator) withWord(s string) string {
	word := pick(g.rng, dictionary)
	at := g.place(s)
	head, tail := s[:at], s[at:]
	switch g.rng.IntN(6) {
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
		return head + word + tail + pick(g.rng, dictionary)
	}
	return head + word + tail
}

// long pads s to a length near a power of two. The padding is usually a mark that ends
// tokens, or a character that code trims.
func (g *generator) long(s string) string {
	exponent := 3 + g.rng.IntN(7)
	if g.rng.IntN(16) == 0 {
		exponent = 10 + g.rng.IntN(7)
	}
	n := 1<<exponent - 1 + g.rng.IntN(3)
	if g.rng.IntN(2) == 0 {
		n = max(n-len(s), 0)
	}
	fill := pick(g.rng, []string{"'", "^", " ", "\x00", "\n", "+", "A", "a"})
	if g.rng.IntN(8) == 0 {
		fill = g.symbol()
	}
	padding := strings.Repeat(fill, n/len(fill))
	at := pick(g.rng, []int{0, len(s), g.place(s)})
	return s[:at] + padding + s[at:]
}
