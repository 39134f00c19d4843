package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

func TestReferenceIsUpToDate(t *testing.T) {
	kept, err := os.ReadFile("reference.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := commandsOf(rootCommand(newStreams(strings.NewReader(""), io.Discard, io.Discard)))
	if !bytes.Equal(kept, referenceOf(commands)) {
		t.Error("reference.md is not what the commands say: go generate ./conformance/cmd/epin")
	}
	for _, c := range commands {
		if c.Short == "" || strings.HasSuffix(c.Short, ".") {
			t.Errorf("%s says %q of itself, in short", c.CommandPath(), c.Short)
		}
	}
}

// TestVersionNamesTheCommit checks the commit of a release, and that of the Go command.
func TestVersionNamesTheCommit(t *testing.T) {
	defer func(before string) { commit = before }(commit)
	commit = "0123abc"
	var out bytes.Buffer
	if status := run(t.Context(), []string{"version"}, strings.NewReader(""), &out, io.Discard); status != exitHolds ||
		!strings.Contains(out.String(), "\ncommit 0123abc\n") {
		t.Errorf("status %d, and\n%s", status, out.String())
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
	var out, errs bytes.Buffer
	if status := run(t.Context(), []string{"reference", "--man", dir}, strings.NewReader(""), &out, &errs); status != 0 {
		t.Fatalf("status %d: %s", status, &errs)
	}
	page, err := os.ReadFile(dir + "/epin-certify.1")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{".SH NAME\nepin\\-certify \\- Test an implementation", "\n.SH OPTIONS\n", "\\-\\-known\\-failures", "\n.SH SEE ALSO\nepin(1)\n"} {
		if !strings.Contains(string(page), part) {
			t.Errorf("epin-certify.1 lacks %q", part)
		}
	}
	if _, err := exec.LookPath("man"); err != nil {
		return // nothing else reads them here
	}
	pages := []string{dir + "/epin-certify.1"}
	if whole() {
		pages, _ = filepath.Glob(dir + "/*.1") // the pattern is well formed
	}
	for _, page := range pages {
		out, err := exec.Command("man", "--warnings", "-l", page).CombinedOutput()
		if err != nil || strings.Contains(string(out), "warning") {
			t.Errorf("man of %s: %v\n%s", page, err, out)
		}
	}
}

// TestHelpFitsOneScreen checks --help of every command.
func TestHelpFitsOneScreen(t *testing.T) {
	for _, c := range commandsOf(rootCommand(newStreams(strings.NewReader(""), io.Discard, io.Discard))) {
		args := append(strings.Fields(c.CommandPath())[1:], "--help")
		var out bytes.Buffer
		if status := run(t.Context(), args, strings.NewReader(""), &out, io.Discard); status != 0 || !fits(out.String()) {
			t.Errorf("%s: status %d, in %d lines:\n%s", strings.Join(args, " "), status, strings.Count(out.String(), "\n"), &out)
		}
	}
}
