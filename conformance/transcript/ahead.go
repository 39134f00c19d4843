package transcript

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"sync"
)

// ahead reads on another goroutine, so that decompressing goes on while lines are taken
// apart, and sums up what it reads. Make one with [readAhead], and stop it.
type ahead struct {
	blocks   chan block
	emptied  chan []byte
	stopping chan struct{}
	reading  sync.WaitGroup
	current  block
	given    int // bytes of current

	sum  hash.Hash // of all but the last digestLine bytes
	held []byte    // those
}

// block is what was read in one go, and why nothing follows it.
type block struct {
	bytes []byte
	err   error
}

const (
	blockBytes = 256 << 10
	blocks     = 4
	digestLine = 2*sha256.Size + 1 // bytes of the last line
)

func readAhead(r io.Reader) *ahead {
	a := &ahead{blocks: make(chan block, blocks), emptied: make(chan []byte, blocks), stopping: make(chan struct{}), sum: sha256.New()}
	for range blocks {
		a.emptied <- make([]byte, blockBytes)
	}
	a.reading.Go(func() {
		defer close(a.blocks)
		for {
			var b block
			select {
			case b.bytes = <-a.emptied:
			case <-a.stopping:
				return
			}
			n := 0
			for n < blockBytes && b.err == nil {
				var more int
				more, b.err = r.Read(b.bytes[n:blockBytes])
				n += more
			}
			b.bytes = b.bytes[:n]
			a.add(b.bytes)
			a.blocks <- b // there are never more than it takes
			if b.err != nil {
				return
			}
		}
	})
	return a
}

// add sums up what may not be the last line.
func (a *ahead) add(b []byte) {
	if len(b) >= digestLine {
		a.sum.Write(a.held)
		a.sum.Write(b[:len(b)-digestLine])
		a.held = append(a.held[:0], b[len(b)-digestLine:]...)
		return
	}
	a.held = append(a.held, b...)
	beyond := max(len(a.held)-digestLine, 0)
	a.sum.Write(a.held[:beyond])
	a.held = append(a.held[:0], a.held[beyond:]...)
}

// Read gives what was read, and the error behind the last of it.
func (a *ahead) Read(p []byte) (int, error) {
	for a.given == len(a.current.bytes) {
		if a.current.err != nil {
			return 0, a.current.err
		}
		if a.current.bytes != nil {
			a.emptied <- a.current.bytes[:blockBytes]
		}
		a.current, a.given = <-a.blocks, 0
	}
	n := copy(p, a.current.bytes[a.given:])
	a.given += n
	return n, nil
}

// digest returns what the last line has to be, once Read has given everything.
func (a *ahead) digest() string { return hex.EncodeToString(a.sum.Sum(nil)) + "\n" }

// stop waits until nothing is read any more.
func (a *ahead) stop() {
	close(a.stopping)
	a.reading.Wait()
}
