package automaton

import (
	"fmt"
	"strings"
)

// A set is a set of bytes: each of them once, in numerical order.
type set string

var everyByte = func() set {
	all := make([]byte, 256)
	for b := range all {
		all[b] = byte(b)
	}
	return set(all)
}()

func setOf(word string) set { return everyByte.minus(everyByte.minus(set(word))) }

// minus returns the bytes of s that are not in t. The bytes of t can be in any order.
func (s set) minus(t set) set {
	var in [256]bool
	for _, b := range []byte(t) {
		in[b] = true
	}
	rest := make([]byte, 0, len(s))
	for _, b := range []byte(s) {
		if !in[b] {
			rest = append(rest, b)
		}
	}
	return set(rest)
}

func (s set) union(t set) set { return setOf(string(s + t)) }

func (s set) complement() set { return everyByte.minus(s) }

func (s set) has(b byte) bool { return strings.IndexByte(string(s), b) >= 0 }

// runs writes the set as the fewest runs of consecutive bytes: each with its ends, and with
// through between them if there are more bytes. separator is between all others.
func (s set) runs(write func(byte) string, through, separator string) string {
	var runs []string
	for i, first := 0, 0; i < len(s); i++ {
		if i+1 < len(s) && s[i+1] == s[i]+1 {
			continue
		}
		run := write(s[first])
		switch i - first {
		case 0:
		case 1:
			run += separator + write(s[i])
		default:
			run += through + write(s[i])
		}
		runs, first = append(runs, run), i+1
	}
	return strings.Join(runs, separator)
}

// label writes the bytes for people, in numerical order. Runs of three and more become
// `A–Z`, and bytes that are not printable ASCII become `\n` or `\x80`. For more than half
// of all bytes it names the missing ones: `any byte but + -`.
func (s set) label() string {
	switch n := len(s); {
	case n == 256:
		return "any byte"
	case n > 128:
		return "any byte but " + s.complement().label()
	}
	return s.runs(visible, "–", " ")
}

// visible writes a byte in printable ASCII. It escapes the blank, the backslash and every
// byte that is not printable ASCII.
func visible(b byte) string {
	if i := strings.IndexByte("\n\r\t\\", b); i >= 0 {
		return `\` + `nrt\`[i:i+1]
	}
	if b <= ' ' || b > '~' {
		return fmt.Sprintf(`\x%02x`, b)
	}
	return string(rune(b))
}
