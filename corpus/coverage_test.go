package corpus_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/corpus"
)

// TestCoverage checks that the vectors have these requests: they parse every token, every byte, and
// inputs on which small recognisers are often incorrect in any edition, with the rows of EPIN
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
	withCaret := []string{
		"K^\n", "K^ ", "K^\r\n", "K^x", "x^K", "K^\u2019", "K\u02c6", "K\xde", strings.Repeat("!", 65536) + "K",
	}
	withBoth := []string{"K^'\n", " K^'", "^'K", "+K^^'", "K^'^", "+K^'" + strings.Repeat("!", 256)}
	for _, e := range notation.All() {
		edition := e.String()
		request := func(op, token, other string, methods ...string) string {
			return fmt.Sprintf("%s %q %q %q", op, token, other, methods)
		}
		requests := map[string]bool{}
		for _, v := range vectors[edition] {
			requests[request(v.Op, v.Token, v.Other, v.Methods...)] = true
		}
		due := func(op, token, other string, methods ...string) {
			if wanted := request(op, token, other, methods...); !requests[wanted] {
				t.Errorf("edition %s has no vector %.200s", edition, wanted)
			}
		}
		parsed := append([]string{"K^", "K^'", "+K^'", "P^", "k^"}, invalid...)
		if strings.Contains(e.Marks(), "^") {
			parsed = append(parsed, withCaret...)
		}
		if strings.Contains(e.Marks(), "^'") {
			parsed = append(parsed, withBoth...)
		}
		for c := range 256 {
			parsed = append(parsed, string([]byte{byte(c)}))
		}
		for c := 'A'; c <= 'Z'; c++ {
			capital, small := string(c), string(c+'a'-'A')
			due(corpus.OpEqual, capital, capital)
			due(corpus.OpEqual, small, small)
			due(corpus.OpEqual, capital, small)
		}
		for token := range e.Tokens() {
			parsed = append(parsed, token)
			if notation.Letters(token) != "K" {
				continue
			}
			due(corpus.OpEqual, token, token)
			for _, m := range conformance.MethodsOf(e) {
				v := corpus.Vector{Op: corpus.OpApply, Token: token, Methods: []string{string(m)}}
				due(v.Op, token, "", v.Methods...)
				due(corpus.OpEqual, token, resultOf(t, conformance.Correct(e), e, v).Tokens.Value[0])
			}
		}
		for _, token := range parsed {
			due(corpus.OpParse, token, "")
		}
		for _, first := range e.Clauses.Twice {
			for _, second := range e.Clauses.Twice {
				due(corpus.OpApply, "R", "", first, second)
				due(corpus.OpApply, "R'", "", first, second)
			}
		}
	}
}
