package adapters_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/adaptercheck"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
)

// TestMinimalAdapters certifies each minimal adapter, and one with a bug in its regular expression. README.md shows
// the same text.
func TestMinimalAdapters(t *testing.T) {
	if testing.Short() {
		t.Skip("runs of the suite")
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []struct{ language, file, program string }{
		{"python", "adapter.py", "python3"}, {"js", "adapter.mjs", "node"}, {"ruby", "adapter.rb", "ruby"},
	} {
		t.Run(m.language, func(t *testing.T) {
			t.Parallel()
			adapter{run: m.program}.require(t)
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS("minimal")); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(filepath.Join(dir, m.file))
			if lines := bytes.Count(text, []byte("\n")); err != nil || lines > 40 || !strings.Contains(string(readme), "\n```"+m.language+"\n"+string(text)+"```\n") {
				t.Errorf("%s has %d lines, want at most 40, or README.md has another text: %v", m.file, lines, err)
			}
			command := patient(wire.Command{Args: []string{m.program, m.file}, Dir: dir})
			var out bytes.Buffer
			if checked, err := adaptercheck.Run(t.Context(), command, notation.EPIN, &out, false); err != nil || !checked.Right() {
				t.Errorf("%v\n%s", err, out.Bytes())
			}
			certify := func(want result.Verdict) {
				report, err := suite.Run(t.Context(), suite.Config{Open: command.Open, Profile: suite.Quick, Seed: 1})
				if err != nil || report.Verdict != want || len(report.Notes) > 0 {
					t.Errorf("%v, %v: %s, with the notes %q; want %v", err, report.Verdict, report.Reason, report.Notes, want)
				}
			}
			certify(result.Conformant)
			edit{m.file, "A-Za-z", "A-z"}.apply(t, dir)
			certify(result.NotConformant)
		})
	}
}
