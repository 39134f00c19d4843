package tests

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Records is a recorded file with a line for each case: its name, which is two words, and what is recorded.
type Records[Case any] struct {
	File, Head string // Head is the first lines of the file, which begin with #
	Cases      map[string]Case

	// Sampled reports whether a case is compared although not all are.
	Sampled func(name string) bool

	// Stale reports whether a quick test of a case contradicts its record, which then is made anew.
	Stale func(t *testing.T, c Case, recorded string) bool

	// Make returns what to record. Cases run at the same time.
	Make func(t *testing.T, c Case) string
}

// ReadRecords returns what a file records, by the names of the cases.
func ReadRecords(t testing.TB, file string) map[string]string {
	t.Helper()
	recorded := map[string]string{}
	for line := range strings.Lines(Read(t, file)) {
		if words := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 3); words[0] != "#" {
			recorded[words[0]+" "+words[1]] = strings.Join(words[2:], "")
		}
	}
	return recorded
}

// Test compares the file with a sample of its cases, or with all if EPIN_WHOLE=1. While files are renewed, it
// makes the records that are missing or stale, or with EPIN_WHOLE=1 all.
func (r Records[Case]) Test(t *testing.T) {
	recorded, current, mu := ReadRecords(t, r.File), map[string]string{}, sync.Mutex{}
	t.Cleanup(func() {
		text := r.Head
		for _, name := range slices.Sorted(maps.Keys(current)) {
			text += strings.TrimSpace(name+" "+current[name]) + "\n"
		}
		Recorded(t, r.File, text)
	})
	for name, c := range r.Cases {
		was, isRecorded := recorded[name]
		if isRecorded {
			current[name] = was
		} else if !Renewing() {
			t.Errorf("%s does not have %s: run `go generate ./...`", r.File, name)
		}
		if !Renewing() && !Whole() && !r.Sampled(name) {
			continue
		}
		t.Run(strings.Replace(name, " ", "/", 1), func(t *testing.T) {
			t.Parallel()
			if Renewing() && !Whole() && isRecorded && !r.Stale(t, c, was) {
				return
			}
			switch got := r.Make(t, c); {
			case Renewing():
				mu.Lock()
				defer mu.Unlock()
				current[name] = got
			case got != was:
				t.Errorf("%s has %q; want %q", r.File, was, got)
			}
		})
	}
}
