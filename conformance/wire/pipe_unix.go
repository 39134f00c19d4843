//go:build unix

package wire

import (
	"os"

	"golang.org/x/sys/unix"
)

// writeNow writes what a pipe has room for, without waiting, and returns the number of bytes.
func writeNow(pipe *os.File, b []byte) (n int) {
	if c, err := pipe.SyscallConn(); err == nil {
		_ = c.Write(func(fd uintptr) bool {
			n, _ = unix.Write(int(fd), b)
			return true
		})
	}
	return max(n, 0)
}
