package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
)

var (
	namedCommand = regexp.MustCompile("\\bepin (certify|fuzz) ([^\n|`]*)")
	namedFlag    = regexp.MustCompile(`(?:^|\s)--([a-z-]+)`)
	used         = regexp.MustCompile(`(?m)^\s*- uses: (\S+)`)
	tagOrCommit  = regexp.MustCompile(`@[0-9a-f]{40}$`)
	checkout     = regexp.MustCompile(`(?m)^ +- uses: actions/checkout@.*\n( +with:\n +persist-credentials: false\n)?`)
	input        = regexp.MustCompile(`(?m)^  ([a-z-]+):$`)
)

func contentOf(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// What other repositories copy names flags that there are, this version, and other
// people's actions by commits that nobody can move.
func TestFilesForOtherRepositories(t *testing.T) {
	read := func(name string) string { return contentOf(t, "../../../ci/action/"+name) }
	commands := map[string]*cobra.Command{
		"certify": certifyCommand(streams{}), "fuzz": fuzzCommand(streams{}),
	}
	for _, name := range []string{"gitlab-ci.yml", "README.md"} {
		found := namedCommand.FindAllStringSubmatch(read(name), -1)
		if len(found) < 2 {
			t.Errorf("%s names %d commands", name, len(found))
		}
		for _, command := range found {
			flags, _, _ := strings.Cut(command[2], " -- ")
			for _, flag := range namedFlag.FindAllStringSubmatch(flags, -1) {
				if commands[command[1]].Flags().Lookup(flag[1]) == nil {
					t.Errorf("%s: epin %s has no flag --%s", name, command[1], flag[1])
				}
			}
		}
	}
	tag := "v" + conformance.Version
	if !strings.Contains(read("gitlab-ci.yml"), "EPIN_VERSION: "+tag+"\n") {
		t.Errorf("gitlab-ci.yml does not install %s", tag)
	}
	for _, name := range []string{"action.yml", "github.yml"} {
		for _, action := range used.FindAllStringSubmatch(read(name), -1) {
			if own := "epin-conformance/harness/ci/action@" + tag; action[1] != own && !tagOrCommit.MatchString(action[1]) {
				t.Errorf("%s uses %s, which is neither %s nor at a commit", name, action[1], own)
			}
		}
	}
	inputs, _, _ := strings.Cut(read("action.yml"), "\noutputs:")
	for _, name := range input.FindAllStringSubmatch(inputs, -1) {
		if !strings.Contains(read("README.md"), "\n| `"+name[1]+"` |") || !strings.Contains(read("action.yml"), "inputs."+name[1]+" ") {
			t.Errorf("the input %s is not used, or not explained", name[1])
		}
	}
}

// No checkout leaves credentials behind, and no job that can sign runs anything of the
// repository or of the library.
func TestWorkflowsHandOutNoCredentials(t *testing.T) {
	files, err := filepath.Glob("../../../.github/workflows/*.yml")
	if err != nil {
		t.Fatal(err)
	}
	const attest = "../../../ci/attest.yml"
	checkouts := 0
	for _, file := range append(files, attest, "../../../ci/action/github.yml") {
		for _, found := range checkout.FindAllStringSubmatch(contentOf(t, file), -1) {
			checkouts++
			if found[1] == "" {
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
	if !strings.Contains(sign, "id-token: write\n") || strings.Contains(sign, "checkout") || strings.Contains(sign, "bin/epin") || strings.Contains(sign, "go install") {
		t.Error("the job attest cannot sign, or runs something of the repository")
	}
}
