package main

import (
	"fmt"
	"strings"
)

// A character is a character that no token contains.
type character struct {
	id    string
	text  string
	name  string
	traps string // the bugs that accept it
}

// A place is a place of a character in a token. why is a format with the name of the character
// and its traps.
type place struct{ id, before, after, why string }

var (
	around = []place{
		{"-in-front", "", "K", "%s before the token catches %s."},
		{"-behind", "K", "", "%s after the token catches %s."},
		{"-behind-sign", "+", "K", "%s between sign and letter catches %s."},
		{"-before-marker", "K", "'", "%s between letter and derivation marker catches %s."},
	}
	forLetter = []place{
		{"", "", "", "%s for a letter catches %s."},
		{"-dressed", "+", "'", "%s between sign and marker catches %s, in the longer forms too."},
	}
	forSign   = []place{{"", "", "K", "%s for a sign catches %s."}}
	forMarker = []place{{"", "K", "", "%s for a marker catches %s."}}
)

// at returns a fault for each character in each place.
func at(places []place, characters []character) []fault {
	var faults []fault
	for _, c := range characters {
		for _, p := range places {
			faults = append(faults, fault{c.id + p.id, p.before + c.text + p.after, fmt.Sprintf(p.why, c.name, c.traps)})
		}
	}
	return faults
}

var blanks = []character{
	{"space", " ", "A space", "a token that is trimmed, or blanks that are skipped, before it is tested"},
	{"two-spaces", "  ", "A pair of spaces", "a token that is split at blanks, its empty parts left out"},
	{"tab", "\t", "A tab", "a class of blanks that is skipped, or a column of a table that is not cut clean"},
	{"vertical-tab", "\v", "A vertical tab", "trimming by isspace, and lines split at every control that ends one"},
	{"form-feed", "\f", "A form feed", "trimming by isspace, and lines split at every control that ends one"},
	{"no-break-space", "\u00a0", "A no-break space (U+00A0)", "trimming by Unicode's properties, which goes further than ASCII's"},
	{"ogham-space", "\u1680", "An Ogham space mark (U+1680)", "trimming by Unicode's properties: it is a blank that is usually drawn"},
	{"figure-space", "\u2007", "A figure space (U+2007)", "compatibility normalisation, which makes a plain space of it, and trimming thereafter"},
	{"narrow-no-break-space", "\u202f", "A narrow no-break space (U+202F)", "text that comes from a typesetter and is trimmed by Unicode's properties"},
	{"ideographic-space", "\u3000", "An ideographic space (U+3000)", "text typed with a Japanese input method and trimmed by Unicode's properties"},
	{"unit-separator", "\x1f", "A unit separator (U+001F)", "trimming by Python, whose strings count the four information separators as blanks"},
}

var lineBreaks = []character{
	{"line-feed", "\n", "A line feed", "a dollar sign instead of an absolute end, multi-line matching, or a chomped line"},
	{"carriage-return", "\r", "A carriage return", "lines split at LF of which a CR is stripped, whosever it was"},
	{"crlf", "\r\n", "A carriage return and line feed", "reading by lines, which reads the pair as a line end and not as part of the token"},
	{"next-line", "\u0085", "A next line (U+0085)", "the dollar sign of Java, for which it ends a line, and trimming by Unicode's properties"},
	{"line-separator", "\u2028", "A line separator (U+2028)", "multi-line matching in JavaScript and the dollar sign of Java, for which it ends a line"},
	{"paragraph-separator", "\u2029", "A paragraph separator (U+2029)", "lines split by Unicode's rules, and the dollar sign of Java"},
}

var lineBreakFaults = []fault{
	{"line-feed-behind-second", "k\n", "Catches a dollar sign instead of an absolute end, after a small letter."},
	{"line-feed-behind-marker", "K'\n", "Catches a dollar sign instead of an absolute end, after the derivation marker."},
	{"line-feed-behind-enhanced", "+k'\n", "Catches a dollar sign instead of an absolute end, after a signed and derived token."},
	{"two-line-feeds-behind", "K\n\n", "Catches a parser that removes all line feeds, where the dollar sign allows one."},
	{"token-on-last-line", "x!\nK", "Catches multi-line matching: the last line is a token and the whole is none."},
	{"token-on-first-line", "K\n!x", "Catches multi-line matching: the first line is a token and the whole is none."},
	{"token-on-middle-line", "!\n+K'\n!", "Catches multi-line matching: the line in the middle is a token and the whole is none."},
	{"every-line-a-token", "K\nQ", "Catches a match that is asked for each line instead of the whole input."},
	{"empty-first-line", "\n\nK", "Catches empty lines that are skipped before the token."},
}

