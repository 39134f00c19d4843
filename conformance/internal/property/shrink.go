package property

import (
	"slices"
	"unicode/utf8"

	"github.com/leanovate/gopter"
)

// bySimplicity holds every byte, the simplest first: see the package
// documentation.
var bySimplicity = func() []byte {
	var order []byte
	seen := [256]bool{}
	add := func(low, high byte) {
		for b := int(low); b <= int(high); b++ {
			if !seen[b] {
				seen[b] = true
				order = append(order, byte(b))
			}
		}
	}
	add('A', 'Z')
	add('a', 'z')
	for _, mark := range []byte("'^+-") {
		add(mark, mark)
	}
	add('0', '9')
	add('!', '~')
	add(' ', ' ')
	add(0x00, 0x7F)
	add(0x80, 0xFF)
	return order
}()

// simpler is the shrinker of inputs, which are of type []byte. The values it
// gives are nobody else's.
func simpler(value any) gopter.Shrink {
	input := value.([]byte)
	return gopter.ConcatShrinks(without(input), withShorterCharacter(input), withSimplerByte(input))
}

// splice returns a copy of input in which n bytes from at on are replaced.
func splice(input []byte, at, n int, by ...byte) []byte {
	return slices.Concat(input[:at], by, input[at+n:])
}

func without(input []byte) gopter.Shrink {
	at, n := 0, len(input)
	return func() (any, bool) {
		if at+n > len(input) {
			at, n = 0, n-1
		}
		if n <= 0 {
			return nil, false
		}
		at++
		return splice(input, at-1, n), true
	}
}

func withShorterCharacter(input []byte) gopter.Shrink {
	at, next := 0, 0
	return func() (any, bool) {
		for at < len(input) {
			_, size := utf8.DecodeRune(input[at:])
			if next < len(shorterCharacters) && len(shorterCharacters[next]) < size {
				next++
				return splice(input, at, size, shorterCharacters[next-1]...), true
			}
			at, next = at+size, 0
		}
		return nil, false
	}
}

// shorterCharacters are those that take the place of longer ones, the shortest
// first.
var shorterCharacters = func() [][]byte {
	var characters [][]byte
	for _, b := range bySimplicity {
		if b < utf8.RuneSelf {
			characters = append(characters, []byte{b})
		}
	}
	return append(characters, []byte("\u0080"), []byte("\u0800"))
}()

func withSimplerByte(input []byte) gopter.Shrink {
	at, next := 0, 0
	return func() (any, bool) {
		for at < len(input) && bySimplicity[next] == input[at] {
			at, next = at+1, 0
		}
		if at == len(input) {
			return nil, false
		}
		next++
		return splice(input, at, 1, bySimplicity[next-1]), true
	}
}
