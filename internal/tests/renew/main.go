// Command renew writes every recorded file of the module anew, and prints the names of those that
// change. `go generate ./...` runs it; package tests has what it runs.
package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// first are packages whose tests write files that other packages embed, in the order in which they need them.
var first = []string{"./features/steps", "./conformance/internal/suite", "./conformance/internal/mutant"}

func main() {
	if err := os.Chdir(filepath.Join("..", "..")); err != nil { // go generate starts in the folder of package tests
		fail(err)
	}
	before, packages := files()
	var failed error
	for _, step := range append(first, strings.Join(packages, " ")) {
		cmd := exec.Command("go", append([]string{"test", "-vet=off", "-count=1", "-timeout=4h", "-run=^TestRecorded"}, strings.Fields(step)...)...)
		cmd.Env = append(os.Environ(), "EPIN_RENEW=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			failed = fmt.Errorf("%s: %w\n%s", cmd, err, out)
			break
		}
	}
	after, _ := files()
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if !bytes.Equal(before[name], after[name]) {
			fmt.Println("changed:", name)
		}
	}
	if failed != nil {
		fail(failed)
	}
}

// files returns the content of the files of the module by name, and the other packages with recorded files.
func files() (content map[string][]byte, packages []string) {
	content = map[string][]byte{}
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if name == ".git" {
				return fs.SkipDir
			}
			return err
		}
		content[name], err = os.ReadFile(name)
		folder := "./" + path.Dir(name)
		if strings.HasSuffix(name, "_test.go") && bytes.Contains(content[name], []byte("\nfunc TestRecorded")) && !slices.Contains(append(first, packages...), folder) {
			packages = append(packages, folder)
		}
		return err
	})
	if err != nil {
		fail(err)
	}
	return content, packages
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "renew:", err)
	os.Exit(1)
}
