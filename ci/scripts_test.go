//go:build linux

package ci

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/epin-conformance/harness/internal/tests"
)

// write makes a folder with a copy of a script of this folder and some files.
func write(t *testing.T, script string, files map[string]string) (dir string) {
	t.Helper()
	text, err := os.ReadFile(script)
	dir, errDir := filepath.EvalSymlinks(t.TempDir())
	folder := fstest.MapFS{"ci/" + script: {Data: text, Mode: 0o755}}
	for name, content := range files {
		folder[name] = &fstest.MapFile{Data: []byte(content)}
	}
	if err := errors.Join(err, errDir, os.CopyFS(dir, folder)); err != nil {
		t.Fatal(err)
	}
	return dir
}

func run(t *testing.T, dir string, args ...string) (string, int) {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// TestFuzzModule checks with the real engine that a failure is found and stays as a seed, and
// that targets without a failure are ok.
func TestFuzzModule(t *testing.T) {
	tests.NeedCI(t)
	dir := write(t, "fuzz", map[string]string{
		"go.mod": "module example.org/m\n\ngo 1.26\n",
		"a/fuzz_a_test.go": `package a

import (
	"strconv"
	"testing"
)

func FuzzSkipped(f *testing.F) { f.Skip("not today") }

func FuzzSound(f *testing.F) {
	for i := range 2000 {
		f.Add([]byte(strconv.Itoa(i)))
	}
	f.Fuzz(func(t *testing.T, input []byte) {})
}

func FuzzBroken(f *testing.F) {
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, input []byte) {
		if len(input) > 0 {
			t.Errorf("too long: %q", input)
		}
	})
}
`,
	})
	// There are more seeds than executions, so the engine is started again.
	out, got := run(t, dir, "ci/fuzz", "--count", "1000", "--target", "FuzzSound", "--target", "FuzzSkipped")
	if got != 0 || !regexp.MustCompile(`(?m)^FuzzSkipped .* skipped$\n^FuzzSound +30\d\d .* ok$`).MatchString(out) {
		t.Errorf("without a fault: exit status %d\n%s", got, out)
	}
	if out, got := run(t, dir, "ci/fuzz", "--time", "1s"); got != 2 || !strings.Contains(out, "use --count") {
		t.Errorf("with a time: exit status %d\n%s", got, out)
	}
	// The engine stops at the first failure, so it does not run all.
	out, got = run(t, dir, "ci/fuzz", "--count", "999999999", "--target", "FuzzBroken")
	found := regexp.MustCompile(`(?m)^  reproduce: go test -run '(.*)' (\S+)$`).FindStringSubmatch(out)
	if got != 1 || found == nil || !strings.Contains(out, "too long: ") {
		t.Fatalf("with a fault: exit status %d\n%s", got, out)
	}
	if out, got := run(t, dir, "go", "test", "-run", found[1], found[2]); got != 1 || !strings.Contains(out, "too long: ") {
		t.Errorf("go test -run '%s' %s: exit status %d\n%s", found[1], found[2], got, out)
	}
	// It is now a seed, and fails at once.
	if out, got := run(t, dir, "ci/fuzz", "--target", "FuzzBroken"); got != 1 || !strings.Contains(out, found[0]) {
		t.Errorf("the second time: exit status %d, want %q\n%s", got, found[0], out)
	}
}

// A tag that is not the version, and a version without notes, end a release before anything is
// built. The notes are the section of the changelog.
func TestReleaseNotes(t *testing.T) {
	const notes = "First: [a](https://github.com/epin-conformance/harness/blob/v0.2.0/b/c.md#d), [e](https://f/g).\n\n\nTo check the files: sha256sum --check SHA256SUMS\n"
	for _, test := range []struct{ changelog, tag, message, notes string }{
		{"# Changelog\n\n## 0.3.0\n\nnew\n\n## 0.2.0, 2026-11-30\n\nFirst: [a](b/c.md#d), [e](https://f/g).\n\n## 0.1.0\n\nold\n", "v0.2.0", "", notes},
		{"## 0.2.0, not yet released\n", "v0.2.0", "CHANGELOG.md says that 0.2.0 is not yet released: write the date", ""},
		{"## 0.2.0\n\nFirst.\n", "v0.3.0", "the tag v0.3.0 is not v0.2.0: change conformance.Version or the tag", ""},
		{"## 0.2.01\n", "", "CHANGELOG.md has no heading for 0.2.0", ""},
	} {
		dir := write(t, "release", map[string]string{"conformance/version.go": "const Version = \"0.2.0\"\n", "CHANGELOG.md": test.changelog})
		out, _ := run(t, dir, "ci/release", "--tag", test.tag) // it always ends early: there is nothing to build
		if test.message != "" && out != "ci/release: "+test.message+"\n" {
			t.Errorf("%s of %q: it prints\n%s\nwant %s", test.tag, test.changelog, out, test.message)
		}
		if notes, _ := os.ReadFile(filepath.Join(dir, "dist/NOTES.md")); strings.TrimSpace(string(notes)) != strings.TrimSpace(test.notes) {
			t.Errorf("%s: the notes are\n%s\nwant\n%s", test.tag, notes, test.notes)
		}
	}
}

// TestVulnerabilities checks that findings and errors fail, unless the database cannot be
// reached. A shell with the output of govulncheck 1.9.0 replaces it.
func TestVulnerabilities(t *testing.T) {
	const unreachable = `fetching vulnerabilities: Get "https://vuln.go.dev/index/modules.json.gz": dial tcp: lookup vuln.go.dev: no such host`
	for _, test := range []struct {
		stderr, status, want string
		wanted               int
	}{
		{"", "0", "", 0},
		{"govulncheck: " + unreachable, "1", "not checked for known vulnerabilities: the database cannot be reached: " + strings.TrimPrefix(unreachable, "fetching vulnerabilities: "), 0},
		{"govulncheck: " + unreachable, "3", "govulncheck: " + unreachable, 3},
		{"govulncheck: loading packages: fetching vulnerabilities: ", "1", "govulncheck: loading packages: fetching vulnerabilities: ", 1},
	} {
		out, got := run(t, ".", "./vulnerabilities", "bash", "-c", `echo "$0" >&2; exit "$1"`, test.stderr, test.status)
		if got != test.wanted || strings.TrimSuffix(out, "\n") != test.want {
			t.Errorf("status %s: exit status %d, want %d, and it prints\n%s\nwant\n%s", test.status, got, test.wanted, out, test.want)
		}
	}
}
