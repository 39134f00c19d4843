package terminal

import (
	"errors"
	"io"
	"os"
	"runtime"
	"syscall"

	"golang.org/x/term"
)

// Is reports whether w is a terminal.
func Is(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Width returns the width of a terminal; 0 for anything else.
func Width(w io.Writer) (width int) {
	if Is(w) {
		width, _, _ = term.GetSize(int(w.(*os.File).Fd()))
	}
	return width
}

// HasColors reports whether text to w has colours: on a terminal that supports them, unless none
// or NO_COLOR is set.
func HasColors(w io.Writer, none bool) bool {
	return !none && Is(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// ClosedByReader reports whether an error of writing means that the reader closed the pipe. On
// Windows that is ERROR_BROKEN_PIPE or ERROR_NO_DATA.
func ClosedByReader(err error) bool {
	var code syscall.Errno
	return errors.As(err, &code) && (code == syscall.EPIPE || runtime.GOOS == "windows" && (code == 109 || code == 232))
}

// StdoutClosed reports whether w is standard output, and was closed when this program began: the
// Go runtime has then opened /dev/null in its place, to read and to write. Some programs that
// discard output open it so, too: if standard error is like that as well, nobody wants to read
// either. On Windows, writing to a closed standard output is an error.
func StdoutClosed(w io.Writer) bool {
	isNull := func(f *os.File) bool {
		is, err := f.Stat()
		null, errNull := os.Stat(os.DevNull)
		if err != nil || errNull != nil || !os.SameFile(is, null) {
			return false
		}
		_, err = f.Read(make([]byte, 1))
		return err == io.EOF // and not that it is only for writing
	}
	return w == io.Writer(os.Stdout) && runtime.GOOS != "windows" && isNull(os.Stdout) && !isNull(os.Stderr)
}
