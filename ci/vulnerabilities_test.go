//go:build linux

package ci

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

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
