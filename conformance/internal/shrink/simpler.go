package shrink

import (
	"iter"
	"math/bits"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
)

// simpleBytes replace other bytes, the simplest first. Each stands for a class of bytes that
// libraries usually treat alike, which keeps the number of requests small.
const simpleBytes = "Aa'^+-0! \x00\x80"

// simplicity is the place of a byte in simpleBytes, or behind all of them.
func simplicity(b byte) int {
	if i := strings.IndexByte(simpleBytes, b); i >= 0 {
		return i
	}
	return len(simpleBytes)
}

// shortEnough is the number of characters up to which a token is shrunk character by character.
const shortEnough = 64

// SimplerTokens yields the tokens one step simpler than a token, the simplest first. Long tokens
// lose long pieces first, so few requests make them short; but at most half at once, so they do
// not become the input of another bug. Then a simpler byte replaces a character, first everywhere and
// then in one place.
func SimplerTokens(token string, text bool) iter.Seq[string] {
	characters := charactersOf(token, text)
	return func(yield func(string) bool) {
		for n := max(largestPower(len(characters)/2), min(len(characters), 1)); n >= 1; n /= 2 {
			begin, before := 0, ""
			for piece := range slices.Chunk(characters, n) {
				removed := strings.Join(piece, "")
				end := begin + len(removed)
				// Without either of two equal pieces in a row, the same is left: long padding has thousands.
				if removed != before && !yield(token[:begin]+token[end:]) {
					return
				}
				begin, before = end, removed
			}
		}
		var kinds []string
		for _, c := range characters {
			if !slices.Contains(kinds, c) && len(kinds) < shortEnough {
				kinds = append(kinds, c)
			}
		}
		for _, c := range kinds {
			for _, by := range simplerThan(c) {
				if !yield(strings.ReplaceAll(token, c, by)) {
					return
				}
			}
		}
		for at := 0; at < len(characters) && len(characters) <= shortEnough; at++ {
			before, behind := strings.Join(characters[:at], ""), strings.Join(characters[at+1:], "")
			for _, by := range simplerThan(characters[at]) {
				if !yield(before + by + behind) {
					return
				}
			}
		}
	}
}

// largestPower returns the largest power of two up to n, or 0. Removing such pieces keeps lengths
// at which counters and buffers overflow.
func largestPower(n int) int { return 1 << bits.Len(uint(n)) >> 1 }

func charactersOf(token string, text bool) []string {
	if text {
		return strings.Split(token, "")
	}
	characters := make([]string, len(token))
	for i := range characters {
		characters[i] = token[i : i+1]
	}
	return characters
}

// simplerThan returns the bytes that are simpler than a character.
func simplerThan(character string) []string {
	return charactersOf(simpleBytes[:simplicity(character[0])], false)
}

// simplerRequests yields the requests one step simpler than a request. In a comparison, one token
// changes, or both change in the same way.
func simplerRequests(req conformance.Request, edition *notation.Edition, text bool) iter.Seq[conformance.Request] {
	return func(yield func(conformance.Request) bool) {
		for i := range req.Methods {
			fewer := req
			fewer.Methods = slices.Delete(slices.Clone(req.Methods), i, i+1)
			if !yield(fewer) {
				return
			}
		}
		if req.Op == conformance.OpEqual {
			simplerPairs(req, yield)
			return
		}
		for token := range SimplerTokens(req.Token, text) {
			if edition.Valid(token) != edition.Valid(req.Token) {
				continue // a crash on an invalid string breaks other requirements than one on a token
			}
			simpler := req
			simpler.Token = token
			if !yield(simpler) {
				return
			}
		}
	}
}

// simplerPairs is simplerRequests for two tokens, which may also change places.
func simplerPairs(req conformance.Request, yield func(conformance.Request) bool) {
	var pairs [][2]string
	add := func(token, other string) { pairs = append(pairs, [2]string{token, other}) }
	if compareTokens(req.Other, req.Token) < 0 {
		add(req.Other, req.Token)
	}
	add(result.Shape(req.Token), result.Shape(req.Other))
	for _, c := range charactersOf(req.Token, false) {
		add(strings.Replace(req.Token, c, "", 1), strings.Replace(req.Other, c, "", 1))
	}
	for token := range SimplerTokens(req.Token, true) {
		add(token, req.Other)
	}
	for other := range SimplerTokens(req.Other, true) {
		add(req.Token, other)
	}
	for _, c := range charactersOf(req.Token+req.Other, false) {
		for _, by := range simplerThan(c) {
			add(strings.ReplaceAll(req.Token, c, by), strings.ReplaceAll(req.Other, c, by))
		}
	}
	for _, p := range pairs {
		simpler := conformance.Request{Op: req.Op, Token: p[0], Other: p[1]}
		if !simpler.Equal(req) && !yield(simpler) {
			return
		}
	}
}
