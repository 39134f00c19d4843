package automaton

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	scalars  = utf8.MaxRune + 1 - 0x800 // characters, without the surrogates
	perBlock = 64                       // characters in UTF-8 that differ in their last byte only
)

// scalar returns a character by its place among all of them.
func scalar(at int) rune {
	if at >= 0xd800 {
		at += 0x800
	}
	return rune(at)
}

// changes adds the place of each character that leads elsewhere than the one before it, from any state
// after whole characters.
func changes(d *DFA, places map[int]bool) {
	states := []State{0}
	for i := 0; i < len(states); i++ {
		last, before, isUniform := d.sink+1, d.sink+1, false
		for first := 0; first < scalars; first += perBlock {
			text := string(scalar(first + perBlock - 1))
			size := len(text) - 1
			block := d.after(states[i], text[:size])
			if block == before && isUniform {
				continue // as the block before it
			}
			before, isUniform = block, true
			for n := range perBlock {
				to := d.next[block][text[size]-perBlock+1+byte(n)]
				if to == last {
					continue
				}
				places[first+n], last, isUniform = true, to, isUniform && n == 0
				if !slices.Contains(states, to) {
					states = append(states, to)
				}
			}
		}
	}
}

// Characters returns automata over characters for a and b: they accept what these do, without the words
// that are malformed UTF-8. Both are nil if more than about 40 ranges of characters differ.
//
// In them, each byte from 0x80 up stands for a character. Each range of characters without a difference
// has at least three, or one for each character: its first, its last, and others between them.
func Characters(a, b *DFA) (overA, overB *DFA) {
	places := map[int]bool{utf8.RuneSelf: true, scalars: true}
	changes(a, places)
	changes(b, places)
	for _, at := range slices.Collect(maps.Keys(places)) {
		places[at-1], places[at+1] = true, true
	}
	maps.DeleteFunc(places, func(at int, _ bool) bool { return at < utf8.RuneSelf || at >= scalars })
	if len(places) > 256-utf8.RuneSelf {
		return nil, nil
	}
	for at := utf8.RuneSelf; len(places) < 256-utf8.RuneSelf; at++ {
		places[at] = true
	}
	var names []rune
	for _, at := range slices.Sorted(maps.Keys(places)) {
		names = append(names, scalar(at))
	}
	over := func(d *DFA) *DFA {
		m := Build(d.order, 0, func(s State, b byte) State {
			if b < utf8.RuneSelf {
				return d.next[s][b]
			}
			return d.after(s, string(names[b-utf8.RuneSelf]))
		}, d.Accepting)
		m.names = names
		return m
	}
	return over(a), over(b)
}

var escapes = regexp.MustCompile(`\\x[89a-f].|\\.`)

// named writes the characters of d in place of bytes, in a text with escapes.
func (d *DFA) named(text string) string {
	return escapes.ReplaceAllStringFunc(text, func(escape string) string {
		var b int
		if _, _ = fmt.Sscanf(escape, `\x%x`, &b); b < utf8.RuneSelf || d.names == nil {
			return escape
		}
		return fmt.Sprintf(`\u{%x}`, d.names[b-utf8.RuneSelf])
	})
}

// label is [set.label] with the characters of d.
func (d *DFA) label(s set) string {
	if d.names == nil {
		return s.label()
	}
	return strings.Replace(d.named(s.label()), "byte", "character", 1)
}

// javaScript writes an expression of d in the syntax of JavaScript.
func javaScript(d *DFA, expression string) string {
	if expression == Nothing {
		return `/[^\s\S]/`
	}
	text := d.named(expression[len(`\A`) : len(expression)-len(`\z`)])
	text = "/^" + strings.NewReplacer(`[\x00-\u{10ffff}]`, `[\s\S]`, "/", `\/`).Replace(text) + "$/"
	if strings.Contains(text, "[^") || strings.Contains(text, `\S`) || strings.Contains(text, `\u{`) {
		text += "u"
	}
	return text
}
