package suite

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/unicode/runenames"

	"github.com/epin-conformance/harness/internal/tests"
)

// TestRecordedCharacters compares characters.txt with the tables of Unicode in the Go release and in the module
// golang.org/x/text, if their version is that of the file. Another version changes the plans of the suite, and so
// the file is renewed for it with EPIN_WHOLE=1 only.
func TestRecordedCharacters(t *testing.T) {
	longTest(t)
	if strings.HasPrefix(charactersFile, charactersHead()) || tests.Renewing() && tests.Whole() {
		tests.Recorded(t, "characters.txt", charactersOfUnicode())
	}
}

func charactersHead() string {
	return "# Unicode " + unicode.Version + ". Made by `go generate ./...`: do not edit.\n"
}

// charactersOfUnicode returns the text of characters.txt: a line for each set, with ranges in hexadecimal.
func charactersOfUnicode() string {
	mattering := make([]bool, utf8.MaxRune+2)
	for r := rune(utf8.RuneSelf); r <= utf8.MaxRune; r++ {
		mattering[r] = utf8.ValidRune(r) && matters(r)
	}
	isMark := func(r rune) bool { return 0x0300 <= r && r <= 0x036F }
	file := charactersHead()
	for _, set := range []struct {
		name string
		has  func(rune) bool
	}{
		// A library may treat them as a character of a token, or ignore them.
		{"mattering", func(r rune) bool { return mattering[r] }},
		{"sampled", sampledOf(mattering)}, // of the first
		{"removed", func(r rune) bool { // of the first, those that pairs repeat
			return mattering[r] && !unicode.In(r, unicode.Pi, unicode.Pf, unicode.Bidi_Control) && !isMark(r)
		}},
		{"ascii", func(r rune) bool { return r <= unicode.MaxASCII }},
		{"opening", func(r rune) bool { return unicode.In(r, unicode.Pi, unicode.Pf, unicode.Ps) }},
		{"closing", func(r rune) bool { return unicode.In(r, unicode.Pi, unicode.Pf, unicode.Pe) }},
		{"direction", func(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }},
		{"marks", isMark}, // the block of the most common combining marks
	} {
		file += set.name
		for r := rune(0); r <= utf8.MaxRune; r++ {
			first := r
			for set.has(r) {
				r++
			}
			switch last := r - 1; {
			case first < last:
				file += fmt.Sprintf(" %x-%x", first, last)
			case first == last:
				file += fmt.Sprintf(" %x", first)
			}
		}
		file += "\n"
	}
	return file
}

func foldsToASCII(r rune) bool {
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		if f < utf8.RuneSelf {
			return true
		}
	}
	return unicode.ToUpper(r) < utf8.RuneSelf || unicode.ToLower(r) < utf8.RuneSelf
}

// sampledOf returns whether a character that matters is one of the first of its general category, names a piece, or
// is one that case folding maps to ASCII.
func sampledOf(mattering []bool) func(r rune) bool {
	const most = 32
	sampled := map[rune]bool{}
	for name, category := range unicode.Categories {
		n := 0
		for r := rune(utf8.RuneSelf); r <= utf8.MaxRune && len(name) == 2 && n < most; r++ {
			if mattering[r] && unicode.Is(category, r) {
				sampled[r] = true
				n++
			}
		}
	}
	return func(r rune) bool { return sampled[r] || mattering[r] && (foldsToASCII(r) || namesAPiece(r)) }
}

// namesAPiece reports whether a character stands for a piece of a game: a symbol of chess, shogi, xiangqi or
// draughts, or what is written on a piece of shogi, xiangqi or janggi.
func namesAPiece(r rune) bool {
	const kanji = "王玉飛飞角金銀银桂香歩步兵龍龙竜馬马成全圭杏仝今个と帥帅將将仕士相象俥車车傌炮砲卒楚漢汉包"
	return strings.ContainsRune(kanji, r) || named(r, game)
}

// Words in the names of characters.
var (
	game = regexp.MustCompile(`CHESS|SHOGI|XIANGQI|DRAUGHTS`)
	mark = regexp.MustCompile(`\b(PLUS|MINUS|HYPHEN|DASH|CARET|CIRCUMFLEX|ARROWHEAD|APOSTROPHE|PRIME|QUOTATION|KEYCAP)\b`)
)

// named reports whether the name of a character has such words; others stand for a name, such as <Private Use>.
func named(r rune, words *regexp.Regexp) bool {
	return runenames.Name(r) >= "A" && words.MatchString(runenames.Name(r))
}

// matters reports whether a usual text operation maps a character to ASCII or removes it, or
// whether it looks like a character of a token or stands for a piece.
func matters(r rune) bool {
	switch {
	case r <= 0xFF, 0x0370 <= r && r <= 0x04FF: // Latin-1; Greek and Cyrillic, which look like Latin
		return true
	case foldsToASCII(r), namesAPiece(r), named(r, mark):
		return true
	case r < 0x0800 && isTokenByte(byte(r)), r>>16 == 1 && r&0xFFFF < utf8.RuneSelf && isTokenByte(byte(r)):
		return true // truncation to 8 or 16 bits
	case unicode.In(r, unicode.White_Space, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Mn, unicode.Me,
		unicode.Pd, unicode.Pi, unicode.Pf, unicode.Sk, unicode.Lm, unicode.Noncharacter_Code_Point,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Lisu, unicode.Cherokee, unicode.Coptic):
		return true
	case r == 0x07FF || r == 0x0800 || r == 0xD7FF || r == 0xE000 || r == unicode.ReplacementChar || r == 0x10000 || r == utf8.MaxRune:
		return true // where encoded lengths change, and the replacement character
	}
	// The decomposition that goes furthest, which also removes accents.
	for _, b := range norm.NFKD.PropertiesString(string(r)).Decomposition() {
		if b < utf8.RuneSelf {
			return true
		}
	}
	return false
}
