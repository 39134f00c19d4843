//go:build !race

package main

// raceDetector says whether the test was built with it.
const raceDetector = false
