//go:build unix

package main

import (
	"errors"
	"syscall"
)

// closedByReader reports whether an error of writing means that the reader closed the pipe.
func closedByReader(err error) bool { return errors.Is(err, syscall.EPIPE) }
