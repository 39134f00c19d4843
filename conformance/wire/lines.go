package wire

import (
	"bytes"
	"io"
)

// lines splits the bytes of r into lines. A line is valid until the next fill.
type lines struct {
	r       io.Reader
	buf     []byte
	from    int // the first byte after the lines that next returned
	scanned int // there is no LF between from and scanned
	to      int // the end of the bytes that were read
}

// firstBuffer is the default capacity of a pipe, in bytes.
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

// rest returns the bytes after the last complete line.
func (l *lines) rest() []byte { return l.buf[l.from:l.to] }

// fill reads once. Callers call it after next reports false. The error is ErrLineTooLong,
// or that of the reader; rest may be non-empty after it.
func (l *lines) fill() error {
	const longest = MaxLine + len("\r\n")
	if l.from == l.to && len(l.buf) > firstBuffer {
		l.buf = make([]byte, firstBuffer) // frees the memory of a long line
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
		return ErrLineTooLong
	case n > 0:
		return nil // the next read returns the error again
	}
	return err
}

// tooLong reports whether the bytes of the first line in the buffer exceed MaxLine.
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
