package main

import "fmt"

// alone makes two faults of each character, in place of the letter: by itself
// and in a signed and derived token.
func alone(characters []character) []fault {
	var faults []fault
	for _, c := range characters {
		faults = append(faults,
			fault{c.id, c.text, fmt.Sprintf("%s for a letter catches %s.", c.name, c.traps)},
			fault{c.id + "-dressed", "+" + c.text + "'", fmt.Sprintf("%s between sign and marker catches %s, in the longer forms too.", c.name, c.traps)})
	}
	return faults
}

// inFront makes a fault of each character, in place of the sign.
func inFront(characters []character) []fault {
	var faults []fault
	for _, c := range characters {
		faults = append(faults, fault{c.id, c.text + "K", fmt.Sprintf("%s for a sign catches %s.", c.name, c.traps)})
	}
	return faults
}

// behind makes a fault of each character, in place of a marker.
func behind(characters []character) []fault {
	var faults []fault
	for _, c := range characters {
		faults = append(faults, fault{c.id, "K" + c.text, fmt.Sprintf("%s for a marker catches %s.", c.name, c.traps)})
	}
	return faults
}

var letterLookAlikes = []character{
	{"kelvin-sign", "\u212a", "The Kelvin sign (U+212A)", "matching without regard to case in Unicode, and canonical normalisation: both make k or K of it"},
	{"long-s", "\u017f", "The long s (U+017F)", "upper-casing before matching, which makes S of it, and folding, which makes s"},
	{"dotless-i", "\u0131", "The dotless i (U+0131)", "upper-casing before matching, and matching without regard to case by simple mappings: both make I of it"},
	{"dotted-capital-i", "\u0130", "The dotted capital I (U+0130)", "lower-casing by the rules of Turkish, which makes i of it, or of which only the first code point is kept"},
	{"angstrom-sign", "\u212b", "The angstrom sign (U+212B)", "decomposing before matching, after which its first character is A"},
	{"e-acute", "\u00e9", "The letter e with acute (U+00E9)", "isalpha in place of a range of ASCII"},
	{"capital-e-acute", "\u00c9", "The capital E with acute (U+00C9)", "isupper in place of a range of ASCII, and accents that are stripped"},
	{"sharp-s", "\u00df", "The sharp s (U+00DF)", "isalpha, and upper-casing, which makes two letters of it of which the first is kept"},
	{"feminine-ordinal", "\u00aa", "The feminine ordinal (U+00AA)", "compatibility normalisation, which makes a of it, and isalpha"},
	{"micro-sign", "\u00b5", "The micro sign (U+00B5)", "isalpha by the Latin-1 table, where it is a small letter"},
	{"fi-ligature", "\ufb01", "The ligature fi (U+FB01)", "compatibility normalisation after which only the first letter is looked at"},
	{"dz-digraph", "\u01c5", "The digraph Dz with caron in title case (U+01C5)", "a side taken from the case of a letter that has neither"},
	{"fullwidth-capital-k", "\uff2b", "The fullwidth K (U+FF2B)", "compatibility normalisation, which makes K of it"},
	{"fullwidth-small-k", "\uff4b", "The fullwidth k (U+FF4B)", "an input method's wide letters let through as their narrow ones"},
	{"mathematical-bold-k", "\U0001d40a", "The mathematical bold K (U+1D40A)", "compatibility normalisation beyond the first plane"},
	{"circled-k", "\u24c0", "The circled K (U+24C0)", "compatibility normalisation, and a test for capitals by Unicode's properties"},
	{"modifier-capital-k", "\u1d37", "The modifier letter K (U+1D37)", "superscripts that are folded into plain letters"},
	{"roman-numeral-ten", "\u2169", "The Roman numeral ten (U+2169)", "compatibility normalisation, which makes X of it"},
	{"regional-indicator-k", "\U0001f1f0", "The regional indicator K (U+1F1F0)", "half a flag mapped back to its letter"},
	{"tag-capital-k", "\U000e004b", "The tag character K (U+E004B)", "code points cut to their low byte, which is that of K"},
	{"cyrillic-capital-ka", "\u041a", "The Cyrillic Ka (U+041A)", "a table of look-alikes, and isalpha"},
	{"cyrillic-small-a", "\u0430", "The Cyrillic a (U+0430)", "confusables mapped to Latin, and letters compared as they are drawn"},
	{"greek-capital-kappa", "\u039a", "The Greek Kappa (U+039A)", "a table of look-alikes, and isupper by Unicode's properties"},
	{"greek-small-omicron", "\u03bf", "The Greek omicron (U+03BF)", "isalpha by Unicode's properties, and letters compared as they are drawn"},
	{"cherokee-letter-gi", "\u13a9", "The Cherokee letter Gi (U+13A9)", "isupper by Unicode's properties, in a script whose small letters came late"},
	{"deseret-capital-long-i", "\U00010400", "The Deseret capital long I (U+10400)", "capital letters recognised beyond the first plane"},
	{"chinese-king", "\u738b", "The Chinese character for king (U+738B)", "word characters by Unicode's properties"},
	{"chess-symbol-king", "\u2654", "The chess symbol of the white king (U+2654)", "figurines translated into letters"},
	{"arabic-digit-one", "\u0661", "The Arabic-Indic digit one (U+0661)", "word characters by Unicode's properties, to which all digits belong"},
	{"low-byte-of-k", "\u014b", "The letter eng (U+014B)", "code points cut to their low byte, which is that of K"},
}

