package wire

import (
	"bytes"
	"errors"
	"io"
)

// errLineTooLong is what a line beyond MaxLine ends in, as soon as it is beyond.
var errLineTooLong = errors.New("a line is longer than 16 MiB")

// lines cuts what r gives into lines. A line is only good until the next fill.
type lines struct {
	r       io.Reader
	buf     []byte
	from    int // the first byte that is part of no line yet
	scanned int // no LF from from to here
	to      int // the end of what was read
}

// firstBuffer is as much as a pipe gives at once.
const firstBuffer = 64 << 10

func newLines(r io.Reader) *lines { return &lines{r: r, buf: make([]byte, firstBuffer)} }

// next returns the next complete line that has been read, without its LF.
func (l *lines) next() (line []byte, ok bool) {
	n := bytes.IndexByte(l.buf[l.scanned:l.to], '\n')
	if n < 0 {
		l.scanned = l.to
		return nil, false
	}
	line = l.buf[l.from : l.scanned+n]
	l.from = l.scanned + n + 1
	l.scanned = l.from
	return line, true
}

// rest returns what stands behind the last complete line.
func (l *lines) rest() []byte { return l.buf[l.from:l.to] }

// fill reads once. It is called when next has returned nothing. The error is
// errLineTooLong, or the reader's own, after which there may be a rest.
func (l *lines) fill() error {
	const longest = MaxLine + len("\r\n")
	if l.from == l.to && len(l.buf) > firstBuffer {
		l.buf = make([]byte, firstBuffer) // a long line has passed
		l.from, l.to = 0, 0
	}
	if l.from > 0 {
		l.to = copy(l.buf, l.buf[l.from:l.to])
		l.from = 0
	}
	if l.to == len(l.buf) {
		bigger := make([]byte, min(2*len(l.buf), longest))
		copy(bigger, l.buf)
		l.buf = bigger
	}
	l.scanned = l.to
	n, err := l.r.Read(l.buf[l.to:])
	l.to += n
	switch {
	case l.tooLong():
		return errLineTooLong
	case n > 0:
		return nil // an error comes again at the next read
	}
	return err
}

// tooLong reports whether the first line in the buffer is, as far as it was read.
func (l *lines) tooLong() bool {
	n := l.to
	if i := bytes.IndexByte(l.buf[l.scanned:l.to], '\n'); i >= 0 {
		n = l.scanned + i
	}
	if n > 0 && l.buf[n-1] == '\r' {
		n--
	}
	return n > MaxLine
}
