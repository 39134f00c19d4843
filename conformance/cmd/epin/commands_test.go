package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// outputOf runs the command and returns its exit status and its output.
func outputOf(t *testing.T, args ...string) (int, string) {
	var out bytes.Buffer
	return run(t.Context(), args, strings.NewReader(""), &out, &out), out.String()
}

var update = flag.Bool("update", false, "write reference.md")

//go:generate go test -run Reference -update

// TestReference checks reference.md, and that --help of every command fits one screen.
func TestReference(t *testing.T) {
	commands := commandsOf(rootCommand(newStreams(nil, nil, nil)))
	text := "# The command `epin`\n\nThe output of `epin COMMAND --help-all`. Write the text and the examples of a command here: the command reads them. `go generate ./conformance/cmd/epin` writes the rest.\n"
	for _, c := range commands {
		text += fmt.Sprintf("\n## %s\n\n```\n%s```\n", c.CommandPath(), helpOf(c))
	}
	if *update {
		check(os.WriteFile("reference.md", []byte(text), 0o644))
	}
	if contentOf(t, "reference.md") != text {
		t.Error("reference.md is not what the commands say: go generate ./conformance/cmd/epin")
	}
	for _, c := range commands {
		if c.Short == "" || strings.HasSuffix(c.Short, ".") {
			t.Errorf("%s says %q of itself, in short", c.CommandPath(), c.Short)
		}
		args := append(strings.Fields(c.CommandPath())[1:], "--help")
		status, out := outputOf(t, args...)
		tooLong := func(line string) bool { return utf8.RuneCountInString(line) > 80 }
		if status != exitHolds || strings.Count(out, "\n") > 40 || slices.ContainsFunc(strings.Split(out, "\n"), tooLong) {
			t.Errorf("%q: status %d, in %d lines:\n%s", args, status, strings.Count(out, "\n"), out)
		}
	}
}

func TestCommit(t *testing.T) {
	defer func(before string) { commit = before }(commit)
	commit = "0123abc" // of a release
	if status, out := outputOf(t, "version"); status != exitHolds || !strings.Contains(out, "\ncommit 0123abc\n") {
		t.Errorf("status %d, and\n%s", status, out)
	}
	revision, modified := debug.BuildSetting{Key: "vcs.revision", Value: "4567def"}, debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	for want, settings := range map[string][]debug.BuildSetting{
		"": nil, "4567def": {revision}, "4567def-dirty": {revision, modified},
	} {
		if got := commitOf(&debug.BuildInfo{Settings: settings}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestManualPages(t *testing.T) {
	dir := t.TempDir()
	if status, out := outputOf(t, "man", dir); status != exitHolds {
		t.Fatalf("status %d: %s", status, out)
	}
	page := contentOf(t, dir+"/epin-certify.1")
	for _, part := range []string{".SH NAME\nepin\\-certify \\- Test an implementation", "\nFlags:\n", "\\-\\-known\\-failures"} {
		if !strings.Contains(page, part) {
			t.Errorf("epin-certify.1 lacks %q", part)
		}
	}
	if _, err := exec.LookPath("man"); err != nil {
		return // nothing else reads them here
	}
	pages, _ := filepath.Glob(dir + "/*.1") // the pattern is well formed
	if !whole() {
		pages = []string{dir + "/epin-certify.1"}
	}
	for _, page := range pages {
		out, err := exec.Command("man", "--warnings", "-l", page).CombinedOutput()
		if err != nil || strings.Contains(string(out), "warning") {
			t.Errorf("man of %s: %v\n%s", page, err, out)
		}
	}
}

// What is left untested is named.
func TestUntested(t *testing.T) {
	var out bytes.Buffer
	s, all := newStreams(nil, &out, nil), requirement.All()
	err := s.checkRequirements([]suite.Evidence{{Requirement: all[0]}, {Requirement: all[1], Library: 1}})
	s.lines.Flush()
	if got, want := out.String(), all[0].ID+" (required): not tested\n"; err != errFails || got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
