package mutant

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// messages are faults in the text of an error, which shows a part of the input.
var messages = []func() Mutant{
	fault("message-of-the-first-40-bytes", raises, parse("K"+strings.Repeat("é", 20)),
		`The error message shows the first 40 bytes of a longer input, and the cut raises inside a character.`,
		`Cut at the border of a character, or quote the bytes.`, cutting(func(token string) int { return 40 }), sureIn(Lengths),
		in("rust", `Use floor_char_boundary, or chars().take(40), instead of slicing the str.`)),
	fault("message-of-the-last-16-bytes", raises, parse(strings.Repeat("王", 6)),
		`The error message shows the last 16 bytes of a longer input, and the cut raises inside a character.`,
		`Cut at the border of a character, or quote the bytes.`,
		cutting(func(token string) int { return len(token) - 16 }), sureIn(Lengths)),
	fault("message-cut-by-characters", raises, parse(strings.Repeat("é", 11)),
		`The error message shows 20 characters of input with more than 20 bytes, which may have fewer.`,
		`Compare the number of characters with the limit.`, raising(func(token string) bool {
			return len(token) > 20 && utf8.ValidString(token) && utf8.RuneCountInString(token) < 20
		}, "string index out of range"), sureIn(Lengths)),
	fault("message-as-a-format", raises, parse(strings.Repeat("K", 50)+"%"),
		`The error message for input of more than 48 bytes is used as a format, so a percent sign raises.`,
		`Pass the input as an argument of a constant format.`, raising(func(token string) bool {
			return len(token) > 48 && strings.Contains(token, "%")
		}, "not enough arguments for format string"), sureIn(Lengths),
		in("c", `Write fprintf(stderr, "%s", message).`), in("python", `Write "%s" % (message,).`)),
}

// cutting returns the fault of raising if the place at which a text is cut is inside a character.
func cutting(place func(token string) int) func(m *model) {
	return raising(func(token string) bool {
		at := place(token)
		return 0 < at && at < len(token) && utf8.ValidString(token) && !utf8.RuneStart(token[at])
	}, "byte index is not a char boundary")
}

// backtracking are faults of a regular expression with nested repetition, on input that does not match.
var backtracking = []func() Mutant{
	fault("backtracking-over-letters", raises, parse(strings.Repeat("k", 32)+"!"),
		`The pattern (?:[A-Za-z]+)+ repeats a repetition, and the engine gives up after too many steps.`,
		`Write [A-Za-z] instead of (?:[A-Za-z]+)+.`,
		raising(matching(`\A[A-Za-z]{26,}[^-+^'A-Za-z]`), "regular expression: too many steps"), sureIn(Lengths),
		in("c#", `Write [A-Za-z] instead of (?:[A-Za-z]+)+, or use RegexOptions.NonBacktracking.`)),
	fault("backtrack-limit-taken-for-a-match", accepts, parse(strings.Repeat("+", 36)+"!"),
		`The engine reaches its limit of backtracking on many signs, and the caller takes the error for a match.`,
		`Accept only if the engine reports a match.`, accepting(matching(`\A[-+]{30,}[^-+]\z`)), sureIn(Lengths),
		in("php", `Write preg_match(...) === 1: it returns false at pcre.backtrack_limit.`)),
	fault("backtracking-over-pairs", raises, parse(strings.Repeat("kK", 16)+"!"),
		`The pattern (?:[a-z]?[A-Z]?)+ repeats what may be empty, and the stack of the engine overflows.`,
		`Write [A-Za-z] instead of (?:[a-z]?[A-Z]?)+.`,
		raising(matching(`\A(?:[a-z][A-Z]){15,}[^A-Za-z]`), "stack overflow"), sureIn(Lengths)),
}

// counters are faults of a length or a limit that is no power of two.
var counters = []func() Mutant{
	fault("length-in-two-decimal-digits", unanchored, parse("K"+strings.Repeat("'", 100)),
		`The length is stored in two decimal digits, so 101 bytes count as 1.`,
		`Store the length in a type that cannot overflow.`,
		reads(func(token string) string { return token[:len(token)%100] }), sureIn(Lengths)),
	fault("length-in-four-decimal-digits", unanchored, parse("K"+strings.Repeat(" ", 10_000)),
		`The length is stored in four decimal digits, so 10,001 bytes count as 1.`,
		`Store the length in a type that cannot overflow.`,
		reads(func(token string) string { return token[:len(token)%10_000] }), sureIn(Lengths)),
	fault("raises-above-1800000-bytes", raises, nil,
		`The input is copied to memory of a fixed size, and more than 1,800,000 bytes raise.`,
		`Reject long input before copying it.`,
		raising(func(token string) bool { return len(token) > 1_800_000 }, "out of memory"), sureIn(Lengths),
		witnessed(func() requests { return parse("K" + strings.Repeat("'", 1_900_000)) })),
}

