//go:build !linux

package started

import "context"

// Adopt does nothing. On Windows a process cannot leave the job of its adapter, which package wire
// ends. On the other systems nothing finds a process that has made a session of its own.
func Adopt(context.Context) {}

// EndOrphans ends nothing.
func EndOrphans() []string { return nil }
