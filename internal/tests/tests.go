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
	"strings"
	"testing"
)

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

// Renewing reports whether recorded files are written instead of compared.
func Renewing() bool { return os.Getenv("EPIN_RENEW") == "1" }

// Recorded compares a file, named from the folder of the package, with its text now, or writes it.
func Recorded(t testing.TB, file, text string) {
	t.Helper()
	recorded, err := os.ReadFile(file)
	switch {
	case err == nil && string(recorded) == text:
	case Renewing():
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is out of date: run `go generate ./...` (%v)\n%s", file, err, missing(text, string(recorded)))
	}
}

// missing returns the lines of a text that another text does not have, at most ten.
func missing(text, other string) (lines string) {
	has := map[string]bool{}
	for line := range strings.Lines(other) {
		has[line] = true
	}
	for line := range strings.Lines(text) {
		if !has[line] && strings.Count(lines, "\n") < 10 {
			lines += line
		}
	}
	return lines
}

// RecordedTables compares tables of a Markdown file, as [Recorded] does. A table is its lines. The file has
// it where a line begins with the first cell of the table.
func RecordedTables(t testing.TB, file string, tables ...string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := "\n" + string(data)
	for _, table := range tables {
		cell, _, _ := strings.Cut(table[1:], "|")
		before, after, found := strings.Cut(text, "\n|"+cell+"|")
		if !found {
			t.Fatalf("%s has no table with the first cell %q", file, cell)
		}
		for end := false; !end; {
			_, after, _ = strings.Cut(after, "\n")
			end = !strings.HasPrefix(after, "|")
		}
		text = before + "\n" + table + after
	}
	Recorded(t, file, text[1:])
}
