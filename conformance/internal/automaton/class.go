package automaton

import (
	"encoding/binary"
	"strings"
)

// A Class is a set of bytes, none twice, in the order of the automaton that it
// belongs to. The zero Class is empty, and no automaton has it.
type Class string

// Representative returns the first byte, which stands for the class where one
// byte has to. It panics if the class is empty.
func (c Class) Representative() byte { return c[0] }

// String returns the bytes for people to read, in numerical order: runs of
// three and more as `A–Z`, what is not printable ASCII as `\n` or `\x80`, more
// than half of all bytes by those that are missing, as in `any byte but + -`.
// The text is ASCII but for the dash.
func (c Class) String() string { return c.set().label() }

func (c Class) set() set {
	var s set
	for i := range len(c) {
		s.add(c[i])
	}
	return s
}

// Classes returns the partition of the 256 bytes into those that the automaton
// does not distinguish: they lead from every state to the same state. The
// classes are in the order of their representatives. A minimal automaton has
// the fewest that its language allows.
func (d *DFA) Classes() []Class {
	byByte := make(map[byte]int) // a byte's class
	classes := columns(d.next)
	for i, class := range classes {
		for _, b := range class {
			byByte[b] = i
		}
	}
	ordered := make([]Class, 0, len(classes))
	place := make(map[int]int) // where a class stands in ordered
	for _, b := range d.order {
		at, met := place[byByte[b]]
		if !met {
			at = len(ordered)
			place[byByte[b]] = at
			ordered = append(ordered, "")
		}
		ordered[at] += Class([]byte{b})
	}
	return ordered
}

// columns groups the bytes that have the same column in a transition table,
// bytes and groups in numerical order.
func columns(next [][256]State) [][]byte {
	var groups [][]byte
	number := make(map[string]int)
	key := make([]byte, 0, 4*len(next))
	for b := range 256 {
		key = key[:0]
		for s := range next {
			key = binary.NativeEndian.AppendUint32(key, uint32(next[s][b]))
		}
		group, met := number[string(key)]
		if !met {
			group = len(groups)
			number[string(key)] = group
			groups = append(groups, nil)
		}
		groups[group] = append(groups[group], byte(b))
	}
	return groups
}

// label writes a set of bytes for people; see Class.String.
func (s set) label() string {
	switch n := s.len(); {
	case n == 0:
		return "no byte"
	case n == 256:
		return "any byte"
	case n > 128:
		return "any byte but " + s.complement().label()
	}
	var parts []string
	for _, run := range s.spans() {
		switch run.high - run.low {
		case 0:
			parts = append(parts, visible(run.low))
		case 1:
			parts = append(parts, visible(run.low), visible(run.high))
		default:
			parts = append(parts, visible(run.low)+"–"+visible(run.high))
		}
	}
	return strings.Join(parts, " ")
}

const hexDigits = "0123456789abcdef"

// visible writes a byte so that it can be seen: what is printable ASCII, save
// the blank and the backslash, as itself, and all else escaped.
func visible(b byte) string {
	switch {
	case b == '\n':
		return `\n`
	case b == '\r':
		return `\r`
	case b == '\t':
		return `\t`
	case b == '\\':
		return `\\`
	case b <= ' ' || b > '~':
		return `\x` + string([]byte{hexDigits[b>>4], hexDigits[b&15]})
	}
	return string([]byte{b})
}

// visibleWord writes a word byte by byte, and the empty word as ε.
func visibleWord(word string) string {
	if word == "" {
		return "ε"
	}
	var text strings.Builder
	for i := range len(word) {
		text.WriteString(visible(word[i]))
	}
	return text.String()
}
