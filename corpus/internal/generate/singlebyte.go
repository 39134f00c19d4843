package main

import (
	"fmt"
	"unicode"

	"github.com/epin-conformance/harness/corpus"
)

// singleBytes adds a vector for every single byte that is not a letter.
func (b *builder) singleBytes() {
	for i := range 256 {
		token := string([]byte{byte(i)})
		if !b.valid(token) && !b.has(corpus.OpParse, token) {
			b.parse(fmt.Sprintf("byte-%02x", i), token, byteWhy(byte(i)))
		}
	}
}

// byteWhy returns the reason of the vector of a byte: the bug that would accept it.
func byteWhy(c byte) string {
	if special, ok := byteTraps[c]; ok {
		return special
	}
	masked, low := c&0x7f, c&0x1f
	var traps string
	switch {
	case c >= 0x80 && unicode.IsLetter(rune(c)) && !isASCIILetter(masked):
		traps = "isalpha by the Latin-1 table, where it is a letter"
	case isASCIILetter(masked):
		traps = fmt.Sprintf("characters masked to seven bits, after which it is the letter %c", masked)
	case 1 <= low && low <= 26:
		traps = fmt.Sprintf("letters recognised by their low five bits, which are those of %c", '@'+low)
	case c < 0x80:
		traps = "a class of letters that is wider than A to Z and a to z"
	case c < 0xc0:
		traps = "a decoder that drops or replaces a continuation byte without its lead"
	default:
		traps = "a decoder that waits for the rest of a sequence, and judges what it has"
	}
	return fmt.Sprintf("Byte %02x%s catches %s.", c, pick(c >= 0x80, ", which is not UTF-8 by itself,", ""), traps)
}

func isASCIILetter(c byte) bool { return c < 0x80 && unicode.IsLetter(rune(c)) }

// byteTraps are the bytes with their own reasons.
var byteTraps = map[byte]string{
	0x00: "NUL alone catches a C string, which is empty here, and strchr, which finds NUL in every set.",
	'\t': "A tab alone catches a token that is trimmed, and a parser that accepts the empty rest.",
	'\n': "A line feed alone catches an empty line that the dollar sign allows.",
	'\v': "A vertical tab alone catches isspace, and a control key's code taken for its letter, which is K.",
	'\f': "A form feed alone catches isspace, and a control key's code taken for its letter, which is L.",
	'\r': "A carriage return alone catches CR LF cut at its LF, with the rest taken for an empty line.",
	' ':  "A space alone catches a token that is trimmed, and a blank taken for an empty square.",
	'+':  "A plus sign alone catches a letter that was made optional, and an index that is not checked.",
	'-':  "A minus sign alone catches a letter that was made optional, and the name for standard input.",
	'^':  "A caret alone catches a letter that was made optional, and an anchor taken for a whole pattern.",
	'\'': "An apostrophe alone catches a letter that was made optional before the marker.",
	'@':  "The at sign catches a range of capitals that begins one too early: it lies before A.",
	'[':  "The opening bracket catches a range of capitals that ends one too late: it follows Z.",
	'`':  "The backtick catches a range of small letters that begins one too early: it lies before a.",
	'{':  "The opening brace catches a range of small letters that ends one too late: it follows z.",
	'\\': "The backslash catches a class from A to z, in which it lies.",
	']':  "The closing bracket catches a class from A to z, in which it lies.",
	'.':  "The full stop catches a pattern that is matched against itself, and a cell of a board taken for a piece.",
	'0':  "The digit zero catches an absent value that was turned into a number, and a class of word characters.",
	0x7f: "DEL catches a letter that is any printable character, or any character after the digits.",
	0x80: "Byte 80, a continuation byte alone, catches characters that are signed, for which it is the lowest of all.",
	0xff: "Byte ff, which never occurs in UTF-8, catches an end of file that is -1, and a table of 255 entries.",
}
