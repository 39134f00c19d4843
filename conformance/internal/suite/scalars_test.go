package suite

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
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
	asked := tokensOf(scalarsPart(epin.Current, conformance.OpSweep, scalarsThatMatter))
	for _, token := range []string{
		"\u212A", "+\u212A", "\u017F", "\uFF0Ba", "a\u02C6", "a^\u2019", "a\u200B", "\uFEFFa", "a\u00A0", "\u2003a",
		"a\u0085", "a\u2028", "\u0130", "\u0131", "é", "a\u0301", "\U0001D40A", "+\u212Ba", "ŋ", "\u014B", "\U0001004B", "\u041A", "\u039A",
		"\xC1\x8B", "\xE0\x81\x8B", "\xF0\x80\x81\x8B", "\xED\xA1\x8B", "\xED\xA0\xB5\xED\xB0\x8A", "a\xE2\x84", "\xF4\x90\x80\x80", "a\xFF",
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

// TestScalarsAreACompleteSuite: a character beyond ASCII leads to the sink from every word of the state
// cover, and the suite has there what tells the sink from every other state.
func TestScalarsAreACompleteSuite(t *testing.T) {
	for _, e := range epin.Editions() {
		sinks, asked := 0, tokensOf(scalarsPart(e, conformance.OpSweep, scalarsThatMatter))
		for _, word := range result.Specification(e).Sets().Cover {
			if !e.Valid(word) && !e.Valid(word+"a") {
				sinks++
			}
			if !asked[word+"\u212A"] || !asked[word+"\u212Aa"] {
				t.Errorf("%s: %q is not followed by a character and what identifies the sink", e, word)
			}
		}
		if p := scalarsPart(e, conformance.OpSweep, scalarsThatMatter); sinks != 1 || len(asked) != p.checks {
			t.Errorf("%s: %d states reject what the sink rejects; %d strings in %d checks", e, sinks, len(asked), p.checks)
		}
	}
}

func TestPairs(t *testing.T) {
	p := pairsPart(conformance.OpSweep)
	asked := tokensOf(p)
	for _, token := range []string{
		"\u2066K\u2069", "\u202AK\u202C", "“K”", "„K“", "«K»", "»K«", "「K」", "'K'", `"K"`, "[K]", "<b>K</b>", "*K*", "K\u0301\u0302", "K\u0301\u0301",
		"K\u200B\u200B", "\u00A0K\u00A0", "K\uFE0F\uFE0F", "\tK\n",
	} {
		if !asked[token] {
			t.Errorf("%q is not asked", token)
		}
	}
	if len(asked) != p.checks {
		t.Errorf("%d strings in %d checks", len(asked), p.checks)
	}
}