// games are faults that take a symbol of games, or a character that looks like one of a token, for one.
var games = []func() Mutant{
	fault("black-chess-symbols", accepts, parse("\u265a"),
		`Chess symbols of the second player are replaced by letters.`,
		`Replace symbols where they are read, not before validation.`, sameLook("♚k♛q♜r♝b♞n♟p"), sureIn(Scalars)),
	fault("xiangqi-symbols", accepts, parse("\U0001fa60"),
		`Red symbols of xiangqi are replaced by letters.`,
		`Replace symbols where they are read, not before validation.`,
		sameLook("\U0001fa60K\U0001fa61A\U0001fa62B\U0001fa63N\U0001fa64R\U0001fa65C\U0001fa66P"), sureIn(Scalars)),
	fault("shogi-gold-and-silver", accepts, parse("\u91d1"),
		`The kanji of gold and silver generals are replaced by letters.`,
		`Replace kanji where they are read, not before validation.`, sameLook("金G銀S"), sureIn(Scalars)),
	fault("promoted-by-kanji", unanchored, parse("成K"),
		`The kanji for a promoted piece is accepted as a sign.`,
		`Accept only U+002B and U+002D.`, takesFor("成", "+"), sureIn(Scalars)),
	fault("caret-insertion-point", unanchored.onlyCurrent(), parse("K\u2041"),
		`The caret insertion point U+2041 is accepted as the terminal marker.`,
		`Accept only U+005E.`, takesFor("\u2041", "^"), sureIn(Scalars)),
	fault("coptic-look-alikes", accepts, parse("\u2c94"),
		`Coptic letters that look like Latin letters are replaced by them.`,
		`Accept only A-Z and a-z.`, sameLook("ⲀAⲔKⲘMⲞOⲢPⲦT"), sureIn(Scalars)),
}

const otherNotation = `Validate the token alone, where the other notation is parsed.`

// surroundings are faults that remove text around a token, as other notations have it.
var surroundings = []func() Mutant{
	fault("parentheses-around-a-sign", unanchored, parse("(+k)"),
		`Parentheses are removed from around a piece with a sign.`, otherNotation, substitutes(`(?s)\A\(([-+].*)\)\z`, `$1`), sureIn(Scalars)),
	fault("square-behind-a-dropped-piece", unanchored, parse("K@e4"),
		`A square behind an at sign, as of a dropped piece, is removed.`, otherNotation, substitutes(`@[a-z][0-9]+\z`, ``)),
	fault("name-of-the-game", unanchored, parse("CHESS:K"),
		`The name of a game and a colon before the token are removed.`, otherNotation, substitutes(`\A[A-Z]{2,}:`, ``)),
	fault("number-of-the-move", unanchored, parse("1. K"),
		`A number of a move before the token is removed.`, otherNotation, substitutes(`\A[0-9]+\. ?`, ``)),
}

// decoding are faults of decoding the input once too often.
var decoding = []func() Mutant{
	fault("shift-sequences-dropped", unanchored, parse("\x1b(BK"),
		`The input is decoded as ISO-2022-JP, and its escape sequences are dropped.`,
		`Decode as UTF-8.`, substitutes(`\x1b[(][BJ]`, ``)),
	fault("css-escapes-decoded", accepts, parse(`\4b `),
		`Escapes of CSS, such as \4b, are decoded once too often.`,
		`Decode where the style sheet is parsed, not before validation.`, decodes(`\\([0-9a-fA-F]{1,6}) ?`), sureIn(Scalars)),
	fault("percent-escapes-of-javascript", accepts, parse("%u004B"),
		`Escapes such as %u004B are decoded, as unescape of JavaScript does.`,
		`Decode where the address is parsed, not before validation.`, decodes(`%u([0-9a-fA-F]{4})`),
		in("javascript", `Do not call unescape.`)),
}

// decodes returns the fault of replacing each match of an expression by the character whose hexadecimal number
// is its group.
func decodes(expression string) func(m *model) {
	compiled := compiling(expression)
	return reads(func(token string) string {
		return compiled().ReplaceAllStringFunc(token, func(match string) string {
			code, _ := strconv.ParseUint(compiled().FindStringSubmatch(match)[1], 16, 32) // at most six digits
			return string(rune(code))
		})
	})
}
