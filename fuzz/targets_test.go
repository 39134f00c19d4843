package fuzz

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	targetPath  = regexp.MustCompile(`^\.\./(fuzz/|(conformance/wire|conformance/internal/\w+)/.*fuzz_)`)
	targetHead  = regexp.MustCompile(`(?m)^func Fuzz`)
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
		if targets > 1 || targets != len(targetShape.FindAll(file, -1)) || targets == 1 && !targetPath.MatchString(filepath.ToSlash(path)) {
			t.Errorf("%s: give each target a file with fuzz_ in its name, begin it with Seed(f, ...) and call f.Fuzz(Export(...))", path)
		}
		found += targets
		return err
	})
	if err != nil || found == 0 {
		t.Errorf("%d targets were found, %v", found, err)
	}
}
