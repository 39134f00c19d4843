//go:build linux

package ci

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// needs returns the path of a tool. It skips a test whose tool is missing, or fails it if
// EPIN_REQUIRE_TOOLS is set.
func needs(t *testing.T, tool string) string {
	t.Helper()
	path, err := exec.LookPath(tool)
	switch {
	case err == nil:
	case os.Getenv("EPIN_REQUIRE_TOOLS") != "":
		t.Fatalf("%s is not installed, and EPIN_REQUIRE_TOOLS is set", tool)
	default:
		t.Skipf("%s is not installed", tool)
	}
	return path
}

func write(t *testing.T, path, content string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// newModule makes a folder with a copy of ci/fuzz and some files.
func newModule(t *testing.T, files map[string]string) string {
	t.Helper()
	needs(t, "bash")
	needs(t, "timeout")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "ci/fuzz"), read(t, "fuzz"), 0o755)
	for name, content := range files {
		write(t, filepath.Join(dir, name), content, 0o644)
	}
	return dir
}

// status runs a command, and returns its output and exit status.
func status(t *testing.T, cmd *exec.Cmd) (string, int) {
	t.Helper()
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

var reproduce = regexp.MustCompile(`(?m)^  reproduce: go test -run '(.*)' (\S+)$`)

// TestFuzzModule checks with the real engine that a failure is found and stays as a seed, and
// that targets without a failure are ok.
func TestFuzzModule(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and fuzzes a module")
	}
	goCommand := needs(t, "go")
	dir := newModule(t, map[string]string{
		"go.mod": "module example.org/m\n\ngo 1.26\n",
		"a/a_test.go": `package a

import "testing"

func FuzzBroken(f *testing.F) {
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, input []byte) {
		if len(input) > 0 {
			t.Errorf("too long: %q", input)
		}
	})
}

func FuzzSkipped(f *testing.F) { f.Skip("not today") }
`,
		"b/b_test.go": `package b_test

import (
	"strconv"
	"testing"
)

func FuzzSound(f *testing.F) {
	f.Add([]byte("a"))
	f.Fuzz(func(t *testing.T, input []byte) {})
}

func FuzzManySeeds(f *testing.F) {
	for i := range 2000 {
		f.Add([]byte(strconv.Itoa(i)))
	}
	f.Fuzz(func(t *testing.T, input []byte) {})
}
`,
	})
	fuzz := func(args ...string) (string, int) {
		return status(t, exec.Command(filepath.Join(dir, "ci/fuzz"), args...))
	}
	out, got := fuzz("--count", "1000", "--target", "FuzzSound", "--target", "FuzzSkipped", "--target", "FuzzManySeeds")
	if got != 0 || !regexp.MustCompile(`(?m)^FuzzSkipped .* skipped$(.*\n)+FuzzSound +10\d\d .* ok$\nFuzzManySeeds +30\d\d .* ok$`).MatchString(out) {
		t.Errorf("without a fault: exit status %d\n%s", got, out)
	}
	if out, got := fuzz("--time", "1s"); got != 2 || !strings.Contains(out, "use --count") {
		t.Errorf("with a time: exit status %d\n%s", got, out)
	}
	// The engine stops at the first failure, so it does not run all.
	out, got = fuzz("--count", "999999999", "--target", "FuzzBroken")
	found := reproduce.FindStringSubmatch(out)
	if got != 1 || found == nil || !strings.Contains(out, "too long: ") {
		t.Fatalf("with a fault: exit status %d\n%s", got, out)
	}
	again := exec.Command(goCommand, "test", "-run", found[1], found[2])
	again.Dir = dir
	if out, got := status(t, again); got != 1 || !strings.Contains(out, "too long: ") {
		t.Errorf("go test -run '%s' %s: exit status %d\n%s", found[1], found[2], got, out)
	}
	// It is now a seed, and fails at once.
	if out, got := fuzz("--target", "FuzzBroken"); got != 1 || !strings.Contains(out, found[0]) {
		t.Errorf("the second time: exit status %d, want %q\n%s", got, found[0], out)
	}
}
