//go:build linux

package ci

import (
	"encoding/binary"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// builderTesting is the part of the builder's package testing that this module uses. It is from
// github.com/AdamKorcz/go-118-fuzz-build, v0.0.0-20250520111509-a70c2aa677fa.
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
func (t *T) Logf(string, ...any) {}
`

const builderModule = "github.com/AdamKorcz/go-118-fuzz-build"

// TestClusterFuzzBuild checks that build.sh builds every target, with a dictionary and seeds,
// and that its files compile with the builder's package testing. Stand-ins replace the programs
// of the base image. build.sh changes its folders, so it runs in a copy of them.
func TestClusterFuzzBuild(t *testing.T) {
	if !whole() {
		t.Skip("builds every target: with EPIN_WHOLE=1")
	}
	needs(t, "bash")
	goCommand := needs(t, "go")
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir, out, bin := t.TempDir(), t.TempDir(), t.TempDir()
	for _, folder := range []string{"fuzz", "features", "conformance", ".clusterfuzzlite"} {
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

	built, want := strings.Split(strings.TrimSpace(read(t, filepath.Join(out, "compiled"))), "\n"), targets(t)
	for _, line := range want {
		target := strings.Fields(line)[1]
		corpus := filepath.Join(out, target+"_seed_corpus.zip")
		seeds, err := os.ReadDir(corpus)
		if err != nil || len(seeds) == 0 {
			t.Errorf("%s has %d seeds, %v", target, len(seeds), err)
		}
		for _, seed := range seeds {
			// The builder reads a []byte in this form.
			content := read(t, filepath.Join(corpus, seed.Name()))
			if len(content) < 4 || int(binary.BigEndian.Uint32([]byte(content))) != len(content)-4 {
				t.Fatalf("the seed %s of %s does not begin with its length: %q", seed.Name(), target, content)
			}
		}
		if read(t, filepath.Join(out, target+".dict")) == "" {
			t.Errorf("%s has an empty dictionary", target)
		}
	}
	slices.Sort(built)
	slices.Sort(want)
	if !slices.Equal(built, want) {
		t.Errorf("build.sh builds %q, and the module has %q", built, want)
	}

	// The files that build.sh wrote compile.
	overlay := map[string]string{}
	packages := map[string]bool{}
	err = fs.WalkDir(os.DirFS(dir), ".", func(file string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(file, "_libfuzzer.go") {
			overlay[filepath.Join(root, file)] = filepath.Join(dir, file)
			packages["./"+path.Dir(file)] = true
		}
		return err
	})
	if err != nil || len(overlay) == 0 {
		t.Fatalf("build.sh leaves no files for the builder: %v", err)
	}
	// Otherwise its names are declared twice.
	overlay[filepath.Join(root, "fuzz", "export.go")] = ""
	replace, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	mod := read(t, filepath.Join(root, "go.mod"))
	standIn := filepath.Join(dir, "standin")
	for name, content := range map[string]string{
		"overlay.json":            string(replace),
		"build.mod":               mod + "\nrequire " + builderModule + " v0.0.0\nreplace " + builderModule + " => " + standIn + "\n",
		"build.sum":               read(t, filepath.Join(root, "go.sum")),
		"standin/go.mod":          "module " + builderModule + "\n\ngo 1.26\n",
		"standin/testing/test.go": builderTesting,
	} {
		write(t, filepath.Join(dir, name), content, 0o644)
	}
	cmd = exec.Command(goCommand, "build", "-overlay", filepath.Join(dir, "overlay.json"), "-modfile", filepath.Join(dir, "build.mod"), "-tags", "gofuzz_libfuzzer")
	cmd.Args = append(cmd.Args, slices.Sorted(maps.Keys(packages))...)
	cmd.Dir = root
	if said, got := status(t, cmd); got != 0 {
		t.Errorf("the files that build.sh leaves for the builder do not compile:\n%s", said)
	}
}

// targets returns a line for each fuzz target of the module, except those of ci and
// conformancetest, as build.sh is to build it: the package, the target, and the target as the
// name of its program.
func targets(t *testing.T) []string {
	t.Helper()
	var lines []string
	err := fs.WalkDir(os.DirFS(".."), ".", func(file string, d fs.DirEntry, err error) error {
		folder := path.Dir(file)
		if err != nil || d.IsDir() || !strings.HasSuffix(file, "_test.go") || folder == "ci" || folder == "conformance/conformancetest" {
			return err
		}
		for _, match := range fuzzTarget.FindAllStringSubmatch(read(t, filepath.Join("..", file)), -1) {
			lines = append(lines, "github.com/epin-conformance/harness/"+folder+" "+match[1]+" "+match[1])
		}
		return nil
	})
	if err != nil || len(lines) == 0 {
		t.Fatalf("%d targets were found, %v", len(lines), err)
	}
	return lines
}

var fuzzTarget = regexp.MustCompile(`(?m)^func (Fuzz\w*)\(f \*testing\.F\) \{$`)
