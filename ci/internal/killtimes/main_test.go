package main

import (
	"os"
	"testing"
)

// TestMain is the adapter of a mutant where the program would be.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == serve {
		if err := serveMutant(os.Args[2]); err != nil {
			os.Exit(exitUnknown)
		}
		return
	}
	os.Exit(m.Run())
}

func adapter(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return self
}
