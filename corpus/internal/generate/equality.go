package main

import (
	"fmt"
	"slices"
)

// equalities adds the vectors of equality. It compares every form of K and k with itself and
// with the forms that differ in one attribute. It compares every other letter with itself, and
// every other capital with its small letter and the next capital.
func (b *builder) equalities() {
	for _, p := range kings(b.edition) {
		b.equal("equal-"+p.slug(b.edition)+"-itself", p.token(), p.token(),
			fmt.Sprintf("Catches equality by identity of objects: %s parsed twice is equal.", p.token()))
		for _, c := range changes {
			if q := c.to(p); b.valid(q.token()) { // the initial edition has no caret
				b.equal("unequal-"+p.slug(b.edition)+"-"+c.id, p.token(), q.token(),
					fmt.Sprintf("Catches equality that leaves out the %s: %s and %s differ in it alone.", c.attribute, p.token(), q.token()))
			}
		}
	}
	for _, p := range pieces(b.edition) {
		if p.name == "K" || len(p.token()) > 1 {
			continue
		}
		b.equalLetter("equal-"+p.slug(b.edition)+"-itself", p, p, "Catches a letter left out")
		if p.second {
			continue
		}
		other, next := p, p
		other.second = true
		b.equalLetter("unequal-"+p.slug(b.edition)+"-other-side", p, other, "Catches equality without case")
		next.name = string(rune('A' + (p.name[0]-'A'+1)%26))
		b.equalLetter("unequal-"+p.slug(b.edition)+"-next-letter", p, next, "Catches two letters held the same")
	}
	for _, e := range equalityTraps {
		b.equal(e.id, e.token, e.other, e.why)
	}
}

// equalLetter adds a vector of two letters, unless equalityTraps has it.
func (b *builder) equalLetter(id string, p, q piece, why string) {
	if !slices.ContainsFunc(equalityTraps, func(e equality) bool { return e.token == p.token() && e.other == q.token() }) {
		b.equal(id, p.token(), q.token(), fmt.Sprintf("%s: %s and %s.", why, p.token(), q.token()))
	}
}

// changes are the differences in one attribute. A state has two others.
var changes = []struct {
	id, attribute string
	to            func(piece) piece
}{
	{"other-name", "name", func(p piece) piece { p.name = "Q"; return p }},
	{"other-side", "side", func(p piece) piece { p.second = !p.second; return p }},
	{"next-state", "state", func(p piece) piece { p.sign = nextSign[p.sign]; return p }},
	{"previous-state", "state", func(p piece) piece { p.sign = nextSign[nextSign[p.sign]]; return p }},
	{"other-terminal-status", "terminal status", func(p piece) piece { p.terminal = !p.terminal; return p }},
	{"other-style-status", "Style status", func(p piece) piece { p.derived = !p.derived; return p }},
}

var nextSign = map[string]string{"": "+", "+": "-", "-": ""}

type equality struct{ id, token, other, why string }

// equalityTraps are pairs that other definitions of equality would confuse.
var equalityTraps = []equality{
	{"equal-last-letter", "Z", "Z", "Catches values kept in a table that ends one too early."},
	{"equal-derived-pawns", "-p'", "-p'", "Catches equality that looks at the PIN token and at the marker in different places."},
	{"unequal-side-and-style", "K", "k'", "Catches equality by the style that a context would resolve to: both may be of the same."},
	{"unequal-style-and-side", "k", "K'", "Catches equality by the style that a context would resolve to, the other way round."},
	{"unequal-sign-and-marker", "+K", "K'", "Catches equality by length and letter, and a hash that adds its flags up."},
	{"unequal-capital-i-and-small-l", "I", "l", "Catches equality by looks."},
	{"unequal-neighbours", "A", "B", "Catches equality by the attributes and without the name."},
	{"unequal-prefix", "P", "+P'", "Catches equality that asks whether one is part of the other."},
	{"unequal-everything", "+Q'", "-k", "Catches an equality that always says yes."},
}
