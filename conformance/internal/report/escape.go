package report

import (
	"encoding/hex"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
)

// visible escapes a text of one line.
func visible(s string) string { return conformance.Visible(s, "") }

// longestSaid is how much of a text of an implementation a report holds.
const longestSaid = 4096

// Said returns a text of an implementation as a report holds it: escaped, and cut where it
// is long.
func Said(s string) string {
	if len(s) <= longestSaid {
		return visible(s)
	}
	return visible(s[:longestSaid]) + "… (" + number.Counted(len(s), "byte") + ")"
}

// visibleLines is visible for text of several lines, whose line feeds and tabs stay.
func visibleLines(s string) string { return conformance.Visible(s, "\n\t") }

// visibleAll is visible for each of texts; the result is never nil.
func visibleAll(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = visible(text)
	}
	return out
}

// literal is a Go string literal in ASCII that is also [conformance.Visible].
func literal(s string) string { return visible(strconv.QuoteToASCII(s)) }

func tokenOf(s string) Token {
	t := Token{Quoted: literal(s), Hex: hex.EncodeToString([]byte(s))}
	if visible(s) == s {
		t.Text = &s
	}
	return t
}

// Ends is what stands between the quotation marks of a token. Where that is longer than
// longest, it is both its ends, which are no longer together, and an ellipsis between them;
// no escape is cut in two.
func (t Token) Ends(longest int) string {
	text := strings.TrimSuffix(strings.TrimPrefix(t.Quoted, `"`), `"`)
	if len(text) <= longest {
		return text
	}
	return startWithin(text, longest-longest/3) + "…" + endWithin(t.Hex, longest/3)
}

// startWithin is the start of what stands in a Go string literal in ASCII.
func startWithin(text string, longest int) string {
	end := 0
	for {
		next := end + 1
		if text[end] == '\\' {
			switch text[end+1] {
			case 'x':
				next = end + len(`\x00`)
			case 'u':
				next = end + len(`\u0000`)
			case 'U':
				next = end + len(`\U00000000`)
			default:
				next = end + len(`\n`)
			}
		}
		if next > longest {
			return text[:end]
		}
		end = next
	}
}

// endWithin is the end of bytes given in hexadecimal, escaped as in a Go string literal.
func endWithin(digits string, longest int) string {
	// The digits are a token's, which were made from its bytes.
	end, _ := hex.DecodeString(digits[max(0, len(digits)-2*longest):])
	for first := end; len(first) > 0 && len(end)-len(first) < utf8.UTFMax; first = first[1:] {
		if utf8.RuneStart(first[0]) {
			end = first // in front of it is the rest of a character that was cut in two
			break
		}
	}
	for {
		escaped := literal(string(end))
		if escaped = escaped[1 : len(escaped)-1]; len(escaped) <= longest {
			return escaped
		}
		_, size := utf8.DecodeRune(end)
		end = end[size:]
	}
}

// Abbreviate cuts a text that is longer than so many bytes, and adds an ellipsis.
func Abbreviate(s string, longest int) string {
	if len(s) <= longest {
		return s
	}
	cut := longest
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}
