package main

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/epin-conformance/harness/corpus"
)

// ofValid returns the requirements that parsing a token tests.
func (b *builder) ofValid(p piece) []string {
	if b.edition == corpus.Initial {
		ids := []string{
			"epin-initial/grammar", "epin-initial/accept", "epin-initial/canonical", "epin-initial/attributes",
			"epin-initial/derivation", "epin-initial/accessors",
		}
		if !p.derived {
			ids = append(ids, "epin-initial/pin-inheritance", "pin-initial/mapping")
		}
		return ids
	}
	ids := []string{
		"epin/6/grammar", "epin/7.1/name", "epin/7.1/side", "epin/7.1/state", "epin/7.1/terminal", "epin/7.2/derivation",
		"epin/9.1/accept", "epin/9.2/canonical", "epin/9.3/pin", "epin/9.3/is-native", "epin/9.3/is-derived",
		"examples/single-style/accept-both",
	}
	if p.derived {
		ids = append(ids, "epin/4/marker-last", "epin/9.2/no-context")
	} else {
		ids = append(ids, "epin/3/pin-superset")
	}
	for _, table := range exampleTokens {
		if slices.Contains(strings.Fields(table.tokens), p.token()) {
			ids = append(ids, table.requirement)
		}
	}
	return ids
}

// ofInvalid returns the requirements that rejecting a string tests.
func (b *builder) ofInvalid(token string) []string {
	// Every token contains a letter, and a letter is a token.
	anchored := strings.ContainsFunc(token, func(r rune) bool { return b.valid(string(r)) })
	if b.edition == corpus.Initial {
		ids := []string{"epin-initial/grammar", "epin-initial/reject"}
		if anchored {
			ids = append(ids, "epin-initial/anchoring")
		}
		return ids
	}
	ids := []string{"epin/6/grammar", "epin/9.1/reject"}
	if anchored {
		ids = append(ids, "epin/6/anchoring")
	}
	if i := strings.Index(token, "'"); i >= 0 && i < len(token)-1 {
		ids = append(ids, "epin/4/marker-last")
	}
	for clause, instance := range map[string]bool{
		"empty":           token == "",
		"double-marker":   b.hasTooMany(token, "'"),
		"double-terminal": b.hasTooMany(token, "^"),
		"double-state":    b.hasTooMany(token, "+-"),
		"marker-order":    b.isMisplaced(token, "'"),
		"caret-first":     b.isMisplaced(token, "^") && strings.Index(token, "^") < strings.IndexFunc(token, unicode.IsLetter),
		"not-a-letter":    hasOtherThanLetter(token),
		"whitespace":      strings.ContainsFunc(token, isBlank),
		"line-break":      strings.ContainsFunc(token, isLineBreak),
	} {
		if instance {
			ids = append(ids, "epin/9.4/"+clause)
		}
	}
	return ids
}

// hasTooMany reports whether the only fault of s is a repeated character of set: without the
// repetitions it is a token.
func (b *builder) hasTooMany(s, set string) bool {
	rest := strings.Map(func(r rune) rune {
		if strings.ContainsRune(set, r) {
			return -1
		}
		return r
	}, s)
	if len(s)-len(rest) < 2 {
		return false
	}
	place := 0 // in rest
	for i := range len(s) {
		if strings.IndexByte(set, s[i]) < 0 {
			place++
		} else if b.valid(rest[:place] + s[i:i+1] + rest[place:]) {
			return true
		}
	}
	return false
}

// isMisplaced reports whether the only fault of s is the place of its one marker: in another
// place, s would be a token.
func (b *builder) isMisplaced(s, marker string) bool {
	if strings.Count(s, marker) != 1 {
		return false
	}
	rest := strings.Replace(s, marker, "", 1)
	for i := range len(rest) + 1 {
		if b.valid(rest[:i] + marker + rest[i:]) {
			return true
		}
	}
	return false
}

var aroundLetter = regexp.MustCompile(`(?s)\A[-+]?(.+?)\^?'?\z`)

// hasOtherThanLetter reports whether the only fault of s is a character, or an invalid byte, in
// place of the letter.
func hasOtherThanLetter(s string) bool {
	parts := aroundLetter.FindStringSubmatch(s)
	if parts == nil || strings.Contains("+-^'", parts[1]) {
		return false
	}
	r, size := utf8.DecodeRuneInString(parts[1])
	return size == len(parts[1]) && !(r < utf8.RuneSelf && unicode.IsLetter(r))
}

// isLineBreak reports whether a character ends a line. A vertical tab and a form feed
// are whitespace, as in the errors of package epin.
func isLineBreak(r rune) bool { return strings.ContainsRune("\n\r\u0085\u2028\u2029", r) }

// isBlank reports whether a character is white space, but not a line break.
func isBlank(r rune) bool { return unicode.IsSpace(r) && !isLineBreak(r) }

// ofApplication returns the requirements that applying methods to a token tests.
func (b *builder) ofApplication(p piece, names []string, after []piece) []string {
	// The string form of an untransformed value.
	if len(names) == 0 {
		return []string{pick(b.edition == corpus.Initial, "epin-initial/canonical", "epin/9.2/canonical")}
	}
	prefix := pick(b.edition == corpus.Initial, "epin-initial/", "epin/9.3/")
	var ids []string
	before := p
	for i, name := range names {
		recipe, ok := recipes[name]
		switch {
		case !ok:
			ids = append(ids, prefix+name)
			if after[i] == before {
				ids = append(ids, prefix+"idempotent")
			}
		case b.edition == corpus.Initial:
			ids = append(ids, "epin-initial/transformations")
		default:
			ids = append(ids, recipe)
		}
		// A side effect on the original shows only if a method changes something.
		if after[i] != p {
			ids = append(ids, prefix+"copy")
		}
		before = after[i]
	}
	return ids
}

// recipes are the requirements of the methods other than native and derive.
var recipes = map[string]string{
	"flip":      "examples/recipes/side",
	"enhance":   "examples/recipes/state",
	"diminish":  "examples/recipes/state",
	"normalize": "examples/recipes/state",
	"mark":      "examples/recipes/terminal",
	"unmark":    "examples/recipes/terminal",
}
