package wire

import (
	"bytes"
	"hash/maphash"

	"github.com/epin-conformance/harness/conformance"
)

// CutID splits a message in its id and what stands behind that, where the message begins
// with it as almost all do: `{"id":1,` or `{"id": 1,`. ok is false for any other, be it
// right or wrong. Two messages whose rest is the same say the same, but for their ids.
func CutID(line []byte) (id int64, rest []byte, ok bool) {
	const most = 15 // digits of an id that needs no second look
	rest, ok = bytes.CutPrefix(line, []byte(`{"id":`))
	if !ok {
		return 0, nil, false
	}
	rest = bytes.TrimPrefix(rest, []byte(" "))
	n := 0
	for ; n < len(rest) && '0' <= rest[n] && rest[n] <= '9'; n++ {
		if n == most {
			return 0, nil, false
		}
		id = 10*id + int64(rest[n]-'0')
	}
	if n == 0 || n > 1 && rest[0] == '0' || n == len(rest) || rest[n] != ',' && rest[n] != '}' {
		return 0, nil, false
	}
	return id, rest[n:], true
}

// memory holds answers by what stands behind their ids. A library says the same of
// most of what it is asked, and to take an answer apart takes longer than all else that is
// done with it. Make one with [newMemory].
type memory struct {
	seed   maphash.Seed
	places [4096]*place // some for each of the tokens: few of them share one
}

// place holds an answer that was read before, and is right in form.
type place struct {
	op   conformance.Op
	rest []byte
	resp conformance.Response
}

// longestKept is the length of the longest rest that is worth its memory.
const longestKept = 256

func newMemory() *memory { return &memory{seed: maphash.MakeSeed()} }

// place returns where the answer to an operation is kept that has this rest; nil where it
// is not, since it depends on what else was asked, or is long.
func (m *memory) place(op conformance.Op, rest []byte) *place {
	switch op {
	case conformance.OpParse, conformance.OpValid, conformance.OpEqual:
	default:
		return nil
	}
	if len(rest) > longestKept {
		return nil
	}
	at := &m.places[maphash.Bytes(m.seed, rest)%uint64(len(m.places))]
	if *at == nil {
		*at = new(place)
	}
	return *at
}

// holds reports whether the answer to op with this rest is there.
func (p *place) holds(op conformance.Op, rest []byte) bool {
	return p.op == op && bytes.Equal(p.rest, rest)
}

// keep puts that answer there.
func (p *place) keep(op conformance.Op, rest []byte, resp *conformance.Response) {
	p.op, p.rest, p.resp = op, append(p.rest[:0], rest...), *resp
}
