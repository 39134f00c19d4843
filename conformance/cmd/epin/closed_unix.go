//go:build unix

package main

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// closedByReader reports whether an error of writing means that the reader closed the pipe.
func closedByReader(err error) bool { return errors.Is(err, syscall.EPIPE) }

// isClosed reports whether standard output was closed when this program began: the Go runtime has
// then opened /dev/null in its place, to read and to write. Some programs that discard output open it
// so, too: if standard error is like that as well, nobody wants to read either.
func isClosed(stdout *os.File) bool {
	isNull := func(f *os.File) bool {
		flags, err := unix.FcntlInt(f.Fd(), unix.F_GETFL, 0)
		is, errOf := f.Stat()
		null, errNull := os.Stat(os.DevNull)
		return errors.Join(err, errOf, errNull) == nil && flags&unix.O_ACCMODE == unix.O_RDWR && os.SameFile(is, null)
	}
	return isNull(stdout) && !isNull(os.Stderr)
}
