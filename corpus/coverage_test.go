package corpus_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/corpus"
)

// tokensOf returns the tokens of an edition: all strings of up to four of its characters that
// match its expression.
func tokensOf(edition string) []string {
	var tokens []string
	for _, sign := range []string{"", "+", "-"} {
		for c := 'A'; c <= 'z'; c++ {
			for _, markers := range []string{"", "'", "^", "^'"} {
				if token := sign + string(c) + markers; expressions[edition].MatchString(token) {
					tokens = append(tokens, token)
				}
			}
		}
	}
	return tokens
}

// TestCoverage checks that the vectors have these requests: they parse every token, every byte, and
// inputs on which small recognisers are often incorrect in either edition, with the rows of EPIN
// §9.4. (Its saved text lost the blank of "K, whitespace", so it is tested on either side.) They
// compare every letter with itself, and every capital with its small letter. They apply every method
// to every form of K and k, and compare each form with itself and with all forms that differ in one
// attribute.
func TestCoverage(t *testing.T) {
	invalid := []string{
		"K\n", "x!\nK", "K\u2028", "K\u0085", "!K", "K!", "_", ";K", ",K", "Kx", "K''", "+-K", "KK", "@", "[", "`", "{",
		"1", "K+", "K\"", "\u212a", "\u0131", "\u0130", "\u00e9", "\u017f", "\uff2b", "K\u2019", "\u2212K", "K ", " K",
		"K\u00a0", "K\x00", "K\x00!", "\x00K", "\ufeffK", "K\u200b", "\u200bK", "K\u0301", "K\x80", "\x80K", "\xc1\x8b",
		"K\xc0\xa7", "\x80", "\xcb", "\u041a", "\u0430", "\u039a", `K\'`, "K Q", "\xed\xa0\x80", "K\xe2\x80", "K\v", "K\f",
		"K\r", "K\r\n", "\nK", "K\u2029", "K\x00'", "", "'K", "K'+", "+", "-", "'", "^", "invalid", "++K", "K^^", "^K", "K'^",
		"K" + strings.Repeat("!", 256), "K" + strings.Repeat("'", 257), strings.Repeat("!", 256) + "K",
		"K" + strings.Repeat("!", 4096), strings.Repeat("!", 4096) + "K", "K" + strings.Repeat("!", 65536),
	}
	nextToCaret := []string{
		"K^\n", "K^'\n", "K^ ", " K^'", "K^\r\n", "K^x", "x^K", "^'K", "K^\u2019", "+K^^'",
		"K\u02c6", "K\xde", "K^'^", strings.Repeat("!", 65536) + "K", "+K^'" + strings.Repeat("!", 256),
	}
	for edition, size := range map[string]int{corpus.Current: 624, corpus.Initial: 312} {
		request := func(op, token, other string, methods ...string) string {
			return fmt.Sprintf("%s %q %q %q", op, token, other, methods)
		}
		vectors := map[string]bool{}
		for _, v := range vectorsOf(t, edition) {
			vectors[request(v.Op, v.Token, v.Other, v.Methods...)] = true
		}
		due := func(op, token, other string, methods ...string) {
			if wanted := request(op, token, other, methods...); !vectors[wanted] {
				t.Errorf("edition %s has no vector %.200s", edition, wanted)
			}
		}
		tokens := tokensOf(edition)
		if len(tokens) != size {
			t.Fatalf("edition %s has %d tokens; want %d", edition, len(tokens), size)
		}
		parsed := append(append([]string{"K^", "K^'", "+K^'", "P^", "k^"}, tokens...), invalid...)
		if edition == corpus.Current {
			parsed = append(parsed, nextToCaret...)
		}
		for c := range 256 {
			parsed = append(parsed, string([]byte{byte(c)}))
		}
		for _, token := range parsed {
			due(corpus.OpParse, token, "")
		}
		for c := 'A'; c <= 'Z'; c++ {
			capital, small := string(c), string(c+'a'-'A')
			due(corpus.OpEqual, capital, capital)
			due(corpus.OpEqual, small, small)
			due(corpus.OpEqual, capital, small)
		}
		for _, token := range tokens {
			if !strings.ContainsAny(token, "Kk") {
				continue
			}
			due(corpus.OpEqual, token, token)
			for name, edit := range edits {
				if edition == corpus.Current || !strings.HasSuffix(name, "mark") { // the initial edition has no caret
					due(corpus.OpApply, token, "", name)
					due(corpus.OpEqual, token, edit(token))
				}
			}
		}
		for _, first := range []string{"native", "derive"} {
			for _, second := range []string{"native", "derive"} {
				due(corpus.OpApply, "R", "", first, second)
				due(corpus.OpApply, "R'", "", first, second)
			}
		}
	}
}

// TestReasons checks that each vector has its own reason, in one sentence.
func TestReasons(t *testing.T) {
	reasons := make(map[string]string)
	for _, v := range all(t) {
		if !strings.HasSuffix(v.Why, ".") || strings.Contains(v.Why, ". ") {
			t.Errorf("%s: %q is not one sentence", v.ID, v.Why)
		}
		if first, twice := reasons[v.Edition+v.Why]; twice {
			t.Errorf("%s and %s have the same reason: %s", first, v.ID, v.Why)
		}
		reasons[v.Edition+v.Why] = v.ID
	}
}
