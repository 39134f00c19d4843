package corpus_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/corpus"
)

// output runs a program in a folder, and returns its standard output.
func output(t *testing.T, dir string, env []string, program string, arg ...string) string {
	t.Helper()
	cmd := exec.Command(program, arg...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.Output()
	if err != nil {
		stderr := ""
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			stderr = string(exit.Stderr)
		}
		t.Fatalf("%s %s: %v\n%s", program, strings.Join(arg, " "), err, stderr)
	}
	return string(out)
}

// TestNodePackage reads the vectors with Node.js, as both kinds of module, through the
// name of the package.
func TestNodePackage(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		if os.Getenv("EPIN_REQUIRE_TOOLS") != "" {
			t.Fatal("node is not installed, but EPIN_REQUIRE_TOOLS requires it")
		}
		t.Skip("node is not installed")
	}
	var want strings.Builder
	for _, edition := range corpus.Editions() {
		of := vectors[edition]
		fmt.Fprintln(&want, edition, len(of), of[0].ID, of[len(of)-1].ID)
	}
	fmt.Fprintln(&want, corpus.Digest())
	fmt.Fprintln(&want, `RangeError: unknown edition "2": use one of `+strings.Join(corpus.Editions(), ", "))
	const script = `
		import { createRequire } from "node:module";
		import * as module from "@epin-conformance/corpus";
		const require = createRequire(import.meta.url), required = require("@epin-conformance/corpus");
		for (const e of required.editions) require.resolve("@epin-conformance/corpus/" + e.replace("/", "-") + ".jsonl");
		for (const { editions, vectors, digest } of [module, required]) {
			for (const e of editions) { const v = vectors(e); console.log(e, v.length, v[0].id, v.at(-1).id); }
			if (vectors().length !== vectors("1.0.0").length) console.log("1.0.0 is not what is read without a name");
			console.log(digest());
			try { vectors("2"); } catch (e) { console.log(String(e)); }
		}`
	dir := t.TempDir()
	installed := filepath.Join(dir, "node_modules", "@epin-conformance", "corpus")
	err := errors.Join(os.MkdirAll(installed, 0o755), os.WriteFile(filepath.Join(dir, "script.mjs"), []byte(script), 0o644))
	for _, file := range packagedNames(t) {
		data, failed := os.ReadFile(file)
		err = errors.Join(err, failed, os.WriteFile(filepath.Join(installed, file), data, 0o644))
	}
	if err != nil {
		t.Fatal(err)
	}
	if got, want := output(t, dir, nil, "node", "script.mjs"), strings.Repeat(want.String(), 2); got != want {
		t.Errorf("the script prints\n%swant\n%s", got, want)
	}
}

// TestNPMPack compares the files that npm would publish with the expected ones.
func TestNPMPack(t *testing.T) {
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("npm is not installed") // some packages of Node.js do not include it
	}
	var packs []struct {
		Name, Version string
		Files         []struct{ Path string }
	}
	env := []string{"npm_config_cache=" + t.TempDir(), "npm_config_offline=true", "npm_config_update_notifier=false"}
	if err := json.Unmarshal([]byte(output(t, ".", env, "npm", "pack", "--dry-run", "--json")), &packs); err != nil || len(packs) != 1 {
		t.Fatalf("npm pack --json: %v, %d packages", err, len(packs))
	}
	var got []string
	for _, f := range packs[0].Files {
		got = append(got, f.Path)
	}
	slices.Sort(got)
	if want := packagedNames(t); !slices.Equal(got, want) {
		t.Errorf("npm would publish %q; want %q", got, want)
	}
}

// manifest holds some fields of package.json.
type manifest struct {
	Version, License string
	Files            []string
}

func readManifest(t *testing.T) manifest {
	t.Helper()
	data, err := os.ReadFile("package.json")
	if err != nil {
		t.Fatal(err)
	}
	var m manifest
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// packagedNames returns the files of the npm package: those in the manifest, and those that npm
// always includes.
func packagedNames(t *testing.T) []string {
	t.Helper()
	names := []string{"LICENSE", "README.md", "package.json"}
	for _, pattern := range readManifest(t).Files {
		matching, err := filepath.Glob(pattern)
		if err != nil || len(matching) == 0 {
			t.Fatalf("package.json names no file with %q: %v", pattern, err)
		}
		names = append(names, matching...)
	}
	slices.Sort(names)
	return names
}

func TestManifest(t *testing.T) {
	m := readManifest(t)
	if m.Version != conformance.Version || m.License != "0BSD" {
		t.Errorf("package.json has version %s and licence %s; want %s and 0BSD", m.Version, m.License, conformance.Version)
	}
	licence, err := os.ReadFile("LICENSE")
	if err != nil || !strings.Contains(string(licence), "Permission to use, copy, modify, and/or distribute this software for any\npurpose with or without fee is hereby granted.") {
		t.Errorf("LICENSE is not the text of 0BSD: %v", err)
	}
}

// TestGoImportPullsNothing builds a program that imports the corpus, in a module without access
// to other modules.
func TestGoImportPullsNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	module, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, content := range map[string]string{
		"go.mod": "module example.com/user\n\ngo 1.26.0\n\nrequire github.com/epin-conformance/harness v0.2.0\n\n" +
			"replace github.com/epin-conformance/harness => " + fmt.Sprintf("%q", filepath.ToSlash(module)) + "\n",
		"main.go": "package main\n\nimport \"github.com/epin-conformance/harness/corpus\"\n\nfunc main() { println(corpus.Digest()) }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	env := []string{"GOMODCACHE=" + filepath.Join(dir, "cache"), "GOPROXY=off", "GOFLAGS=", "GOWORK=off", "PWD=" + dir}
	output(t, dir, env, "go", "build", "-o", "user"+filepath.Ext(os.Args[0]), ".")
	if _, err := os.Stat(filepath.Join(dir, "go.sum")); err == nil {
		t.Error("importing the corpus makes a go.sum")
	}
	for path := range strings.Lines(output(t, dir, env, "go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".")) {
		if path = strings.TrimSpace(path); path != "" && path != "example.com/user" && path != "github.com/epin-conformance/harness/corpus" {
			t.Errorf("importing the corpus pulls in %s", path)
		}
	}
}
