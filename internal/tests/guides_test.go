package tests

import (
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The vector and the mutant that TestGuides adds. The vector also kills a mutant that no other vector kills.
const (
	addedVector = `{"id":"black-chess-king","edition":"1.0.0","op":"parse","token":"\u265a","hex":"e2999a",` +
		`"want":{"valid":false},"requirements":["epin/6/grammar","epin/9.1/reject","epin/9.4/not-a-letter"],` +
		`"why":"Catches a parser that replaces a symbol of chess by its letter."}` + "\n"
	addedMutant = "var grammar = []func() Mutant{\n" +
		"\tfault(\"tilde-behind\", accepts, parse(\"K~\"),\n" +
		"\t\t`The pattern allows a tilde behind a token.`,\n" +
		"\t\t`Remove it from the pattern.`, rewrite(`(?<quote>'?)`, `(?<quote>'?)~?`)),\n"
)

// TestGuides follows two guides of CONTRIBUTING.md in a copy of the module: it adds a vector and a mutant as the
// first of their kind, renews what is recorded, and runs the tests that may depend on it.
func TestGuides(t *testing.T) {
	if !Whole() {
		t.Skip("it renews and tests a copy of the module: with EPIN_WHOLE=1")
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", ".."))); err != nil {
		t.Fatal(err)
	}
	edit := func(file, pattern, text string) {
		t.Helper()
		file = filepath.Join(dir, file)
		before := Read(t, file)
		where := regexp.MustCompile(pattern).FindStringIndex(before)
		if where == nil {
			t.Fatalf("%s lacks %s", file, pattern)
		}
		after := before[:where[0]] + text + before[where[1]:]
		if err := os.WriteFile(file, []byte(after), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "EPIN_WHOLE=")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", cmd, err, out)
		}
		return string(out)
	}
	edit("CHANGELOG.md", `, (not yet released|[0-9-]+)\n`, ", not yet released\n") // the plans of a released version never change
	edit("corpus/1.0.0.jsonl", `\A`, addedVector)
	edit("conformance/internal/mutant/grammar.go", `var grammar = .*\n`, addedMutant)
	changed := run("generate", "./...")
	for _, file := range []string{"mutant/README.md", "mutant/failed.txt", "mutant/kills.txt", "diagnosis/testdata/mutants.txt", "suite/testdata/plans"} {
		if !strings.Contains(changed, "changed: conformance/internal/"+file+"\n") {
			t.Errorf("go generate does not name %s:\n%s", file, changed)
		}
	}
	if again := run("generate", "./..."); again != "" {
		t.Errorf("go generate again prints\n%s", again)
	}
	t.Log(run(append([]string{"test", "-timeout=1h", "./corpus"}, strings.Fields(
		"./features/... ./conformance ./conformance/requirement ./conformance/conformancetest ./conformance/cmd/epin "+
			"./conformance/internal/suite ./conformance/internal/mutant ./conformance/internal/diagnosis "+
			"./conformance/internal/report/... ./conformance/internal/certificate ./conformance/internal/page")...)...))
}

// TestMap checks that the map of the code names every package.
func TestMap(t *testing.T) {
	named := map[string]bool{".": true}
	for _, name := range regexp.MustCompile("`([a-z/-]+)`").FindAllStringSubmatch(Read(t, "../../conformance/internal/README.md"), -1) {
		named[name[1]] = true
	}
	err := fs.WalkDir(os.DirFS("../.."), ".", func(name string, d fs.DirEntry, err error) error {
		switch folder := path.Dir(name); {
		case err == nil && d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git"):
			return fs.SkipDir
		case path.Ext(name) == ".go" && !named[folder]:
			t.Errorf("conformance/internal/README.md does not name the package %s", folder)
			named[folder] = true
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
