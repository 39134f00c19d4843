package fuzz

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin"
)

func TestFromCorpus(t *testing.T) {
	inputs := TokenSeeds()
	added, letters := map[string]bool{}, 0
	for _, input := range inputs {
		added[string(input)] = true
		if len(input) == 1 && epin.Valid(string(input)) {
			letters++
		}
	}
	if len(added) != len(inputs) || !added[""] || !added["+A^'"] || !added["\xff"] {
		t.Error("seeds are missing or added twice")
	}
	if letters == 0 || letters == 52 {
		t.Errorf("%d letters are seeds, want some and not all", letters)
	}
}

// TestExport tests the form of exported seeds: that of compile_native_go_fuzzer_v2.
func TestExport(t *testing.T) {
	for _, input := range []string{"", "K'"} {
		dir := t.TempDir()
		t.Setenv("EPIN_FUZZ_SEEDS", dir)
		Export(func(*testing.T, []byte) {})(t, []byte(input))
		files, err := filepath.Glob(filepath.Join(dir, "TestExport", "*"))
		if err != nil || len(files) != 1 {
			t.Fatal(files, err)
		}
		if data, err := os.ReadFile(files[0]); err != nil || string(data) != "\x01"+input {
			t.Errorf("%q is exported as %q (%v)", input, data, err)
		}
	}
}

var (
	targetPath  = regexp.MustCompile(`^\.\./(fuzz/|(conformance/wire|conformance/internal/\w+)/.*fuzz_)`)
	targetHead  = regexp.MustCompile(`(?m)^func Fuzz`)
	external    = regexp.MustCompile(`(?m)^package \w+_test$`)
	targetShape = regexp.MustCompile(`(?m)^func Fuzz\w+\(.*\n\t(?:fuzz\.)?Seed\(f, .*\n(?:\t.*\n|\n)*?\tf\.Fuzz\((?:fuzz\.)?Export\(`)
)

// TestTargets tests that every target of the module has a separate file, which .clusterfuzzlite/build.sh
// finds by its name, first calls [Seed], and exports its seeds. It skips ci and conformancetest, whose
// targets test other code.
func TestTargets(t *testing.T) {
	found := 0
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		switch name := filepath.ToSlash(path); {
		case err != nil:
			return err
		case name == "../ci" || name == "../conformance/conformancetest" || entry.IsDir() && strings.HasPrefix(name, "../."):
			return filepath.SkipDir
		case !strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := os.ReadFile(path)
		targets := len(targetHead.FindAll(file, -1))
		isFound := targetPath.MatchString(filepath.ToSlash(path)) && !external.Match(file) // build.sh removes external tests
		if targets > 1 || targets != len(targetShape.FindAll(file, -1)) || targets == 1 && !isFound {
			t.Errorf("%s: give each target a file of its package with fuzz_ in its name, begin it with Seed(f, ...) and call f.Fuzz(Export(...))", path)
		}
		found += targets
		return err
	})
	if err != nil || found == 0 {
		t.Errorf("%d targets were found, %v", found, err)
	}
}
