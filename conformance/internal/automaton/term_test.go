package automaton

import "testing"

func literal(s string) *term {
	t := empty
	for i := range len(s) {
		t = concat(t, oneOf(Class(s[i:i+1]).set()))
	}
	return t
}

func plusOf(t *term) *term { return concat(t, star(t)) }

// TestSimplifications pins the rules by which terms are joined. Where a term
// matches nothing, it is nil.
func TestSimplifications(t *testing.T) {
	a, b, ab := literal("a"), literal("b"), literal("ab")
	z := literal("z")
	abOrCd := either(ab, literal("cd"))
	cdOrAb := either(literal("cd"), ab)
	aOrB, anyByte, noA := either(a, b), oneOf(set{}.complement()), oneOf(Class("a").set().complement())
	for want, got := range map[string]*term{
		"":                   star(nil),
		"a*":                 star(star(a)),
		"(?:ab)*":            star(maybe(ab)),
		"b*":                 star(concat(b, star(b))),
		"[ab]*":              star(either(star(a), maybe(b))),
		"(?:aa|b)*":          star(concat(maybe(literal("aa")), star(b))),
		"(?:ab*)*":           star(concat(a, star(b))),
		`(?:a[\x00-\xff]*)?`: star(concat(a, star(noA))),
		`[\x00-\xff]*`:       star(anyByte),
		"a":                  concat(a, empty),
		"ab":                 concat(empty, ab),
		"a+":                 concat(a, star(a)),
		"b+":                 concat(star(b), b),
		"(?:ab)+":            concat(ab, star(ab)),
		"b(?:ab)+":           concat(literal("bab"), star(ab)),
		"(?:ba)+":            concat(star(literal("ba")), literal("ba")),
		"(?:aa)*":            concat(star(literal("aa")), maybe(star(literal("aa")))),
		"(?:bb)*":            concat(maybe(literal("bb")), star(literal("bb"))),
		"[ab]":               aOrB,
		"[ab]?":              either(empty, aOrB),
		"a?b":                either(b, ab),
		"ab?":                either(ab, a),
		"(?:ab)?":            either(maybe(ab), ab),
		"a?b*":               maybe(concat(aOrB, star(b))),
		"a*b?":               either(concat(star(a), b), star(a)),
		"(?:aa|bb)?":         either(maybe(literal("aa")), literal("bb")),
		"aaa":                literal("aaa"),
		"a{4}b":              literal("aaaab"),
		"a[ab]{5}":           concat(a, concat(concat(aOrB, aOrB), concat(aOrB, concat(aOrB, aOrB)))),
		"a(?:b+){4}":         concat(a, concat(concat(plusOf(b), plusOf(b)), concat(plusOf(b), plusOf(b)))),
		"z?(?:cd|ab)*":       maybe(concat(either(z, abOrCd), star(cdOrAb))),
		"b?(?:ab|cd)":        either(either(ab, literal("cd")), concat(b, cdOrAb)),
		"(?:ab|cd)z?":        either(abOrCd, concat(cdOrAb, z)),
		"yy|(?:cd|ab)z?":     either(either(literal("yy"), abOrCd), concat(cdOrAb, z)),
		"yy|z?(?:cd|ab)":     either(either(literal("yy"), abOrCd), concat(z, cdOrAb)),
		"(?:ab|cd)a":         either(concat(abOrCd, a), concat(cdOrAb, a)),
		"a(?:ba|ab)":         either(literal("aba"), literal("aab")),
	} {
		text := ""
		if got != nil {
			text = got.text
		}
		if text != want {
			t.Errorf("term %s, want %s", text, want)
		}
	}
	if concat(a, nil) != nil || concat(nil, a) != nil || either(nil, nil) != nil {
		t.Error("a term that matches nothing comes to match something")
	}
	if got := concat(literal("ab"), concat(star(a), maybe(b))).mirror().text; got != "b?a*ba" {
		t.Errorf("read from its end aba*b? is %s", got)
	}
}
