package transcript

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
)

// summed is a file, and the digest of what was read of it: no byte is taken before it is
// asked for. Make one with [newSummed].
type summed struct {
	in    io.Reader
	block []byte // that was read from the file last
	given int    // bytes of block
	sum   hash.Hash
	added int // bytes of block that are in sum
}

func newSummed(in io.Reader) *summed {
	return &summed{in: in, block: make([]byte, 0, 1<<16), sum: sha256.New()}
}

// fill reads on, where all was given.
func (s *summed) fill() (err error) {
	for s.given == len(s.block) && err == nil {
		s.add()
		var n int
		n, err = s.in.Read(s.block[:cap(s.block)])
		s.block, s.given, s.added = s.block[:n], 0, 0
	}
	if s.given < len(s.block) {
		return nil // the error comes again
	}
	return err
}

func (s *summed) add() {
	s.sum.Write(s.block[s.added:s.given])
	s.added = s.given
}

func (s *summed) ReadByte() (byte, error) {
	if s.given == len(s.block) {
		if err := s.fill(); err != nil {
			return 0, err
		}
	}
	b := s.block[s.given]
	s.given++
	return b, nil
}

func (s *summed) Read(p []byte) (int, error) {
	if err := s.fill(); err != nil {
		return 0, err
	}
	n := copy(p, s.block[s.given:])
	s.given += n
	return n, nil
}

// digest is that of what was given, as the last line of a transcript has it.
func (s *summed) digest() string {
	s.add()
	return hex.EncodeToString(s.sum.Sum(nil)) + "\n"
}
