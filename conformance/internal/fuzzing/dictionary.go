package fuzzing

import (
	"fmt"
	"slices"
	"sync"
)

// Dictionary returns strings that trigger common bugs in code that reads text, each once, always in the same
// order. The result is read-only.
var Dictionary = sync.OnceValue(func() []string {
	all := slices.Clone(listed)
	for _, of := range []byte("Kk+-^'") {
		for _, format := range escapes {
			all = append(all, fmt.Sprintf(format, of))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
})

// escapes are formats of a byte that a decoder may read: in addresses, mails, documents, programs, shells and
// terminals, and as a number.
var escapes = []string{
	"%%%02X", "%%%02x", "%%25%02X", "%%u%04X", "=%02X", "=%02x", "&#%d;", "&#%d", "&#x%X;", "&#x%x;",
	`\x%02x`, `\x%02X`, `\x{%x}`, `\u%04x`, `\u%04X`, `\u{%x}`, `\U%08X`, `\%03o`, `\%o`, `\%d`, `\%x `, `\%c`, `\\%c`, `\N{U+%04X}`,
	"U+%04X", "0x%02x", "0x%02X", "%02x", "%02X", "$%02X", "#%d", "%d", "x%02x_", "_x%04X_", "%c\x00", "\x00%c", "^%c", "\x1b(B%c", "\x1b(J%c", "\x0e%c\x0f", "%[1]c\b%[1]c",
}

var listed = []string{
	// Line breaks, blanks, and other characters that code trims or that end a string.
	"\n", "\r", "\r\n", "\t", " ", "\v", "\f", "\x00", "\x1a", "\x7f", "\x1b[0m", "\b",
	"\u0085", "\u00a0", "\u1680", "\u180e", "\u2000", "\u2007", "\u200a", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000",
	// Invisible characters.
	"\u00ad", "\u034f", "\u061c", "\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\u202a", "\u202e", "\u2060", "\u2066", "\ufe0e", "\ufe0f", "\ufeff", "\U000e0001",
	// Letters that case mapping or normalisation turns into ASCII letters.
	"\u212a", "\u017f", "\u0130", "\u0131", "\u1e9e", "\u00df", "\u2126", "\uff2b", "\uff4b", "\uff21", "\u24c0", "\u24da", "\U0001d40a", "\U0001d424", "\U0001f13a", "\ufb00", "\u01c7",
	// Letters and digits that look like ASCII, or count as digits.
	"\u041a", "\u043a", "\u039a", "\u03ba", "\u0410", "\u0430", "\u0391", "\u00c5", "\u00e9", "\u0660", "\u0967", "\u00b2",
	// Marks that look like those of tokens.
	"\u2018", "\u2019", "\u201b", "\u02bc", "\u02b9", "\u2032", "\u00b4", "`", "\u055a", "\uff07", "\"", "\u02c6", "\u0302", "\u2038", "\uff3e", "\u2303", "\u1dba",
	"\u2212", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\ufe63", "\uff0d", "\u207b", "\uff0b", "\ufe62", "\u207a", "\u2795", "~", "*", "_", "±",
	// Combining characters.
	"\u0301", "\u0308", "\u030a", "\u0327", "\u0338", "\u20dd", "\u3099",
	// Characters beyond 16 bits, at the ends of ranges, and for private use.
	"\U0001f451", "\U00010000", "\U0010ffff", "\ud7ff", "\ue000", "\uffff", "\ufdd0", "\ufffd", "\u007f", "\u0080", "\u00ff", "\u0100",
	// Invalid UTF-8: single bytes, overlong, surrogates, truncated, too large.
	"\x80", "\xbf", "\xc0", "\xff", "\xfe", "\xff\xfe", "\xfe\xff", "\xc1\x8b", "\xc0\x80", "\xe0\x81\x8b", "\xf0\x80\x81\x8b",
	"\xed\xa0\x80", "\xed\xbf\xbf", "\xc3", "\xe2\x84", "\xf0\x9f\x91", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xfc\x84\x80\x80\x80\x80",
	// Other encodings of letters and marks: UTF-16, UTF-7, EBCDIC, Latin-1.
	"K\x00", "\x00K", "^\x00", "\x00'", "\xd2", "\xb4", "\x92", "\xe9",
	// Escapes, of languages, of addresses, of documents and of expressions.
	`\n`, `\0`, `\\`, `\`, "%00", "%0A", "%", "&apos;", "&plus;", "&Hat;", "&hyphen;", "&dash;", "&minus;", "&rsquo;", "&prime;", "&Kopf;", "&kscr;", "&Kcy;", "&nbsp;", "&shy;", "&zwj;", "&lt;K&gt;",
	"&amp;", "&amp;#39;", "$", "$1", "#{K}", "${K}", "{{K}}", "%s", "%n", "%d", "{0}", "{}", "=\r\n", "=?utf-8?Q?K?=", "\x1b$B#K\x1b(B", "\x1b[1m", "\x1b[0m",
	// Encodings of whole texts.
	"Sw==", "aw==", "Kw==", "LQ==", "Xg==", "Jw==", "+AEs-", "+AGs-", "+ACs-", "+AC0-", "+AF4-", "+ACc-", "xn--k", "4b4b", "JM======", "begin 644 K",
	".", ".*", "[A-Z]", "(K)", "K|k", "K?", "K*", "\\z", "^K$", "/K/", "(?i)k",
	// Marks of tokens in the wrong place or number.
	"++", "--", "+-", "-+", "^^", "''", "'^", "^'", "+'", "^+", "'+", "^'^", "'''''''''", "++++++++", "^^^^^^^^",
	// Words that other formats interpret.
	"null", "nil", "None", "NaN", "true", "0", "-0", "1e9", "0x4b", "K0", "undefined", "[]", "{}", "\"K\"", "'K'", "K,k", "K;k", "K:k", "K/k", "K k", "10", "-1",
	// Other notations of games, around a token, in front of it and behind it.
	"C:", "CHESS:", "chess:", ":C", "@", "@e4", "K@e4", "e4", "*", "x", "K*e4", "=Q", "=+K", "+K=", "[+K]", "(+k)", "[K]", "1.", "1. K", "K4", "K#", "K++", "K!?", "+~", "~K", "/K", "K/", "P*", "wK", "bK", "K.w", "▲", "△", "☗", "☖", "成",
}
