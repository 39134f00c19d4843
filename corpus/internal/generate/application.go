package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/corpus"
)

// applications adds the vectors of transformations.
func (b *builder) applications() {
	tables := [][]application{chains}
	if b.edition == corpus.Current {
		tables = [][]application{exampleApplications, chains, currentChains}
	}
	for _, a := range slices.Concat(tables...) {
		b.apply(a)
	}
	for _, p := range kings(b.edition) {
		for _, m := range methodsOf(b.edition) {
			if !b.has(corpus.OpApply, p.token(), m.name) {
				b.apply(application{id: fmt.Sprintf("apply-%s-to-%s", m.name, p.slug(b.edition)),
					token: p.token(), methods: []string{m.name}, why: methodWhy(m, p)})
			}
		}
	}
	b.pairs()
}

// methodWhy returns the reason of a vector of one method on one piece.
func methodWhy(m method, p piece) string {
	after := m.to(p)
	if after == p {
		return fmt.Sprintf("Catches a %s that toggles or appends: %s is so already and stays as it is.", m.name, p.token())
	}
	kept := []string{"letter"}
	if p.sign != "" && after.sign == p.sign {
		kept = append(kept, "sign")
	}
	if p.terminal && after.terminal {
		kept = append(kept, "caret")
	}
	if p.derived && after.derived {
		kept = append(kept, "derivation marker")
	}
	return fmt.Sprintf("Catches a %s that changes more or less than its one attribute: %s becomes %s and keeps its %s.",
		m.name, p.token(), after.token(), strings.Join(kept, " and "))
}

// pairs adds every pair of native and derive, on forms with a sign or a marker that could be
// lost.
func (b *builder) pairs() {
	for _, token := range []string{"R", "R'", "+k", "-p'", "+k^", "-p^'"} {
		p, valid := b.pieces[token]
		if !valid {
			continue // the initial edition has no caret
		}
		for _, first := range []string{"native", "derive"} {
			for _, second := range []string{"native", "derive"} {
				why := fmt.Sprintf("Catches a %s that undoes or repeats the %s before it, on %s.", second, first, token)
				if first == second {
					why = fmt.Sprintf("Catches a %s that toggles or piles up: on %s, twice gives what once gives.", first, token)
				}
				b.apply(application{id: fmt.Sprintf("%s-then-%s-on-%s", first, second, p.slug(b.edition)),
					token: token, methods: []string{first, second}, why: why})
			}
		}
	}
}

