//go:build linux

package ci

import (
	"encoding/binary"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// builderTesting is the package that the builder puts in place of testing: from
// github.com/AdamKorcz/go-118-fuzz-build, v0.0.0-20250520111509-a70c2aa677fa, what this
// module uses.
const builderTesting = `package testing

type F struct{}

func (f *F) Helper() {}
func (f *F) Add(...any) {}
func (f *F) Fatal(...any) {}
func (f *F) Fuzz(any) {}

type T struct{}

func (t *T) Helper() {}
func (t *T) Name() string { return "libFuzzer" }
func (t *T) Skip(...any) {}
func (t *T) Error(...any) {}
func (t *T) Errorf(string, ...any) {}
func (t *T) Fatal(...any) {}
func (t *T) Fatalf(string, ...any) {}
`

const builderModule = "github.com/AdamKorcz/go-118-fuzz-build"

// build.sh builds every target of package fuzz, with a dictionary and seeds, from files
// that compile with the package testing of the builder. Stand-ins take the place of the
// programs of the base image. They work on a copy of package fuzz, which build.sh changes.
func TestClusterFuzzBuild(t *testing.T) {
	needs(t, "bash")
	goCommand := needs(t, "go")
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir, out, bin := t.TempDir(), t.TempDir(), t.TempDir()
	for _, folder := range []string{"fuzz", ".clusterfuzzlite"} {
		if err := os.CopyFS(filepath.Join(dir, folder), os.DirFS(filepath.Join(root, folder))); err != nil {
			t.Fatal(err)
		}
	}
	for name, script := range map[string]string{
		"compile_native_go_fuzzer": `echo "$@" >>"$OUT/compiled"`,
		"zip":                      `[ "$1 $2 $4" = "-q -r ." ] && mkdir "$3" && cp ./* "$3"`,
		"go":                       `case $1 in get) ;; *) command=$1; shift; exec "$REAL_GO" "$command" -C "$ROOT" "$@" ;; esac`,
	} {
		write(t, filepath.Join(bin, name), "#!/usr/bin/env bash\nset -eu\n"+script+"\n", 0o755)
	}
	cmd := exec.Command("bash", ".clusterfuzzlite/build.sh")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "OUT="+out, "ROOT="+root, "REAL_GO="+goCommand)
	if said, got := status(t, cmd); got != 0 {
		t.Fatalf("build.sh: exit status %d\n%s", got, said)
	}

	compiled, err := os.ReadFile(filepath.Join(out, "compiled"))
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(goCommand, "test", "-list", "^Fuzz", "./fuzz")
	cmd.Dir = root
	list, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	built, want := strings.Split(strings.TrimSpace(string(compiled)), "\n"), []string{}
	for line := range strings.Lines(string(list)) {
		target := strings.TrimSpace(line)
		if !strings.HasPrefix(target, "Fuzz") {
			continue
		}
		want = append(want, "github.com/epin-conformance/harness/fuzz "+target+" "+target)
		corpus := filepath.Join(out, target+"_seed_corpus.zip")
		seeds, err := os.ReadDir(corpus)
		if err != nil || len(seeds) == 0 {
			t.Errorf("%s has %d seeds, %v", target, len(seeds), err)
		}
		for _, seed := range seeds {
			// As the builder reads a []byte.
			content := read(t, filepath.Join(corpus, seed.Name()))
			if len(content) < 4 || int(binary.BigEndian.Uint32([]byte(content))) != len(content)-4 {
				t.Fatalf("the seed %s of %s does not begin with its length: %q", seed.Name(), target, content)
			}
		}
		if dictionary, err := os.ReadFile(filepath.Join(out, target+".dict")); err != nil || len(dictionary) == 0 {
			t.Errorf("the dictionary of %s: %v", target, err)
		}
	}
	slices.Sort(built)
	slices.Sort(want)
	if !slices.Equal(built, want) {
		t.Errorf("build.sh builds %q, and go test -list has %q", built, want)
	}

	// What build.sh has made of the package compiles.
	overlay := map[string]string{}
	files, err := filepath.Glob(filepath.Join(dir, "fuzz/*_libfuzzer.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("build.sh leaves no files for the builder: %v", err)
	}
	for _, file := range files {
		overlay[filepath.Join(root, "fuzz", filepath.Base(file))] = file
	}
	replace, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	mod, sum := read(t, filepath.Join(root, "go.mod")), read(t, filepath.Join(root, "go.sum"))
	standIn := filepath.Join(dir, "standin")
	for name, content := range map[string]string{
		"overlay.json":            string(replace),
		"build.mod":               mod + "\nrequire " + builderModule + " v0.0.0\nreplace " + builderModule + " => " + standIn + "\n",
		"build.sum":               sum,
		"standin/go.mod":          "module " + builderModule + "\n\ngo 1.26\n",
		"standin/testing/test.go": builderTesting,
	} {
		write(t, filepath.Join(dir, name), content, 0o644)
	}
	cmd = exec.Command(goCommand, "build", "-overlay", filepath.Join(dir, "overlay.json"), "-modfile", filepath.Join(dir, "build.mod"), "-tags", "gofuzz_libfuzzer", "./fuzz")
	cmd.Dir = root
	if said, got := status(t, cmd); got != 0 {
		t.Errorf("the files that build.sh leaves for the builder do not compile:\n%s", said)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

var fuzzTarget = regexp.MustCompile(`(?m)^func Fuzz\w*\(f \*testing\.F\) \{$`)

// A new package with fuzz targets has to be built by build.sh, or to be excluded there
// with a reason.
func TestPackagesWithTargets(t *testing.T) {
	var packages []string
	err := fs.WalkDir(os.DirFS(".."), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		content, err := os.ReadFile(filepath.Join("..", path))
		if folder := filepath.Dir(path); folder != "ci" && fuzzTarget.Match(content) && !slices.Contains(packages, folder) {
			packages = append(packages, folder)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"conformance/conformancetest", "fuzz"}; !slices.Equal(packages, want) {
		t.Errorf("there are fuzz targets in %q, and .clusterfuzzlite/build.sh is about %q", packages, want)
	}
}
