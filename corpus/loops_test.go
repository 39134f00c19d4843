package corpus_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/internal/tests"
)

// TestTextFiles compares the files without JSON with the expression of each edition. TestRecordedTextVectors of the suite
// says which strings they have.
func TestTextFiles(t *testing.T) {
	readme := string(read(t, "README.md"))
	for _, e := range notation.All() {
		expression := regexp.MustCompile(e.Regexp)
		for _, name := range []string{"complete/" + strings.TrimSuffix(corpus.FileName(e.String()), "jsonl") + "txt", "confusable.txt"} {
			text, isText := strings.CutSuffix(string(read(t, name)), "\n")
			seen := map[string]bool{}
			for line := range strings.SplitSeq(text, "\n") {
				verdict, digits, _ := strings.Cut(line, ":")
				token, err := hex.DecodeString(digits)
				want := "0"
				if expression.Match(token) {
					want = "1"
				}
				if err != nil || digits != strings.ToLower(digits) || seen[digits] || verdict != want {
					t.Errorf("%s: the line %q is not %s:%x, or comes twice: %v", name, line, want, token, err)
				}
				seen[digits] = true
			}
			if size := fmt.Sprintf("%d,%03d", len(seen)/1000, len(seen)%1000); !isText || !strings.Contains(readme, size) {
				t.Errorf("%s does not end with LF, or README.md does not say that it has %s strings", name, size)
			}
		}
	}
}

type loop struct {
	language string   // of the block
	file     string   // with the text of the block
	commands []string // build and run it
}

var loops = []loop{
	{"python", "check.py", []string{"python3 -B check.py"}},
	{"ruby", "check.rb", []string{"ruby check.rb"}},
	{"elixir", "check.exs", []string{"elixir check.exs"}},
	{"rust", "check.rs", []string{"rustc --edition 2021 -o check.exe check.rs", "./check.exe"}},
	{"js", "check.mjs", []string{"node check.mjs"}},
	{"go", "check_test.go", []string{"go test -c -o check.exe", "./check.exe"}},
	{"java", "Check.java", []string{"javac Check.java", "java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 Check"}},
	{"c", "check.c", []string{"cc -std=c11 -Wall -Wextra -Werror -D_POSIX_C_SOURCE=200809L -o check.exe check.c", "./check.exe"}},
}

// TestLoops runs each loop of the README with a correct library and four broken ones.
func TestLoops(t *testing.T) {
	if testing.Short() {
		t.Skip("runs programs in eight languages")
	}
	const rust = "[b'A'..=b'Z' | b'a'..=b'z']" // the standard library has no regular expressions
	const silent = `\A(PASS\n)?\z`             // also as a test in Go
	for _, l := range loops {
		t.Run(l.language, func(t *testing.T) {
			t.Parallel()
			if l.language != "python" && l.language != "c" {
				tests.NeedCI(t)
			}
			block := l.block(t)
			for want, edits := range map[string]*strings.Replacer{ // of an expression, and of Rust
				silent:      strings.NewReplacer(),
				` 0:610a\b`: strings.NewReplacer(`^?'?`, `^?'?\n?`, rust, rust+` | [b'a', b'\n']`),
				` 0:6161\b`: strings.NewReplacer(`[-+]?`, `[^@]*[-+]?`, rust, "[.., "+rust[1:]), // no anchor
				` 0:5b\b`:   strings.NewReplacer(`A-Za-z`, `A-z`, rust, `[b'A'..=b'z']`),
				` 0:c5bf\b`: strings.NewReplacer(`[A-Za-z]`, `([A-Za-z]|K|ſ)`, rust, rust+` | [0xc5, 0xbf]`), // case folding
			} {
				out, err := l.start(t, block, edits)
				if (err == nil) != (want == silent) || !regexp.MustCompile(want).MatchString(out) {
					t.Errorf("the loop ends with %v and prints\n%s\nwant %s", err, out, want)
				}
			}
		})
	}
}

func (l loop) block(t *testing.T) string {
	t.Helper()
	if tests.NeedTools(t, strings.Fields(l.commands[0])[0]); l.language == "c" && runtime.GOOS == "windows" {
		t.Skip("the library in C needs POSIX")
	}
	_, section, _ := strings.Cut(string(read(t, "README.md")), "\n## How do I test without JSON?\n")
	section, _, _ = strings.Cut(section, "\n## ")
	_, block, _ := strings.Cut(section, "\n```"+l.language+"\n")
	block, _, found := strings.Cut(block, "\n```\n")
	if lines := strings.Count(block, "\n") + 1; !found || lines > 20 {
		t.Fatalf("the loop of the README for %s has %d lines, want at most 20", l.language, lines)
	}
	return block + "\n"
}

// start builds and runs a loop in a folder of its own, with edits of its library. It returns the last output.
func (l loop) start(t *testing.T, block string, edits *strings.Replacer) (string, error) {
	dir := t.TempDir()
	texts := map[string]string{l.file: block, "go.mod": "module acme\n\ngo 1.21\n"}
	err := os.CopyFS(dir, corpus.Files())
	for _, name := range []string{"acme.go", "acme.h", "acme.rs"} {
		text, failed := os.ReadFile("testdata/library/" + name)
		texts[name], err = string(text), errors.Join(err, failed)
	}
	for name, text := range texts {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), []byte(edits.Replace(text)), 0o666))
	}
	if err != nil {
		t.Fatal(err)
	}
	var out []byte
	for i := 0; i < len(l.commands) && err == nil; i++ {
		args := strings.Fields(l.commands[i])
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		cmd.Dir = dir
		cmd.Env = append(slices.Clone(os.Environ()), "LC_ALL=C.UTF-8")
		out, err = cmd.CombinedOutput()
	}
	return string(out), err
}
