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
)

// TestTextFiles compares the files without JSON with the expression of each edition. TestTextVectors of the suite
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

// A loop is one of README.md over the files without JSON, and how it runs.
type loop struct {
	language   string // of the block
	file       string // with the text of the block
	build, run string
	pattern    string // of a correct library; it begins and ends with anchors
	lineEnd    string // one that accepts a line feed behind a token, or around lines
}

const token = `[-+]?[A-Za-z]\^?'?`

var loops = []loop{
	{"python", "check.py", "", "python3 -B check.py", `\A` + token + `\Z`, `\A` + token + `$`},
	{"ruby", "check.rb", "", "ruby check.rb", `\A` + token + `\z`, `^` + token + `$`},
	{"elixir", "check.exs", "", "elixir check.exs", `\A` + token + `\z`, `\A` + token + `$`},
	{"rust", "check.rs", "rustc --edition 2021 -o check.exe check.rs", "./check.exe", "", ""}, // has the bugs by their names
	{"js", "check.mjs", "", "node check.mjs", `^` + token + `$`, `^` + token + "\n?$"},
	{"go", "check_test.go", "go test -c -o check.exe", "./check.exe", `^` + token + `$`, `(?m)^` + token + `$`},
	{"java", "Check.java", "javac Check.java Acme.java", "java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 Check", `\A` + token + `\z`, `\A` + token + `$`},
	{"c", "check.c", "cc -std=c11 -Wall -Wextra -Werror -D_POSIX_C_SOURCE=200809L -o check.exe check.c", "./check.exe", `^` + token + `$`, `^` + token + "\n?$"},
}

// TestLoops runs each loop of the README with a correct library and four broken ones.
func TestLoops(t *testing.T) {
	if testing.Short() {
		t.Skip("runs programs in eight languages")
	}
	for _, l := range loops {
		t.Run(l.language, func(t *testing.T) {
			t.Parallel()
			dir := l.write(t)
			if l.build != "" {
				if out, err := l.start(t, dir, l.build, "", ""); err != nil {
					t.Fatalf("%s: %v\n%s", l.build, err, out)
				}
			}
			for _, library := range []struct{ bug, pattern, caught string }{
				{"", l.pattern, ""},
				{"line end", l.lineEnd, "610a"},
				{"no anchors", token, "6161"},
				{"A-z", strings.Replace(l.pattern, "A-Za-z", "A-z", 1), "5b"},
				{"case folding", strings.Replace(l.pattern, "[A-Za-z]", "([A-Za-z]|K|ſ)", 1), "c5bf"},
			} {
				out, err := l.start(t, dir, l.run, library.bug, library.pattern)
				failed := errors.As(err, new(*exec.ExitError))
				shown := regexp.MustCompile(`accepted, but invalid: ` + library.caught + `\b| ` + library.caught + `: IsValid\(.* = true`).MatchString(out)
				quiet := out == "" || out == "PASS\n" // of a test in Go
				if correct := library.bug == ""; failed == correct || shown == correct || quiet != correct {
					t.Errorf("with the bug %q the loop ends with %v and prints\n%s", library.bug, err, out)
				}
			}
		})
	}
}

// write writes the block of the README, a library and the files into a folder of their own.
func (l loop) write(t *testing.T) (dir string) {
	t.Helper()
	tool := strings.Fields(l.build + " " + l.run)[0]
	if _, err := exec.LookPath(tool); err != nil && os.Getenv("EPIN_REQUIRE_TOOLS") != "" {
		t.Fatalf("%s is not installed, and EPIN_REQUIRE_TOOLS requires it", tool)
	} else if err != nil || l.language == "c" && runtime.GOOS == "windows" { // its library needs POSIX
		t.Skipf("%s is not installed", tool)
	}
	_, section, _ := strings.Cut(string(read(t, "README.md")), "\n## How do I test without JSON?\n")
	section, _, _ = strings.Cut(section, "\n## ")
	_, block, _ := strings.Cut(section, "\n```"+l.language+"\n")
	block, _, found := strings.Cut(block, "\n```\n")
	if lines := strings.Count(block, "\n") + 1; !found || lines > 20 {
		t.Fatalf("the loop of the README for %s has %d lines, want at most 20", l.language, lines)
	}
	dir = t.TempDir()
	err := errors.Join(os.CopyFS(dir, os.DirFS("testdata/library")), os.CopyFS(dir, corpus.Files()),
		os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module acme\n\ngo 1.21\n"), 0o666),
		os.WriteFile(filepath.Join(dir, l.file), []byte(block+"\n"), 0o666))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// start runs a command in a folder, with a bug of the library and its regular expression.
func (l loop) start(t *testing.T, dir, command, bug, pattern string) (string, error) {
	args := strings.Fields(command)
	cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(slices.Clone(os.Environ()), "LC_ALL=C.UTF-8", "BUG="+bug, "PATTERN="+pattern)
	out, err := cmd.CombinedOutput()
	return string(out), err
}
