package conformance

import (
	"encoding/hex"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance/internal/number"
)

// Visible returns untrusted text in a form that is safe to show. It escapes control
// characters, invisible characters, characters that change the direction of text, and bytes
// that are not UTF-8, as in a Go string literal. It does not escape the characters of keep.
// Callers that write HTML escape HTML themselves.
//
// Visible also escapes the first character of text that the log of a CI system would run
// as a command. "##" becomes \x23#: GitHub reads ##[command] anywhere in a line, and Azure
// and TeamCity have commands of this form. "::" becomes \x3a:, because GitHub reads
// ::command:: at the start of a line, and word wrap can put it there. "::" after a letter
// or a digit, as in Foo::Bar, and "::=", as in a grammar, are not commands and stay.
//
// Visible is idempotent: Visible(Visible(s, keep), keep) is Visible(s, keep).
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

// mostQuoted is the number of bytes that [Quote] shows.
const mostQuoted = 120

// Quote returns the beginning of untrusted bytes as a string literal in ASCII, escaped as by
// [Visible]. If bytes are left out, it adds the number of all.
func Quote(b []byte) string {
	if len(b) <= mostQuoted {
		return Visible(strconv.QuoteToASCII(string(b)), "")
	}
	return Visible(strconv.QuoteToASCII(string(b[:mostQuoted])), "") + "... (" + number.Thousands(len(b)) + " bytes)"
}
