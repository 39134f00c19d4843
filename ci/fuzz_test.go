//go:build linux

package ci

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
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

// whole reports whether the nightly set runs.
func whole() bool { return os.Getenv("EPIN_WHOLE") == "1" }

// standIn returns ci/fuzz in a module with a target, and in an environment whose go command builds a
// test binary that prints what Go's engine prints. The variables OUTPUT and STATUS are the output and
// exit status of the engine, WRITES is an input that it writes, and AGAIN is the exit status when an
// input runs by itself. With HANGS it writes a line to file 3 and does not end.
func standIn(t *testing.T, args []string, env ...string) *exec.Cmd {
	t.Helper()
	dir := newModule(t, map[string]string{"pkg/a_test.go": "package pkg\n\nfunc FuzzA(f *testing.F) {}\n"})
	bin := filepath.Join(dir, "bin")
	write(t, filepath.Join(bin, "go"), `#!/usr/bin/env bash
case $* in
  "list -m") echo example ;;
  list*) echo "$PWD/pkg" ;;
  test*) [ -z "${UNBUILDABLE-}" ] || exit 1
    while [ "$1" != -o ]; do shift; done
    cp "${0%go}engine" "$2" ;;
esac
`, 0o755)
	write(t, filepath.Join(bin, "engine"), `#!/usr/bin/env bash
case $1 in
  -test.list) echo FuzzA; exit ;;
  -test.run=^$) ;;
  *) case $AGAIN in 0) echo PASS ;; *) echo "a_test.go:1: message of the failure" ;; esac; exit "$AGAIN" ;;
esac
if [ -n "${HANGS-}" ]; then
  sleep 300 & # ignores SIGINT, as every process that a script starts in the background
  echo started >&3
  wait
fi
[ -z "${WRITES-}" ] || { mkdir -p testdata/fuzz/FuzzA && touch "testdata/fuzz/FuzzA/$WRITES"; }
printf %s "$OUTPUT"
exit "$STATUS"
`, 0o755)
	cmd := exec.Command(filepath.Join(dir, "ci/fuzz"), args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH")), env...)
	return cmd
}

// Output of Go 1.26.
const (
	gathering = "fuzz: elapsed: 0s, gathering baseline coverage: 0/7 completed\n"
	seeded    = gathering + "fuzz: elapsed: 0s, gathering baseline coverage: 7/7 completed, now fuzzing with 2 workers\n"
	progress  = seeded + "fuzz: elapsed: 1m2s, execs: 6200 (100/sec), new interesting: 3 (total: 10)\n"
	written   = "    Failing input written to testdata/fuzz/FuzzA/0123abcd\n    To re-run:\n    go test -run=FuzzA/0123abcd\nFAIL\n"
	failure   = "--- FAIL: FuzzA (0.31s)\n    --- FAIL: FuzzA (0.00s)\n        a_test.go:1: message of the failure\n    \n" + written
	seedFails = gathering + "failure while testing seed corpus entry: FuzzA/seed#3\n--- FAIL: FuzzA (0.01s)\n    --- FAIL: FuzzA (0.00s)\n        a_test.go:1: message\n    \nFAIL\n"
	deadline  = "--- FAIL: FuzzA (62.01s)\n    context deadline exceeded\nFAIL\n"
	hung      = "--- FAIL: FuzzA (62.01s)\n    fuzzing process hung or terminated unexpectedly: exit status 2\n"
	early     = seeded + "fuzz: elapsed: 3s, execs: 10 (3/sec), new interesting: 0 (total: 7)\n"
)

// TestFuzzResults runs the script with each end of the engine with EPIN_WHOLE=1, otherwise with one
// for each exit status.
func TestFuzzResults(t *testing.T) {
	sample := []string{"nothing found", "finding", "worker dies early"}
	for name, test := range map[string]struct {
		output, engine, again, writes string
		status                        int
		want                          []string
	}{
		"nothing found":              {progress, "0", "0", "", 0, []string{"FuzzA          6200        100      3      10  ok\n"}},
		"skipped":                    {"PASS\n", "0", "0", "", 0, []string{"skipped\n"}},
		"finding":                    {seeded + failure, "1", "1", "", 1, []string{"found 0123abcd\n", "message of the failure\n", "pkg/testdata/fuzz/FuzzA/0123abcd\n", "go test -run '^FuzzA$/^0123abcd$' ./pkg\n"}},
		"finding without repetition": {seeded + failure, "1", "0", "", 1, []string{"passes when it runs by itself"}},
		"finding that hangs":         {seeded + hung + written, "1", "124", "", 1, []string{"found 0123abcd\n"}},
		"finding at the deadline":    {progress + deadline + written, "1", "1", "", 1, []string{"found 0123abcd\n"}},
		"seed fails":                 {seedFails, "1", "1", "", 1, []string{"found seed#3\n", "go test -run '^FuzzA$/^seed#3$' ./pkg\n"}},
		"time ends in minimisation":  {progress + deadline, "1", "0", "", 0, []string{"ok\n"}},
		"worker slow to stop":        {progress + hung + "FAIL\n", "1", "0", "", 0, []string{"ok\n"}},
		"worker dies early":          {early + hung + "FAIL\n", "1", "0", "", 3, []string{"could not run\n", "terminated unexpectedly", "log/pkg/FuzzA.txt\n"}},
		"machine stopped":            {seeded + hung + written, "1", "0", "0123abcd", 3, []string{"0123abcd hung, but not by itself\n"}},
		"seeds take too long":        {gathering + deadline, "1", "0", "", 3, []string{"did not finish its seeds\n"}},
		"engine hangs":               {progress, "124", "0", "", 3, []string{"did not end, and was killed\n"}},
		"engine is killed":           {progress, "137", "0", "", 3, []string{"did not end, and was killed\n"}},
		"panic of the test binary":   {"panic: no\n", "2", "0", "", 3, []string{"could not run\n", "panic: no\n"}},
	} {
		if !whole() && !slices.Contains(sample, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := standIn(t, []string{"--time", "60s", "--dir", "kept"},
				"OUTPUT="+test.output, "STATUS="+test.engine, "AGAIN="+test.again, "WRITES="+test.writes)
			out, got := status(t, cmd)
			if got != test.status {
				t.Errorf("exit status %d, want %d", got, test.status)
			}
			for _, part := range test.want {
				if !strings.Contains(out, part) {
					t.Errorf("the output does not contain %q", part)
				}
			}
			if test.writes != "" {
				if _, err := os.Stat(filepath.Join(cmd.Dir, "kept/corpus/pkg/FuzzA", test.writes)); err != nil {
					t.Error(err)
				}
				if _, err := os.Stat(filepath.Join(cmd.Dir, "pkg/testdata/fuzz/FuzzA", test.writes)); err == nil {
					t.Error("an input that does not fail is still in testdata")
				}
			}
			if t.Failed() {
				t.Log(out)
			}
		})
	}
}

