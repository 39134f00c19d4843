package adapters_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/internal/tests"
)

// TestMinimalAdapters certifies each minimal adapter of README.md, and one with a bug in its regular expression.
func TestMinimalAdapters(t *testing.T) {
	if testing.Short() {
		t.Skip("runs of the suite")
	}
	readme := tests.Read(t, "README.md")
	for _, m := range []struct{ language, file, program string }{
		{"python", "adapter.py", "python3"}, {"js", "adapter.mjs", "node"}, {"ruby", "adapter.rb", "ruby"},
	} {
		t.Run(m.language, func(t *testing.T) {
			t.Parallel()
			if m.language != "python" {
				tests.NeedCI(t)
			}
			tests.NeedTools(t, strings.Fields(m.program)[0])
			dir := t.TempDir()
			_, text, _ := strings.Cut(readme, "\n```"+m.language+"\n")
			text, _, found := strings.Cut(text, "```\n")
			if lines := strings.Count(text, "\n"); !found || lines > 40 {
				t.Errorf("%s has %d lines in README.md, want at most 40", m.file, lines)
			}
			if err := os.WriteFile(filepath.Join(dir, m.file), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			command := patient(wire.Command{Args: []string{m.program, m.file}, Dir: dir})
			smoke(t, command, notation.EPIN)
			certify(t, command, notation.EPIN, result.Conformant)
			edit{m.file, "A-Za-z", "A-z"}.apply(t, dir)
			certify(t, command, notation.EPIN, result.NotConformant)
		})
	}
}

// TestFamily certifies the adapters that wrap a library for each of several notations.
func TestFamily(t *testing.T) {
	if testing.Short() {
		t.Skip("runs of the suite")
	}
	for _, line := range []string{"python3 -B adapter.py", "ruby adapter.rb"} {
		args := strings.Fields(line)
		for _, e := range []*notation.Edition{notation.EPIN, notation.PIN, notation.SIN, notation.QPI} {
			t.Run(args[0]+"/"+e.String(), func(t *testing.T) {
				t.Parallel()
				if e != notation.SIN { // which has the fewest tokens
					tests.NeedCI(t)
				}
				tests.NeedTools(t, strings.Fields(line)[0])
				command := patient(wire.Command{Args: args, Dir: "family"})
				smoke(t, command, e)
				certify(t, command, e, result.FullyConformant)
				if found, err := suite.Detect(t.Context(), e, command.Open); err != nil || found != e {
					t.Errorf("detected %v, %v", found, err)
				}
			})
		}
	}
}
