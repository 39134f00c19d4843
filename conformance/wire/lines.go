package wire

import (
	"bytes"
	"errors"
	"io"
)

// ErrLineTooLong means that a line is longer than MaxLine. It is returned before the line ends. No line
// follows it.
var ErrLineTooLong = errors.New("a line is longer than 16 MiB")

type lines struct {
	r          io.Reader
	rest       []byte // what was read after the last complete line
	last, prev []byte // the memory of the last block and of the one before it
}

// firstBuffer is the default capacity of a pipe, in bytes.
const firstBuffer = 64 << 10

// mostKept is the capacity above which the memory of a long line is freed, in bytes. The requests of the suite fit: to
// grow a buffer for each takes longer than to read it.
const mostKept = 4 << 20

// block returns the next lines, at least one and all that a read returned, each with its LF. They are
// valid until the call after the next one. The error is ErrLineTooLong, or that of the reader; rest may
// be non-empty after it.
func (l *lines) block() ([]byte, error) {
	const longest = MaxLine + len("\r\n")
	if cap(l.prev) > mostKept {
		l.prev = nil
	}
	l.rest, l.prev = append(l.prev[:0], l.rest...), l.last
	for {
		n := len(l.rest)
		if n == cap(l.rest) || cap(l.rest) < firstBuffer {
			l.rest = append(make([]byte, 0, max(min(2*n, longest), firstBuffer)), l.rest...)
		}
		more, err := l.r.Read(l.rest[n:min(cap(l.rest), longest)])
		l.rest = l.rest[:n+more]
		first, last := bytes.IndexByte(l.rest[n:], '\n'), -1
		if first >= 0 { // which LastIndexByte is slower to tell
			last = bytes.LastIndexByte(l.rest[n:], '\n')
		}
		switch {
		case tooLong(l.rest[:n+more]) && (first < 0 || tooLong(l.rest[:n+first])):
			return nil, ErrLineTooLong
		case last >= 0: // the next read returns err again
			l.last, l.rest = l.rest[:n+last+1], l.rest[n+last+1:]
			return l.last, nil
		case err != nil:
			return nil, err
		}
	}
}

func tooLong(line []byte) bool { return len(bytes.TrimSuffix(line, []byte{'\r'})) > MaxLine }
