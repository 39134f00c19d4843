package adapters_test

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/internal/tests"
)

func bugs(t *testing.T) (names []string) {
	t.Helper()
	file := tests.Read(t, "testdata/bugs.txt")
	for line := range strings.Lines(file) {
		if name, text, _ := strings.Cut(strings.TrimSpace(line), " "); name != "#" {
			if text == "" {
				t.Errorf("the bug %q has no description", name)
			}
			names = append(names, name)
		}
	}
	return names
}

// bugsOf returns the edits that insert the bugs into the library of an adapter, by bug.
func (a adapter) bugsOf(t *testing.T) map[string]edit {
	t.Helper()
	path := filepath.Join("testdata/bugs", a.name+".txt")
	file := tests.Read(t, path)
	edits := map[string]edit{}
	for i, block := range strings.Split(strings.TrimSpace(file), "\n\n") {
		name, rest, _ := strings.Cut(block, "\n")
		name, isBug := strings.CutPrefix(name, "bug ")
		if _, twice := edits[name]; !isBug || twice {
			t.Fatalf("block %d of %s begins with %q", i+1, path, name)
		}
		sides := map[byte]string{} // the removed and the added lines
		for line := range strings.SplitSeq(rest, "\n") {
			sides[line[0]] += "\n" + strings.TrimPrefix(line[1:], " ")
		}
		if len(sides) == 1 { // the edit removes whole lines
			sides['-'] += "\n"
		}
		edits[name] = edit{a.template().Library, strings.TrimPrefix(sides['-'], "\n"), strings.TrimPrefix(sides['+'], "\n")}
	}
	return edits
}

// TestBugsApply tests that every library has an edit for each bug, and that all of them differ.
func TestBugsApply(t *testing.T) {
	names := slices.Sorted(slices.Values(bugs(t)))
	if len(names) < 20 || len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Errorf("there are %d bugs, want at least 20 different ones", len(names))
	}
	for _, a := range known {
		edits, files, results := a.bugsOf(t), a.template().Files(), map[string]string{}
		if got := slices.Sorted(maps.Keys(edits)); !slices.Equal(got, names) {
			t.Errorf("%s has the bugs %q, want %q", a.name, got, names)
		}
		for name, e := range edits {
			text := string(files[e.file])
			result := strings.Replace(text, e.old, e.new, 1)
			if other, twice := results[result]; twice || result == text || strings.Count(text, e.old) != 1 {
				t.Errorf("%s: %s changes nothing, the same as %q, or %q does not stand once in %s", a.name, name, other, e.old, e.file)
			}
			results[result] = name
		}
	}
}

// TestBugs inserts one bug into a library. The suite has to find it, and package adaptercheck
// must not blame the adapter. With EPIN_WHOLE=1 it tests every bug in every library, otherwise
// one bug in one library.
func TestBugs(t *testing.T) {
	if testing.Short() {
		t.Skip("runs of the suite")
	}
	names := bugs(t)
	for i, a := range known {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			edits := a.bugsOf(t)
			for j, name := range names {
				if !tests.Whole() && i+j > 0 {
					continue
				}
				t.Run(name, func(t *testing.T) {
					command := a.command(t, edits[name])
					report, err := suite.Run(t.Context(), suite.Config{
						Open: command.Open, Profile: suite.Quick, Seed: 1, Limits: suite.Limits{FailFast: true},
					})
					if err != nil {
						t.Fatal(err)
					}
					if report.Verdict != result.NotConformant || len(report.Findings) == 0 {
						t.Errorf("%v: %s", report.Verdict, report.Reason)
					}
					// The adapter is not blamed.
					smoke(t, command, notation.EPIN)
				})
			}
		})
	}
}
