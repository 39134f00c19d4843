package suite

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/epin"
)

// Looking at some ranges alone finds what looking at every scalar value does.
func TestNothingMattersWhereNobodyLooks(t *testing.T) {
	longTest(t)
	var all, folds []rune
	for r := rune(utf8.RuneSelf); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		if matters(r) {
			all = append(all, r)
		}
		if foldsToASCII(r) {
			folds = append(folds, r)
		}
	}
	if !slices.Equal(all, mattering()) {
		for _, r := range all {
			if !slices.Contains(mattering(), r) {
				t.Errorf("%U is not asked", r)
			}
		}
		t.Errorf("%d characters matter, and %d are asked", len(all), len(mattering()))
	}
	if !slices.Equal(folds, folding()) {
		t.Errorf("%U fold to ASCII, and %U are asked", folds, folding())
	}
}

func TestScalarsInEveryPlace(t *testing.T) {
	asked := map[string]bool{}
	for form := range formsOf(scalarsThatMatter) {
		for token := range placed(epin.Current, form) {
			asked[token] = true
		}
	}
	for _, token := range []string{
		"\u212A", "+\u212A^'", "\u017Fk^'", "\uFF0Bk^'", "+k\u02C6'", "+k^\u2019", "K\u200B", "\uFEFFK", "K\u00A0", "\u2003K",
		"K\u0085", "K\u2028", "\u0130", "\u0131", "é", "K\u0301", "\U0001D40A", "\u212Bk^'", "ŋ", "\u014B", "\U0001004B", "\u041A", "\u039A",
		"\xC1\x8B", "\xE0\x81\x8B", "\xF0\x80\x81\x8B", "\xED\xA1\x8B", "\xED\xA0\xB5\xED\xB0\x8A", "K\xE2\x84", "\xF4\x90\x80\x80", "K\xFF",
	} {
		if !asked[token] {
			t.Errorf("%q is not asked", token)
		}
	}
	for token := range asked {
		if strings.IndexFunc(token, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
			t.Errorf("%q holds nothing beyond ASCII", token)
		}
	}
}
