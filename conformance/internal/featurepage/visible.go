package featurepage

import (
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
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
	return visible(s[:cut]) + "… (" + number.Thousands(len(s)) + " bytes)"
}

func visible(s string) string { return conformance.Visible(s, "") }
