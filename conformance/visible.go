package conformance

import (
	"encoding/hex"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible returns untrusted text as it may be shown. What cannot be seen, or would act on a
// terminal, is escaped as in a Go string literal (control characters, characters that change
// the direction of text, bytes that are not UTF-8), except for the characters of keep.
// Escaping HTML is left to the writer of HTML.
//
// What the log of a CI system takes for a command is broken by an escape of its first
// character: "##" becomes \x23#, since GitHub reads ##[command] anywhere in a line, and
// Azure and TeamCity have commands of this form. "::" becomes \x3a:, since GitHub reads
// ::command:: at the start of a line, where word wrap may put it. No command is "::"
// behind a letter or a digit, as in Foo::Bar, and "::=", as in a grammar: they stay.
//
// Visible text stays as it is: Visible(Visible(s, keep), keep) is Visible(s, keep).
func Visible(s, keep string) string {
	var b strings.Builder
	for before := ' '; len(s) > 0; {
		r, size := utf8.DecodeRuneInString(s)
		noCommand := unicode.IsLetter(before) || unicode.IsDigit(before) || strings.HasPrefix(s, "::=")
		switch {
		case r == utf8.RuneError && size == 1,
			strings.HasPrefix(s, "##"), strings.HasPrefix(s, "::") && !noCommand:
			b.WriteString(`\x` + hex.EncodeToString([]byte{s[0]}))
		case unicode.IsPrint(r), strings.ContainsRune(keep, r):
			b.WriteRune(r)
		default:
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		before, s = r, s[size:]
	}
	return b.String()
}
