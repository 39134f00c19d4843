package automaton

import "math/bits"

// A set is a set of bytes. The zero set is empty; sets compare with ==.
type set [4]uint64

func (s *set) add(b byte)     { s[b>>6] |= 1 << (b & 63) }
func (s set) has(b byte) bool { return s[b>>6]>>(b&63)&1 == 1 }

func (s set) len() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

func (s set) union(t set) set {
	return set{s[0] | t[0], s[1] | t[1], s[2] | t[2], s[3] | t[3]}
}

func (s set) without(t set) set { return s.complement().union(t).complement() }

func (s set) complement() set { return set{^s[0], ^s[1], ^s[2], ^s[3]} }

// bytes returns the members in numerical order.
func (s set) bytes() []byte {
	var members []byte
	for b := range 256 {
		if s.has(byte(b)) {
			members = append(members, byte(b))
		}
	}
	return members
}

// A span is a run of consecutive bytes, both ends included.
type span struct{ low, high byte }

// spans returns the members as the fewest runs, in numerical order.
func (s set) spans() []span {
	var runs []span
	for _, b := range s.bytes() {
		if n := len(runs); n > 0 && int(runs[n-1].high)+1 == int(b) {
			runs[n-1].high = b
		} else {
			runs = append(runs, span{b, b})
		}
	}
	return runs
}
