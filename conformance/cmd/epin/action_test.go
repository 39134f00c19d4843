package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
)

func contentOf(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// found returns what the group of a pattern matches in a file, everywhere.
func found(t *testing.T, pattern, file string, atLeast int) (all []string) {
	t.Helper()
	for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(contentOf(t, file), -1) {
		all = append(all, match[1])
	}
	if len(all) < atLeast {
		t.Errorf("%s has %d matches of %s, want %d", file, len(all), pattern, atLeast)
	}
	return all
}

const action = "../../../ci/action/"

// What other repositories copy names flags that there are, this version, and other
// people's actions by commits that nobody can move.
func TestFilesForOtherRepositories(t *testing.T) {
	root := rootCommand(newStreams(nil, nil, nil))
	for _, name := range []string{"gitlab-ci.yml", "README.md"} {
		for _, line := range found(t, "\\bepin ((?:certify|fuzz) [^\n|`]*)", action+name, 2) {
			line, _, _ = strings.Cut(line, " -- ")
			cmd, _, _ := root.Find(strings.Fields(line))
			for _, flag := range regexp.MustCompile(`\s--([a-z-]+)`).FindAllStringSubmatch(line, -1) {
				if cmd.Flags().Lookup(flag[1]) == nil {
					t.Errorf("%s: %s has no flag --%s", name, cmd.CommandPath(), flag[1])
				}
			}
		}
	}
	tag := "v" + conformance.Version
	found(t, "(EPIN_VERSION: "+tag+")\n", action+"gitlab-ci.yml", 1)
	own, commit := "epin-conformance/harness/ci/action@"+tag, regexp.MustCompile(`@[0-9a-f]{40}$`)
	for _, name := range []string{"action.yml", "github.yml"} {
		for _, used := range found(t, `(?m)^\s*- uses: (\S+)`, action+name, 1) {
			if used != own && !commit.MatchString(used) {
				t.Errorf("%s uses %s, which is neither %s nor at a commit", name, used, own)
			}
		}
	}
	text, _, _ := strings.Cut(contentOf(t, action+"action.yml"), "\noutputs:")
	for _, input := range regexp.MustCompile(`(?m)^  ([a-z-]+):$`).FindAllStringSubmatch(text, -1) {
		found(t, "(\n\\| `"+input[1]+"` \\|)", action+"README.md", 1)
		found(t, `(inputs\.`+input[1]+" )", action+"action.yml", 1)
	}
}

// No checkout leaves credentials behind, and no job that can sign runs anything of the
// repository or of the library.
func TestWorkflowsHandOutNoCredentials(t *testing.T) {
	const attest = "../../../ci/attest.yml"
	files, _ := filepath.Glob("../../../.github/workflows/*.yml") // the pattern is well formed
	checkouts := 0
	for _, file := range append(files, attest, action+"github.yml") {
		for _, with := range found(t, `(?m)^ +- uses: actions/checkout@.*\n( +with:\n +persist-credentials: false\n)?`, file, 0) {
			if checkouts++; with == "" {
				t.Errorf("%s: a checkout without persist-credentials: false", file)
			}
		}
	}
	if checkouts < 7 {
		t.Errorf("only %d checkouts were found", checkouts)
	}
	_, jobs, _ := strings.Cut(contentOf(t, attest), "\njobs:\n")
	certify, sign, _ := strings.Cut(jobs, "\n  attest:\n")
	if !strings.Contains(certify, "epin\" certify ") || strings.Contains(certify, ": write") {
		t.Error("the job certify does not certify, or may write")
	}
	if !strings.Contains(sign, "id-token: write\n") || regexp.MustCompile("checkout|bin/epin|go install").MatchString(sign) {
		t.Error("the job attest cannot sign, or runs something of the repository")
	}
}
