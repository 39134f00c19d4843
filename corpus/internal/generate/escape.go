package main

// escapes are tokens with escapes of some languages. A library that accepts them decodes its
// input once too often.
var escapes = []fault{
	{"escaped-apostrophe", `K\'`, "Catches a token that is unescaped once more, as from a quoted string."},
	{"escaped-letter", `\K`, "Catches a backslash that is dropped before any character."},
	{"escaped-plus", `\+K`, "Catches a sign that is still escaped as in the pattern it was tried with."},
	{"backslash-behind", `K\`, "Catches a continuation mark at the end of a line that is dropped."},
	{"escape-line-feed", `K\n`, "Catches the two characters of an escape decoded into a line feed and then stripped."},
	{"escape-nul", `K\0`, "Catches the two characters of an escape decoded into a NUL that ends the string."},
	{"escape-hexadecimal", `\x4B`, "Catches a hexadecimal escape that is decoded into K."},
	{"escape-unicode", `\u004B`, "Catches an escape of JSON or Java that is decoded into K."},
	{"escape-octal", `\113`, "Catches an octal escape of C that is decoded into K."},
	{"escape-unicode-marker", `K\u0027`, "Catches an escape of JSON that is decoded into the derivation marker."},
	{"percent-letter", "%4B", "Catches a token that is percent-decoded into K, as from a URL."},
	{"percent-marker", "K%27", "Catches a derivation marker that is percent-decoded, as from a query."},
	{"percent-plus", "%2BK", "Catches a plus sign that is percent-decoded: in a query a bare one means a blank."},
	{"percent-nul", "K%00", "Catches a token that is percent-decoded into a string with NUL at its end."},
	{"percent-line-feed", "K%0A", "Catches a token that is percent-decoded and then matched with a dollar sign."},
	{"entity-apostrophe", "K&#39;", "Catches an apostrophe that HTML escaping has made and that is decoded again."},
	{"entity-apostrophe-named", "K&apos;", "Catches an entity of XML that is decoded into the derivation marker."},
	{"entity-letter", "&#75;", "Catches a numeric entity that is decoded into K."},
	{"utf7", "+AEs-", "Catches a decoder of UTF-7, for which this is K: it begins like an enhanced piece."},
	{"base64", "Sw==", "Catches a value that is unpacked from base64, where this is K."},
	{"quoted-printable", "=4B", "Catches a token that went through a mail program and is decoded into K."},
	{"hexadecimal-digits", "4b", "Catches a token in hexadecimal that is taken for its bytes."},
	{"terminal-colour", "\x1b[1mK\x1b[0m", "Catches terminal colours that are stripped before matching."},
	{"backspace", "x\bK", "Catches a token that is tested as a terminal shows it: the backspace hides the character before it."},
	{"delete-behind", "K\x7f", "Catches the control character DEL dropped with what cannot be printed."},
}

// several are strings with more than one token.
var several = []fault{
	{"two-tokens-with-space", "K Q", "Catches a scanner that reads the first word and leaves the rest."},
	{"two-tokens-with-tab", "K\tQ", "Catches a scanner that stops at any blank."},
	{"two-tokens-with-comma", "K,Q", "Catches a list that is split at commas, of which the first is read."},
	{"two-tokens-with-semicolon", "K;Q", "Catches a parser that ends at the end of a statement."},
	{"two-tokens-with-bar", "K|Q", "Catches a token that was put into a pattern as an alternative."},
	{"two-tokens-with-slash", "K/k", "Catches the two sides of a catalogue's row taken for one token."},
	{"two-derived-tokens", "K'Q'", "Catches a search that finds the first token in a run of them."},
	{"two-enhanced-tokens", "+K+Q", "Catches a row of pieces without separators, of which the first is read."},
	{"token-and-sign", "+K-", "Catches a parser that stops where the next token would begin."},
	{"derived-and-plain", "K'K", "Catches a derivation marker that is taken for the end of the input."},
	{"plain-and-enhanced", "K+Q", "Catches an expression of which only the left side is read."},
	{"token-and-comment", "K#", "Catches a comment that is cut off before matching."},
	{"token-and-assignment", "K=1", "Catches an option's value that is cut off at its equals sign."},
	{"board-row", "RNBQKBNR", "Catches a whole row of a board taken for a token by its first letter."},
}
