package wire

import (
	"os"

	"golang.org/x/sys/unix"
)

// widen makes a pipe hold 256 KiB in place of 64. So a program has something to read while this process waits for a
// core, and the two wake each other less often: on two cores, a run with the adapter for Go takes 2 % less time. An
// error is ignored: a system can limit the memory of a user's pipes.
func widen(pipe *os.File) {
	if c, err := pipe.SyscallConn(); err == nil {
		_ = c.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, 256<<10) })
	}
}
