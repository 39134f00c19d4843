package page

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestSaid is how many bytes of a text of an implementation a page holds.
const longestSaid = 1024

// said returns a text of an implementation as it may be shown: escaped where it cannot
// be seen or would change the direction of text, and cut where it is long. What is
// escaped in HTML is left to the template.
func said(s string) string {
	if len(s) <= longestSaid {
		return visible(s)
	}
	cut := longestSaid
	for cut > longestSaid-utf8.UTFMax && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return visible(s[:cut]) + fmt.Sprintf("… (%d bytes)", len(s))
}

func visible(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteString(`\x` + hex.EncodeToString([]byte{s[0]}))
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		s = s[size:]
	}
	return b.String()
}
