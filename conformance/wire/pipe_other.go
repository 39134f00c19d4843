//go:build !linux && !js

package wire

import "os"

// widen does nothing: only on Linux the capacity of a pipe can be set.
func widen(*os.File) {}