func TestFuzzUsage(t *testing.T) {
	for _, test := range []struct {
		args   string
		env    string
		status int
		want   string
	}{
		{"--workers 2", "", 2, "unknown argument --workers"},
		{"--time", "", 2, "--time needs a value"},
		{"--time 1.5h", "", 2, "--time 1.5h is not a time"},
		{"--time 0s", "", 2, "too short for 1 targets: use at least 1s"},
		{"--target FuzzB", "", 2, "there is no target FuzzB"},
		{"--target .*", "", 2, "not the name of a target"},
		{"", "UNBUILDABLE=1", 3, "cannot build the tests of ./pkg"},
	} {
		if out, got := status(t, standIn(t, strings.Fields(test.args), test.env)); got != test.status || !strings.Contains(out, test.want) {
			t.Errorf("ci/fuzz %s: exit status %d, want %d and %q:\n%s", test.args, got, test.status, test.want, out)
		}
	}
}

// TestFuzzInterrupted checks that an interruption ends every process of the script.
func TestFuzzInterrupted(t *testing.T) {
	reader, theirs, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	var out strings.Builder
	cmd := standIn(t, []string{"--time", "60s"}, "HANGS=1")
	cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = &out, &out, []*os.File{theirs}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	// So the test fails instead of hanging.
	if err := reader.SetReadDeadline(time.Now().Add(2 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(reader)
	if line, err := lines.ReadString('\n'); err != nil {
		t.Fatalf("%q, %v", line, err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != 3 || !strings.Contains(out.String(), "interrupted: ") {
		t.Errorf("%v, want exit status 3:\n%s", err, out.String())
	}
	// The pipe ends when the last process that can write to it has ended.
	if rest, err := io.ReadAll(lines); err != nil || len(rest) > 0 {
		t.Errorf("a process is left: %q, %v", rest, err)
	}
}

var reproduce = regexp.MustCompile(`(?m)^  reproduce: go test -run '(.*)' (\S+)$`)

// TestFuzzModule checks with the real engine that a failure is found and stays as a seed, and
// that targets without a failure are ok.
func TestFuzzModule(t *testing.T) {
	if !whole() {
		t.Skip("builds and fuzzes a module: with EPIN_WHOLE=1")
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

import "testing"

func FuzzSound(f *testing.F) {
	f.Add([]byte("a"))
	f.Fuzz(func(t *testing.T, input []byte) {})
}
`,
	})
	fuzz := func(args ...string) (string, int) {
		return status(t, exec.Command(filepath.Join(dir, "ci/fuzz"), args...))
	}
	if out, got := fuzz("--time", "2s", "--target", "FuzzSound", "--target", "FuzzSkipped"); got != 0 || !strings.Contains(out, "  ok\n") || !strings.Contains(out, "  skipped\n") {
		t.Errorf("without a fault: exit status %d\n%s", got, out)
	}
	// The engine stops at the first failure, so it does not take this time.
	out, got := fuzz("--time", "10m", "--target", "FuzzBroken")
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
