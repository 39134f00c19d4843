package mutant

import (
	"cmp"
	"html"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// characters are faults that treat different characters as the same (encoding, case, escapes,
// look-alikes), or decode the input as if it were escaped.
var characters = []func() Mutant{
	fault("unicode-case-folding", accepts, parse("\u212a"),
		`The pattern ignores case by Unicode folding, where U+212A matches k and U+017F matches s.`,
		`Write [A-Za-z], without ignoring case.`, letter(`(?i:[a-z])`),
		in("rust go", `Write [A-Za-z], not (?i)[a-z].`),
		in("javascript", `Write [A-Za-z] without the flag i: with u, it folds by Unicode.`),
		in("c#", `Write [A-Za-z] without RegexOptions.IgnoreCase.`)),
	fault("byte-order-mark-skipped", unanchored, parse("\ufeffK"),
		`A leading byte order mark is skipped, as in a file.`,
		`Skip it where files are opened, not before validation.`, substitutes(`\A\x{feff}`, ``),
		in("python", `Decode with utf-8, not utf-8-sig.`)),
	fault("invalid-bytes-dropped", unanchored, parse("K\x80"),
		`Malformed UTF-8 bytes are dropped when the input is decoded.`,
		`Decode strictly, and reject malformed UTF-8.`,
		reads(func(token string) string { return strings.ToValidUTF8(token, "") }),
		in("python", `Decode with errors="strict", not "ignore".`),
		in("go", `Check utf8.ValidString instead of calling strings.ToValidUTF8.`),
		in("ruby", `Check valid_encoding? instead of calling scrub.`)),
	fault("high-bit-masked", accepts, parse("\xcb"),
		`The high bit of each byte is masked, so 0xCB becomes K.`,
		`Reject bytes from 0x80 on.`, readsBytes(func(b byte) byte { return b & 0x7f })),
	fault("escapes-decoded", accepts, parse(`K\'`),
		`Backslashes in the input are removed as escapes.`,
		`Decode escapes where source code is read, not before validation.`, takesFor(`\\`, `\`, `\`, ``)),
	// Case.
	fault("upper-cased-first", accepts, parse("\u017f"),
		`The input is upper-cased before matching, so U+017F becomes S and U+0131 becomes I.`,
		`Match the input unchanged with [A-Za-z].`,
		readsAs(strings.ToUpper, func(p *piece) { p.letter = strings.ToLower(p.letter) })),
	fault("lower-cased-first", accepts, parse("\u0130"),
		`The input is lower-cased before matching, so U+212A becomes k and U+0130 becomes i.`,
		`Match the input unchanged with [A-Za-z].`,
		readsAs(strings.ToLower, func(p *piece) { p.letter = strings.ToUpper(p.letter) })),
	fault("turkish-locale", accepts.and(rejects), parse("i"),
		`The input is upper-cased in a Turkish locale, so i becomes U+0130 and U+0131 becomes I.`,
		`Match the input unchanged with [A-Za-z].`, takesFor("i", "\u0130", "\u0131", "i")),
	fault("turkish-locale-of-the-environment", rejects, parse("i"),
		`The input is upper-cased in the locale of the environment, and in a Turkish one i becomes U+0130.`,
		`Match the input unchanged with [A-Za-z].`, func(m *model) {
			rejecting(func(token string) bool {
				return slices.Contains(m.variables, "LC_ALL=tr_TR.UTF-8") && strings.Contains(token, "i")
			})(m)
		},
		sureIn(Environments), func(m *Mutant) { m.Environment = []string{"LC_ALL=tr_TR.UTF-8"} },
		in("java", `Pass Locale.ROOT to toUpperCase.`),
		in("c", `Do not call setlocale(LC_CTYPE, "").`)),
	// Normal forms.
	fault("canonical-equivalence", accepts, parse("\u212a"),
		`The input is normalised to NFC or compared canonically, so the Kelvin sign U+212A equals K.`,
		`Compare bytes or code points, without normalisation.`, takesFor("\u212a", "K"),
		in("swift", `Compare unicodeScalars or utf8, not Character or String.`)),
	fault("compatibility-normalised", accepts, parse("\uff2b"),
		`The input is normalised to NFKC, so full-width and mathematical letters become ASCII letters.`,
		`Validate the input without normalisation.`, readsRunes(compatible), ofUnicode),
	fault("accents-stripped", ofLetters, parse("É"),
		`The input is compared by a collation that ignores accents.`,
		`Use a binary collation.`, all(substitutes(`\p{Mn}`, ``),
			sameLook("ÀAÁAÂAÃAÄAÅAÇCÈEÉEÊEËEÌIÍIÎIÏIÑNÒOÓOÔOÕOÖOÙUÚUÛUÜUÝY"),
			sameLook("àaáaâaãaäaåaçcèeéeêeëeìiíiîiïiñnòoóoôoõoöoùuúuûuüuýyÿy")), ofUnicode),
	fault("combining-marks-ignored", unanchored, parse("K\u0301"),
		`Combining marks are ignored: only the first code point of each grapheme is tested.`,
		`Compare code points or bytes.`, substitutes(`\p{Mn}`, ``), ofUnicode,
		in("swift", `Iterate over unicodeScalars or utf8, not over Characters.`),
		in("elixir", `Match on the binary, not on String.graphemes.`)),
	fault("combining-circumflex", unanchored.onlyCurrent(), parse("K\u0302"),
		`The combining circumflex U+0302 is accepted as the terminal marker.`,
		`Accept only U+005E.`, takesFor("\u0302", "^")),
	// Look-alikes.
	fault("typographic-apostrophe", unanchored, parse("K\u2019"),
		`The typographic apostrophe U+2019 is accepted as the derivation marker.`,
		`Accept only U+0027.`, takesFor("\u2019", "'")),
	fault("prime-for-the-quote", unanchored, parse("K\u2032"),
		`The prime U+2032 is accepted as the derivation marker.`,
		`Accept only U+0027.`, takesFor("\u2032", "'")),
	fault("grave-accent-for-the-quote", unanchored, parse("K`"),
		`The grave accent U+0060 is accepted as the derivation marker.`,
		`Accept only U+0027.`, takesFor("`", "'")),
	fault("modifier-letter-for-the-caret", unanchored.onlyCurrent(), parse("K\u02c6"),
		`The modifier letter U+02C6 is accepted as the terminal marker.`,
		`Accept only U+005E.`, takesFor("\u02c6", "^")),
	fault("minus-sign", unanchored, parse("\u2212K"),
		`The mathematical minus sign U+2212 is accepted as the state modifier.`,
		`Accept only U+002D.`, takesFor("\u2212", "-")),
	fault("dash-punctuation", unanchored, parse("\u2013K"),
		`The pattern matches the minus sign with \p{Pd}, which contains all dashes of Unicode.`,
		`Write [-+].`, rewrite(`[-+]`, `[+\p{Pd}]`), ofUnicode),
	fault("cyrillic-look-alikes", accepts, parse("\u041a"),
		`Cyrillic letters that look like Latin letters are replaced by them.`,
		`Accept only A-Z and a-z.`, sameLook("АAВBЕEКKМMНHОOРPСCТTУYХXаaеeоoрpсcуyхx")),
	fault("greek-look-alikes", accepts, parse("\u039a"),
		`Greek letters that look like Latin letters are replaced by them.`,
		`Accept only A-Z and a-z.`, sameLook("ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοo")),
	fault("best-fit-mapping", accepts, parse("K\u02b9"),
		`The input is converted to an 8-bit character set by best-fit mapping, so U+02B9 becomes an apostrophe.`,
		`Let the conversion fail for characters that the target lacks.`,
		takesFor("\u2018", "'", "\u2019", "'", "\u02b9", "'", "\u2032", "'",
			"\u02c6", "^", "\u2010", "-", "\u2013", "-", "\u2212", "-"),
		in("c", `Pass WC_NO_BEST_FIT_CHARS to WideCharToMultiByte, and check lpUsedDefaultChar.`)),
	fault("windows-1252", unanchored, parse("K\x92"),
		`The input is decoded as Windows-1252, and its typographic quotes and dashes become ASCII.`,
		`Decode as UTF-8, and replace nothing.`, takesFor("\x91", "'", "\x92", "'", "\x88", "^", "\x96", "-", "\x97", "-")),
	// Dropped characters.
	fault("zero-width-dropped", unanchored, parse("K\u200b"),
		`Zero-width characters such as U+200B are removed from the input.`,
		`Reject input with zero-width characters.`, takesFor("\u200b", "", "\u200c", "", "\u200d", "", "\ufeff", "")),
	fault("format-characters-dropped", unanchored, parse("\u202eK"),
		`Format characters (category Cf), such as direction marks, are removed from the input.`,
		`Reject input with format characters.`, substitutes(`\p{Cf}`, ``),
		ofUnicode),
	fault("isolates-removed-in-pairs", unanchored, parse("\u2066K\u2069"),
		`A pair of isolates, such as U+2066 and U+2069, is removed from around the input.`,
		`Reject input with format characters.`, substitutes(`(?s)\A[\x{2066}-\x{2068}](.*)\x{2069}\z`, `$1`), sureIn(Scalars)),
	fault("typographic-quotes-removed-in-pairs", unanchored, parse("“K”"),
		`A pair of typographic quotes is removed from around the input.`,
		`Reject input in quotes.`, substitutes(`(?s)\A(?:“(.*)”|‘(.*)’|«(.*)»)\z`, `$1$2$3`), sureIn(Scalars)),
	fault("combining-marks-in-disorder-dropped", unanchored, parse("K\u0302\u0323"),
		`Two combining marks are removed if they are not in canonical order.`,
		`Reject input with combining marks.`,
		substitutes(`[\x{300}-\x{314}][\x{323}-\x{326}\x{329}-\x{333}]\z`, ``), sureIn(Scalars)),
	fault("ignorable-in-the-culture", unanchored, parse("K\u00ad\x00"),
		`The input is compared by a culture that ignores characters such as NUL and the soft hyphen.`,
		`Compare by ordinal values.`, takesFor("\x00", "", "\u00ad", "", "\u200c", "", "\u200d", ""),
		in("c#", `Pass StringComparison.Ordinal, or compare with ==.`)),
	fault("non-ascii-dropped", unanchored, parse("Ké"),
		`The input is encoded as ASCII, and other characters are dropped.`,
		`Let the encoding fail on characters beyond ASCII.`, substitutes(`[^\x00-\x7f]`, ``),
		in("python", `Encode and decode with errors="strict", not "ignore".`)),
	// Truncated characters.
	fault("character-in-a-byte", accepts, parse("\u014b"),
		`Each code point is truncated to 8 bits, so U+014B becomes K.`,
		`Reject characters from U+0080 on before the conversion.`, readsRunes(func(r rune) rune {
			if low := r & 0xff; low < utf8.RuneSelf {
				return low
			}
			return r
		}),
		in("go", `Compare the rune itself: byte(r) truncates it.`),
		in("java", `Compare the code point itself: a cast to byte truncates it.`),
		in("rust", `Use u8::try_from, not as u8.`)),
	fault("utf-16-unit-in-a-byte", accepts, parse("\u014b"),
		`Each UTF-16 unit is truncated to 8 bits, so U+014B becomes K.`,
		`Reject units from 0x80 on before the conversion.`, reads(func(token string) string {
			var low []byte
			for _, unit := range utf16.Encode([]rune(token)) {
				low = append(low, byte(unit))
			}
			return string(low)
		}),
		in("java c#", `Compare the char itself: a cast to byte truncates it.`),
		in("javascript", `Do not use Buffer.from(s, "latin1"), which truncates UTF-16 units.`)),
	fault("character-in-16-bits", accepts, parse("\U0001004b"),
		`Each code point is truncated to 16 bits, so U+1004B becomes K.`,
		`Store code points in 32 bits.`, readsRunes(func(r rune) rune { return r & 0xffff })),
	fault("overlong-forms", accepts, parse("\xc1\x8b"),
		`The UTF-8 decoder accepts overlong forms, such as the two bytes C1 8B for K.`,
		`Reject overlong forms.`, func(m *model) {
			var pairs []string
			for b := range byte(utf8.RuneSelf) {
				pairs = append(pairs, string([]byte{0xc0 | b>>6, 0x80 | b&0x3f}), string(rune(b)))
			}
			takesFor(pairs...)(m)
		}),
	fault("strchr-terminator", unanchored, parse("\x00K"),
		`The sign is tested with strchr, which also finds the terminating NUL.`,
		`Exclude NUL, or compare with both signs.`, rewrite(`[-+]`, `[-+\x00]`),
		in("c", `Write c != 0 && strchr("+-", c).`)),
	fault("old-italic-letter", accepts, parse("\U00010311"),
		`A generated table of letters has one wrong entry, U+10311.`,
		`Generate the table again, or compare with A-Z and a-z.`, letter(`[A-Za-z\x{10311}]`),
		sureIn(AllScalars)),
	// Decoding.
	fault("url-decoded", unanchored, parse("K%27"),
		`The input is percent-decoded once too often, so %27 becomes an apostrophe.`,
		`Decode where the URL is parsed, not before validation.`, reads(func(token string) string {
			decoded, _ := url.PathUnescape(token) // empty after an error
			return cmp.Or(decoded, token)
		})),
	fault("form-decoded", rejects, parse("+K"),
		`The input is form-decoded without having been encoded, so + becomes a space.`,
		`Encode the token where the URL is built.`, takesFor("+", " "),
		in("javascript", `Encode the token with encodeURIComponent.`),
		in("python", `Encode the token with urllib.parse.quote(token, safe="").`)),
	fault("html-decoded", unanchored, parse("K&#39;"),
		`HTML character references in the input, such as &#39;, are decoded.`,
		`Decode where the HTML is parsed, not before validation.`, reads(html.UnescapeString)),
	fault("unicode-escapes-decoded", accepts, parse(`\u004b`),
		`Unicode escapes in the input, such as \u004b, are decoded once too often.`,
		`Decode where the JSON is parsed, not before validation.`, decodes(`\\u([0-9a-fA-F]{4})`)),
	fault("doubled-apostrophes-undone", ofMarkers, parse("K''"),
		`Two apostrophes are read as one escaped apostrophe, as in SQL.`,
		`Pass tokens as query parameters, and unescape nothing.`, takesFor("''", "'")),
	fault("carets-escape", accepts, parse("^K"),
		`The input passes through a Windows shell, where ^ escapes the next character.`,
		`Start the program without a shell.`, substitutes(`(?s)\^(.?)`, `$1`)),
	fault("input-for-a-glob", accepts, parse("?"),
		`The input is used as a glob pattern, so ? matches any token of one character.`,
		`Compare for equality.`, acceptingBy(func(tokens []string, token string) bool {
			return strings.ContainsAny(token, `*?[\`) && slices.ContainsFunc(tokens, func(name string) bool {
				ok, err := path.Match(token, name)
				return ok && err == nil
			})
		}),
		in("shell", `Quote the variable, as in [[ $a == "$b" ]] and in case.`)),
	fault("input-for-a-like", ofLetters, parse("%"),
		`The input is used as a LIKE pattern, so % and _ are wildcards.`,
		`Compare with =.`, acceptingBy(func(tokens []string, token string) bool {
			if !strings.ContainsAny(token, "%_") {
				return false
			}
			pattern := strings.NewReplacer("%", ".*", "_", ".").Replace(regexp.QuoteMeta(token))
			like, err := regexp.Compile(`\A` + pattern + `\z`)
			return err == nil && slices.ContainsFunc(tokens, like.MatchString)
		}),
		in("sql", `Write token = ? instead of token LIKE ?.`)),
	fault("path-cleaned", unanchored, parse("./K"),
		`The input is cleaned as a file path, so ./K becomes K.`,
		`Validate the token before building a path from it.`, reads(path.Clean), sureIn(Complete)),
	fault("base-name-only", unanchored, parse("!/K"),
		`The input is treated as a file path, and all before its last slash is removed.`,
		`Validate the whole input.`, substitutes(`(?s)\A.*/`, ``)),
}

// compatible returns the NFKC form of the characters whose form can be part of a token.
func compatible(r rune) rune {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	switch {
	case '\uff01' <= r && r <= '\uff5e': // full width
		return r - '\uff01' + '!'
	case '\U0001d400' <= r && r <= '\U0001d6a3': // mathematical
		return rune(letters[(r-'\U0001d400')%52])
	case '\u24b6' <= r && r <= '\u24e9': // circled
		return rune(letters[r-'\u24b6'])
	case r == '\u212a':
		return 'K'
	case r == '\u207a' || r == '\u208a':
		return '+'
	}
	return r
}

// sameLook is takesFor for pairs of characters.
func sameLook(pairs string) func(m *model) { return takesFor(strings.Split(pairs, "")...) }
