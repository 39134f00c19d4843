package main

import (
	"errors"
	"os"
	"syscall"
)

// errNoData is ERROR_NO_DATA: the pipe is being closed.
const errNoData = syscall.Errno(232)

// closedByReader reports whether an error of writing means that the reader closed the pipe.
func closedByReader(err error) bool {
	return errors.Is(err, syscall.ERROR_BROKEN_PIPE) || errors.Is(err, errNoData)
}

// isClosed reports false: writing to a closed standard output is an error.
func isClosed(*os.File) bool { return false }
