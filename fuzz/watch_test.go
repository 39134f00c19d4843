//go:build !gofuzz_libfuzzer

package fuzz

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// watchVariable names, in the environment, the file that the test binary writes a
// record to before and after each input that a target runs. ci/fuzz replays inputs
// with it: it learns from it which of them fail, which cover code that none before
// them did, and what they ask.
const watchVariable = "EPIN_FUZZ_WATCH"

// A watchRecord is one line of that file.
type watchRecord struct {
	Name  string `json:"name"`  // of the input, such as "FuzzText/seed#3"
	Ended bool   `json:"ended"` // false before the input is run

	// Before:
	Hex  string     `json:"hex,omitempty"`
	Asks []question `json:"asks,omitempty"`

	// After:
	Failed   bool    `json:"failed,omitempty"`
	Coverage float64 `json:"coverage,omitempty"` // of all inputs so far
}

// watch returns body, and where somebody watches, body between the two records.
func watch(body func(t *testing.T, input []byte)) func(t *testing.T, input []byte) {
	path := os.Getenv(watchVariable)
	if path == "" {
		return body
	}
	return func(t *testing.T, input []byte) {
		target, _, _ := strings.Cut(t.Name(), "/")
		writeRecord(t, path, watchRecord{Name: t.Name(), Hex: hex.EncodeToString(input), Asks: asked(target, input)})
		panics := true
		defer func() {
			writeRecord(t, path, watchRecord{
				Name: t.Name(), Ended: true, Failed: t.Failed() || panics && !t.Skipped(), Coverage: testing.Coverage(),
			})
		}()
		body(t, input)
		panics = false
	}
}

func writeRecord(t *testing.T, path string, r watchRecord) {
	line, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Write(append(line, '\n')); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}
