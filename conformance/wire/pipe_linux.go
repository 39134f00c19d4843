package wire

import (
	"os"

	"golang.org/x/sys/unix"
)

// pipeSize is the largest pipe capacity for an unprivileged process (pipe(7)), in bytes.
const pipeSize = 1 << 20

// enlarge raises the capacity of a pipe above the default 64 KiB, so that the two sides
// wait for each other less often. It ignores errors.
func enlarge(pipe *os.File) {
	if raw, err := pipe.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, pipeSize) })
	}
}
