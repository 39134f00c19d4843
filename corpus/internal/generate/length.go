package main

import "strings"

// lengths are tokens with padding, so that a length or a count overflows its integer, or the
// token is at the end of a buffer.
var lengths = []fault{
	{"length-128", "K" + pad(127), "A length of 128 catches a length that is kept in a signed byte and turns negative."},
	{"length-255", "K" + pad(254), "A length of 255 catches a length that is kept in a byte whose highest value means none."},
	{"length-256", "K" + pad(255), "A length of 256 catches a length that is kept in a byte and becomes 0, after which nothing is checked."},
	{"length-257", "K" + pad(256), "A length of 257 catches a length that is kept in a byte and becomes 1, the length of the token at the start."},
	{"length-258-enhanced", "+K" + pad(256), "A length of 258 catches a length that is kept in a byte and becomes 2, the length of the signed token at the start."},
	{"length-259-derived", "+K'" + pad(256), "A length of 259 catches a length that is kept in a byte and becomes 3, the length of the derived token at the start."},
	{"length-513", "K" + pad(512), "A length of 513 catches a length that overflows a byte twice."},
	{"padding-255-in-front", pad(255) + "K", "A token after 255 bytes catches an offset that is kept in a byte and ends at its highest value."},
	{"padding-256-in-front", pad(256) + "K", "A token after 256 bytes catches an offset that is kept in a byte and comes back to 0."},
	{"padding-256-spaces-behind", "K" + strings.Repeat(" ", 256), "A token and 256 spaces catch a fixed field of blanks that is trimmed."},
	{"markers-257", "K" + strings.Repeat("'", 257), "A count of 257 derivation markers catches a count that is kept in a byte and becomes 1."},
	{"markers-256", "K" + strings.Repeat("'", 256), "A count of 256 derivation markers catches a count that is kept in a byte and becomes 0."},
	{"signs-257", strings.Repeat("+", 257) + "K", "A count of 257 signs catches a count that is kept in a byte and becomes 1."},
	{"letters-257", strings.Repeat("K", 257), "A count of 257 letters catches a count that is kept in a byte and becomes 1."},
	{"letters-256", strings.Repeat("k", 256), "A count of 256 letters catches a repeat of the letter that no other check stops."},

	{"length-4095", "K" + pad(4094), "A length of 4,095 catches a buffer of a page that keeps one byte for its NUL."},
	{"length-4096", "K" + pad(4095), "A length of 4,096 catches a buffer of a page that is filled to the last byte."},
	{"length-4097", "K" + pad(4096), "A length of 4,097 catches a buffer of a page of which only the last or the first read is tested."},
	{"padding-4095-in-front", pad(4095) + "K", "A token after 4,095 bytes catches a window that shows its last byte alone."},
	{"padding-4096-in-front", pad(4096) + "K", "A token after 4,096 bytes catches reading by pages, each tested alone."},
	{"markers-4097", "K" + strings.Repeat("'", 4097), "A count of 4,097 derivation markers catches recursion over them and a buffer that cuts them off."},
	{"spaces-4096-in-front", strings.Repeat(" ", 4096) + "K", "A token after 4,096 spaces catches trimming, and reading by pages."},

	{"length-65537", "K" + pad(65536), "A length of 65,537 catches a length that is kept in 16 bits and becomes 1, the length of the token at the start."},
}

// currentLengths are those that need a token with a caret, or a longer string.
var currentLengths = []fault{
	{"length-260-longest", "+K^'" + pad(256), "A length of 260 catches a length that is kept in a byte and becomes 4, that of the longest token."},
	{"carets-257", "K" + strings.Repeat("^", 257), "A count of 257 terminal markers catches a count that is kept in a byte and becomes 1."},
	{"carets-256-derived", "K" + strings.Repeat("^", 256) + "'", "A count of 256 terminal markers catches a count that is kept in a byte and becomes 0."},
	{"padding-65536-in-front", pad(65536) + "K", "A token after 65,536 bytes catches an offset that is kept in 16 bits, and reading by chunks of 64 KiB."},
}

// pad returns n bytes that no token contains.
func pad(n int) string { return strings.Repeat("!", n) }
