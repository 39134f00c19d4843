package main

import (
	"os"
	"runtime"
	"testing"
)

func TestPeak(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux says what memory another process has had")
	}
	const held = 64 << 20
	b := make([]byte, held)
	for i := 0; i < len(b); i += 4 << 10 {
		b[i] = 1 // or the page is not there
	}
	peak := watchPeak(os.Getpid())()
	runtime.KeepAlive(b)
	if peak < held || peak > 100*held {
		t.Errorf("a process that holds %d bytes has had %d", held, peak)
	}
	if got, ok := peakOf(-1); ok {
		t.Errorf("a process that there is none of has had %d bytes", got)
	}
}
