package transcript

import (
	"encoding/binary"
	"hash/maphash"

	"github.com/epin-conformance/harness/conformance"
)

// keyer makes keys of what is asked: the same for the same, and others, as good as
// certainly, for all else. Nobody can foresee them. Make one with [newKeyer].
type keyer struct{ seed maphash.Seed }

func newKeyer() keyer { return keyer{maphash.MakeSeed()} }

// ofText and ofBytes are the key of a token.
func (k keyer) ofText(token string) uint64  { return maphash.String(k.seed, token) }
func (k keyer) ofBytes(token []byte) uint64 { return maphash.Bytes(k.seed, token) }

// ofForm is the key of what of a request is no token.
func (k keyer) ofForm(op conformance.Op, methods []conformance.Method) uint64 {
	var memory [64]byte
	b := append(memory[:0], op...)
	for _, m := range methods {
		b = append(append(b, '\n'), m...)
	}
	return maphash.Bytes(k.seed, b)
}

// ofRequest is the key of a request that is no sweep.
func (k keyer) ofRequest(req conformance.Request) uint64 {
	return k.together(k.ofForm(req.Op, req.Methods), k.ofText(req.Token), k.ofText(req.Other))
}

// together is the key of what has three keys.
func (k keyer) together(one, two, three uint64) uint64 {
	var b [24]byte
	binary.LittleEndian.PutUint64(b[:], one)
	binary.LittleEndian.PutUint64(b[8:], two)
	binary.LittleEndian.PutUint64(b[16:], three)
	return maphash.Bytes(k.seed, b[:])
}
