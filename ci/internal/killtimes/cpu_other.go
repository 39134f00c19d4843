//go:build !unix

package main

import "time"

var began = time.Now()

// cpuTime returns the time that has passed, which is the most that processors can have
// worked for a program that does one thing after the other.
func cpuTime() time.Duration { return time.Since(began) }
