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

// packageFiles checks the manifest of the npm package, and returns the files of the package.
func packageFiles(t *testing.T) []string {
	var manifest struct {
		Version, License string
		Files            []string
	}
	data, err := os.ReadFile("package.json")
	if err := errors.Join(err, json.Unmarshal(data, &manifest)); err != nil {
		t.Fatal(err)
	}
	files := []string{"LICENSE", "README.md", "package.json"} // which npm always includes
	for _, pattern := range manifest.Files {
		matching, err := filepath.Glob(pattern)
		if err != nil || len(matching) == 0 {
			t.Errorf("package.json names no file with %q: %v", pattern, err)
		}
		files = append(files, matching...)
	}
	licence, err := os.ReadFile("LICENSE")
	if manifest.Version != conformance.Version || manifest.License != "0BSD" || !slices.Contains(files, "index.d.ts") || !slices.Contains(files, "vector.schema.json") ||
		err != nil || !strings.Contains(string(licence), "Permission to use, copy, modify, and/or distribute this software for any\npurpose with or without fee is hereby granted.") {
		t.Errorf("package.json has version %s, licence %s and files %q; LICENSE is that of 0BSD: %v", manifest.Version, manifest.License, files, err)
	}
	return files
}

// TestNodePackage reads the vectors with Node.js, as both kinds of module, through the
// name of the package.
func TestNodePackage(t *testing.T) {
	files := packageFiles(t)
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
	for _, file := range files {
		data, failed := os.ReadFile(file)
		err = errors.Join(err, failed, os.WriteFile(filepath.Join(installed, file), data, 0o644))
	}
	if err != nil {
		t.Fatal(err)
	}
	node := exec.Command("node", "script.mjs")
	node.Dir = dir
	if got, err := node.CombinedOutput(); err != nil || string(got) != strings.Repeat(want.String(), 2) {
		t.Errorf("the script prints\n%s%v, want twice\n%s", got, err, &want)
	}
}

// TestGoImportPullsNothing checks that the package imports only the standard library.
func TestGoImportPullsNothing(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".").Output()
	if got := strings.TrimSpace(string(out)); err != nil || got != "github.com/epin-conformance/harness/corpus" {
		t.Errorf("the corpus pulls in %s, %v", got, err)
	}
}
