package wire

import "sync"

// maxTail is the number of bytes of standard error that are kept.
const maxTail = 8 << 10

// tail is a writer that keeps the last maxTail bytes. The zero value is ready for use by
// several goroutines.
type tail struct {
	mu    sync.Mutex
	buf   []byte // up to 2·maxTail bytes; the last maxTail are the tail
	ended bool
}

// end makes t ignore what is written from now on.
func (t *tail) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(p)
	if t.ended {
		return n, nil
	}
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