// invisibles are invisible characters that some programs drop.
var invisibles = []character{
	{"byte-order-mark", "\ufeff", "A byte order mark (U+FEFF)", "a reader that skips it at the head of every string, or drops it anywhere"},
	{"zero-width-space", "\u200b", "A zero-width space (U+200B)", "a cleaning step that drops what has no width"},
	{"zero-width-non-joiner", "\u200c", "A zero-width non-joiner (U+200C)", "comparison by a collation that ignores it"},
	{"zero-width-joiner", "\u200d", "A zero-width joiner (U+200D)", "matching by grapheme, to which it adds nothing that is seen"},
	{"word-joiner", "\u2060", "A word joiner (U+2060)", "a cleaning step that drops format characters"},
	{"soft-hyphen", "\u00ad", "A soft hyphen (U+00AD)", "text taken from HTML, where it is dropped, or accepted as a hyphen"},
	{"left-to-right-mark", "\u200e", "A left-to-right mark (U+200E)", "text pasted from a bidirectional page and cleaned of its marks"},
	{"right-to-left-override", "\u202e", "A right-to-left override (U+202E)", "a token that is tested as it is displayed"},
	{"variation-selector", "\ufe0f", "A variation selector (U+FE0F)", "matching that ignores what only chooses a glyph"},
	{"language-tag", "\U000e0001", "A language tag (U+E0001)", "a cleaning step that drops ignorable characters beyond the first plane"},
}

// combining are marks that combine with the character before them.
var combining = []fault{
	{"combining-acute", "K\u0301", "Catches matching by grapheme cluster, whose first character is a letter, and accents that are stripped."},
	{"combining-acute-inside", "k\u0301'", "Catches accents that are stripped in the middle of a token."},
	{"combining-acute-in-front", "\u0301K", "Catches a combining mark dropped where it has nothing to combine with."},
	{"combining-acute-on-marker", "K'\u0301", "Catches a mark on the derivation marker that is dropped by normalising."},
	{"combining-circumflex", "K\u0302", "Catches a circumflex that is drawn over the letter and accepted as a mark after it."},
	{"combining-comma", "K\u0315", "Catches the combining comma above right, which is drawn like the derivation marker."},
	{"combining-ring", "A\u030a", "Catches composing before matching, which makes one letter of the two, and isalpha thereafter."},
	{"combining-enclosing-circle", "k\u20dd", "Catches an enclosing mark dropped with the accents."},
	{"combining-grapheme-joiner", "K\u034f", "Catches the grapheme joiner, which collation ignores and nobody sees."},
	{"two-combining-marks", "k\u0301\u0302", "Catches matching by grapheme cluster, of whatever length it is."},
}

// nulFaults have the byte NUL in every place.
var nulFaults = []fault{
	{"nul-behind", "K\x00", "Catches a C string, which ends here, and padding that is stripped from a fixed buffer."},
	{"nul-in-front", "\x00K", "Catches strchr in C, which finds NUL in every set of signs since it ends the string."},
	{"nul-behind-sign", "+\x00K", "Catches NUL bytes that are dropped anywhere, as from UTF-16 read byte by byte."},
	{"nul-before-marker", "K\x00'", "Catches a marker looked for at the end of the memory, a letter at the head of the string."},
	{"nul-behind-marker", "K'\x00", "Catches a C string after a derived token."},
	{"nul-and-more", "K\x00!", "Catches a C string, whose reader never sees what follows the NUL."},
	{"nul-behind-sign-and-marker", "+k'\x00", "Catches a record of four bytes filled up with NUL."},
	{"two-nuls-behind", "K\x00\x00", "Catches a wide string's end that is stripped with its second byte."},
	{"nul-and-letter", "K\x00K", "Catches a set of C strings of which the first is read."},
	{"nul-between-wide-letters", "+\x00K\x00'\x00", "Catches UTF-16 in little-endian order read as if the bytes were characters."},
	{"nul-first-in-wide-letters", "\x00+\x00K", "Catches UTF-16 in big-endian order with its NUL bytes dropped."},
	{"many-nuls-behind", "K" + strings.Repeat("\x00", 31), "Catches a fixed buffer of 32 bytes that is handed over whole."},
}
