package main

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// standIns are what the base image of ClusterFuzzLite and OSS-Fuzz provides, as far as
// build.sh uses it. The builder notes what it is to build.
var standIns = map[string]string{
	"compile_native_go_fuzzer": `test $# -eq 3 && echo "$1 $2 $3" >>"$OUT/compiled"`,
	"zip":                      `test "$1 $2 $4" = "-q -r ." && ` + playVariable + `=zip exec "$SELF" "$3"`,
	"go":                       `case $1 in get) exit 0 ;; *) exec "$REAL_GO" "$@" ;; esac`,
}

// standInTesting is the package that targets for libFuzzer are compiled with, in place of
// testing: a failure is a panic, as it is there.
const standInTesting = `package testing

import "fmt"

type skipped struct{}

type F struct{ Data []byte }

func (f *F) Helper() {}
func (f *F) Add(...any) {}
func (f *F) Fatal(args ...any) { panic(fmt.Sprint(args...)) }
func (f *F) Fuzz(body any) {
	defer func() {
		if r := recover(); r != nil && r != (skipped{}) {
			panic(r)
		}
	}()
	body.(func(*T, []byte))(&T{}, f.Data)
}

type T struct{}

func (t *T) Helper() {}
func (t *T) Name() string { return "libFuzzer" }
func (t *T) Skip(...any) { panic(skipped{}) }
func (t *T) Error(args ...any) { panic(fmt.Sprint(args...)) }
func (t *T) Errorf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
func (t *T) Fatal(args ...any) { panic(fmt.Sprint(args...)) }
func (t *T) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
`

// playZip packs the working directory.
func playZip() {
	file, err := os.Create(os.Args[1])
	if err != nil {
		panic(err)
	}
	w := zip.NewWriter(file)
	if err := w.AddFS(os.DirFS(".")); err != nil {
		panic(err)
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
}

// The script that clusters run builds every target, with a dictionary and seeds that the
// target can load.
func TestClusterFuzzBuild(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the base image is one of Linux")
	}
	if os.Getenv("EPIN_WHOLE") == "" {
		t.Skip("builds everything anew in another folder; set EPIN_WHOLE=1 for it")
	}
	inRoot(t)
	p, err := soundPrograms()
	if err != nil {
		t.Fatal(err)
	}
	copied, out, bin := t.TempDir(), t.TempDir(), t.TempDir()
	copyModule(t, copied)
	realGo, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, script := range standIns {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/usr/bin/env bash\nset -eu\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("bash", ".clusterfuzzlite/build.sh")
	cmd.Dir = copied
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "OUT="+out, "SELF="+self, "REAL_GO="+realGo)
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build.sh: %v\n%s", err, said)
	}
	compiled, err := os.ReadFile(filepath.Join(out, "compiled"))
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for _, target := range p.targets {
		want.WriteString("github.com/epin-conformance/harness/fuzz " + target + " " + target + "\n")
		dictionary, err := os.ReadFile(filepath.Join(out, target+".dict"))
		if err != nil || !strings.Contains(string(dictionary), `":"`) {
			t.Errorf("the dictionary of %s: %v", target, err)
		}
	}
	if string(compiled) != want.String() {
		t.Errorf("built were\n%swant\n%s", compiled, want.String())
	}
	loadSeeds(t, copied, out, p.targets)
}

// loadSeeds builds all targets as libFuzzer's would be, and runs each on its seeds.
func loadSeeds(t *testing.T, module, out string, targets []string) {
	const standIn = "github.com/AdamKorcz/go-118-fuzz-build"
	var driver bytes.Buffer
	driver.WriteString("package main\n\nimport (\n\t\"os\"\n\n\ttargets \"github.com/epin-conformance/harness/fuzz\"\n\t\"" + standIn + "/testing\"\n)\n\nfunc main() {\n")
	for _, target := range targets {
		driver.WriteString("\trun(\"" + target + "\", targets." + target + ")\n")
		seeds, err := zip.OpenReader(filepath.Join(out, target+"_seed_corpus.zip"))
		if err != nil {
			t.Fatal(err)
		}
		if len(seeds.File) == 0 {
			t.Errorf("%s has no seeds", target)
		}
		for _, file := range seeds.File {
			in, err := file.Open()
			if err != nil {
				t.Fatal(err)
			}
			input, err := io.ReadAll(in)
			if err != nil || entryName(input) != file.Name {
				t.Fatalf("the seed %s of %s holds %q, %v", file.Name, target, input, err)
			}
			path := filepath.Join(module, "seeds", target, file.Name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, input, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		seeds.Close()
	}
	driver.WriteString(`}

func run(target string, fuzz func(*testing.F)) {
	files, err := os.ReadDir("seeds/" + target)
	if err != nil {
		panic(err)
	}
	for _, file := range files {
		input, err := os.ReadFile("seeds/" + target + "/" + file.Name())
		if err != nil {
			panic(err)
		}
		println(target, file.Name())
		fuzz(&testing.F{Data: input})
	}
}
`)
	mod, err := os.ReadFile(filepath.Join(module, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for path, content := range map[string]string{
		"standin/go.mod":          "module " + standIn + "\n\ngo 1.26\n",
		"standin/testing/test.go": standInTesting,
		"driver/main.go":          driver.String(),
		"go.mod":                  string(mod) + "\nrequire " + standIn + " v0.0.0\nreplace " + standIn + " => ./standin\n",
	} {
		path = filepath.Join(module, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "run", "-tags", "gofuzz_libfuzzer", "./driver")
	cmd.Dir = module
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("the targets and their seeds: %v\n%s", err, said[max(0, len(said)-2000):])
	}
}

// copyModule copies the module, as it is in the working directory, without what Git
// keeps.
func copyModule(t *testing.T, to string) {
	t.Helper()
	for _, name := range []string{"go.mod", "go.sum", "ci", "conformance", "corpus", "epin", "features", "fuzz", ".clusterfuzzlite"} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if info.IsDir() {
			err = os.CopyFS(filepath.Join(to, name), os.DirFS(name))
		} else if content, readError := os.ReadFile(name); readError == nil {
			err = os.WriteFile(filepath.Join(to, name), content, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
