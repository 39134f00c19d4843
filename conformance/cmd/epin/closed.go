package main

import (
	"errors"
	"io"
	"os"
	"runtime"
	"syscall"
)

// closedByReader reports whether an error of writing means that the reader closed the pipe. On
// Windows that is ERROR_BROKEN_PIPE or ERROR_NO_DATA.
func closedByReader(err error) bool {
	var code syscall.Errno
	return errors.As(err, &code) && (code == syscall.EPIPE || runtime.GOOS == "windows" && (code == 109 || code == 232))
}

// isClosed reports whether standard output was closed when this program began: the Go runtime has
// then opened /dev/null in its place, to read and to write. Some programs that discard output open
// it so, too: if standard error is like that as well, nobody wants to read either. On Windows,
// writing to a closed standard output is an error.
func isClosed(stdout *os.File) bool {
	isNull := func(f *os.File) bool {
		is, err := f.Stat()
		null, errNull := os.Stat(os.DevNull)
		if err != nil || errNull != nil || !os.SameFile(is, null) {
			return false
		}
		_, err = f.Read(make([]byte, 1))
		return err == io.EOF // and not that it is only for writing
	}
	return runtime.GOOS != "windows" && isNull(stdout) && !isNull(os.Stderr)
}
