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

// outputOf runs the command, which has to succeed, and returns its output.
func outputOf(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if status := run(t.Context(), args, strings.NewReader(""), &out, &out); status != exitHolds {
		t.Errorf("%q ended with status %d:\n%s", args, status, out.String())
	}
	return out.String()
}

var update = flag.Bool("update", false, "write reference.md")

//go:generate go test -run Reference -update

const referenceHead = "# The command `epin`\n\nThe output of `epin COMMAND --help-all`. " +
	"Write the text and the examples of a command here: the command reads them. " +
	"`go generate ./conformance/cmd/epin` writes the rest.\n"

// TestReference checks reference.md, and that --help of every command fits one screen.
func TestReference(t *testing.T) {
	text := referenceHead
	for _, c := range commandsOf(rootCommand(newStreams(nil, nil, nil))) {
		text += fmt.Sprintf("\n## %s\n\n```\n%s```\n", c.CommandPath(), helpOf(c))
		lines := strings.Split(outputOf(t, append(strings.Fields(c.CommandPath())[1:], "--help")...), "\n")
		tooLong := func(line string) bool { return utf8.RuneCountInString(line) > 80 }
		if c.Short == "" || strings.HasSuffix(c.Short, ".") || len(lines) > 40 || slices.ContainsFunc(lines, tooLong) {
			t.Errorf("%s says %q of itself, and has %d lines:\n%s", c.CommandPath(), c.Short, len(lines), strings.Join(lines, "\n"))
		}
	}
	if *update {
		check(os.WriteFile("reference.md", []byte(text), 0o644))
	}
	if contentOf(t, "reference.md") != text {
		t.Error("reference.md is not what the commands say: go generate ./conformance/cmd/epin")
	}
}

func TestCommit(t *testing.T) {
	defer func(before string) { commit = before }(commit)
	commit = "0123abc" // of a release
	if out := outputOf(t, "version"); !strings.Contains(out, "\ncommit 0123abc\n") {
		t.Error(out)
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
	outputOf(t, "man", dir)
	certify := filepath.Join(dir, "epin-certify.1")
	for _, part := range []string{".SH NAME\nepin\\-certify \\- Test an implementation", "\nFlags:\n", "\\-\\-known\\-failures"} {
		if !strings.Contains(contentOf(t, certify), part) {
			t.Errorf("epin-certify.1 lacks %q", part)
		}
	}
	pages, _ := filepath.Glob(dir + "/*.1") // the pattern is well formed
	if !whole() {
		pages = []string{certify}
	}
	if _, err := exec.LookPath("man"); err != nil {
		return // nothing else reads them here
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
