//go:build !linux

package main

// scheduleAsBatch does nothing: only Linux has the policy SCHED_BATCH.
func scheduleAsBatch() {}
