package wire

import "sync"

// maxTail is how much of standard error is kept, in bytes.
const maxTail = 8 << 10

// tail is a writer that keeps the end of what is written. The zero value is ready
// for use, by several goroutines.
type tail struct {
	mu  sync.Mutex
	buf []byte // up to 2·maxTail bytes, the last of which count
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(p)
	p = p[max(0, n-maxTail):]
	if len(t.buf)+len(p) > 2*maxTail {
		t.buf = append(t.buf[:0], t.buf[len(t.buf)-maxTail:]...)
	}
	t.buf = append(t.buf, p...)
	return n, nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.buf[max(0, len(t.buf)-maxTail):])
}