// chains are longer sequences, and those with their own reason.
var chains = []application{
	{id: "apply-nothing", token: "+k'", methods: []string{}, why: "Catches an adapter that fails without methods, and a string form that is made from the methods."},
	{id: "apply-nothing-to-invalid", token: "K''", methods: []string{}, why: "Catches a string form handed back for what was never parsed."},
	{id: "apply-native-to-invalid", token: "K''", methods: []string{"native"}, why: "Catches a native that edits the text and so turns an invalid token into a valid one."},
	{id: "apply-derive-to-invalid", token: "++K", methods: []string{"derive"}, why: "Catches a derive that appends its marker to any text."},
	{id: "apply-normalize-to-invalid", token: "--k", methods: []string{"normalize"}, why: "Catches a normalize that strips signs off the text, however many there are."},
	{id: "apply-flip-to-invalid", token: "\u00e9", methods: []string{"flip"}, why: "Catches a flip that changes the case of any letter of Unicode."},
	{id: "apply-flip-to-empty", token: "", methods: []string{"flip"}, why: "Catches a transformation that accepts an empty string, which has no letter."},
	{id: "apply-derive-to-line-feed", token: "K\n", methods: []string{"derive"}, why: "Catches a token that is chomped before it is transformed, although the parser rejects it."},
	{id: "apply-derive-to-bytes", token: "K\x80", methods: []string{"derive"}, why: "Catches a transformation that puts its marker after bytes that are not text."},

	{id: "flip-capital-i", token: "I", methods: []string{"flip"}, why: "Catches lower-casing by the rules of Turkish, where I becomes U+0131."},
	{id: "flip-small-i", token: "i", methods: []string{"flip"}, why: "Catches upper-casing by the rules of Turkish, where i becomes U+0130."},
	{id: "flip-a", token: "+A'", methods: []string{"flip"}, why: "Catches a flip that adds 32 to every character, or to the first, which is the sign."},
	{id: "flip-z", token: "-z", methods: []string{"flip"}, why: "Catches a flip by a table that ends one too early."},
	{id: "flip-twice", token: "+q'", methods: []string{"flip", "flip"}, why: "Catches a flip that always makes the same side: twice gives the piece back."},
	{id: "enhance-twice", token: "p", methods: []string{"enhance", "enhance"}, why: "Catches an enhance that appends a sign each time."},
	{id: "diminish-twice", token: "P'", methods: []string{"diminish", "diminish"}, why: "Catches a diminish that appends a sign each time."},
	{id: "normalize-twice", token: "+P", methods: []string{"normalize", "normalize"}, why: "Catches a normalize that has nothing left to remove and removes the letter."},
	{id: "enhance-then-diminish", token: "g", methods: []string{"enhance", "diminish"}, why: "Catches states that cancel each other: enhanced and then diminished is diminished, not normal."},
	{id: "diminish-then-enhance", token: "G'", methods: []string{"diminish", "enhance"}, why: "Catches states that are counted up and down instead of being set."},
	{id: "states-in-turn", token: "s", methods: []string{"enhance", "diminish", "normalize", "enhance"}, why: "Catches a result that shares its storage with the ones before it: all four are read."},
	{id: "flip-derive-enhance", token: "P", methods: []string{"flip", "derive", "enhance"}, why: "Catches a chain that changes the value it began with: it is read again at the end."},
	{id: "derive-enhance-flip-native-normalize", token: "n", methods: []string{"derive", "enhance", "flip", "native", "normalize"}, why: "Catches attributes that are forgotten two steps after they were set."},
	{id: "derive-three-times", token: "-b", methods: []string{"derive", "derive", "derive"}, why: "Catches a derive that toggles, which two applications would show as none."},
	{id: "native-derive-native-derive", token: "l'", methods: []string{"native", "derive", "native", "derive"}, why: "Catches a value that remembers its first style status and returns to it."},
}

var currentChains = []application{
	{id: "mark-twice", token: "K", methods: []string{"mark", "mark"}, why: "Catches a mark that appends a caret each time."},
	{id: "unmark-twice", token: "K^", methods: []string{"unmark", "unmark"}, why: "Catches an unmark that has nothing left to remove and removes the letter."},
	{id: "derive-then-mark", token: "K", methods: []string{"derive", "mark"}, why: "Catches a mark that writes its caret at the end, after the derivation marker."},
	{id: "mark-then-derive", token: "q", methods: []string{"mark", "derive"}, why: "Catches a derive that writes its marker instead of the caret."},
	{id: "mark-then-native", token: "+K'", methods: []string{"mark", "native"}, why: "Catches a native that cuts off everything after the letter."},
	{id: "every-method", token: "R", methods: []string{"derive", "mark", "enhance", "flip", "diminish", "unmark", "native", "normalize"}, why: "Catches any method that forgets what the others have set: all eight, one after the other."},
	{id: "every-method-backwards", token: "-r^'", methods: []string{"normalize", "native", "unmark", "diminish", "flip", "enhance", "mark", "derive"}, why: "Catches any method that works only on a plain piece: all eight, from a full one."},
	{id: "apply-unmark-to-invalid", token: "K^^", methods: []string{"unmark"}, why: "Catches an unmark that edits the text and so turns an invalid token into a valid one."},
	{id: "apply-native-to-marker-before-caret", token: "K'^", methods: []string{"native"}, why: "Catches a native that removes the marker wherever it stands and so accepts the incorrect order."},
}
