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
	script, err := os.ReadFile("release")
	if err != nil {
		t.Fatal(err)
	}
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
		write(t, filepath.Join(dir, "ci/release"), string(script), 0o755)
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
