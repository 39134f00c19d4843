//go:build unix

package main

import (
	"errors"
	"syscall"
)

// closedByReader reports whether an error of writing is that nobody reads any more.
func closedByReader(err error) bool { return errors.Is(err, syscall.EPIPE) }
