package automaton

import (
	"fmt"
	"slices"
	"strings"
)

// A term is a part of a regular expression, in a simplified form. A nil term matches
// nothing.
type term struct {
	kind  kind
	parts []*term // of a sequence or an alternation; or the one that is repeated
	set   set     // of a single byte
	text  string
}

type kind int

// The kinds, in ascending order of precedence.
const (
	alternation kind = iota
	sequence         // without parts: the empty word
	optional
	repeated // any number of times
	plus     // once or more
	single   // a byte of a set
)

var empty = &term{kind: sequence}

func newTerm(kind kind, parts ...*term) *term {
	t := &term{kind: kind, parts: parts}
	var texts []string
	for _, part := range parts {
		texts = append(texts, part.inside(kind+1))
	}
	switch kind {
	case alternation:
		t.text = strings.Join(texts, "|")
	case sequence:
		t.text = inARow(parts, texts)
	default:
		t.text = parts[0].inside(single) + "?*+"[kind-optional:][:1]
	}
	return t
}

// inARow concatenates terms, and writes repetitions with a count.
func inARow(parts []*term, texts []string) string {
	const few, most = 3, 1000 // package regexp allows no larger count
	var text strings.Builder
	for i := 0; i < len(parts); {
		n := 1
		for n < most && i+n < len(parts) && same(parts[i], parts[i+n]) {
			n++
		}
		if n > few {
			fmt.Fprintf(&text, "%s{%d}", parts[i].inside(single), n)
		} else {
			text.WriteString(strings.Repeat(texts[i], n))
		}
		i += n
	}
	return text.String()
}

// inside returns the text for use where the precedence is at least least, in a group if
// needed.
func (t *term) inside(least kind) string {
	if t.kind < least {
		return "(?:" + t.text + ")"
	}
	return t.text
}

func oneOf(s set) *term {
	if s == "" {
		return nil
	}
	return &term{kind: single, set: s, text: s.bracket()}
}

// split returns the parts of a term of a kind, or else the term alone.
func (t *term) split(kind kind) []*term {
	if t.kind == kind {
		return t.parts
	}
	return []*term{t}
}

// inSequence is the reverse of split.
func inSequence(factors []*term) *term {
	if len(factors) == 1 {
		return factors[0]
	}
	return newTerm(sequence, factors...)
}

// same reports whether two terms are equal up to the order of alternatives.
func same(a, b *term) bool {
	switch {
	case a.text == b.text:
		return true
	case len(a.text) != len(b.text) || a.kind != b.kind || len(a.parts) != len(b.parts):
		return false
	case a.kind != alternation:
		return len(a.parts) > 0 && slices.EqualFunc(a.parts, b.parts, same)
	}
	return !slices.ContainsFunc(a.parts, func(part *term) bool {
		return !slices.ContainsFunc(b.parts, func(other *term) bool { return same(part, other) })
	})
}

// nullable reports whether t matches the empty word.
func (t *term) nullable() bool {
	switch t.kind {
	case alternation:
		return slices.ContainsFunc(t.parts, (*term).nullable)
	case sequence:
		return !slices.ContainsFunc(t.parts, func(part *term) bool { return !part.nullable() })
	}
	return t.kind == optional || t.kind == repeated
}

// concat matches a word of a and then one of b. It writes xx* and x*x as x+.
func concat(a, b *term) *term {
	if a == nil || b == nil {
		return nil
	}
	factors := slices.Concat(a.split(sequence), b.split(sequence))
	for i := 0; i < len(factors); i++ {
		if factors[i].kind != repeated {
			continue
		}
		body := factors[i].parts[0]
		once := body.split(sequence)
		for _, from := range []int{i - len(once), i + 1} {
			if from >= 0 && from+len(once) <= len(factors) && slices.EqualFunc(factors[from:from+len(once)], once, same) {
				i = min(i, from)
				factors = slices.Replace(factors, i, i+len(once)+1, newTerm(plus, body))
				break
			}
		}
	}
	return inSequence(factors)
}

func maybe(t *term) *term {
	if t.nullable() {
		return t
	}
	if t.kind == plus {
		return newTerm(repeated, t.parts[0])
	}
	if t.kind == sequence && len(t.parts) == 2 && t.parts[1].kind == repeated {
		// (?:[ab]b*)? is a?b*. (?:bb*)? leaves no rest: concat writes it as b+.
		if rest, ok := t.parts[0].less(t.parts[1].parts[0]); ok && rest != nil {
			return concat(maybe(rest), t.parts[1])
		}
	}
	return newTerm(optional, t)
}

// less removes the alternatives of other from those of t. rest is nil if none remain. ok is
// false if t does not have all alternatives of other.
func (t *term) less(other *term) (rest *term, ok bool) {
	branches := slices.Clone(t.split(alternation))
	for _, o := range other.split(alternation) {
		i := slices.IndexFunc(branches, func(b *term) bool {
			return same(b, o) || b.kind == single && o.kind == single && b.set.union(o.set) == b.set
		})
		switch {
		case i < 0:
			return nil, false
		case same(branches[i], o):
			branches = slices.Delete(branches, i, i+1)
		default:
			branches[i] = oneOf(branches[i].set.minus(o.set))
		}
	}
	for _, branch := range branches {
		rest = either(rest, branch)
	}
	return rest, true
}

// star matches any number of words of t, which must not match the empty word.
func star(t *term) *term {
	if t == nil {
		return empty
	}
	if t.kind == sequence && len(t.parts) == 2 && t.parts[1].kind == repeated {
		// If two sets together have every byte, as in (a[^a]*)*, this is (?:a[\x00-\xff]*)?.
		first, rest := t.parts[0], t.parts[1].parts[0]
		if first.kind == single && rest.kind == single && first.set.union(rest.set) == everyByte {
			return maybe(concat(first, newTerm(repeated, oneOf(everyByte))))
		}
	}
	return newTerm(repeated, t)
}

func either(a, b *term) *term {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	case same(a, empty):
		return maybe(b)
	case same(b, empty):
		return maybe(a)
	}
	if merged := merge(a, b); merged != nil {
		return merged
	}
	if a.kind == optional { // x?|y is (x|y)?
		return maybe(either(a.parts[0], b))
	}
	branches := slices.Concat(a.split(alternation), b.split(alternation))
	for i := range branches {
		for j := range i {
			if merged := merge(branches[j], branches[i]); merged != nil {
				for _, rest := range slices.Concat(branches[:j], branches[j+1:i], branches[i+1:]) {
					merged = either(rest, merged)
				}
				return merged
			}
		}
	}
	return newTerm(alternation, branches...)
}

// merge writes two alternatives as one term that is not an alternation: the union of two
// sets, or a term with common factors at the front or the back. It returns nil if the
// alternatives have nothing in common.
func merge(a, b *term) *term {
	if same(a, b) {
		return a
	}
	if a.kind == single && b.kind == single {
		return oneOf(a.set.union(b.set))
	}
	x, y := a.split(sequence), b.split(sequence)
	head, tail, most := 0, 0, min(len(x), len(y))
	for head < most && same(x[head], y[head]) {
		head++
	}
	for tail < most && same(x[len(x)-1-tail], y[len(y)-1-tail]) {
		tail++
	}
	switch {
	case head == 0 && tail == 0:
		return nil
	case head > tail:
		return concat(inSequence(x[:head]), either(inSequence(x[head:]), inSequence(y[head:])))
	}
	common := inSequence(x[len(x)-tail:])
	return concat(either(inSequence(x[:len(x)-tail]), inSequence(y[:len(y)-tail])), common)
}
