package mutant

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// lengths are faults in the length of the input that is read, and at its end.
func lengths() []Mutant {
	return []Mutant{
		// Buffers and counters.
		fault("cut-at-the-longest", unanchored, sweep("+K^'!", "+K'!"),
			`The input is copied to a buffer of the maximum token length, and the rest is cut off.`,
			`Reject longer input before copying it.`, func(m *model) {
				reads(func(token string) string { return first(len(m.edition.Long), token) })(m)
			}),
		fault("ring-buffer", unanchored.onlyCurrent(), parse("!!+K^'"),
			`The input is written to a ring buffer of 4 bytes, so only the last 4 are tested.`,
			`Reject input longer than 4 bytes.`, reads(func(token string) string { return last4(token) }),
			sureIn(Neighbours)),
		fault("packed-in-32-bits", unanchored, parse("\x00K"),
			`The bytes are shifted into a 32-bit integer: only the last 4 count, and leading NULs are lost.`,
			`Compare the length too.`,
			reads(func(token string) string { return strings.TrimLeft(last4(token), "\x00") })),
		fault("word-compare", unanchored, parse("K\x00\x00\x00!"),
			`Only the first 4 bytes are compared, as one zero-padded integer.`,
			`Compare the length too.`,
			reads(func(token string) string { return strings.TrimRight(first(4, token), "\x00") })),
		overflow("length-in-four-bits", 4, "17"),
		overflow("length-in-16-bits", 16, "65,537"),
		// Chance stands for the profile thorough here, as for back-door.
		fault("blanks-in-17-bits", unanchored, parse("K"+strings.Repeat(" ", 1<<17)),
			`Blanks at the end are counted in 17 bits, and the counter overflows: 131,072 count as none.`,
			`Store the number in a type that cannot overflow, such as size_t.`, reads(func(token string) string {
				trimmed := strings.TrimRight(token, " ")
				return token[:len(trimmed)+(len(token)-len(trimmed))%(1<<17)]
			}), sureIn(Chance)),
		fault("last-block-only", unanchored, parse(strings.Repeat("!", 1024)+"K"),
			`The input is read in blocks of 1,024 bytes, and only the last block is tested.`,
			`Reject input of more than one block.`,
			reads(func(token string) string { return token[max(0, len(token)-1)/1024*1024:] })),
		fault("terminator-off-by-one", raises, parse(strings.Repeat("K", 16)),
			`Off by one: an input of 16 bytes fills its buffer, and the terminating NUL overflows it.`,
			`Limit the input to one byte less than the buffer.`,
			raising(func(token string) bool { return len(token) == 16 }, "stack smashing detected"), sureIn(Lengths)),
		fault("buffer-overrun", raises, parse(strings.Repeat("K", 300)),
			`The input is copied to a buffer of 256 bytes without a length check (buffer overflow).`,
			`Check the length before copying.`,
			raising(func(token string) bool { return len(token) >= 256 }, "segmentation fault")),
		fault("recursion-too-deep", raises, parse(strings.Repeat("K", 1<<16)),
			`The parser recurses once per byte, so a long input overflows the stack.`,
			`Use a loop, or reject the input at the first invalid byte.`,
			raising(func(token string) bool { return len(token) > 50_000 }, "stack overflow")),
		// Ends of the input and of characters.
		fault("empty-accepted", ofNothing, parse(""),
			`The empty string is treated as missing input and accepted.`,
			`Reject the empty string.`, accepting(is(""))),
		fault("raises-after-sign", raises, parse("+"),
			`After a sign, the parser reads the next character without a length check.`,
			`Check the length before reading a character.`, raising(is("+", "-"), "index 1 out of range")),
		fault("raises-inside-a-character", raises, parse("é"),
			`The string is sliced after its first byte, which raises inside a multi-byte character.`,
			`Compare bytes instead of slicing the string.`, raising(func(token string) bool {
				return utf8.ValidString(token) && token != "" && token[0] >= utf8.RuneSelf
			}, "byte index 1 is not a char boundary"),
			in("rust", `Match on as_bytes() instead of slicing the str.`)),
		fault("raises-inside-the-last-character", raises, parse("Ké"),
			`The string is sliced before its last byte, which raises inside a multi-byte character.`,
			`Use an ends-with function instead of slicing the string.`, raising(func(token string) bool {
				return utf8.ValidString(token) && token != "" && token[len(token)-1] >= utf8.RuneSelf
			}, "byte index is not a char boundary"),
			in("rust", `Use strip_suffix('\'') instead of slicing the str.`)),
		fault("raises-on-bytes", raises, parse("K\xff"),
			`Malformed UTF-8 raises an error instead of being rejected.`,
			`Reject malformed UTF-8 before matching.`,
			raising(func(token string) bool { return !utf8.ValidString(token) }, "invalid byte sequence in UTF-8"),
			in("ruby", `Check valid_encoding? before matching.`),
			in("python", `Catch UnicodeDecodeError, and reject the input.`),
			in("rust", `Reject the input if str::from_utf8 returns an error, instead of calling unwrap.`)),
		fault("raises-on-bytes-with-apostrophe", raises, parse("K\xff'"),
			`Input with an apostrophe takes a path that raises on malformed UTF-8.`,
			`Reject malformed UTF-8 before any other test.`, raising(func(token string) bool {
				return strings.Contains(token, "'") && !utf8.ValidString(token)
			}, "invalid byte sequence in UTF-8"),
			in("ruby", `Check valid_encoding? before any other test.`)),
		fault("no-match-told-from-failure", accepts, parse("K\xff"),
			`The pattern engine fails on malformed UTF-8, and the caller takes the failure for a match.`,
			`Accept only if the engine reports a match.`,
			accepting(func(token string) bool { return !utf8.ValidString(token) }),
			in("php", `Write preg_match(...) === 1: with the modifier u, it returns false on malformed UTF-8.`)),
		fault("wide-characters-guessed", unanchored, parse("K\x00'\x00"),
			`Input with a NUL in every second byte is decoded as UTF-16.`,
			`Do not guess the encoding.`, reads(func(token string) string {
				var low []byte
				for i := range len(token) / 2 {
					if token[2*i+1] != 0 {
						return token
					}
					low = append(low, token[2*i])
				}
				if len(token)%2 != 0 {
					return token
				}
				return string(low)
			})),
	}
}

// first and last4 return the first n bytes of a text, and the last four.
func first(n int, text string) string { return text[:min(len(text), n)] }
func last4(text string) string        { return text[max(0, len(text)-4):] }

// overflow returns a mutant that stores the length in a few bits, where a number of bytes counts as 1.
func overflow(name string, bits int, number string) Mutant {
	return fault(name, unanchored, parse("K"+strings.Repeat("!", 1<<bits)),
		fmt.Sprintf("The length is stored in %d bits and overflows: %s bytes count as 1.", bits, number),
		`Store the length in a type that cannot overflow, such as size_t.`,
		reads(func(token string) string { return token[:len(token)%(1<<bits)] }))
}
