package mutant

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// lengths are faults in how much of the input is read, and at its end.
var lengths = []fault{{
	// Buffers and counters.
	name: "cut-at-the-longest", fails: unanchored, witness: requests{sweep("+K^'!", "+K'!")},
	bug: `The input is copied to a buffer that has room for the longest token, and what does not fit is cut off.`,
	fix: `Reject what is longer than the longest token before copying it.`,
	inject: func(m *model) {
		room := longest(m.edition)
		reads(func(token string) string { return token[:min(len(token), room)] })(m)
	},
}, {
	name: "ring-buffer", layer: Neighbours, fails: unanchored.onlyCurrent(), witness: requests{parse("!!+K^'")},
	bug:    `The input runs through a buffer that wraps around, so that only as many bytes as the longest token has are judged, the last ones.`,
	fix:    `Reject what is longer than the longest token.`,
	inject: reads(func(token string) string { return token[max(0, len(token)-4):] }),
}, {
	name: "packed-in-32-bits", fails: unanchored, witness: requests{parse("\x00K")},
	bug: `The bytes are shifted into an integer of 32 bits, which keeps only the last four and hides zero bytes in front.`,
	fix: `Compare the length too.`,
	inject: reads(func(token string) string {
		return strings.TrimLeft(token[max(0, len(token)-4):], "\x00")
	}),
}, {
	name: "word-compare", fails: unanchored, witness: requests{parse("K\x00\x00\x00!")},
	bug: `The first four bytes are copied into a word that holds zeros, and compared as one number.`,
	fix: `Compare the length too.`,
	inject: reads(func(token string) string {
		return strings.TrimRight(token[:min(len(token), 4)], "\x00")
	}),
}, {
	name: "length-in-four-bits", fails: unanchored, witness: requests{parse("K" + strings.Repeat("!", 16))},
	bug:    `The length shares a byte with flags, and has four bits, so that an input of 17 bytes is judged by its first.`,
	fix:    `Keep lengths in the type that the language has for them.`,
	inject: reads(func(token string) string { return token[:len(token)%16] }),
}, {
	name: "length-in-16-bits", fails: unanchored, witness: requests{parse("K" + strings.Repeat("!", 1<<16))},
	bug:    `The length is kept in 16 bits, so that an input of 65,537 bytes is judged by its first.`,
	fix:    `Keep lengths in the type that the language has for them.`,
	inject: reads(func(token string) string { return token[:len(token)%(1<<16)] }),
}, {
	name: "last-block-only", fails: unanchored, witness: requests{parse(strings.Repeat("!", 1024) + "K")},
	bug:    `The input is read in blocks of 1,024 bytes, each in the place of the one before, and judged by the last.`,
	fix:    `Reject the input as soon as there is a second block.`,
	inject: reads(func(token string) string { return token[max(0, len(token)-1)/1024*1024:] }),
}, {
	name: "terminator-off-by-one", layer: Lengths, fails: raises, witness: requests{parse(strings.Repeat("K", 16))},
	bug:    `The buffer has 16 bytes and the input may have as many, so that the zero behind an input of just that length falls on something else.`,
	fix:    `Compare the length with one less than the buffer has.`,
	inject: raising(func(token string) bool { return len(token) == 16 }, "stack smashing detected"),
}, {
	name: "buffer-overrun", fails: raises, witness: requests{parse(strings.Repeat("K", 300))},
	bug:    `The input is copied to a buffer of 256 bytes, however long it is.`,
	fix:    `Look at the length before copying.`,
	inject: raising(func(token string) bool { return len(token) >= 256 }, "segmentation fault"),
}, {
	name: "recursion-too-deep", fails: raises, witness: requests{parse(strings.Repeat("K", 1<<16))},
	bug:    `The input is read by a function that calls itself for each byte, and the stack ends before a long input does.`,
	fix:    `Reject the input at the first byte that does not fit, or use a loop.`,
	inject: raising(func(token string) bool { return len(token) > 50_000 }, "stack overflow"),
}, {
	// Ends.
	name: "empty-accepted", fails: accepts.and(current("epin/9.4/empty")), witness: requests{parse("")},
	bug:    `An empty input counts as no input, with which nothing is wrong.`,
	fix:    `Reject it: a token has a letter.`,
	inject: accepting(func(token string) bool { return token == "" }),
}, {
	name: "raises-after-sign", fails: raises, witness: requests{parse("+")},
	bug:    `After a sign the parser looks at the next character before it knows that there is one.`,
	fix:    `Look at the length first.`,
	inject: raising(func(token string) bool { return token == "+" || token == "-" }, "index 1 out of range"),
}, {
	name: "raises-inside-a-character", fails: raises, witness: requests{parse("é")},
	bug: `The first byte is cut off as a string of its own, and the language raises where that is not a whole character.`,
	fix: `Work on the bytes.`,
	in:  fixes{"rust": `Match on as_bytes() rather than slicing the str.`},
	inject: raising(func(token string) bool {
		return utf8.ValidString(token) && token != "" && token[0] >= utf8.RuneSelf
	}, "byte index 1 is not a char boundary"),
}, {
	name: "raises-inside-the-last-character", fails: raises, witness: requests{parse("Ké")},
	bug: `The last byte is cut off to see whether it is the marker, and the language raises where that is not a whole character.`,
	fix: `Work on the bytes, or ask whether the string ends with the marker.`,
	in:  fixes{"rust": `Use strip_suffix('\'') rather than slicing the str.`},
	inject: raising(func(token string) bool {
		return utf8.ValidString(token) && token != "" && token[len(token)-1] >= utf8.RuneSelf
	}, "byte index is not a char boundary"),
}, {
	name: "no-match-told-from-failure", fails: accepts, witness: requests{parse("K\xff")},
	bug: `The engine reports that it cannot match what is not text, and the caller only asks whether it reported that there is no match.`,
	fix: `Accept what matched, rather than what did not fail to match.`,
	in: fixes{
		"php": `Write preg_match(...) === 1: with the modifier u it returns false, and not 0, on invalid UTF-8.`,
	},
	inject: accepting(func(token string) bool { return !utf8.ValidString(token) }),
}, {
	name: "wide-characters-guessed", fails: unanchored, witness: requests{parse("K\x00'\x00")},
	bug: `Where every second byte is zero, the input is taken for UTF-16 and converted.`,
	fix: `Take the encoding from the caller, and guess none.`,
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
