package mutant

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// lengths are faults in the length of the input that is read, and at its end.
var lengths = []fault{{
	// Buffers and counters.
	name: "cut-at-the-longest", fails: unanchored, witness: requests{sweep("+K^'!", "+K'!")},
	bug: `The input is copied to a buffer of the maximum token length, and the rest is cut off.`,
	fix: `Reject longer input before copying it.`,
	inject: func(m *model) {
		room := longest(m.edition)
		reads(func(token string) string { return token[:min(len(token), room)] })(m)
	},
}, {
	name: "ring-buffer", layer: Neighbours, fails: unanchored.onlyCurrent(), witness: requests{parse("!!+K^'")},
	bug:    `The input is written to a ring buffer of 4 bytes, so only the last 4 are tested.`,
	fix:    `Reject input longer than 4 bytes.`,
	inject: reads(func(token string) string { return token[max(0, len(token)-4):] }),
}, {
	name: "packed-in-32-bits", fails: unanchored, witness: requests{parse("\x00K")},
	bug: `The bytes are shifted into a 32-bit integer: only the last 4 count, and leading NULs are lost.`,
	fix: `Compare the length too.`,
	inject: reads(func(token string) string {
		return strings.TrimLeft(token[max(0, len(token)-4):], "\x00")
	}),
}, {
	name: "word-compare", fails: unanchored, witness: requests{parse("K\x00\x00\x00!")},
	bug: `Only the first 4 bytes are compared, as one zero-padded integer.`,
	fix: `Compare the length too.`,
	inject: reads(func(token string) string {
		return strings.TrimRight(token[:min(len(token), 4)], "\x00")
	}),
}, {
	name: "length-in-four-bits", fails: unanchored, witness: requests{parse("K" + strings.Repeat("!", 16))},
	bug:    `The length is stored in 4 bits and overflows: 17 bytes count as 1.`,
	fix:    `Store the length in a type that cannot overflow, such as size_t.`,
	inject: reads(func(token string) string { return token[:len(token)%16] }),
}, {
	name: "length-in-16-bits", fails: unanchored, witness: requests{parse("K" + strings.Repeat("!", 1<<16))},
	bug:    `The length is stored in 16 bits and overflows: 65,537 bytes count as 1.`,
	fix:    `Store the length in a type that cannot overflow, such as size_t.`,
	inject: reads(func(token string) string { return token[:len(token)%(1<<16)] }),
}, {
	// Chance stands for the profile thorough here, as for back-door.
	name: "blanks-in-17-bits", layer: Chance, fails: unanchored, witness: requests{parse("K" + strings.Repeat(" ", 1<<17))},
	bug: `Blanks at the end are counted in 17 bits, and the counter overflows: 131,072 count as none.`,
	fix: `Store the number in a type that cannot overflow, such as size_t.`,
	inject: reads(func(token string) string {
		trimmed := strings.TrimRight(token, " ")
		return token[:len(trimmed)+(len(token)-len(trimmed))%(1<<17)]
	}),
}, {
	name: "last-block-only", fails: unanchored, witness: requests{parse(strings.Repeat("!", 1024) + "K")},
	bug:    `The input is read in blocks of 1,024 bytes, and only the last block is tested.`,
	fix:    `Reject input of more than one block.`,
	inject: reads(func(token string) string { return token[max(0, len(token)-1)/1024*1024:] }),
}, {
	name: "terminator-off-by-one", layer: Lengths, fails: raises, witness: requests{parse(strings.Repeat("K", 16))},
	bug:    `Off by one: an input of 16 bytes fills its buffer, and the terminating NUL overflows it.`,
	fix:    `Limit the input to one byte less than the buffer.`,
	inject: raising(func(token string) bool { return len(token) == 16 }, "stack smashing detected"),
}, {
	name: "buffer-overrun", fails: raises, witness: requests{parse(strings.Repeat("K", 300))},
	bug:    `The input is copied to a buffer of 256 bytes without a length check (buffer overflow).`,
	fix:    `Check the length before copying.`,
	inject: raising(func(token string) bool { return len(token) >= 256 }, "segmentation fault"),
}, {
	name: "recursion-too-deep", fails: raises, witness: requests{parse(strings.Repeat("K", 1<<16))},
	bug:    `The parser recurses once per byte, so a long input overflows the stack.`,
	fix:    `Use a loop, or reject the input at the first invalid byte.`,
	inject: raising(func(token string) bool { return len(token) > 50_000 }, "stack overflow"),
}, {
	// Ends of the input and of characters.
	name: "empty-accepted", fails: accepts.and(current("epin/9.4/empty")), witness: requests{parse("")},
	bug:    `The empty string is treated as missing input and accepted.`,
	fix:    `Reject the empty string.`,
	inject: accepting(func(token string) bool { return token == "" }),
}, {
	name: "raises-after-sign", fails: raises, witness: requests{parse("+")},
	bug:    `After a sign, the parser reads the next character without a length check.`,
	fix:    `Check the length before reading a character.`,
	inject: raising(func(token string) bool { return token == "+" || token == "-" }, "index 1 out of range"),
}, {
	name: "raises-inside-a-character", fails: raises, witness: requests{parse("é")},
	bug: `The string is sliced after its first byte, which raises inside a multi-byte character.`,
	fix: `Compare bytes instead of slicing the string.`,
	in:  fixes{"rust": `Match on as_bytes() instead of slicing the str.`},
	inject: raising(func(token string) bool {
		return utf8.ValidString(token) && token != "" && token[0] >= utf8.RuneSelf
	}, "byte index 1 is not a char boundary"),
}, {
	name: "raises-inside-the-last-character", fails: raises, witness: requests{parse("Ké")},
	bug: `The string is sliced before its last byte, which raises inside a multi-byte character.`,
	fix: `Use an ends-with function instead of slicing the string.`,
	in:  fixes{"rust": `Use strip_suffix('\'') instead of slicing the str.`},
	inject: raising(func(token string) bool {
		return utf8.ValidString(token) && token != "" && token[len(token)-1] >= utf8.RuneSelf
	}, "byte index is not a char boundary"),
}, {
	name: "raises-on-bytes", fails: raises, witness: requests{parse("K\xff")},
	bug: `The parser and the validity check raise on malformed UTF-8 instead of rejecting it.`,
	fix: `Reject malformed UTF-8 before matching.`,
	in: fixes{
		"ruby":   `Check valid_encoding? before matching.`,
		"python": `Catch UnicodeDecodeError, and reject the input.`,
		"rust":   `Reject the input if str::from_utf8 returns an error, instead of calling unwrap.`,
	},
	inject: raising(func(token string) bool { return !utf8.ValidString(token) }, "invalid byte sequence in UTF-8"),
}, {
	name: "raises-on-bytes-with-apostrophe", fails: raises, witness: requests{parse("K\xff'")},
	bug: `Input with an apostrophe takes a path that raises on malformed UTF-8.`,
	fix: `Reject malformed UTF-8 before any other test.`,
	in:  fixes{"ruby": `Check valid_encoding? before any other test.`},
	inject: raising(func(token string) bool {
		return strings.Contains(token, "'") && !utf8.ValidString(token)
	}, "invalid byte sequence in UTF-8"),
}, {
	name: "no-match-told-from-failure", fails: accepts, witness: requests{parse("K\xff")},
	bug:    `The pattern engine fails on malformed UTF-8, and the caller takes the failure for a match.`,
	fix:    `Accept only if the engine reports a match.`,
	in:     fixes{"php": `Write preg_match(...) === 1: with the modifier u, it returns false on malformed UTF-8.`},
	inject: accepting(func(token string) bool { return !utf8.ValidString(token) }),
}, {
	name: "wide-characters-guessed", fails: unanchored, witness: requests{parse("K\x00'\x00")},
	bug: `Input with a NUL in every second byte is decoded as UTF-16.`,
	fix: `Do not guess the encoding.`,
	inject: reads(func(token string) string {
		if len(token)%2 != 0 {
			return token
		}
		var low, high bytes.Buffer
		for i := 0; i < len(token); i += 2 {
			low.WriteByte(token[i])
			high.WriteByte(token[i+1])
		}
		if strings.Trim(high.String(), "\x00") != "" {
			return token
		}
		return low.String()
	}),
}}
