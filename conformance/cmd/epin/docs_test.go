package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/internal/tests"
)

// A block marked console of the documentation runs in one shell, in the folder that a comment before
// it names, or else at the top of the repository:
//
//	<!-- in: broken-python -->
//
// See CONTRIBUTING.md. Times, seeds and versions of languages may differ.

// folders are what the documentation calls folders, and the scripts that fill them, with the folder of
// adapters in $1. What writes files is run in one.
var folders = map[string]string{
	"python":        "cp -R \"$1\"/python/. . && echo 'what is released' >acme-2.1.0.tar.gz",
	"broken-python": "cp -R \"$1\"/python/. . && grep -qF '\\Z' epin.py && sed -i.old 's/\\\\Z/$/g' epin.py && rm epin.py.old",
	"minimal":       "sed '1,/^```python$/d; /^```$/,$d' \"$1\"/README.md >adapter.py",
	"shell":         `printf '%s\n' 'LC_ALL=C; token="^[-+]?[A-Za-z]\^?'\''?\$"' '[[ $1 =~ $token ]]' >is-epin.sh`,
}

const topOfRepository = "../../.."

var consoleBlock = regexp.MustCompile("(?ms)(?:^<!-- in: ([a-z-]+) -->\n)?^```console\n(.*?)^```$")

func TestDocumentationIsTrue(t *testing.T) {
	if testing.Short() {
		t.Skip("runs everything that the documentation shows")
	}
	tests.NeedTools(t, "sh", "bash", "python3", "node", "ssh-keygen")
	blocks := 0
	err := fs.WalkDir(os.DirFS(topOfRepository), ".", func(page string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && page != "." || d.Name() == "testdata"):
			return fs.SkipDir
		case path.Ext(page) != ".md":
			return nil
		}
		for i, block := range consoleBlock.FindAllStringSubmatch(tests.Read(t, filepath.Join(topOfRepository, page)), -1) {
			blocks++
			if tests.Whole() || page == "features/README.md" { // ci/certify has the first one of the README
				t.Run(fmt.Sprintf("%s, block %d", page, i+1), func(t *testing.T) { runBlock(t, block[1], block[2]) })
			}
		}
		return nil
	})
	if err != nil || blocks < 2 {
		t.Errorf("the documentation has only %d consoles: %v", blocks, err)
	}
}

func runBlock(t *testing.T, folder, block string) {
	dir := topOfRepository
	if folder != "" {
		dir = t.TempDir()
		adapters, err := filepath.Abs("../../adapters")
		fill := exec.Command("sh", "-ec", folders[folder], "sh", adapters)
		fill.Dir = dir
		check(errors.Join(err, fill.Run()))
	}
	const endOfCommand = "\x01end\x01"
	commands := strings.Split("\n"+block, "\n$ ")[1:]
	var script strings.Builder
	for _, c := range commands {
		// What the documentation builds is this very program.
		command, _, _ := strings.Cut(strings.Replace(c, "go run ./conformance/cmd/epin", "epin", 1), "\n")
		fmt.Fprintf(&script, "%s\nstatus=$?; echo '%s'; (exit $status)\n", command, endOfCommand)
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-c", script.String())
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "NO_COLOR=1")
	out, err := cmd.CombinedOutput()
	printed := strings.Split(string(out), endOfCommand+"\n")
	if len(commands) == 0 || len(printed) != len(commands)+1 {
		t.Fatalf("%v\n%s", err, out)
	}
	for i, command := range commands {
		if command, want, _ := strings.Cut(command, "\n"); !prints(want, printed[i]) {
			t.Errorf("$ %s\nprints\n%s\nand not\n%s", command, printed[i], want)
		}
	}
}

// varying matches what differs between two runs.
var varying = regexp.MustCompile(`(?m)(\bseed )\d+|\d+\.\d+( s\b)|(\((?:python|node)) [\d.v]+\)| +$`)

func prints(want, got string) bool {
	want, got = strings.TrimSuffix(want, "\n")+"\n", strings.TrimSuffix(got, "\n")+"\n"
	pattern := regexp.QuoteMeta(varying.ReplaceAllString(want, "$1$2$3"))
	pattern = regexp.MustCompile(`(?m)^ *\\\.\\\.\\\.\n`).ReplaceAllLiteralString(pattern, "(.*\n)*")
	return regexp.MustCompile(`^` + strings.ReplaceAll(pattern, `\.\.\.`, ".*") + `$`).MatchString(varying.ReplaceAllString(got, "$1$2$3"))
}
