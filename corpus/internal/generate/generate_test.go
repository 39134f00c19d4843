package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/corpus"
)

// published is the folder of the vector files.
const published = "../.."

// write runs the program with arguments, and wants it to say nothing.
func write(t *testing.T, args ...string) {
	t.Helper()
	var stderr bytes.Buffer
	if status := run(args, &stderr); status != 0 || stderr.Len() > 0 {
		t.Fatalf("status %d: %s", status, stderr.String())
	}
}

// The published files are what their tables make, byte for byte.
func TestRegeneratingChangesNothing(t *testing.T) {
	write(t, "-check", "-dir", published)
	dir := t.TempDir()
	write(t, "-dir", dir)
	for _, edition := range corpus.Editions() {
		got, err := os.ReadFile(filepath.Join(dir, edition+".jsonl"))
		want, unreadable := os.ReadFile(filepath.Join(published, edition+".jsonl"))
		if err := errors.Join(err, unreadable); err != nil || !bytes.Equal(got, want) {
			t.Errorf("edition %s: what is written differs from what is published (%v)", edition, err)
		}
	}
}

func TestCheckNamesTheLine(t *testing.T) {
	dir := t.TempDir()
	write(t, "-dir", dir)
	path := filepath.Join(dir, "1.0.0.jsonl")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(whole), "\n")
	for _, test := range []struct{ name, content, line string }{
		{"a line edited", strings.Replace(string(whole), lines[2], strings.Replace(lines[2], "catches", "finds", 1), 1), "3"},
		{"a line lost", lines[0] + strings.Join(lines[2:], ""), "2"},
		{"nothing left", "", "1"},
	} {
		if err := os.WriteFile(path, []byte(test.content), 0o644); err != nil {
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		status := run([]string{"-check", "-dir", dir}, &stderr)
		want := "generate: " + path + " differs from its tables in line " + test.line + "; run go generate ./corpus\n"
		if status != 1 || stderr.String() != want {
			t.Errorf("%s: status %d: %s\nwant status 1: %s", test.name, status, stderr.String(), want)
		}
		if after, err := os.ReadFile(path); err != nil || string(after) != test.content {
			t.Errorf("%s: -check has written the file (%v)", test.name, err)
		}
	}
}

func TestWrongUsage(t *testing.T) {
	for _, args := range [][]string{{"-check", "corpus"}, {"-frob"}, {"-check", "-dir", filepath.Join(t.TempDir(), "absent")}, {"-dir", filepath.Join(t.TempDir(), "absent")}} {
		var stderr bytes.Buffer
		if status := run(args, &stderr); status != 2 || stderr.Len() == 0 {
			t.Errorf("%q: status %d, %q; want 2 and a sentence", args, status, stderr.String())
		}
	}
}

// A table with a mistake in it makes no corpus.
func TestTablesAreChecked(t *testing.T) {
	for name, mistake := range map[string]func(*builder){
		"a fault that is a token":  func(b *builder) { b.faults([]fault{{"fine", "K'", "Catches nothing."}}) },
		"a comparison of no token": func(b *builder) { b.equal("odd", "K", "K''", "Catches nothing.") },
		"a method that is not there": func(b *builder) {
			b.apply(application{id: "odd", token: "K", methods: []string{"promote"}, why: "Catches nothing."})
		},
	} {
		b := newBuilder(corpus.Current)
		if mistake(b); b.err == nil {
			t.Errorf("%s is let through", name)
		}
	}
}
