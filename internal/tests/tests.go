// Package tests has what the tests of all packages share: the choice between all cases and a sample,
// the programs that tests need, and recorded files.
//
// A recorded file holds what the code made when it was recorded, such as the output of a command or the
// totals of a document. A test whose name begins with TestRecorded compares it. `go generate ./...` runs
// these tests with EPIN_RENEW=1, and then they write the file: see command renew.
package tests

//go:generate go run ./renew

import (
	"hash/crc32"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"testing"
)

// Runs of the suite keep little and make much garbage: collecting it less often takes a fifth off their time.
func init() { debug.SetGCPercent(400) }

// Whole reports whether all cases are tested, as every night. It is no variable: go test notices only
// variables that a test reads while it runs.
func Whole() bool { return os.Getenv("EPIN_WHOLE") == "1" }

// Sampled reports whether a case belongs to a sample of one in n, or all cases are tested. The name alone
// decides, so the sample does not shift when cases are added.
func Sampled(name string, n uint32) bool { return Whole() || crc32.ChecksumIEEE([]byte(name))%n == 0 }

// NeedTools skips a test if a program is not installed, or fails it if EPIN_REQUIRE_TOOLS is set.
func NeedTools(t testing.TB, names ...string) {
	t.Helper()
	for _, name := range names {
		if _, err := exec.LookPath(name); err != nil && os.Getenv("EPIN_REQUIRE_TOOLS") != "" {
			t.Fatalf("%s is not installed, and EPIN_REQUIRE_TOOLS requires it", name)
		} else if err != nil {
			t.Skipf("%s is not installed", name)
		}
	}
}

// NeedCI skips a test that builds or runs programs for long, unless EPIN_REQUIRE_TOOLS is set, as in CI, or all cases
// are tested. With -short it always does.
func NeedCI(t testing.TB) {
	t.Helper()
	if testing.Short() || os.Getenv("EPIN_REQUIRE_TOOLS") == "" && !Whole() {
		t.Skip("it takes long: with EPIN_REQUIRE_TOOLS=1 or EPIN_WHOLE=1, and without -short")
	}
}

// Must returns the result of a call that does not fail.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Renewing reports whether recorded files are written instead of compared.
func Renewing() bool { return os.Getenv("EPIN_RENEW") == "1" }

// Read returns the text of a file.
func Read(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Recorded compares a file, named from the folder of the package, with its text now, or writes it.
func Recorded(t testing.TB, file, text string) {
	t.Helper()
	recorded, err := os.ReadFile(file)
	if err == nil && string(recorded) == text {
		return
	}
	if !Renewing() {
		t.Fatalf("%s is out of date: run `go generate ./...`, and look at the difference (%v)", file, err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// RecordedTables compares tables of a Markdown file, as [Recorded] does. A table is its lines. The file has
// it where a line begins with the first cell of the table.
func RecordedTables(t testing.TB, file string, tables ...string) {
	t.Helper()
	text := "\n" + Read(t, file)
	for _, table := range tables {
		cell, _, _ := strings.Cut(table[1:], "|")
		before, after, found := strings.Cut(text, "\n|"+cell+"|")
		for found && after != "" {
			if _, after, _ = strings.Cut(after, "\n"); !strings.HasPrefix(after, "|") {
				break
			}
		}
		if text = before + "\n" + table + after; !found {
			t.Fatalf("%s has no table with the first cell %q", file, cell)
		}
	}
	Recorded(t, file, text[1:])
}
