package corpus_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/corpus"
)

// byRequest returns the vectors of an edition by their requests.
func byRequest(t *testing.T, edition string) map[string]corpus.Vector {
	t.Helper()
	by := make(map[string]corpus.Vector)
	for _, v := range vectorsOf(t, edition) {
		by[request(v.Op, v.Token, append(v.Methods, v.Other)...)] = v
	}
	return by
}

func request(op, token string, rest ...string) string {
	return fmt.Sprintf("%s %q %q", op, token, strings.Join(rest, " "))
}

func wantParsed(t *testing.T, vectors map[string]corpus.Vector, token string, valid bool) {
	t.Helper()
	v, ok := vectors[request(corpus.OpParse, token, "")]
	if !ok {
		t.Errorf("no vector parses %q", token)
	} else if v.Want.Valid.Value != valid {
		t.Errorf("%s: %q is valid: %t; want %t", v.ID, token, v.Want.Valid.Value, valid)
	}
}

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

func TestEveryTokenIsParsed(t *testing.T) {
	for edition, want := range map[string]int{corpus.Current: 624, corpus.Initial: 312} {
		vectors := byRequest(t, edition)
		tokens := tokensOf(edition)
		if len(tokens) != want {
			t.Fatalf("edition %s has %d tokens; want %d", edition, len(tokens), want)
		}
		for _, token := range tokens {
			wantParsed(t, vectors, token, true)
		}
		valid := 0
		for _, v := range vectors {
			if v.Op == corpus.OpParse && v.Want.Valid.Value {
				valid++
			}
		}
		if valid != want {
			t.Errorf("edition %s: %d vectors parse a valid token; want %d", edition, valid, want)
		}
	}
}

// TestKnownTraps checks for inputs on which small recognisers are often incorrect, in either
// edition, and for the rows of EPIN §9.4. Its saved text lost the blank of "K, whitespace", so it is
// tested on either side.
func TestKnownTraps(t *testing.T) {
	invalid := []string{
		"K\n", "x!\nK", "K\u2028", "K\u0085", "!K", "K!", "_", ";K", ",K", "Kx", "K''", "+-K", "KK", "@", "[", "`", "{",
		"1", "K+", "K\"", "\u212a", "\u0131", "\u0130", "\u00e9", "\u017f", "\uff2b", "K\u2019", "\u2212K", "K ", " K",
		"K\u00a0", "K\x00", "K\x00!", "\x00K", "\ufeffK", "K\u200b", "\u200bK", "K\u0301", "K\x80", "\x80K", "\xc1\x8b",
		"K\xc0\xa7", "\x80", "\xcb", "\u041a", "\u0430", "\u039a", `K\'`, "K Q", "\xed\xa0\x80", "K\xe2\x80", "K\v", "K\f",
		"K\r", "K\r\n", "\nK", "K\u2029", "K\x00'", "", "'K", "K'+", "+", "-", "'", "^", "invalid", "++K", "K^^", "^K", "K'^",
		"K" + strings.Repeat("!", 256), "K" + strings.Repeat("'", 257), strings.Repeat("!", 256) + "K",
		"K" + strings.Repeat("!", 4096), strings.Repeat("!", 4096) + "K", "K" + strings.Repeat("!", 65536),
	}
	for _, edition := range corpus.Editions() {
		vectors := byRequest(t, edition)
		for _, token := range invalid {
			wantParsed(t, vectors, token, false)
		}
		for i := range 256 {
			token := string([]byte{byte(i)})
			wantParsed(t, vectors, token, expressions[edition].MatchString(token))
		}
		// The editions differ for strings with a caret.
		for _, token := range []string{"K^", "K^'", "+K^'", "P^", "k^"} {
			wantParsed(t, vectors, token, edition == corpus.Current)
		}
	}
	vectors := byRequest(t, corpus.Current)
	for _, token := range []string{
		"K^\n", "K^'\n", "K^ ", " K^'", "K^\r\n", "K^x", "x^K", "^'K", "K^\u2019", "+K^^'", // next to a caret
		"K\u02c6", "K\xde", "K^'^", strings.Repeat("!", 65536) + "K", "+K^'" + strings.Repeat("!", 256),
	} {
		wantParsed(t, vectors, token, false)
	}
}

// TestEveryLetterIsCompared checks comparisons of every letter with itself, and of every capital
// with its small letter.
func TestEveryLetterIsCompared(t *testing.T) {
	for _, edition := range corpus.Editions() {
		vectors := byRequest(t, edition)
		for c := 'A'; c <= 'Z'; c++ {
			capital, small := string(c), string(c+'a'-'A')
			for _, pair := range [][2]string{{capital, capital}, {small, small}, {capital, small}} {
				if _, ok := vectors[request(corpus.OpEqual, pair[0], pair[1])]; !ok {
					t.Errorf("edition %s: no vector compares %q", edition, pair)
				}
			}
		}
	}
}

// TestEveryFormOfOneLetter checks that vectors apply every method to every form of K and k. They
// also compare each form with itself and with all forms that differ in one attribute.
func TestEveryFormOfOneLetter(t *testing.T) {
	for _, edition := range corpus.Editions() {
		vectors := byRequest(t, edition)
		for _, token := range tokensOf(edition) {
			if !strings.ContainsAny(token, "Kk") {
				continue
			}
			if _, ok := vectors[request(corpus.OpEqual, token, token)]; !ok {
				t.Errorf("edition %s: no vector compares %q with itself", edition, token)
			}
			for name, edit := range edits {
				changed := edit(token)
				if !expressions[edition].MatchString(changed) || edition == corpus.Initial && strings.HasSuffix(name, "mark") {
					continue // the initial edition has no caret
				}
				if _, ok := vectors[request(corpus.OpApply, token, name, "")]; !ok {
					t.Errorf("edition %s: no vector applies %s to %q", edition, name, token)
				}
				if _, ok := vectors[request(corpus.OpEqual, token, changed)]; !ok {
					t.Errorf("edition %s: no vector compares %q with %q", edition, token, changed)
				}
			}
		}
		for _, token := range []string{"R", "R'"} {
			for _, pair := range [][2]string{{"native", "native"}, {"native", "derive"}, {"derive", "native"}, {"derive", "derive"}} {
				if _, ok := vectors[request(corpus.OpApply, token, pair[0], pair[1], "")]; !ok {
					t.Errorf("edition %s: no vector applies %q to %q", edition, pair, token)
				}
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
