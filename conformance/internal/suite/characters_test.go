package suite

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/unicode/rangetable"
)

// TestCharactersFile compares characters.txt with the tables of Unicode in the Go release and in the module
// golang.org/x/text, if their version is that of the file. With -update it writes the file. The plan of the
// suite changes with it, and so does the version of the suite.
func TestCharactersFile(t *testing.T) {
	if !*update && !strings.HasPrefix(charactersFile, charactersHead()) {
		return
	}
	file := charactersOfUnicode()
	if *update {
		if err := os.WriteFile("characters.txt", []byte(file), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if file != charactersFile {
		t.Error("characters.txt is not what -update writes")
	}
}

func charactersHead() string {
	return "# Unicode " + unicode.Version + ". Made by TestCharactersFile with -update: do not edit.\n"
}

// charactersOfUnicode returns the text of characters.txt.
func charactersOfUnicode() string {
	var mattering, folding, removed []rune
	marks := runes(0x0300, 0x036F)
	for r := rune(utf8.RuneSelf); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) || !matters(r) {
			continue
		}
		mattering = append(mattering, r)
		if foldsToASCII(r) {
			folding = append(folding, r)
		}
		if !unicode.In(r, unicode.Pi, unicode.Pf, unicode.Bidi_Control) && !slices.Contains(marks, r) {
			removed = append(removed, r)
		}
	}
	file := charactersHead()
	for _, set := range []struct {
		name string
		all  []rune
	}{
		{"mattering", mattering}, // a library may treat them as a character of a token, or ignore them
		{"folding", folding},     // of these, those that case folding maps to ASCII
		{"removed", removed},     // of these, those that pairs repeat
		{"ascii", runes(0, unicode.MaxASCII)},
		{"opening", runesIn(unicode.Pi, unicode.Pf, unicode.Ps)},
		{"closing", runesIn(unicode.Pi, unicode.Pf, unicode.Pe)},
		{"direction", runesIn(unicode.Bidi_Control)},
		{"marks", marks}, // the block of the most common combining marks
	} {
		file += set.name + ranges(set.all) + "\n"
	}
	return file
}

// runes returns the characters from lo to hi.
func runes(lo, hi rune) (all []rune) {
	for r := lo; r <= hi; r++ {
		all = append(all, r)
	}
	return all
}

func runesIn(tables ...*unicode.RangeTable) (all []rune) {
	rangetable.Visit(rangetable.Merge(tables...), func(r rune) { all = append(all, r) })
	return all
}

// ranges returns characters as ranges in hexadecimal.
func ranges(all []rune) string {
	var b strings.Builder
	for i := 0; i < len(all); {
		n := 1
		for i+n < len(all) && all[i+n] == all[i]+rune(n) {
			n++
		}
		fmt.Fprintf(&b, " %x", all[i])
		if n > 1 {
			fmt.Fprintf(&b, "-%x", all[i+n-1])
		}
		i += n
	}
	return b.String()
}

func foldsToASCII(r rune) bool {
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		if f < utf8.RuneSelf {
			return true
		}
	}
	return unicode.ToUpper(r) < utf8.RuneSelf || unicode.ToLower(r) < utf8.RuneSelf
}

// matters reports whether a usual text operation maps a character to ASCII or removes it, or
// whether it looks like a character of a token.
func matters(r rune) bool {
	switch {
	case r <= 0xFF, 0x0370 <= r && r <= 0x04FF: // Latin-1; Greek and Cyrillic, which look like Latin
		return true
	case foldsToASCII(r):
		return true
	case r < 0x0800 && isTokenByte(byte(r)), r>>16 == 1 && r&0xFFFF < utf8.RuneSelf && isTokenByte(byte(r)):
		return true // truncation to 8 or 16 bits
	case unicode.In(r, unicode.White_Space, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Mn,
		unicode.Pd, unicode.Pi, unicode.Pf, unicode.Sk, unicode.Lm, unicode.Noncharacter_Code_Point,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
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
