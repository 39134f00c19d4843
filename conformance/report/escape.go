package report

import (
	"encoding/hex"
	"strconv"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
)

// visible escapes a text of one line.
func visible(s string) string { return conformance.Visible(s, "") }

// longestSaid is how much of a text of an implementation a report holds.
const longestSaid = 4096

// said is visible for what an implementation says, which may be of any length.
func said(s string) string {
	if len(s) <= longestSaid {
		return visible(s)
	}
	return visible(s[:longestSaid]) + "… (" + counted(len(s), "byte") + ")"
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

func tokenOf(s string) Token {
	t := Token{Quoted: strconv.QuoteToASCII(s), Hex: hex.EncodeToString([]byte(s))}
	if visible(s) == s {
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
