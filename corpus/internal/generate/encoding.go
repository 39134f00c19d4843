package main

// notUTF8 are strings that are not valid UTF-8. Only implementations that take bytes can be
// tested with them.
var notUTF8 = []fault{
	{"continuation-byte-behind", "K\x80", "Catches a decoder that drops invalid bytes."},
	{"continuation-byte-in-front", "\x80K", "Catches a decoder that looks for the next good character."},
	{"continuation-byte-inside", "+\x80K", "Catches invalid bytes that are ignored between sign and letter."},
	{"continuation-byte-before-marker", "K\x80'", "Catches invalid bytes that are ignored before the marker."},
	{"byte-ff-behind", "K\xff", "Catches an end of file that is the value -1 in a signed byte."},
	{"byte-ff-in-front", "\xffK", "Catches a telnet or terminal escape that is skipped with its byte."},
	{"byte-fe-behind", "k\xfe", "Catches a byte that never occurs in UTF-8 and is replaced by nothing."},

	{"high-bit-letter-derived", "\xcb'", "Catches characters masked to seven bits, before the marker."},
	{"high-bit-sign", "\xabK", "Catches a plus sign found after masking to seven bits."},
	{"high-bit-minus", "\xadK", "Catches a minus sign found after masking, and the soft hyphen of Latin-1."},
	{"high-bit-marker", "K\xa7", "Catches an apostrophe found after masking to seven bits."},
	{"high-bit-line-feed", "K\x8a", "Catches a line feed found after masking, and then stripped."},

	{"latin1-e-acute-dressed", "+\xe9'", "Catches isalpha by the Latin-1 table, in a longer form."},
	{"latin1-no-break-space", "K\xa0", "Catches isspace by the Latin-1 table, which counts this byte as a blank."},
	{"latin1-next-line", "K\x85", "Catches isspace by the Latin-1 table, or a byte that ends a line."},
	{"latin1-acute-accent", "K\xb4", "Catches an accent of Latin-1 taken for the apostrophe."},
	{"windows-apostrophe", "K\x92", "Catches the curled apostrophe of Windows-1252 mapped to that of ASCII."},
	{"windows-en-dash", "\x96K", "Catches the en dash of Windows-1252 mapped to the hyphen of ASCII."},
	{"ebcdic-k", "\xd2", "Catches text of a mainframe converted on its way in: this is K in EBCDIC."},

	{"overlong-letter-two-bytes", "\xc1\x8b", "Catches a decoder that accepts K in two bytes, which is too long and not UTF-8."},
	{"overlong-letter-three-bytes", "\xe0\x81\x8b", "Catches a decoder that accepts K in three bytes."},
	{"overlong-letter-four-bytes", "\xf0\x80\x81\x8b", "Catches a decoder that accepts K in four bytes."},
	{"overlong-letter-six-bytes", "\xfc\x80\x80\x80\x81\x8b", "Catches a decoder from the days when UTF-8 had up to six bytes."},
	{"overlong-plus", "\xc0\xabK", "Catches a decoder that accepts a plus sign in two bytes."},
	{"overlong-minus", "\xc0\xadK", "Catches a decoder that accepts a minus sign in two bytes."},
	{"overlong-marker", "K\xc0\xa7", "Catches a decoder that accepts an apostrophe in two bytes, as in the attacks on paths."},
	{"overlong-nul", "K\xc0\x80", "Catches the modified UTF-8 of Java, whose NUL is two bytes and then ends a C string."},
	{"overlong-line-feed", "K\xc0\x8a", "Catches a line feed in two bytes that is decoded and stripped."},

	{"surrogate-high", "K\xed\xa0\x80", "Catches half a surrogate pair dropped or replaced by a lenient decoder."},
	{"surrogate-low", "K\xed\xb0\x80", "Catches the second half of a surrogate pair without its first."},
	{"surrogate-pair", "\xed\xa0\xb5\xed\xb0\x8a", "Catches CESU-8, in which a mathematical K is two surrogates and then normalised."},
	{"surrogate-alone", "\xed\xa0\x80", "Catches a lone surrogate that is held to be some letter."},
	{"surrogate-escaped-byte", "K\xed\xb2\x80", "Catches Python's escape for undecodable bytes handed on as if it were text."},

	{"truncated-two-bytes", "K\xc3", "Catches a sequence cut short at the end that a decoder drops."},
	{"truncated-three-bytes", "K\xe2\x80", "Catches a curled apostrophe cut short, taken for whole or dropped."},
	{"truncated-four-bytes", "K\xf0\x9f\x91", "Catches a character of four bytes cut short that a decoder waits for and forgets."},
	{"truncated-in-front", "\xe2K", "Catches a lead byte that swallows the letter, or is dropped before it."},
	{"truncated-before-marker", "K\xc3'", "Catches a lead byte that swallows the apostrophe as its continuation."},
	{"truncated-kelvin-sign", "\xe2\x84", "Catches a sequence cut short that is completed from the bytes that follow it in memory."},

	{"beyond-unicode", "K\xf4\x90\x80\x80", "Catches a decoder that goes beyond U+10FFFF, and drops what it finds there."},
	{"far-beyond-unicode", "\xf7\xbf\xbf\xbf", "Catches a table indexed by code point without a look at its size."},
	{"five-byte-sequence", "K\xf8\x88\x80\x80\x80", "Catches a sequence of five bytes, which UTF-8 has not had since 2003."},

	{"utf16-mark-little-endian", "\xff\xfeK\x00", "Catches a decoder that believes a byte order mark and reads UTF-16."},
	{"utf16-mark-big-endian", "\xfe\xff\x00K", "Catches a decoder that believes a byte order mark and reads UTF-16 the other way round."},
	{"utf8-mark-cut", "\xef\xbbK", "Catches a byte order mark that is skipped by its first two bytes."},
	{"replacement-behind-invalid", "\xcb\x80", "Catches a modifier letter split into bytes, of which the first is K with its high bit set."},
	{"gzip", "\x1f\x8b", "Catches input that is unpacked when it begins like gzip."},
}

// caretNotUTF8 are invalid bytes that some decoders turn into a caret.
var caretNotUTF8 = []fault{
	{"high-bit-caret", "K\xde", "Catches a caret found after masking to seven bits, and a letter of Latin-1 left unread."},
	{"overlong-caret", "K\xc1\x9e", "Catches a decoder that accepts a caret in two bytes."},
}
