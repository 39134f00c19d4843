package report

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// visible escapes what cannot be seen, or would act on a terminal: control
// characters, characters that change the direction of text, bytes that are no text.
func visible(s string) string { return escape(s, "") }

// longestSaid is how much of a text of an implementation a report holds.
const longestSaid = 4096

// said is visible for what an implementation says, which may be of any length.
func said(s string) string {
	if len(s) <= longestSaid {
		return visible(s)
	}
	return visible(s[:longestSaid]) + fmt.Sprintf("… (%d bytes)", len(s))
}

// visibleLines is visible for text of several lines, whose line feeds and tabs stay.
func visibleLines(s string) string { return escape(s, "\n\t") }

func escape(s, keep string) string {
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

// visibleAll is visible for each of texts; the result is never nil.
func visibleAll(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = visible(text)
	}
	return out
}

func tokenOf(s string) Token {
	t := Token{Quoted: strconv.QuoteToASCII(s), Hex: hex.EncodeToString([]byte(s))}
	if utf8.ValidString(s) {
		t.Text = &s
	}
	return t
}

// abbreviate shortens a text that would fill the screen.
func abbreviate(s string, longest int) string {
	if len(s) <= longest {
		return s
	}
	cut := longest
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}
