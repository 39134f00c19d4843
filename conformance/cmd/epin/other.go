//go:build !linux

package main

import "context"

// adoptOrphans does nothing. On Windows a process cannot leave the job of its adapter, which
// package wire ends. On the other systems nothing finds a process that has made a session of
// its own.
func adoptOrphans(context.Context) {}

// endOrphans ends nothing.
func endOrphans() []string { return nil }

// scheduleAsBatch does nothing: only Linux has the policy SCHED_BATCH.
func scheduleAsBatch() {}
