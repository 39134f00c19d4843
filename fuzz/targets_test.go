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

// TestTargets tests that every target of the module has a separate file, first calls [Seed],
// and exports its seeds. It skips ci and conformancetest, whose targets test other code.
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
		inFile := len(targetHead.FindAll(file, -1))
		if inFile != len(targetShape.FindAll(file, -1)) {
			t.Errorf("%s: a target has to begin with Seed(f, ...) and call f.Fuzz(Export(...))", path)
		}
		// .clusterfuzzlite/build.sh finds targets by the names of their folders and files.
		if inFile > 1 || inFile == 1 && !targetPath.MatchString(filepath.ToSlash(path)) {
			t.Errorf("%s holds %d targets; give each a file that .clusterfuzzlite/build.sh finds, with fuzz_ in its name", path, inFile)
		}
		found += inFile
		return err
	})
	if err != nil || found == 0 {
		t.Errorf("%d targets were found, %v", found, err)
	}
}
