// Command renew writes every recorded file of the module anew, and prints the names of those that change.
// `go generate ./...` runs it: see package tests.
package main

import (
	"bytes"
	"io/fs"
	"log"
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
	log.SetFlags(0)
	if err := os.Chdir(filepath.Join("..", "..")); err != nil { // go generate starts in the folder of package tests
		log.Fatal(err)
	}
	before, packages := files()
	var out []byte
	var err error
	for _, step := range append(first, strings.Join(packages, " ")) {
		args := []string{"test", "-vet=off", "-count=1", "-timeout=4h", "-run=^TestRecorded"}
		cmd := exec.Command("go", append(args, strings.Fields(step)...)...)
		cmd.Env = append(os.Environ(), "EPIN_RENEW=1")
		if out, err = cmd.CombinedOutput(); err != nil {
			break
		}
	}
	after, _ := files()
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if !bytes.Equal(before[name], after[name]) {
			log.Print("changed: ", name)
		}
	}
	if err != nil {
		log.Fatalf("%s\nrenew: %v", out, err)
	}
}

// files returns the content of the files of the module by name, and the other packages with recorded files.
func files() (content map[string][]byte, packages []string) {
	content = map[string][]byte{}
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err == nil && d.IsDir() && name == ".git":
			return fs.SkipDir
		case err != nil || d.IsDir():
			return err
		}
		content[name], err = os.ReadFile(name)
		folder := "./" + path.Dir(name)
		records := strings.HasSuffix(name, "_test.go") && bytes.Contains(content[name], []byte("\nfunc TestRecorded"))
		if records && !slices.Contains(append(first, packages...), folder) {
			packages = append(packages, folder)
		}
		return err
	})
	if err != nil {
		log.Fatal(err)
	}
	return content, packages
}
