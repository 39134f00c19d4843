//go:build linux

package ci

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A tag that is not the version, and a version without notes, end a release before anything is
// built. The notes are the section of the changelog.
func TestReleaseNotes(t *testing.T) {
	needs(t, "bash")
	const version = "package conformance\n\nconst Version = \"0.2.0\"\n"
	for _, test := range []struct {
		name, changelog, tag string
		message, notes       string
	}{
		{
			"released", "# Changelog\n\n## 0.3.0\n\nnew\n\n## 0.2.0, 2026-11-30\n\nFirst: [a](b/c.md#d), [e](https://f/g).\n\n## 0.1.0\n\nold\n",
			"v0.2.0", "", "First: [a](https://github.com/epin-conformance/harness/blob/v0.2.0/b/c.md#d), [e](https://f/g)." +
				"\n\nTo check the files: sha256sum --check SHA256SUMS\n",
		},
		{
			"not yet released", "## 0.2.0, not yet released\n\nFirst.\n", "v0.2.0",
			"CHANGELOG.md says that 0.2.0 is not yet released: write the date", "",
		},
		{"another tag", "## 0.2.0\n\nFirst.\n", "v0.3.0", "the tag v0.3.0 is not v0.2.0: change conformance.Version or the tag", ""},
		{"no section", "## 0.2.01\n", "", "CHANGELOG.md has no heading for 0.2.0", ""},
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "ci/release"), read(t, "release"), 0o755)
		write(t, filepath.Join(dir, "conformance/version.go"), version, 0o644)
		write(t, filepath.Join(dir, "CHANGELOG.md"), test.changelog, 0o644)
		// Here it always ends early: there is nothing to build.
		out, _ := status(t, exec.Command(filepath.Join(dir, "ci/release"), "--tag", test.tag))
		if test.message != "" && out != "ci/release: "+test.message+"\n" {
			t.Errorf("%s: it prints\n%s\nwant %s", test.name, out, test.message)
		}
		notes, _ := os.ReadFile(filepath.Join(dir, "dist/NOTES.md"))
		if strings.Join(strings.Fields(string(notes)), " ") != strings.Join(strings.Fields(test.notes), " ") {
			t.Errorf("%s: the notes are\n%s\nwant\n%s", test.name, notes, test.notes)
		}
	}
}

// TestVulnerabilities checks that findings and errors fail, unless the database cannot be
// reached. A program with the output of govulncheck 1.9.0 replaces it.
func TestVulnerabilities(t *testing.T) {
	needs(t, "bash")
	const unreachable = `govulncheck: fetching vulnerabilities: Get "https://vuln.go.dev/index/modules.json.gz": dial tcp: lookup vuln.go.dev: no such host`
	for _, test := range []struct {
		name, stdout, stderr string
		program, status      int
		want                 string
	}{
		{"nothing found", "No vulnerabilities found.", "", 0, 0, "No vulnerabilities found.\n\n"},
		{"found", "Vulnerability #1: GO-2026-0001", "", 3, 3, "Vulnerability #1: GO-2026-0001\n\n"},
		{"database cannot be reached", "", unreachable, 1, 0, "\nnot checked for known vulnerabilities: the database cannot be reached: " + strings.TrimPrefix(unreachable, "govulncheck: fetching vulnerabilities: ") + "\n"},
		{"found, with such a message", "Vulnerability #1: GO-2026-0001", unreachable, 3, 3, "Vulnerability #1: GO-2026-0001\n" + unreachable + "\n"},
		{"another error", "", "govulncheck: loading packages: ", 1, 1, "\ngovulncheck: loading packages: \n"},
		{"a path that sounds like it", "", "govulncheck: loading packages: fetching vulnerabilities: ", 1, 1, "\ngovulncheck: loading packages: fetching vulnerabilities: \n"},
	} {
		program := filepath.Join(t.TempDir(), "govulncheck")
		write(t, program, "#!/usr/bin/env bash\necho \"$STDOUT\"\necho \"$STDERR\" >&2\n[ \"$*\" = \"-flag ./...\" ] && exit \"$STATUS\"\n", 0o755)
		cmd := exec.Command("./vulnerabilities", program, "-flag")
		cmd.Env = append(cmd.Environ(), "STDOUT="+test.stdout, "STDERR="+test.stderr, "STATUS="+string(rune('0'+test.program)))
		if out, got := status(t, cmd); got != test.status || out != test.want {
			t.Errorf("%s: exit status %d, want %d, and it prints\n%s\nwant\n%s", test.name, got, test.status, out, test.want)
		}
	}
}
