package conformance

import (
	"encoding/hex"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible returns a text of a stranger as it may be shown: what cannot be seen, or
// would act on a terminal, is escaped as in a Go string literal (control characters,
// characters that change the direction of text, bytes that are no text), but for the
// characters of keep. What HTML makes of the text is for whoever writes HTML.
func Visible(s, keep string) string {
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteString(`\x` + hex.EncodeToString([]byte{s[0]}))
		case unicode.IsPrint(r), strings.ContainsRune(keep, r):
			b.WriteRune(r)
		default:
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		s = s[size:]
	}
	return b.String()
}