var signLookAlikes = []character{
	{"minus-sign", "\u2212", "The minus sign (U+2212)", "typographic signs mapped to the hyphen of ASCII"},
	{"hyphen", "\u2010", "The hyphen (U+2010)", "a class of dashes by Unicode's properties"},
	{"non-breaking-hyphen", "\u2011", "The non-breaking hyphen (U+2011)", "compatibility normalisation and dashes mapped to ASCII"},
	{"en-dash", "\u2013", "The en dash (U+2013)", "the dash that word processors put in place of a hyphen"},
	{"em-dash", "\u2014", "The em dash (U+2014)", "two hyphens that a word processor has joined"},
	{"small-hyphen-minus", "\ufe63", "The small hyphen-minus (U+FE63)", "compatibility normalisation, which makes a hyphen-minus of it"},
	{"fullwidth-hyphen-minus", "\uff0d", "The fullwidth hyphen-minus (U+FF0D)", "an input method's wide signs let through as their narrow ones"},
	{"fullwidth-plus", "\uff0b", "The fullwidth plus (U+FF0B)", "compatibility normalisation, which makes a plus sign of it"},
	{"superscript-plus", "\u207a", "The superscript plus (U+207A)", "superscripts that are folded into plain signs"},
	{"heavy-plus", "\u2795", "The heavy plus (U+2795)", "emoji translated into signs"},
	{"plus-minus-sign", "\u00b1", "The plus-minus sign (U+00B1)", "a class of signs by Unicode's properties"},
	{"low-byte-of-plus", "\u012b", "The letter i with macron (U+012B)", "code points cut to their low byte, which is that of the plus sign"},
}

var markerLookAlikes = []character{
	{"typographic-apostrophe", "\u2019", "The typographic apostrophe (U+2019)", "quotes that a word processor has curled, mapped back"},
	{"left-single-quote", "\u2018", "The left single quotation mark (U+2018)", "a class of quotation marks by Unicode's properties"},
	{"reversed-single-quote", "\u201b", "The reversed single quotation mark (U+201B)", "a table of look-alikes of the apostrophe"},
	{"modifier-apostrophe", "\u02bc", "The modifier letter apostrophe (U+02BC)", "the apostrophe that Unicode prefers in words, mapped to that of ASCII"},
	{"modifier-prime", "\u02b9", "The modifier letter prime (U+02B9)", "confusables mapped to ASCII"},
	{"prime", "\u2032", "The prime (U+2032)", "the mark that mathematics would write here"},
	{"acute-accent", "\u00b4", "The acute accent (U+00B4)", "a dead key's accent taken for an apostrophe"},
	{"fullwidth-apostrophe", "\uff07", "The fullwidth apostrophe (U+FF07)", "compatibility normalisation, which makes an apostrophe of it"},
	{"double-prime", "\u2033", "The double prime (U+2033)", "compatibility normalisation, which makes two primes of it of which one is kept"},
	{"hebrew-geresh", "\u05f3", "The Hebrew geresh (U+05F3)", "confusables mapped to ASCII in a script that runs the other way"},
	{"low-byte-of-apostrophe", "\u0127", "The letter h with stroke (U+0127)", "code points cut to their low byte, which is that of the apostrophe"},
}

var caretLookAlikes = []character{
	{"modifier-circumflex", "\u02c6", "The modifier letter circumflex (U+02C6)", "a circumflex let through as the caret of ASCII"},
	{"modifier-up-arrowhead", "\u02c4", "The modifier letter up arrowhead (U+02C4)", "confusables mapped to the caret"},
	{"fullwidth-circumflex", "\uff3e", "The fullwidth circumflex (U+FF3E)", "compatibility normalisation, which makes a caret of it"},
	{"logical-and", "\u2227", "The logical and (U+2227)", "a mathematical sign that is drawn like a caret"},
	{"up-arrow", "\u2191", "The upwards arrow (U+2191)", "the glyph that the caret's code had in the first ASCII"},
	{"low-byte-of-caret", "\u015e", "The letter S with cedilla (U+015E)", "code points cut to their low byte, which is that of the caret"},
}
