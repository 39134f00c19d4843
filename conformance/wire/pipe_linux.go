package wire

import (
	"os"

	"golang.org/x/sys/unix"
)

// pipeSize is as much as any process may have a pipe hold (pipe(7)).
const pipeSize = 1 << 20

// enlarge makes a pipe hold more than the 64 KiB that it holds at first, so that the two
// sides wait for each other less often. Where that is refused it stays as it is.
func enlarge(pipe *os.File) {
	if raw, err := pipe.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, pipeSize) })
	}
}
