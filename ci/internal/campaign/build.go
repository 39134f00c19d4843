package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// programs are what a campaign runs.
type programs struct {
	fuzz     string   // the test binary of the targets, instrumented for fuzzing
	cover    string   // the same, which counts the code that it covers
	generate string   // the generator of the corpus
	targets  []string // in the order of their names
}

// build builds the programs into a folder. It is run in the root of the module.
//
// Only the packages of this module are instrumented. With -fuzz, Go would instrument
// everything that is linked: then each input costs several times as much, and inputs
// are kept because they are news to package regexp.
func build(ctx context.Context, pkg, into string) (programs, error) {
	into, err := filepath.Abs(into)
	if err != nil {
		return programs{}, err
	}
	p := programs{
		fuzz:     filepath.Join(into, "fuzz.test.exe"),
		cover:    filepath.Join(into, "cover.test.exe"),
		generate: filepath.Join(into, "generate.exe"),
	}
	module, err := goCommand(ctx, "list", "-m")
	if err != nil {
		return programs{}, err
	}
	ours := strings.TrimSpace(module) + "/..."
	if _, err := goCommand(ctx, "test", "-c", "-gcflags="+ours+"=-d=libfuzzer", "-o", p.fuzz, pkg); err != nil {
		return programs{}, err
	}
	deps, err := goCommand(ctx, "list", "-deps", "-test", "-f", "{{if .Module}}{{if .Module.Main}}{{.ImportPath}}{{end}}{{end}}", pkg)
	if err != nil {
		return programs{}, err
	}
	covered := slices.DeleteFunc(strings.Split(strings.TrimSpace(deps), "\n"), func(path string) bool {
		return path == "" || strings.ContainsRune(path, ' ') || strings.HasSuffix(path, ".test")
	})
	if _, err := goCommand(ctx, "test", "-c", "-covermode=set", "-coverpkg="+strings.Join(covered, ","), "-o", p.cover, pkg); err != nil {
		return programs{}, err
	}
	if _, err := goCommand(ctx, "build", "-o", p.generate, "./corpus/internal/generate"); err != nil {
		return programs{}, err
	}
	var names []string
	list := child{args: []string{p.fuzz, "-test.list", "^Fuzz"}, dir: into, line: func(line string) {
		if strings.HasPrefix(line, "Fuzz") {
			names = append(names, line)
		}
	}}
	if err := list.run(ctx); err != nil {
		return programs{}, fmt.Errorf("the targets of %s cannot be listed: %w", pkg, err)
	}
	slices.Sort(names)
	p.targets = names
	if len(names) == 0 {
		return programs{}, fmt.Errorf("there are no fuzz targets in %s", pkg)
	}
	return p, nil
}

// goCommand runs the go command, and returns its standard output.
func goCommand(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	out, err := cmd.Output()
	if err != nil {
		said := ""
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			said = "\n" + strings.TrimSpace(string(exit.Stderr))
		}
		return "", fmt.Errorf("go %s: %w%s", args[0], err, said)
	}
	return string(out), nil
}
